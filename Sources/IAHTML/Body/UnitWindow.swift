internal import IAText

/// A stretch of the text's units, fetched many at a time.
struct UnitWindow {
  private let string: IAString
  private var start = 0
  private var units: [UInt16] = []

  /// How many units are fetched at once.
  static let size = 65_536

  init(_ string: IAString) { self.string = string }

  /// Whether a unit is the first half of a pair, or may be one.
  func isLead(at offset: Int) -> Bool {
    guard units.indices.contains(offset - start) else { return true }
    return units[offset - start] & 0xFC00 == 0xD800
  }

  /// The units from an offset up to a limit or the end of what was fetched: at least one, and
  /// never half a surrogate pair at the end.
  ///
  /// Where the limit cuts a pair, the pair is taken whole.
  mutating func units(from offset: Int, to limit: Int) -> ArraySlice<UInt16> {
    let count = string.utf16Count
    if offset < start || min(offset + 2, count) > start + units.count {
      start = offset
      units = string.units(in: offset..<min(offset + Self.size, count))
    }
    var end = min(limit, start + units.count)
    if units[end - 1 - start] & 0xFC00 == 0xD800, end < count {
      if end - start < units.count {
        if units[end - start] & 0xFC00 == 0xDC00 { end += 1 }
      } else if end - offset > 1 {
        end -= 1
      }
    }
    return units[offset - start..<end - start]
  }
}
