/// The fonts whose bytes are symbols.
package enum SymbolFont: UInt8, Sendable {
  case symbol, wingdings, wingdings2, wingdings3, webdings, zapfDingbats
  /// A font whose characters are not known.
  case other

  /// Creates the font with a name; case does not matter.
  package init(name: String) {
    switch name.lowercased() {
    case "", "symbol", "standard symbols l", "standard symbols ps": self = .symbol
    case "wingdings": self = .wingdings
    case "wingdings 2": self = .wingdings2
    case "wingdings 3": self = .wingdings3
    case "webdings": self = .webdings
    case "zapf dingbats", "zapfdingbats", "itc zapf dingbats", "dingbats", "monotype sorts":
      self = .zapfDingbats
    case let name where name.hasPrefix("symbol"): self = .symbol
    default: self = .other
    }
  }
}

/// The characters for the bytes of symbol fonts.
///
/// Source: the mapping tables of the Unicode Consortium: Adobe's Symbol and Zapf Dingbats
/// encodings, and the sources of the Webdings and Wingdings characters.
extension SymbolFont {
  /// Returns the character for a byte in the font, in the private use area if there is no other.
  package func scalar(_ byte: UInt8) -> UInt32 {
    if byte <= 0x20 { return UInt32(byte) }
    let known: UInt32
    switch self {
    case .symbol: known = UInt32(Self.symbolUnits[Int(byte)])
    case .wingdings: known = Self.wingdingsScalars[Int(byte) - 0x20]
    case .wingdings2: known = Self.wingdings2Scalars[Int(byte) - 0x20]
    case .wingdings3: known = Self.wingdings3Scalars[Int(byte) - 0x20]
    case .webdings: known = Self.webdingsScalars[Int(byte) - 0x20]
    case .zapfDingbats: known = Self.zapfDingbatsScalars[Int(byte) - 0x20]
    case .other: known = 0
    }
    return known == 0 ? 0xF000 + UInt32(byte) : known
  }

  private static let symbolUnits: [UInt16] = {
    var units = [UInt16](repeating: 0, count: 256)
    let low = Array(
      ("!\u{2200}#\u{2203}%&\u{220B}()\u{2217}+,\u{2212}./0123456789:;<=>?"
        + "\u{2245}\u{391}\u{392}\u{3A7}\u{394}\u{395}\u{3A6}\u{393}\u{397}\u{399}\u{3D1}\u{39A}"
        + "\u{39B}\u{39C}\u{39D}\u{39F}\u{3A0}\u{398}\u{3A1}\u{3A3}\u{3A4}\u{3A5}\u{3C2}\u{3A9}"
        + "\u{39E}\u{3A8}\u{396}[\u{2234}]\u{22A5}_\u{203E}\u{3B1}\u{3B2}\u{3C7}\u{3B4}\u{3B5}"
        + "\u{3C6}\u{3B3}\u{3B7}\u{3B9}\u{3D5}\u{3BA}\u{3BB}\u{3BC}\u{3BD}\u{3BF}\u{3C0}\u{3B8}"
        + "\u{3C1}\u{3C3}\u{3C4}\u{3C5}\u{3D6}\u{3C9}\u{3BE}\u{3C8}\u{3B6}{|}\u{223C}").utf16)
    let high: [UInt16] = [
      0x20AC, 0x3D2, 0x2032, 0x2264, 0x2044, 0x221E, 0x192, 0x2663, 0x2666, 0x2665, 0x2660, 0x2194,
      0x2190, 0x2191, 0x2192, 0x2193, 0xB0, 0xB1, 0x2033, 0x2265, 0xD7, 0x221D, 0x2202, 0x2022,
      0xF7, 0x2260, 0x2261, 0x2248, 0x2026, 0x23D0, 0x23AF, 0x21B5, 0x2135, 0x2111, 0x211C, 0x2118,
      0x2297, 0x2295, 0x2205, 0x2229, 0x222A, 0x2283, 0x2287, 0x2284, 0x2282, 0x2286, 0x2208,
      0x2209, 0x2220, 0x2207, 0xAE, 0xA9, 0x2122, 0x220F, 0x221A, 0x22C5, 0xAC, 0x2227, 0x2228,
      0x21D4, 0x21D0, 0x21D1, 0x21D2, 0x21D3, 0x25CA, 0x2329, 0xAE, 0xA9, 0x2122, 0x2211, 0x239B,
      0x239C, 0x239D, 0x23A1, 0x23A2, 0x23A3, 0x23A7, 0x23A8, 0x23A9, 0x23AA, 0, 0x232A, 0x222B,
      0x2320, 0x23AE, 0x2321, 0x239E, 0x239F, 0x23A0, 0x23A4, 0x23A5, 0x23A6, 0x23AB, 0x23AC,
      0x23AD,
    ]
    for (index, unit) in low.enumerated() { units[0x21 + index] = unit }
    for (index, unit) in high.enumerated() { units[0xA0 + index] = unit }
    return units
  }()
}
