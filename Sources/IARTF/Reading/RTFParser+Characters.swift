internal import IAFormats
internal import IAText

extension RTFParser {
  // MARK: Characters

  /// Applies a control word for character formatting to the current group.
  mutating func set(_ word: RTFWord.Character, _ value: Int32?, _ bytes: Span<UInt8>) {
    // A render scheme does not hide text.
    if groups.current.isFrozen, word != .cs, word != .v { return }
    if setScripts(word, value) { return }
    let isOn = value != 0
    groups.current.format = .none
    switch word {
    case .b:
      setFlag(.bold, isOn, complex: .complexBold)
      groups.current.stated.insert(.bold)
    case .i:
      setFlag(.italic, isOn, complex: .complexItalic)
      groups.current.stated.insert(.italic)
    case .ab, .ai, .afs, .alang: setAssociated(word, value, isOn)
    case .v: setFlag(.hidden, isOn)
    case .caps: setFlag(.capitals, isOn)
    case .scaps: setFlag(.smallCapitals, isOn)
    case .ltrch: setDirection(isRightToLeft: false)
    case .rtlch: setDirection(isRightToLeft: true)
    case .ulnone: groups.current.character.underline = nil
    case .ul:
      groups.current.character.underline = isOn ? .single : nil
      groups.current.stated.insert(.underline)
      setFlag(.linkStyleAlone, false)
      if groups.current.character.flags.contains(.own) { setFlag(.ownUnderline, isOn) }
    case .uldb: setUnderline(isOn ? .double : nil)
    case .ulth: setUnderline(isOn ? .thick : nil)
    case .uld: setUnderline(isOn ? .dotted : nil)
    case .uldash: setUnderline(isOn ? .dashed : nil)
    case .ulwave: setUnderline(isOn ? .wavy : nil)
    case .ulw: setUnderline(isOn ? .words : nil)
    case .ululdbwave: setUnderline(isOn ? .double : nil, closestTo: word)
    case .ulthd: setUnderline(isOn ? .dotted : nil, closestTo: word)
    case .uldashd, .uldashdd, .ulthdash, .ulthdashd, .ulthdashdd, .ulthldash, .ulldash:
      setUnderline(isOn ? .dashed : nil, closestTo: word)
    case .ulhwave: setUnderline(isOn ? .wavy : nil, closestTo: word)
    case .ulc: groups.current.character.underlineColor = value ?? 0
    case .strike: groups.current.character.strike = isOn ? .single : .none
    case .striked, .striked1, .strikedl: groups.current.character.strike = isOn ? .double : .none
    case .super: groups.current.character.script = isOn ? .superscript : .none
    case .sub: groups.current.character.script = isOn ? .subscript : .none
    case .nosupersub: groups.current.character.script = .none
    case .up: groups.current.character.baseline = Self.clamp(value ?? 6)
    case .dn: groups.current.character.baseline = -Self.clamp(value ?? 6)
    case .f: setStatedFont(value ?? document.tables.fonts.defaultNumber)
    case .pnf: if groups.current.ending == .oldList, let value { setFont(value) }
    case .fs:
      setSize(value)
      if statesComplex {
        groups.current.character.complexHalfPoints = groups.current.character.halfPoints
      }
    case .cf:
      groups.current.character.foreground = max(value ?? 0, 0)
      groups.current.stated.insert(.color)
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

  /// Sets the underline, and reports a word whose underline documents do not have.
  private mutating func setUnderline(
    _ style: InlineAttributes.Underline.Style?, closestTo word: RTFWord.Character? = nil
  ) {
    groups.current.character.underline = style
    let destination = groups.current.destination
    guard let word, style != nil, destination == .text || destination == .styles else { return }
    report.add(.approximated, .underlineStyle, word.rawValue, byteOffset: tokenizer.offset)
  }

  /// Applies a control word that selects the text to which the following words apply, or that states a font of this
  /// text; returns `false` for other words.
  ///
  /// For example, `\loch\af3` states the font of ASCII text.
  private mutating func setScripts(_ word: RTFWord.Character, _ value: Int32?) -> Bool {
    switch word {
    case .loch: groups.current.scripts = .ascii
    case .hich: groups.current.scripts = .high
    case .dbch: groups.current.scripts = .eastAsian
    case .af: if let value { setAssociatedFont(value) }
    default: return false
    }
    return true
  }

  static func clamp(_ value: Int32) -> Int32 { min(max(value, -32_000), 32_000) }

  private mutating func setSize(_ value: Int32?) {
    if let value, value > 0 { groups.current.character.halfPoints = min(value, 4000) }
    groups.current.stated.insert(.size)
    if groups.current.character.flags.contains(.own) { setFlag(.ownSize, true) }
  }

  private mutating func setFlag(_ flag: RTFCharacter.Flags, _ isOn: Bool) {
    if isOn {
      groups.current.character.flags.insert(flag)
    } else {
      groups.current.character.flags.remove(flag)
    }
  }

  // MARK: Scripts

  /// Whether fonts, sizes, weights and slants now apply to text in complex scripts, separately from other text.
  private var statesComplex: Bool {
    groups.current.scripts == .complex && groups.current.character.flags.contains(.hasComplex)
  }

  /// Sets the direction of text, and the text to which the next font, size, weight or slant applies.
  ///
  /// The suite writes the same formatting for both kinds of text, so only one of them is read in its files.
  private mutating func setDirection(isRightToLeft: Bool) {
    setFlag(.rightToLeft, isRightToLeft)
    guard !document.tables.isOwn else { return }
    groups.current.scripts = isRightToLeft ? .complex : .ordinary
  }

  /// Sets or removes a flag of text, and if the word applies to complex scripts, also the corresponding flag of their
  /// text.
  private mutating func setFlag(
    _ flag: RTFCharacter.Flags, _ isOn: Bool, complex: RTFCharacter.Flags
  ) {
    setFlag(flag, isOn)
    if statesComplex { setFlag(complex, isOn) }
  }

  /// Applies a control word for an associated size, weight, slant or language.
  ///
  /// As in LibreOffice, it applies to text in complex scripts after `\rtlch`, otherwise to other text.
  private mutating func setAssociated(_ word: RTFWord.Character, _ value: Int32?, _ isOn: Bool) {
    guard !document.tables.isOwn else { return }
    let isComplex = groups.current.scripts == .complex
    if isComplex { setFlag(.hasComplex, true) }
    switch word {
    case .alang: if isComplex { groups.current.character.complexLanguage = max(value ?? 0, 0) }
    case .ab: setFlag(isComplex ? .complexBold : .bold, isOn)
    case .ai: setFlag(isComplex ? .complexItalic : .italic, isOn)
    default:
      guard isComplex else { return setSize(value) }
      if let value, value > 0 {
        groups.current.character.complexHalfPoints = min(value, 4000)
      }
    }
  }

  /// Sets the font that `\f` states: after `\dbch` the font of East Asian text, otherwise that of other text.
  private mutating func setStatedFont(_ number: Int32) {
    if groups.current.scripts == .eastAsian, groups.current.destination != .fonts,
      !document.tables.isOwn
    {
      let font = document.tables.fonts.index(of: number)
      groups.current.character.eastAsianFont = font
      return setCharset(of: font)
    }
    setFont(number)
    groups.current.stated.insert(.font)
    if statesComplex { groups.current.character.complexFont = groups.current.character.font }
  }

  /// Sets the font that `\af` states.
  ///
  /// After `\loch` it is the font of all text. After `\hich`, or without a word that selects text, it is ignored.
  private mutating func setAssociatedFont(_ number: Int32) {
    guard groups.current.destination != .fonts else { return }
    let isOwn = document.tables.isOwn
    switch groups.current.scripts {
    case .ascii:
      groups.current.format = .none
      setFont(number)
    case .complex where !isOwn:
      groups.current.format = .none
      setFlag(.hasComplex, true)
      groups.current.character.complexFont = document.tables.fonts.index(of: number)
    case .eastAsian where !isOwn:
      groups.current.format = .none
      groups.current.character.eastAsianFont = document.tables.fonts.index(of: number)
    default: break
    }
  }

  // MARK: Character styles

  /// Resets the character formatting to the default font and its code page, without a style.
  ///
  /// Links and notes continue.
  private mutating func setPlain() {
    let old = groups.current.character
    var plain = groups.current.destination == .styles ? .unset : RTFCharacter()
    plain.link = old.link
    plain.tag = old.tag
    plain.impliedBy = old.impliedBy
    groups.current.character = plain
    groups.current.scripts = .all
    groups.current.appliedStyle = .none
    groups.current.charset = document.tables.charsets.document
    setFont(document.tables.fonts.defaultNumber)
  }

  /// Sets the font and the code page of bytes: that of the font (`\fcharset`, `\cpg`), otherwise that
  /// of the document (`\ansicpg`, `\mac`).
  mutating func setFont(_ number: Int32) {
    if groups.current.destination == .fonts { return beginFont(number) }
    let font = document.tables.fonts.index(of: number)
    groups.current.character.font = font
    setCharset(of: font)
  }

  /// Sets the code page of bytes to that of a font.
  private mutating func setCharset(of font: RTFIndex<RTFFont>) {
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
    if groups.current.destination == .text { accounting.note(style.unread, report: &report) }
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
}
