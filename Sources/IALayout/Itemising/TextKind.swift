import IAUnicode

/// Properties of a paragraph's units, found in one pass, that decide which analyses it needs.
struct TextKind {
  /// Whether all letters are Latin, so that no scripts must be looked up.
  var isLatin = true
  /// Whether a left-to-right paragraph can have a level other than 0.
  var mayReorder = false

  init(of units: Span<UInt16>) {
    var index = 0
    while index < units.count, Self.isLatin(units[index]) { index += 1 }
    guard index < units.count else { return }
    isLatin = false
    mayReorder = BidiLevels.mayReorder(units)
  }

  /// Returns whether a unit is below U+02B0, in U+2010…U+2027 (punctuation that Latin text uses),
  /// or U+FFFC.
  @inline(__always)
  static func isLatin(_ unit: UInt16) -> Bool {
    unit < 0x2B0 || unit &- 0x2010 < 0x18 || unit == 0xFFFC
  }
}
