/// Line break opportunities.
struct LineBreakRules: BoundaryRules {
  static let kind = BreakKind.lineBreak

  func segment(from start: Int, in text: Span<UInt16>) -> Segment? { nil }

  func isCut(_ offset: Int, in text: Span<UInt16>) -> Bool {
    switch text[offset - 1] {
    case 0x0A...0x0C, 0x85, 0x2028, 0x2029: true
    case 0x0D: text[offset] != 0x0A
    default: false
    }
  }
}
