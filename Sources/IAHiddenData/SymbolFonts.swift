internal import IAText

/// Fonts that show pictures or symbols instead of letters.
enum SymbolFonts {
  private static let starts = [
    "symbol", "wingdings", "webdings", "zapf", "itc zapf", "mt extra", "marlett",
  ]
  private static let part = "dingbats"

  /// Returns whether a family, or a name in a list of families, is that of such a font.
  ///
  /// - Complexity: O(*n*).
  static func contains(_ family: String) -> Bool {
    // The check is made for each run of text, and nearly all families fail the first test.
    mayContain(family)
      && FontFamilyList.names(in: family.lowercased()).contains { name in
        starts.contains { name.hasPrefix($0) } || name.contains(part)
      }
  }

  /// Returns whether a family has the first two letters of one of the names.
  private static func mayContain(_ family: String) -> Bool {
    var previous: UInt8 = 0
    for byte in family.utf8 {
      let letter = byte | 0x20
      switch (previous, letter) {
      case (UInt8(ascii: "s"), UInt8(ascii: "y")), (UInt8(ascii: "w"), UInt8(ascii: "i")),
        (UInt8(ascii: "w"), UInt8(ascii: "e")), (UInt8(ascii: "z"), UInt8(ascii: "a")),
        (UInt8(ascii: "i"), UInt8(ascii: "t")), (UInt8(ascii: "m"), UInt8(ascii: "t")),
        (UInt8(ascii: "m"), UInt8(ascii: "a")), (UInt8(ascii: "d"), UInt8(ascii: "i")):
        return true
      default: previous = letter
      }
    }
    return false
  }
}
