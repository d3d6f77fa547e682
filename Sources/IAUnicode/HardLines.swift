/// Lines and paragraphs that end at terminators; they need no Unicode tables.
struct HardLines {
  /// Whether U+000B, U+000C, U+0085 and U+2028 also end a segment.
  let endsAtLineSeparators: Bool

  /// Returns whether a segment ends between `offset - 1` and `offset`, both inside the text.
  @inline(__always)
  func isBoundary(_ offset: Int, in text: Span<UInt16>) -> Bool {
    let before = text[offset - 1]
    if before > 0x0D, before < 0x85 { return false }
    switch before {
    case 0x0A, 0x2029: return true
    case 0x0D: return text[offset] != 0x0A
    case 0x0B, 0x0C, 0x85, 0x2028: return endsAtLineSeparators
    default: return false
    }
  }

  /// Returns the first boundary after `start`, or the end of the text.
  func boundary(after start: Int, in text: Span<UInt16>) -> Int {
    var offset = start + 1
    while offset < text.count, !isBoundary(offset, in: text) { offset += 1 }
    return min(offset, text.count)
  }

  /// Returns the last boundary before `end`, or the start of the text.
  func boundary(before end: Int, in text: Span<UInt16>) -> Int {
    var offset = end - 1
    while offset > 0, !isBoundary(offset, in: text) { offset -= 1 }
    return max(offset, 0)
  }
}
