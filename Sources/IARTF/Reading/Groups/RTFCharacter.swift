internal import IAText

/// The character formatting of a group, as plain numbers, so that copies are cheap.
struct RTFCharacter: Equatable {
  /// Formatting that is on or off.
  struct Flags: OptionSet {
    let rawValue: UInt32
    static let bold = Flags(rawValue: 1)
    static let italic = Flags(rawValue: 2)
    static let hidden = Flags(rawValue: 4)
    static let capitals = Flags(rawValue: 8)
    static let smallCapitals = Flags(rawValue: 16)
    static let code = Flags(rawValue: 32)
    static let rightToLeft = Flags(rawValue: 64)
    /// The result of a field for the number of the page, or for the number of pages.
    static let page = Flags(rawValue: 128)
    static let pages = Flags(rawValue: 256)
    static let outline = Flags(rawValue: 512)
    static let shadow = Flags(rawValue: 1024)
    /// Text after `\cs26` (in earlier versions `\cs0`) in a document of the suite: the formatting that follows belongs
    /// to the text itself.
    static let own = Flags(rawValue: 2048)
    /// An underline that the text itself states and that is not that of links.
    static let ownUnderline = Flags(rawValue: 4096)
    /// A size that the text itself states, even if it is the default size.
    static let ownSize = Flags(rawValue: 8192)
    /// An underline or a colour that only the character style of a link states.
    static let linkStyleAlone = Flags(rawValue: 16_384)
    /// Text in complex scripts has its own weight and slant, and its own size, font and language if these are stated.
    static let hasComplex = Flags(rawValue: 32_768)
    static let complexBold = Flags(rawValue: 65_536)
    static let complexItalic = Flags(rawValue: 131_072)
  }

  /// The kinds of strikethrough.
  enum Strike: UInt8 { case none, single, double }

  /// The positions above or below the baseline.
  enum Script: UInt8 { case none, superscript, `subscript` }

  var flags: Flags = []
  /// The underline; `nil` for none.
  var underline: InlineAttributes.Underline.Style?
  /// The emphasis mark; `nil` for none.
  var emphasis: InlineAttributes.EmphasisMark?
  var strike = Strike.none
  var script = Script.none
  /// The size in half points; 0 in a style without one.
  var halfPoints: Int32 = Self.usualHalfPoints
  /// The font; none for the default font of the document.
  var font = RTFIndex<RTFFont>.none
  /// The size of text in complex scripts in half points; 0 for that of other text.
  var complexHalfPoints: Int32 = 0
  /// The font of text in complex scripts; none for that of other text.
  var complexFont = RTFIndex<RTFFont>.none
  /// The font of East Asian text; none for that of other text.
  var eastAsianFont = RTFIndex<RTFFont>.none
  /// The number of the language of text in complex scripts; 0 for that of other text.
  var complexLanguage: Int32 = 0
  /// Numbers of colours; 0 for the default colour.
  var foreground: Int32 = 0
  var background: Int32 = 0
  var highlight: Int32 = 0
  var underlineColor: Int32 = 0
  /// The letter spacing in twips.
  var spacing: Int32 = 0
  /// The width of the characters in percent; 0 for that of the font.
  var scale: Int32 = 0
  /// The distance from the baseline in half points, positive above it.
  var baseline: Int32 = 0
  /// The number of the language; 0 for none.
  var language: Int32 = 0
  var link = RTFIndex<InlineAttributes.Link>.none
  /// The tag of the reference to a note, of the form field or of the equation.
  var tag = RTFIndex<RTFTag>.none
  /// The tracked changes; none for text without changes.
  var change = RTFIndex<RTFChange>.none
  /// The paragraph style that implies formatting, which is then not stored as attributes.
  var impliedBy = RTFIndex<RTFStyle>.none
  /// The character style of links, whose formatting is not stored as attributes.
  var linkStyle = RTFIndex<RTFStyle>.none

  /// The size of text without a font size, in half points.
  static let usualHalfPoints: Int32 = 24

  /// The formatting of a style before its first control word.
  static let unset: RTFCharacter = {
    var unset = RTFCharacter()
    unset.halfPoints = 0
    return unset
  }()

  /// A hash value for `RTFCharacterTable`.
  var mixed: UInt64 {
    var hash: UInt64 = 0
    func mix(_ left: Int32, _ right: Int32) {
      let word = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    mix(
      Int32(flags.rawValue) | underlineNumber << 18 | Int32(strike.rawValue) << 22
        | Int32(script.rawValue) << 26,
      halfPoints)
    mix(font.rawValue, foreground)
    mix(background, highlight)
    mix(underlineColor, spacing)
    mix(baseline, language)
    mix(link.rawValue, tag.rawValue)
    mix(impliedBy.rawValue, linkStyle.rawValue ^ change.rawValue &* 0x5851)
    if scale != 0 || emphasis != nil { mix(scale, emphasisNumber) }
    if flags.contains(.hasComplex) {
      mix(complexHalfPoints ^ complexLanguage << 12, complexFont.rawValue)
    }
    if !eastAsianFont.isNone { mix(eastAsianFont.rawValue, 1) }
    return hash
  }

  /// Returns whether formatting that is lost in an equation differs; fonts, sizes and slant are ignored, because they
  /// differ in all equations.
  func differsInEquation(from other: RTFCharacter) -> Bool {
    foreground != other.foreground || background != other.background || highlight != other.highlight
      || strike != other.strike || underline != other.underline
      || flags.contains(.bold) != other.flags.contains(.bold)
      || flags.contains(.hidden) != other.flags.contains(.hidden)
  }

  /// Returns whether the marker of a list has formatting, apart from its font, that other text does not have.
  func differsInMarker(from other: RTFCharacter) -> Bool {
    let flags: Flags = [
      .bold, .italic, .hidden, .capitals, .smallCapitals, .outline, .shadow,
    ]
    return self.flags.intersection(flags) != other.flags.intersection(flags)
      || underline != other.underline || strike != other.strike || script != other.script
      || halfPoints != other.halfPoints || foreground != other.foreground
      || background != other.background || highlight != other.highlight
      || spacing != other.spacing || baseline != other.baseline || scale != other.scale
      || emphasis != other.emphasis
  }

  /// Returns whether text in a script has its own formatting.
  func hasFormatting(of script: RTFScript) -> Bool {
    switch script {
    case .ordinary: false
    case .complex: flags.contains(.hasComplex)
    case .eastAsian: !eastAsianFont.isNone
    }
  }

  /// Returns the formatting of text in a script.
  func formatting(of script: RTFScript) -> RTFCharacter {
    guard hasFormatting(of: script) else { return self }
    var result = self
    if script == .eastAsian {
      result.font = eastAsianFont
      return result
    }
    result.flags.subtract([.bold, .italic])
    if flags.contains(.complexBold) { result.flags.insert(.bold) }
    if flags.contains(.complexItalic) { result.flags.insert(.italic) }
    if complexHalfPoints != 0 { result.halfPoints = complexHalfPoints }
    if !complexFont.isNone { result.font = complexFont }
    if complexLanguage != 0 { result.language = complexLanguage }
    return result
  }

  private var emphasisNumber: Int32 {
    switch emphasis {
    case nil: 0
    case .dot: 1
    case .comma: 2
    case .circle: 3
    case .dotBelow: 4
    }
  }

  private var underlineNumber: Int32 {
    switch underline {
    case nil: 0
    case .single: 1
    case .double: 2
    case .thick: 3
    case .dotted: 4
    case .dashed: 5
    case .wavy: 6
    case .words: 7
    }
  }

  /// Returns the formatting with the default for each part that is equal in both.
  ///
  /// The font and the colour of the underline are kept, as are links, notes, changes and styles.
  func without(_ other: RTFCharacter) -> RTFCharacter {
    let plain = RTFCharacter()
    var rest = self
    rest.flags.subtract(other.flags)
    if underline == other.underline { rest.underline = plain.underline }
    if strike == other.strike { rest.strike = plain.strike }
    if script == other.script { rest.script = plain.script }
    if halfPoints == other.halfPoints { rest.halfPoints = plain.halfPoints }
    if complexHalfPoints == other.complexHalfPoints { rest.complexHalfPoints = 0 }
    if complexFont == other.complexFont { rest.complexFont = .none }
    if complexLanguage == other.complexLanguage { rest.complexLanguage = 0 }
    if eastAsianFont == other.eastAsianFont { rest.eastAsianFont = .none }
    if foreground == other.foreground { rest.foreground = plain.foreground }
    if background == other.background { rest.background = plain.background }
    if highlight == other.highlight { rest.highlight = plain.highlight }
    if spacing == other.spacing { rest.spacing = plain.spacing }
    if baseline == other.baseline { rest.baseline = plain.baseline }
    if scale == other.scale { rest.scale = plain.scale }
    if emphasis == other.emphasis { rest.emphasis = plain.emphasis }
    if language == other.language { rest.language = plain.language }
    return rest
  }

  /// Returns the formatting with each part of the other one that differs from the default.
  func overridden(by other: RTFCharacter) -> RTFCharacter {
    let plain = RTFCharacter()
    var merged = self
    merged.flags.formUnion(other.flags)
    if other.underline != plain.underline { merged.underline = other.underline }
    if other.strike != plain.strike { merged.strike = other.strike }
    if other.script != plain.script { merged.script = other.script }
    if other.halfPoints != 0 { merged.halfPoints = other.halfPoints }
    if other.font != plain.font { merged.font = other.font }
    if other.complexHalfPoints != 0 { merged.complexHalfPoints = other.complexHalfPoints }
    if !other.complexFont.isNone { merged.complexFont = other.complexFont }
    if other.complexLanguage != 0 { merged.complexLanguage = other.complexLanguage }
    if !other.eastAsianFont.isNone { merged.eastAsianFont = other.eastAsianFont }
    if other.foreground != 0 { merged.foreground = other.foreground }
    if other.background != 0 { merged.background = other.background }
    if other.highlight != 0 { merged.highlight = other.highlight }
    if other.underlineColor != 0 { merged.underlineColor = other.underlineColor }
    if other.spacing != 0 { merged.spacing = other.spacing }
    if other.baseline != 0 { merged.baseline = other.baseline }
    if other.scale != 0 { merged.scale = other.scale }
    if other.emphasis != nil { merged.emphasis = other.emphasis }
    if other.language != 0 { merged.language = other.language }
    return merged
  }
}

/// The distinct character formats of a document, each with an index.
struct RTFCharacterTable {
  /// The formats in the order in which they were added.
  private(set) var entries: [RTFCharacter] = []
  /// The indexes by hash, with linear probing; -1 for an empty slot.
  private var slots: [Int32] = Array(repeating: -1, count: 256)
  /// For each of the first entries the indexes of its formatting of complex and of East Asian text; none until
  /// they are needed.
  private var variants: [RTFIndex<RTFCharacter>] = []

  /// Returns the index of a format, which is added if it is new.
  mutating func index(of character: RTFCharacter) -> RTFIndex<RTFCharacter> {
    var slot = Int(truncatingIfNeeded: character.mixed >> 20) & (slots.count - 1)
    while slots[slot] >= 0 {
      if entries[Int(slots[slot])] == character { return RTFIndex(Int(slots[slot])) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let index = entries.count
    entries.append(character)
    slots[slot] = Int32(index)
    if entries.count * 2 > slots.count { grow() }
    return RTFIndex(index)
  }

  /// Returns the index of the formatting that text in a script has in an entry.
  ///
  /// - Precondition: The index is that of an entry, and the script is not `ordinary`.
  mutating func index(
    of script: RTFScript, in index: RTFIndex<RTFCharacter>
  ) -> RTFIndex<RTFCharacter> {
    let entry = Int(index.rawValue)
    let number = 2 * entry + Int(script.rawValue) - 1
    if number < variants.count, !variants[number].isNone { return variants[number] }
    let found = self.index(of: entries[entry].formatting(of: script))
    while variants.count <= number { variants.append(.none) }
    variants[number] = found
    return found
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.mixed >> 20) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }
}
