internal import IABytes
internal import IAFormats
internal import IAText
internal import IAUnicode

extension RTFParser {
  // MARK: The document

  /// Applies a control word that concerns the whole document.
  mutating func set(_ word: RTFWord.Document, _ value: Int32?) {
    switch word {
    case .ansi: setDocumentCharset(1252)
    case .mac: setDocumentCharset(10000)
    case .pc: setDocumentCharset(437)
    case .pca: setDocumentCharset(850)
    case .ansicpg:
      // Some writers state UTF-16 (1200, 1201), although the bytes are in the ANSI code page.
      if let value, value > 0, !(1200...1201).contains(value) { setDocumentCharset(Int(value)) }
    case .deff: document.tables.fonts.defaultNumber = value ?? 0
    case .deflang:
      if let value { setDocumentLanguage(Int(value)) }
    case .fromhtml:
      if value != 0, groups.count == 1, destinations.html == nil {
        destinations.html = RTFEmbeddedHTML()
      }
    case .htmlrtf: destinations.html?.isSuppressed = value != 0
    case .cocoartf:
      document.tables.isCocoa = true
      if destinations.information.metadata.generator == nil {
        destinations.information.metadata.generator = "Cocoa"
      }
    case .objlink, .objautlink, .objsub, .objpub, .objupdate:
      report.add(.neutralised, .objectLink, byteOffset: tokenizer.offset)
    case .facingp: destinations.notes.hasFacingPages = true
    case .aftnnar, .saftnnar: destinations.notes.hasRomanEndnotes = false
    case .aftnnrlc, .saftnnrlc: destinations.notes.hasRomanEndnotes = true
    case .fromtext, .rtf: break
    }
  }

  /// Applies a control word that concerns the page.
  mutating func set(_ word: RTFWord.Page, _ value: Int32?, _ start: Int) {
    guard groups.current.destination == .text else { return }
    if word == .sectd { return document.page.beginSection(isInner: groups.count > 1) }
    guard !document.page.apply(word, value) else { return }
    let detail = word.rawValue + (value.map(String.init) ?? "")
    report.add(.dropped, word.feature, detail, byteOffset: start)
  }

  /// Sets the code page of bytes in fonts that have no code page.
  private mutating func setDocumentCharset(_ codePage: Int) {
    guard let index = document.tables.charsets.index(codePage: codePage) else {
      report.add(.approximated, .codePage, "\(codePage)", byteOffset: tokenizer.offset)
      return
    }
    document.tables.charsets.setDocument(index)
    groups.setCharset(index)
  }

  // MARK: Definitions

  /// Applies a control word of a table in the document.
  mutating func define(_ word: RTFWord.Definition, _ value: Int32?) {
    let number = value ?? 0
    let destination = groups.current.destination
    let ending = groups.current.ending
    switch word {
    case .fcharset: if destination == .fonts { setFontCharset(number) }
    case .fmodern: if destination == .fonts { document.tables.fonts.setPitch(isFixed: true) }
    case .fprq:
      if destination == .fonts, number > 0 {
        document.tables.fonts.setPitch(isFixed: number == 1)
      }
    case .cpg:
      if destination == .fonts,
        let index = document.tables.charsets.index(codePage: Int(number))
      {
        setFontCharset(index)
      }
    case .red: if destination == .colors { document.tables.colors.set(.red, number) }
    case .green: if destination == .colors { document.tables.colors.set(.green, number) }
    case .blue: if destination == .colors { document.tables.colors.set(.blue, number) }
    case .cssrgb, .csgray, .cssrgba: document.tables.colors.beginComponents()
    case .c: if destination == .expandedColors { document.tables.colors.appendComponent(number) }
    case .sbasedon: if destination == .styles { document.tables.styles.setBase(number) }
    case .ts, .ds: if destination == .styles { document.tables.styles.setOpen(number, .other) }
    case .additive: break
    case .levelnfc, .levelnfcn:
      if ending == .listLevel { document.tables.lists.setLevel { $0.format = number } }
    case .levelfollow:
      if ending == .listLevel {
        document.tables.lists.setLevel { $0.hasTab = value == nil || number == 0 }
      }
    case .leveljc, .leveljcn:
      if ending == .listLevel {
        document.tables.lists.setLevel { $0.marker.set("alignment", number != 0) }
      }
    case .levelpicture:
      if ending == .listLevel {
        document.tables.lists.setLevel { $0.marker.set("picture", true) }
      }
    case .levellegal:
      if ending == .listLevel { document.tables.lists.setLevel { $0.isLegal = number != 0 } }
    case .levelstartat:
      if ending == .overrideLevel {
        document.tables.lists.setOverrideStart(number)
      } else if ending == .listLevel {
        document.tables.lists.setLevel { $0.start = number }
      }
    case .listoverridestartat:
      if ending == .overrideLevel { document.tables.lists.restartOverrideLevel() }
    case .listid:
      if ending == .listOverride {
        document.tables.lists.setOverrideList(number)
      } else if ending == .list {
        document.tables.lists.setListID(number)
      }
    case .fftype: destinations.fields.setForm(\.type, number)
    case .ffres: destinations.fields.setForm(\.result, number)
    case .ffdefres: destinations.fields.setForm(\.usualResult, number)
    case .yr: destinations.information.set(.year, number)
    case .mo: destinations.information.set(.month, number)
    case .dy: destinations.information.set(.day, number)
    case .hr: destinations.information.set(.hour, number)
    case .min: destinations.information.set(.minute, number)
    case .sec: destinations.information.set(.second, number)
    }
  }

  mutating func beginFont(_ number: Int32) {
    destinations.capture.drop(from: groups.current.captureStart)
    switch document.tables.fonts.begin(number, limit: limits.tableEntries) {
    case .known: break
    case .added: groups.current.charset = document.tables.charsets.document
    case .full: document.tables.fullTableOffset = tokenizer.offset
    }
  }

  /// Sets the code page of the font that is defined, from the number after `\fcharset`.
  private mutating func setFontCharset(_ number: Int32) {
    if number == 2 { return setFontCharset(document.tables.charsets.makeSymbol()) }
    guard let codePage = FontCharset.codePage(of: number) else {
      if number > 2 {
        report.add(.approximated, .fontCharset, "\(number)", byteOffset: tokenizer.offset)
      }
      return
    }
    if let index = document.tables.charsets.index(codePage: codePage) { setFontCharset(index) }
  }

  private mutating func setFontCharset(_ index: RTFIndex<RTFCharset>) {
    guard document.tables.fonts.setCharset(index) else { return }
    // The name of a font is in its character set. The name of a symbol font is in the character set of
    // the document.
    if index != document.tables.charsets.symbol { groups.current.charset = index }
  }

  /// Finishes the name of a font.
  mutating func endFont() {
    let name = destinations.capture.take(from: groups.current.captureStart)
    document.tables.fonts.end(name: name, &document.tables.charsets)
  }

  /// Finishes a colour.
  mutating func endColor() {
    if !document.tables.colors.endEntry(limit: limits.tableEntries) {
      document.tables.fullTableOffset = tokenizer.offset
    }
  }

  /// Starts an entry of the style sheet.
  mutating func beginStyle() {
    document.tables.styles.beginEntry()
    groups.current.character = .unset
    groups.current.paragraph = RTFParagraph()
    groups.current.captureStart = destinations.capture.end
    groups.current.ending = .style
  }
}
