/// Character segmentation: there is a boundary between any two simple units.
///
/// Units that extend or join a neighbour, and all surrogates, are not simple.
struct CharacterRules: BoundaryRules {
  static let kind = BreakKind.character

  func segment(from start: Int, in text: Span<UInt16>) -> Segment? {
    let next = start + 1
    guard Self.isSimple(text[start]), next == text.count || Self.isSimple(text[next]) else {
      return nil
    }
    return Segment(end: next, isMarked: false)
  }

  func isCut(_ offset: Int, in text: Span<UInt16>) -> Bool {
    Self.isSimple(text[offset - 1]) && Self.isSimple(text[offset])
  }

  /// Returns whether the Grapheme_Cluster_Break of a unit is Other, Control, CR or LF.
  @inline(__always)
  static func isSimple(_ unit: UInt16) -> Bool {
    if unit < 0x300 { return true }
    if unit < 0x590 { return unit >= 0x370 && unit &- 0x483 >= 7 }
    if unit < 0x2FF0 { return unit &- 0x2010 < 0x20 }
    return unit < 0xA000 && unit &- 0x302A >= 6 && unit &- 0x3099 >= 2
  }
}
