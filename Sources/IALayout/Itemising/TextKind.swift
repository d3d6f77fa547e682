import IAUnicode

/// What a paragraph's units ask for, found in one pass.
struct TextKind {
  /// Whether all letters are Latin, so that no scripts need to be looked up.
  var isLatin = true
  /// Whether a level other than 0 is possible where the paragraph goes from left to right.
  var mayReorder = false

  init(of units: Span<UInt16>) {
    var index = 0
    while index < units.count, Self.isLatin(units[index]) { index += 1 }
    guard index < units.count else { return }
    isLatin = false
    mayReorder = BidiLevels.mayReorder(units)
  }

  /// Latin letters and punctuation of many scripts that Latin text uses.
  @inline(__always)
  static func isLatin(_ unit: UInt16) -> Bool {
    unit < 0x2B0 || unit &- 0x2010 < 0x18 || unit == 0xFFFC
  }
}
