internal import IAText

/// What characters look like where the reader is: plain numbers, so that groups copy it cheaply.
struct RTFCharacter: Equatable {
  /// What is either on or off.
  struct Flags: OptionSet {
    let rawValue: UInt16
    static let bold = Flags(rawValue: 1)
    static let italic = Flags(rawValue: 2)
    static let hidden = Flags(rawValue: 4)
    static let capitals = Flags(rawValue: 8)
    static let smallCapitals = Flags(rawValue: 16)
    static let code = Flags(rawValue: 32)
    static let rightToLeft = Flags(rawValue: 64)
  }

  var flags: Flags = []
  /// The kind of underline, from 1 in the order of `InlineAttributes.Underline.Style`; 0 for none.
  var underline: UInt8 = 0
  /// 1 for a single line through the text, 2 for a double one.
  var strike: UInt8 = 0
  /// 1 for superscript, 2 for subscript.
  var script: UInt8 = 0
  /// 0 in a style that says none.
  var halfPoints: Int32 = Self.usualHalfPoints
  /// The index in the table of fonts; -1 for the document's default.
  var font: Int32 = -1
  /// Indexes into the table of colours; 0 for none.
  var foreground: Int32 = 0
  var background: Int32 = 0
  var highlight: Int32 = 0
  var underlineColor: Int32 = 0
  /// In twips.
  var spacing: Int32 = 0
  /// In half points, up is positive.
  var baseline: Int32 = 0
  /// The number of the language; 0 for none.
  var language: Int32 = 0
  /// The number of a link, of a note that is referred to; 0 for none.
  var link: Int32 = 0
  var note: Int32 = 0
  /// The paragraph style whose looks say nothing; -1 for none.
  var base: Int32 = -1
  /// The character style of links, whose looks say nothing on a link; -1 for none.
  var linkStyle: Int32 = -1

  /// The size of text of which nothing is said, in half points.
  static let usualHalfPoints: Int32 = 24

  /// What a style says before anything is said.
  static let unsaid: RTFCharacter = {
    var unsaid = RTFCharacter()
    unsaid.halfPoints = 0
    return unsaid
  }()

  /// A hash for `RTFCharacterTable`.
  var mixed: UInt64 {
    var hash: UInt64 = 0
    func mix(_ left: Int32, _ right: Int32) {
      let word = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    mix(
      Int32(flags.rawValue) | Int32(underline) << 16 | Int32(strike) << 22 | Int32(script) << 26,
      halfPoints)
    mix(font, foreground)
    mix(background, highlight)
    mix(underlineColor, spacing)
    mix(baseline, language)
    mix(link, note)
    mix(base, linkStyle)
    return hash
  }

  /// This with the default in place of whatever another sets the same.
  func without(_ other: RTFCharacter) -> RTFCharacter {
    let plain = RTFCharacter()
    var rest = self
    rest.flags.subtract(other.flags)
    if underline == other.underline { rest.underline = plain.underline }
    if strike == other.strike { rest.strike = plain.strike }
    if script == other.script { rest.script = plain.script }
    if halfPoints == other.halfPoints { rest.halfPoints = plain.halfPoints }
    if foreground == other.foreground { rest.foreground = plain.foreground }
    if background == other.background { rest.background = plain.background }
    if highlight == other.highlight { rest.highlight = plain.highlight }
    if spacing == other.spacing { rest.spacing = plain.spacing }
    if baseline == other.baseline { rest.baseline = plain.baseline }
    if language == other.language { rest.language = plain.language }
    return rest
  }

  /// This with all that a style sets apart from the defaults.
  func overridden(by other: RTFCharacter) -> RTFCharacter {
    let plain = RTFCharacter()
    var merged = self
    merged.flags.formUnion(other.flags)
    if other.underline != plain.underline { merged.underline = other.underline }
    if other.strike != plain.strike { merged.strike = other.strike }
    if other.script != plain.script { merged.script = other.script }
    if other.halfPoints != 0 { merged.halfPoints = other.halfPoints }
    if other.font != plain.font { merged.font = other.font }
    if other.foreground != 0 { merged.foreground = other.foreground }
    if other.background != 0 { merged.background = other.background }
    if other.highlight != 0 { merged.highlight = other.highlight }
    if other.underlineColor != 0 { merged.underlineColor = other.underlineColor }
    if other.spacing != 0 { merged.spacing = other.spacing }
    if other.baseline != 0 { merged.baseline = other.baseline }
    if other.language != 0 { merged.language = other.language }
    return merged
  }
}

/// The distinct looks of a document, each with a number.
struct RTFCharacterTable {
  private(set) var entries: [RTFCharacter] = []
  private var slots: [Int32] = Array(repeating: -1, count: 256)

  /// The number of a look, new where it was not met before.
  mutating func index(of character: RTFCharacter) -> Int32 {
    var slot = Int(truncatingIfNeeded: character.mixed >> 20) & (slots.count - 1)
    while slots[slot] >= 0 {
      if entries[Int(slots[slot])] == character { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let index = Int32(entries.count)
    entries.append(character)
    slots[slot] = index
    if entries.count * 2 > slots.count { grow() }
    return index
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
