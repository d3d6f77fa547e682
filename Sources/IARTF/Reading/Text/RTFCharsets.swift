internal import IAUnicode

/// A character set of the document, with a table for single bytes.
struct RTFCharset {
  let charset: Charset
  /// The units of single bytes; U+FFFD for a byte that must be decoded by the stream.
  let units: [UInt16]

  /// Creates the table of a character set.
  init(_ charset: Charset) {
    self.charset = charset
    units = (0..<256).map { byte in
      let units = charset.decode([UInt8(byte)])
      return units.count == 1 ? units[0] : 0xFFFD
    }
  }
}

/// The character sets that the document uses.
struct RTFCharsets {
  private var sets: [RTFCharset] = [RTFCharset(.windows1252)]
  private var indexes: [Int: RTFIndex<RTFCharset>] = [1252: Self.standard]
  /// The character set of the document, for fonts without a character set.
  private(set) var document = Self.standard
  /// The set that represents symbol fonts; none before it is used.
  private(set) var symbol = RTFIndex<RTFCharset>.none

  /// Windows 1252, which always exists.
  static let standard = RTFIndex<RTFCharset>(0)

  /// Returns a set.
  ///
  /// - Precondition: The index is not none.
  @inline(__always)
  subscript(index: RTFIndex<RTFCharset>) -> RTFCharset { sets[Int(index.rawValue)] }

  /// Returns the index of a code page's set, or `nil` if the code page is not supported.
  mutating func index(codePage: Int) -> RTFIndex<RTFCharset>? {
    if let known = indexes[codePage] { return known }
    if codePage == 42 { return makeSymbol() }
    guard let charset = Charset(codePage: codePage) else { return nil }
    sets.append(RTFCharset(charset))
    let index = RTFIndex<RTFCharset>(sets.count - 1)
    indexes[codePage] = index
    return index
  }

  /// Returns the index of the set of symbol fonts, which is added if necessary.
  mutating func makeSymbol() -> RTFIndex<RTFCharset> {
    if symbol.isNone {
      sets.append(RTFCharset(.windows1252))
      symbol = RTFIndex(sets.count - 1)
    }
    return symbol
  }

  /// Sets the character set of the document.
  mutating func setDocument(_ index: RTFIndex<RTFCharset>) { document = index }
}
