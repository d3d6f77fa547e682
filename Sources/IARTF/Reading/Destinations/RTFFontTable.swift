internal import IAUnicode

/// A font of the document.
struct RTFFont {
  /// The name; `nil` before the entry ends.
  var name: String?
  /// The character set of its bytes; none for the set of the document.
  var charset = RTFIndex<RTFCharset>.none
  /// Whether all its characters have one width, on which columns of text depend.
  var isFixedPitch = false
  /// The symbols for its bytes.
  var symbols = SymbolFont.symbol
}

/// The destination `\fonttbl`: the fonts of the document.
struct RTFFontTable {
  /// The result of starting an entry.
  enum Start {
    /// The font is in the table already.
    case known
    case added
    /// The table is at its limit.
    case full
  }

  private var fonts: [RTFFont] = []
  private var indexes: [Int32: RTFIndex<RTFFont>] = [:]
  /// The font of the open entry.
  private var open: Int?
  /// The number of the default font.
  var defaultNumber: Int32 = 0

  /// Returns a font, or `nil` if there is none at the index.
  subscript(index: RTFIndex<RTFFont>) -> RTFFont? {
    guard let index = index.value, index < fonts.count else { return nil }
    return fonts[index]
  }

  /// Returns the index of the font with a number, or `.none`.
  func index(of number: Int32) -> RTFIndex<RTFFont> { indexes[number] ?? .none }

  /// Returns the character set of a font, or `.none` if that is the set of the document.
  ///
  /// - Precondition: The index is not none.
  func charset(of index: RTFIndex<RTFFont>) -> RTFIndex<RTFCharset> {
    fonts[Int(index.rawValue)].charset
  }

  /// Returns whether a font is of fixed pitch.
  func isFixedPitch(_ index: RTFIndex<RTFFont>) -> Bool { self[index]?.isFixedPitch ?? false }

  /// Returns the symbols for the bytes of a font.
  func symbols(of index: RTFIndex<RTFFont>) -> SymbolFont { self[index]?.symbols ?? .symbol }

  /// The suffixes with which Windows lists a font again for each of its character sets.
  private static let charsetSuffixes = [
    " CE", " Cyr", " Greek", " Tur", " Baltic", " (Arabic)", " (Hebrew)", " (Thai)",
    " (Vietnamese)",
  ]

  // MARK: Entries

  /// Starts the entry of a font.
  mutating func begin(_ number: Int32, limit: Int) -> Start {
    if let known = indexes[number] {
      open = known.value
      return .known
    }
    guard fonts.count < limit else {
      open = nil
      return .full
    }
    open = fonts.count
    indexes[number] = RTFIndex(fonts.count)
    fonts.append(RTFFont())
    return .added
  }

  /// Sets the pitch of the open entry.
  mutating func setPitch(isFixed: Bool) {
    if let open { fonts[open].isFixedPitch = isFixed }
  }

  /// Sets the character set of the open entry.
  ///
  /// - Returns: Whether an entry is open.
  mutating func setCharset(_ charset: RTFIndex<RTFCharset>) -> Bool {
    guard let open else { return false }
    fonts[open].charset = charset
    return true
  }

  /// Ends the name of the open entry.
  ///
  /// - Parameter units: The name, with white space around it.
  mutating func end(name units: [UInt16], _ charsets: inout RTFCharsets) {
    guard let open, fonts[open].name == nil else { return }
    var name = String(units: units[...]).trimmed
    let charset = fonts[open].charset
    if charset != RTFCharsets.standard,
      let suffix = Self.charsetSuffixes.first(where: name.hasSuffix)
    {
      let short = String(name.dropLast(suffix.count)).trimmed
      // The font without a suffix is one of the first fonts if the entry has no character set.
      if !charset.isNone || fonts.prefix(64).contains(where: { $0.name == short }) { name = short }
    }
    // Word shows fonts without a name by their pitch.
    if name.isEmpty, fonts[open].isFixedPitch { name = RTFTables.codeFont }
    if !name.isEmpty { fonts[open].name = name }
    fonts[open].symbols = SymbolFont(name: name)
    // Some writers omit the character set of symbol fonts.
    if fonts[open].charset.isNone, !name.isEmpty, fonts[open].symbols != .other {
      fonts[open].charset = charsets.makeSymbol()
    }
  }
}
