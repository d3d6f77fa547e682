internal import IABytes
internal import IAFormats
internal import IAText
internal import IAUnicode

extension RTFParser {
  // MARK: Characters

  /// Applies a control word for character formatting to the current group.
  mutating func set(_ word: RTFWord.Character, _ value: Int32?, _ bytes: Span<UInt8>) {
    // A render scheme does not hide text.
    if groups.current.isFrozen, word != .cs, word != .v { return }
    if setRunType(word, value) { return }
    let isOn = value != 0
    groups.current.format = .none
    switch word {
    case .b: setFlag(.bold, isOn)
    case .i: setFlag(.italic, isOn)
    case .v: setFlag(.hidden, isOn)
    case .caps: setFlag(.capitals, isOn)
    case .scaps: setFlag(.smallCapitals, isOn)
    case .ltrch: setFlag(.rightToLeft, false)
    case .rtlch: setFlag(.rightToLeft, true)
    case .ulnone: groups.current.character.underline = nil
    case .ul:
      groups.current.character.underline = isOn ? .single : nil
      setFlag(.linkStyleAlone, false)
      if groups.current.character.flags.contains(.own) { setFlag(.ownUnderline, isOn) }
    case .uldb, .ululdbwave: groups.current.character.underline = isOn ? .double : nil
    case .ulth: groups.current.character.underline = isOn ? .thick : nil
    case .uld, .ulthd: groups.current.character.underline = isOn ? .dotted : nil
    case .uldash, .uldashd, .uldashdd, .ulthdash, .ulthdashd, .ulthdashdd, .ulthldash, .ulldash:
      groups.current.character.underline = isOn ? .dashed : nil
    case .ulwave, .ulhwave: groups.current.character.underline = isOn ? .wavy : nil
    case .ulw: groups.current.character.underline = isOn ? .words : nil
    case .ulc: groups.current.character.underlineColor = value ?? 0
    case .strike: groups.current.character.strike = isOn ? .single : .none
    case .striked, .striked1, .strikedl: groups.current.character.strike = isOn ? .double : .none
    case .super: groups.current.character.script = isOn ? .superscript : .none
    case .sub: groups.current.character.script = isOn ? .subscript : .none
    case .nosupersub: groups.current.character.script = .none
    case .up: groups.current.character.baseline = Self.clamp(value ?? 6)
    case .dn: groups.current.character.baseline = -Self.clamp(value ?? 6)
    case .f:
      setFont(value ?? document.tables.fonts.defaultNumber)
      groups.current.statesFont = true
    case .pnf: if groups.current.ending == .oldList, let value { setFont(value) }
    case .fs:
      if let value, value > 0 { groups.current.character.halfPoints = min(value, 4000) }
      groups.current.statesSize = true
      if groups.current.character.flags.contains(.own) { setFlag(.ownSize, true) }
    case .cf:
      groups.current.character.foreground = max(value ?? 0, 0)
      setFlag(.linkStyleAlone, false)
    case .cb where !document.tables.isCocoa: break
    case .cb, .chcbpat: groups.current.character.background = max(value ?? 0, 0)
    case .highlight: groups.current.character.highlight = max(value ?? 0, 0)
    case .expnd: groups.current.character.spacing = Self.clamp(value ?? 0) &* 5
    case .expndtw: groups.current.character.spacing = Self.clamp(value ?? 0)
    case .lang:
      if groups.current.destination == .text || groups.current.destination == .styles {
        setLanguage(max(value ?? 0, 0), bytes)
      }
    case .plain: setPlain()
    case .outl: setFlag(.outline, isOn)
    case .shad: setFlag(.shadow, isOn)
    case .charscalex:
      let scale = min(max(value ?? 100, 1), 600)
      groups.current.character.scale = scale == 100 ? 0 : scale
    case .accdot: groups.current.character.emphasis = isOn ? .dot : nil
    case .acccomma: groups.current.character.emphasis = isOn ? .comma : nil
    case .acccircle: groups.current.character.emphasis = isOn ? .circle : nil
    case .accunderdot: groups.current.character.emphasis = isOn ? .dotBelow : nil
    case .accnone: groups.current.character.emphasis = nil
    case .revised, .revauth, .revdttm, .deleted, .revauthdel, .revdttmdel:
      groups.current.character.change = document.tables.changes.index(
        after: word, value, in: groups.current.character.change)
    case .cs: setCharacterStyle(value ?? 0, bytes)
    case .loch, .hich, .dbch, .af: break
    }
  }

  /// Applies a control word that states for which characters the next font is (`\loch\af3` states the
  /// font of ASCII text), or a font of these; returns `false` for other words.
  ///
  /// Fonts of other characters are not read; text in these states its font by `\f`, too.
  private mutating func setRunType(_ word: RTFWord.Character, _ value: Int32?) -> Bool {
    switch word {
    case .loch:
      decoder.nextFont = .text
      return true
    case .dbch:
      decoder.nextFont = .eastAsian
      return true
    case .af:
      if decoder.nextFont == .text, let value, groups.current.destination != .fonts {
        groups.current.format = .none
        setFont(value)
        groups.current.fontOfEnds = groups.current.character.font
      }
    case .hich: break
    case .f, .plain:
      // The font of East Asian text is not that of the ends of paragraphs without text.
      if word == .plain || decoder.nextFont != .eastAsian { groups.current.fontOfEnds = .none }
      decoder.nextFont = .any
      return false
    default:
      decoder.nextFont = .any
      return false
    }
    decoder.nextFont = .any
    return true
  }

  private static func clamp(_ value: Int32) -> Int32 { min(max(value, -32_000), 32_000) }

  private mutating func setFlag(_ flag: RTFCharacter.Flags, _ isOn: Bool) {
    if isOn {
      groups.current.character.flags.insert(flag)
    } else {
      groups.current.character.flags.remove(flag)
    }
  }

  /// Resets the formatting of characters to the default font and its code page, without a style.
  ///
  /// Links and notes continue.
  private mutating func setPlain() {
    let old = groups.current.character
    var plain = groups.current.destination == .styles ? .unset : RTFCharacter()
    plain.link = old.link
    plain.tag = old.tag
    plain.impliedBy = old.impliedBy
    groups.current.character = plain
    groups.current.appliedStyle = .none
    groups.current.charset = document.tables.charsets.document
    setFont(document.tables.fonts.defaultNumber)
  }

  /// Sets the font and the code page of bytes: that of the font (`\fcharset`, `\cpg`), otherwise that
  /// of the document (`\ansicpg`, `\mac`).
  private mutating func setFont(_ number: Int32) {
    if groups.current.destination == .fonts { return beginFont(number) }
    let font = document.tables.fonts.index(of: number)
    groups.current.character.font = font
    let charset = font.isNone ? .none : document.tables.fonts.charset(of: font)
    groups.current.charset = charset.isNone ? document.tables.charsets.document : charset
  }

  private mutating func setCharacterStyle(_ number: Int32, _ bytes: Span<UInt8>) {
    if groups.current.destination == .styles {
      return document.tables.styles.setOpen(number, .character)
    }
    if number == RTFStyles.ownFormat || number == 0, document.tables.isOwn,
      !groups.current.isFrozen
    {
      groups.current.character.flags.insert(.own)
    }
    let index = document.tables.styles.characterStyle(number)
    guard let style = document.tables.styles[index] else { return }
    switch style.role {
    case .scheme: groups.current.isFrozen = true
    case .mark:
      let isMark = groups.current.isMark || isMarkHere(bytes)
      groups.current.isMark = isMark
    case _ where groups.current.isFrozen: break
    case .codeText: setFlag(.code, true)
    case .link:
      let before = groups.current.character
      groups.current.character = before.overridden(by: style.character)
      groups.current.character.linkStyle = index
      if before.underline != groups.current.character.underline
        || before.foreground != groups.current.character.foreground
      {
        setFlag(.linkStyleAlone, true)
      }
    default:
      if number != 0 {
        groups.current.character = groups.current.character.overridden(by: style.character)
      }
    }
  }

  // MARK: Paragraphs

  /// The space in twips that Word and LibreOffice show for automatic space above or below a paragraph.
  private static let automaticSpace: Int32 = 280

  /// Applies a control word for paragraph formatting to the current group.
  mutating func set(_ word: RTFWord.Paragraph, _ value: Int32?) {
    let number = value ?? 0
    switch word {
    case .pard: setDefaultParagraph()
    case .ql:
      groups.current.paragraph.alignment = .left
      if document.tables.isOwn { groups.current.paragraph.stated.insert(.alignment) }
    case .qr:
      if groups.current.paragraph.alignment == .right, document.tables.isOwn {
        groups.current.paragraph.stated.insert(.alignment)
      }
      groups.current.paragraph.alignment = .right
    case .qc: groups.current.paragraph.alignment = .center
    case .qj, .qd: groups.current.paragraph.alignment = .justified
    case .fi:
      groups.current.paragraph.indents.first = Self.clamp(number)
      groups.current.paragraph.indents.isStated = true
      groups.current.paragraph.lengths.insert(.firstIndent)
    case .li, .lin:
      groups.current.paragraph.indents.leading = Self.clamp(number)
      groups.current.paragraph.indents.isStated = true
      groups.current.paragraph.lengths.insert(.leadingIndent)
    case .ri, .rin:
      groups.current.paragraph.indents.trailing = Self.clamp(number)
      groups.current.paragraph.lengths.insert(.trailingIndent)
    case .sb:
      groups.current.paragraph.spaceBefore = Self.clamp(number)
      groups.current.paragraph.lengths.insert(.spaceBefore)
      if number == 0, document.tables.isOwn {
        groups.current.paragraph.stated.insert(.spaceBefore)
      }
    case .sa:
      // A second word with the same number states it.
      if groups.current.paragraph.lengths.contains(.spaceAfter),
        groups.current.paragraph.spaceAfter == number,
        document.tables.isOwn || groups.current.destination == .styles
      {
        groups.current.paragraph.stated.insert(.spaceAfter)
      }
      groups.current.paragraph.spaceAfter = Self.clamp(number)
      groups.current.paragraph.lengths.insert(.spaceAfter)
      groups.current.paragraph.hasNoSpaceAfter =
        number == 0 && groups.current.destination == .styles
    case .sbauto:
      if number != 0 {
        groups.current.paragraph.spaceBefore = Self.automaticSpace
        groups.current.paragraph.stated.insert(.automaticBefore)
        groups.current.paragraph.lengths.insert(.spaceBefore)
      }
    case .saauto:
      if number != 0 {
        groups.current.paragraph.spaceAfter = Self.automaticSpace
        groups.current.paragraph.stated.insert(.automaticAfter)
        groups.current.paragraph.lengths.insert(.spaceAfter)
        groups.current.paragraph.hasNoSpaceAfter = false
      }
      if number == 0, document.tables.isOwn || groups.current.destination == .styles {
        groups.current.paragraph.stated.insert(.spaceAfter)
      }
    case .sl:
      groups.current.paragraph.lineSpacing = Self.clamp(number)
      groups.current.paragraph.isLineMultiple = false
      groups.current.paragraph.lengths.insert(.lineSpacing)
    case .slmult: groups.current.paragraph.isLineMultiple = number == 1
    case .tx:
      if groups.current.paragraph.lengths.insert(.tabStops).inserted {
        groups.current.paragraph.tabs = .none
      }
      groups.current.paragraph.tabs = document.tables.tabs.adding(
        number, to: groups.current.paragraph.tabs, limit: limits.tableEntries)
    case .tqr: document.tables.tabs.nextKind = .right
    case .tqc: document.tables.tabs.nextKind = .center
    case .tqdec: document.tables.tabs.nextKind = .decimal
    case .tb: break
    case .rtlpar: groups.current.paragraph.isRightToLeft = true
    case .ltrpar: groups.current.paragraph.isRightToLeft = false
    case .pagebb: groups.current.paragraph.breaksPage = value != 0
    case .s: setParagraphStyle(number)
    case .outlinelevel:
      groups.current.paragraph.outline = number
      if groups.current.destination != .styles { implyHeader() }
    case .ls: setList(number)
    case .ilvl: groups.current.paragraph.level = min(max(number, 0), 8)
    case .intbl: groups.current.paragraph.isInTable = value != 0
    case .itap:
      groups.current.paragraph.tableDepth = min(max(number, 0), Self.maxTableDepth)
    case .contextualspace: groups.current.paragraph.isTight = value != 0
    default:
      if setFrame(word, value) { return }
      if groups.current.ending == .oldList { document.tables.lists.setOldList(word, number) }
    }
  }

  /// The maximum nesting depth of tables; deeper tables become paragraphs of the innermost cell.
  private static var maxTableDepth: Int32 { 10 }

  /// Marks the text of a paragraph that is a header because of its outline level alone, so that its
  /// size and weight become attributes if they differ from those of the writer's headers.
  private mutating func implyHeader() {
    guard !groups.current.isFrozen else { return }
    if let style = document.tables.styles[groups.current.paragraph.style], style.role != .none {
      return
    }
    let level = groups.current.paragraph.headerLevel
    let index = level.map { document.tables.styles.header(level: $0) } ?? .none
    guard groups.current.character.impliedBy != index else { return }
    groups.current.character.impliedBy = index
    groups.current.format = .none
  }

  private mutating func setDefaultParagraph() {
    groups.current.paragraph = ordinaryParagraph ?? RTFParagraph()
    document.tables.tabs.nextKind = .left
    document.tables.tabs.nextLeader = nil
    document.tables.frames.close()
    removeAppliedStyle()
    if !groups.current.character.impliedBy.isNone {
      groups.current.character.impliedBy = .none
      groups.current.format = .none
    }
  }

  /// The formatting of paragraphs without a style: that of the style of ordinary paragraphs, as in
  /// LibreOffice; `nil` if there is none.
  ///
  /// Files of the suite state all formatting that counts.
  var ordinaryParagraph: RTFParagraph? {
    document.tables.isOwn ? nil : document.tables.styles.ordinaryParagraph
  }

  /// Sets the formatting of ordinary paragraphs for the text after the style sheet.
  mutating func beginOrdinaryParagraph() {
    guard groups.current.paragraph == RTFParagraph(), let ordinary = ordinaryParagraph else {
      return
    }
    groups.current.paragraph = ordinary
  }

  /// Removes the character formatting that the current paragraph style applied, except for a font and
  /// a size that the text states itself.
  private mutating func removeAppliedStyle() {
    guard !groups.current.isFrozen,
      let style = document.tables.styles[groups.current.appliedStyle]?.character
    else { return }
    let (font, halfPoints) = (groups.current.character.font, groups.current.character.halfPoints)
    groups.current.appliedStyle = .none
    groups.current.character = groups.current.character.without(style)
    groups.current.format = .none
    if groups.current.statesSize { groups.current.character.halfPoints = halfPoints }
    if !style.font.isNone, font == style.font, !groups.current.statesFont {
      setFont(document.tables.fonts.defaultNumber)
    }
  }

  private mutating func setParagraphStyle(_ number: Int32) {
    if groups.current.destination == .styles {
      return document.tables.styles.setOpen(number, .paragraph)
    }
    let index = document.tables.styles.paragraphStyle(number)
    guard let style = document.tables.styles[index] else { return }
    if let ordinary = ordinaryParagraph { groups.current.paragraph.remove(ordinary) }
    let formatting = document.tables.isOwn ? style.paragraph : style.ofParagraph
    groups.current.paragraph = groups.current.paragraph.overridden(by: formatting)
    groups.current.paragraph.style = index
    guard !groups.current.isFrozen else { return }
    removeAppliedStyle()
    groups.current.appliedStyle = index
    groups.current.statesSize = false
    groups.current.statesFont = false
    groups.current.character = groups.current.character.overridden(by: style.character)
    groups.current.character.impliedBy = style.impliesFormatting ? index : .none
    groups.current.format = .none
    implyHeader()
  }

  private mutating func setList(_ number: Int32) {
    if groups.current.ending == .listOverride {
      document.tables.lists.defineOverride(number)
    } else {
      groups.current.paragraph.list = max(number, 0)
    }
  }

  /// Applies a control word that ends a paragraph, cell, row or page.
  mutating func end(_ word: RTFWord.Ending, _ bytes: Span<UInt8>) {
    decoder.fallback = 0
    let destination = groups.current.destination
    guard destination == .text || (groups.current.isNestedTable && word == .nestrow) else {
      if word == .par, destination == .html || destination == .capture { unit(0x0A) }
      return
    }
    flushText()
    switch word {
    case .par:
      destinations.html?.append(0x0A, isTag: false)
      if document.stream.marks.awaitsEnd, document.stream.isAtParagraphStart {
        document.stream.marks.awaitsEnd = false
      } else {
        endParagraph()
      }
    case .cell: document.endCell(depth: 1, &groups.current, report: &report)
    case .nestcell:
      let depth = max(Int(groups.current.paragraph.tableDepth), 2)
      document.endCell(depth: depth, &groups.current, report: &report)
    case .row: endRow(depth: 1, document.stream.rows.outer)
    case .nestrow:
      endRow(
        depth: max(document.stream.grid.depth, 2),
        groups.current.isNestedTable
          ? document.stream.rows.nested : document.stream.rows.outer)
    case .sect:
      // A section without text is an empty paragraph, as in LibreOffice and Word, and a table at the end
      // of a section has one after it. The suite writes no such paragraph.
      if !document.stream.isAtParagraphStart || document.isInEmptySection
        || document.isAfterRow && !document.tables.isOwn
          && document.depth(of: groups.current.paragraph) == 0
      {
        endParagraph()
      }
      document.beginSection(&report, byteOffset: tokenizer.offset)
      if document.isInBody { destinations.notes.beginSection() }
    case .page:
      if document.stream.isAtParagraphStart {
        document.stream.marks.breaksInside = true
      } else {
        let hasEnd = breakParagraph(bytes)
        document.stream.marks.pageBreak = true
        document.stream.marks.awaitsEnd = !hasEnd
      }
    case .column:
      if !document.stream.isAtParagraphStart { _ = breakParagraph(bytes) }
    }
  }

  /// Ends a paragraph with a line feed.
  mutating func endParagraph() {
    let depth = document.depth(of: groups.current.paragraph)
    document.endParagraph(depth: depth, &groups.current, report: &report)
  }

  private mutating func endRow(depth: Int, _ definition: RTFRow) {
    document.endRow(
      depth: depth, definition, &groups.current, report: &report, byteOffset: tokenizer.offset)
  }

  /// Ends a paragraph with text before a page or column break; a `\par` after the break belongs to
  /// this paragraph, and is skipped if it is next.
  ///
  /// - Returns: Whether a `\par` was skipped.
  private mutating func breakParagraph(_ bytes: Span<UInt8>) -> Bool {
    endParagraph()
    return tokenizer.skipParagraphEnd(bytes)
  }

  // MARK: Rows

  /// Applies a control word that defines a row.
  mutating func set(_ word: RTFWord.Table, _ value: Int32?) {
    if setBorder(word, value) { return }
    guard groups.current.destination == .text || groups.current.isNestedTable else { return }
    if groups.current.isNestedTable {
      document.stream.rows.nested.apply(word, value, isOwn: document.tables.isOwn)
    } else {
      document.stream.rows.outer.apply(word, value, isOwn: document.tables.isOwn)
    }
  }

  // MARK: The document

  /// Applies a control word that concerns the whole document.
  mutating func set(_ word: RTFWord.Document, _ value: Int32?) {
    switch word {
    case .ansi: setDocumentCharset(1252)
    case .mac: setDocumentCharset(10000)
    case .pc: setDocumentCharset(437)
    case .pca: setDocumentCharset(850)
    case .ansicpg:
      // Some writers state UTF-16 (1200, 1201), whose units no byte can be; the bytes are ANSI.
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

  /// Sets the code page of bytes in fonts that have none of their own.
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
    case .levellegal:
      if ending == .listLevel { document.tables.lists.setLevel { $0.isLegal = number != 0 } }
    case .levelstartat:
      if ending == .overrideLevel {
        document.tables.lists.setOverrideStart(number)
      } else if ending == .listLevel {
        document.tables.lists.setLevel { $0.start = number }
      }
    case .listoverridestartat: break
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

  private mutating func beginFont(_ number: Int32) {
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
    // The name of a font is in its character set; that of a symbol font is in the set of the
    // document.
    if index != document.tables.charsets.symbol { groups.current.charset = index }
  }

  /// Ends the name of a font.
  mutating func endFont() {
    let name = destinations.capture.take(from: groups.current.captureStart)
    document.tables.fonts.end(name: name, &document.tables.charsets)
  }

  /// Ends a colour.
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
