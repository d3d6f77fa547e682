internal import IABytes
internal import IAFormats
internal import IAText
internal import IAUnicode

extension RTFParser {
  // MARK: Characters

  /// Obeys a word that sets characters.
  mutating func set(_ word: RTFWord.Character, _ value: Int32?) {
    // No render scheme hides text.
    if state.isFrozen, word != .cs, word != .v { return }
    let isOn = value != 0
    state.look = -1
    switch word {
    case .b: setFlag(.bold, isOn)
    case .i: setFlag(.italic, isOn)
    case .v: setFlag(.hidden, isOn)
    case .caps: setFlag(.capitals, isOn)
    case .scaps: setFlag(.smallCapitals, isOn)
    case .ltrch: setFlag(.rightToLeft, false)
    case .rtlch: setFlag(.rightToLeft, true)
    case .ulnone: state.character.underline = 0
    case .ul: underline(.single, isOn)
    case .uldb, .ululdbwave: underline(.double, isOn)
    case .ulth: underline(.thick, isOn)
    case .uld, .ulthd: underline(.dotted, isOn)
    case .uldash, .uldashd, .uldashdd, .ulthdash, .ulthdashd, .ulthdashdd, .ulthldash, .ulldash:
      underline(.dashed, isOn)
    case .ulwave, .ulhwave: underline(.wavy, isOn)
    case .ulw: underline(.words, isOn)
    case .ulc: state.character.underlineColor = value ?? 0
    case .strike: state.character.strike = isOn ? 1 : 0
    case .striked, .striked1, .strikedl: state.character.strike = isOn ? 2 : 0
    case .super: state.character.script = isOn ? 1 : 0
    case .sub: state.character.script = isOn ? 2 : 0
    case .nosupersub:
      state.character.script = 0
      state.character.baseline = 0
    case .up: state.character.baseline = clamp(value ?? 6)
    case .dn: state.character.baseline = -clamp(value ?? 6)
    case .f: setFont(value ?? defaultFont)
    case .fs: if let value, value > 0 { state.character.halfPoints = min(value, 4000) }
    case .cf: state.character.foreground = max(value ?? 0, 0)
    case .cb, .chcbpat: state.character.background = max(value ?? 0, 0)
    case .highlight: state.character.highlight = max(value ?? 0, 0)
    case .expnd: state.character.spacing = clamp(value ?? 0) &* 5
    case .expndtw: state.character.spacing = clamp(value ?? 0)
    case .lang:
      if state.destination == .text || state.destination == .styles {
        state.character.language = max(value ?? 0, 0)
      }
    case .plain: setPlain()
    case .cs: setCharacterStyle(value ?? 0)
    }
  }

  private func clamp(_ value: Int32) -> Int32 { min(max(value, -32_000), 32_000) }

  private mutating func setFlag(_ flag: RTFCharacter.Flags, _ isOn: Bool) {
    if isOn { state.character.flags.insert(flag) } else { state.character.flags.remove(flag) }
  }

  private mutating func underline(_ style: InlineAttributes.Underline.Style, _ isOn: Bool) {
    let index = InlineAttributes.Underline.Style.allCases.firstIndex(of: style) ?? 0
    state.character.underline = isOn ? UInt8(index + 1) : 0
  }

  private mutating func setPlain() {
    let old = state.character
    var plain = state.destination == .styles ? .unsaid : RTFCharacter()
    plain.link = old.link
    plain.note = old.note
    plain.base = old.base
    state.character = plain
    state.appliedStyle = -1
    state.charset = documentCharset
    setFont(defaultFont)
  }

  private mutating func setFont(_ number: Int32) {
    if state.destination == .fonts { return beginFont(number) }
    guard let index = fontIndexes[number] else {
      state.character.font = -1
      state.charset = documentCharset
      return
    }
    state.character.font = index
    let charset = fonts[Int(index)].charset
    state.charset = charset >= 0 ? charset : documentCharset
  }

  private mutating func setCharacterStyle(_ number: Int32) {
    if state.destination == .styles {
      definedStyle = (number, true, false)
      return
    }
    guard let index = characterStyles[number] else { return }
    let style = styles[Int(index)]
    switch style.role {
    case .scheme: state.isFrozen = true
    case .mark: state.isMark = state.isMark || isMarkHere()
    case _ where state.isFrozen: break
    case .codeText: setFlag(.code, true)
    case .link:
      state.character = state.character.overridden(by: style.character)
      state.character.linkStyle = index
    default: if number != 0 { state.character = state.character.overridden(by: style.character) }
    }
  }

  // MARK: Paragraphs

  /// Obeys a word that sets paragraphs.
  mutating func set(_ word: RTFWord.Paragraph, _ value: Int32?) {
    let number = value ?? 0
    switch word {
    case .pard: setDefaultParagraph()
    case .ql: state.paragraph.alignment = 1
    case .qr: state.paragraph.alignment = 2
    case .qc: state.paragraph.alignment = 3
    case .qj, .qd: state.paragraph.alignment = 4
    case .fi: state.paragraph.firstIndent = clamp(number)
    case .li, .lin: state.paragraph.leadingIndent = clamp(number)
    case .ri, .rin: state.paragraph.trailingIndent = clamp(number)
    case .sb: state.paragraph.spaceBefore = clamp(number)
    case .sa:
      state.paragraph.spaceAfter = clamp(number)
      state.paragraph.saysNoSpaceAfter = number == 0 && state.destination == .styles
    case .sl:
      state.paragraph.lineSpacing = clamp(number)
      state.paragraph.isLineMultiple = false
    case .slmult: state.paragraph.isLineMultiple = number == 1
    case .tx: addTab(number)
    case .tqr: nextTab = .right
    case .tqc: nextTab = .center
    case .tqdec: nextTab = .decimal
    case .tb: break
    case .rtlpar: state.paragraph.direction = 2
    case .ltrpar: state.paragraph.direction = 0
    case .pagebb: state.paragraph.breaksPage = value != 0
    case .s: setParagraphStyle(number)
    case .outlinelevel: state.paragraph.outline = number
    case .ls: setList(number)
    case .ilvl: state.paragraph.level = min(max(number, 0), 8)
    case .intbl:
      state.paragraph.isInTable = value != 0
    case .itap: state.paragraph.tableDepth = min(max(number, 0), Self.mostTables)
    case .brdrb: state.paragraph.hasRule = true
    case .contextualspace: state.paragraph.isTight = value != 0
    case .cbpat:
      if number > 0, state.destination == .text {
        report.add(.dropped, "paragraph-shading", byteOffset: at)
      }
    default: setOldList(word, number)
    }
  }

  /// How deep tables are told apart.
  static var mostTables: Int32 { 10 }

  private mutating func setDefaultParagraph() {
    state.paragraph = RTFParagraph()
    nextTab = .left
    dropAppliedStyle()
    if state.character.base >= 0 {
      state.character.base = -1
      state.look = -1
    }
  }

  /// Takes back what a paragraph style made characters look like.
  private mutating func dropAppliedStyle() {
    guard state.appliedStyle >= 0, !state.isFrozen else { return }
    let style = styles[Int(state.appliedStyle)].character
    let font = state.character.font
    state.appliedStyle = -1
    state.character = state.character.without(style)
    state.look = -1
    if style.font >= 0, font == style.font { setFont(defaultFont) }
  }

  private mutating func addTab(_ position: Int32) {
    var stops = state.paragraph.tabs > 0 ? tabSets[Int(state.paragraph.tabs) - 1] : []
    guard stops.count < 64, tabSets.count < limits.tableEntries else { return }
    let stop = ParagraphAttributes.TabStop(Double(position) / 20, nextTab)
    nextTab = .left
    let place = stops.firstIndex { $0.position >= stop.position } ?? stops.endIndex
    if place < stops.count, stops[place].position == stop.position {
      stops[place] = stop
    } else {
      stops.insert(stop, at: place)
    }
    if let known = tabNumbers[stops] {
      state.paragraph.tabs = known
    } else {
      tabSets.append(stops)
      tabNumbers[stops] = Int32(tabSets.count)
      state.paragraph.tabs = Int32(tabSets.count)
    }
  }

  private mutating func setParagraphStyle(_ number: Int32) {
    if state.destination == .styles {
      definedStyle = (number, false, false)
      return
    }
    guard let index = paragraphStyles[number] else { return }
    let style = styles[Int(index)]
    state.paragraph = state.paragraph.overridden(by: style.paragraph)
    state.paragraph.style = index
    guard !state.isFrozen else { return }
    dropAppliedStyle()
    state.appliedStyle = index
    state.character = state.character.overridden(by: style.character)
    state.character.base = style.hidesLooks ? index : -1
    state.look = -1
  }

  private mutating func setList(_ number: Int32) {
    if state.ending == .listOverride {
      overrides[number] = definedOverride
    } else {
      state.paragraph.list = max(number, 0)
    }
  }

  private mutating func setOldList(_ word: RTFWord.Paragraph, _ number: Int32) {
    guard state.ending == .oldList, !oldLists.isEmpty else { return }
    let last = oldLists.count - 1
    switch word {
    case .pnlvlblt: oldLists[last].isBullet = true
    case .pnlvlcont: oldLists[last].isContinuation = true
    case .pndec, .pnord, .pncard: oldLists[last].format = 0
    case .pnucrm: oldLists[last].format = 1
    case .pnlcrm: oldLists[last].format = 2
    case .pnucltr: oldLists[last].format = 3
    case .pnlcltr: oldLists[last].format = 4
    case .pnstart: oldLists[last].start = number
    default: break
    }
  }

  // MARK: Rows

  /// Obeys a word that defines a row.
  mutating func set(_ word: RTFWord.Table, _ value: Int32?) {
    guard state.destination == .text || state.isNestedTable else { return }
    if state.isNestedTable {
      stream.nestedRow.apply(word, value)
    } else {
      stream.row.apply(word, value)
    }
  }

  // MARK: The document

  /// Obeys a word about the document.
  mutating func set(_ word: RTFWord.Document, _ value: Int32?) {
    switch word {
    case .ansi: setDocumentCharset(1252)
    case .mac: setDocumentCharset(10000)
    case .pc: setDocumentCharset(437)
    case .pca: setDocumentCharset(850)
    case .ansicpg: if let value, value > 0 { setDocumentCharset(Int(value)) }
    case .deff:
      defaultFont = value ?? 0
    case .deflang:
      if let value { metadata.language = RTFLanguage.tag(of: Int(value)) }
    case .fromhtml:
      if value != 0, groups.count == 1, html == nil { html = RTFEmbeddedHTML() }
    case .htmlrtf: html?.isSuppressed = value != 0
    case .cocoartf:
      isCocoa = true
      if metadata.generator == nil { metadata.generator = "Cocoa" }
    case .objlink, .objautlink, .objsub, .objpub, .objupdate:
      report.add(.neutralised, "object-link", byteOffset: at)
    case .fromtext, .rtf: break
    }
  }

  private mutating func setDocumentCharset(_ codePage: Int) {
    guard let index = charset(codePage: codePage) else {
      report.add(.approximated, "code-page", "\(codePage)", byteOffset: at)
      return
    }
    documentCharset = index
    state.charset = index
    for depth in groups.indices where depth > 0 { groups[depth].charset = index }
  }

  /// The index of a code page's character set; nil where it is not known.
  mutating func charset(codePage: Int) -> Int32? {
    if let known = charsetIndexes[codePage] { return known }
    if codePage == 42 { return symbolSet() }
    guard let charset = Charset(codePage: codePage) else { return nil }
    charsets.append(RTFCharset(charset))
    charsetIndexes[codePage] = Int32(charsets.count - 1)
    return Int32(charsets.count - 1)
  }

  /// The index of the set of fonts of symbols.
  mutating func symbolSet() -> Int32 {
    if symbolCharset < 0 {
      charsets.append(RTFCharset(.windows1252))
      symbolCharset = Int32(charsets.count - 1)
    }
    return symbolCharset
  }
}
