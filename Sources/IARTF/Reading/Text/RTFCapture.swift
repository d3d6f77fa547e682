internal import IABytes

/// The text collected for definitions: one buffer, in which each group's text follows that of the
/// group around it.
struct RTFCapture {
  private var units: [UInt16] = []

  /// The maximum length of the collected text.
  private static let maxCount = 1 << 20
  /// The maximum length of a name.
  private static let maxNameCount = 255

  /// Where the next unit goes.
  var end: Int { units.count }

  /// Appends a unit, unless the buffer is full.
  mutating func append(_ unit: UInt16) {
    if units.count < Self.maxCount { units.append(unit) }
  }

  /// Appends a unit to a name that starts at `start`, unless the name is too long.
  mutating func append(_ unit: UInt16, toNameFrom start: Int) {
    if units.count - start < Self.maxNameCount { units.append(unit) }
  }

  /// Appends ASCII bytes, as many as there is room for.
  mutating func append(ascii bytes: Span<UInt8>) {
    let taken = bytes.extracting(first: min(bytes.count, max(Self.maxCount - units.count, 0)))
    units.append(addingCapacity: taken.count) { units in
      // The function copies out of the buffer, which it does not keep.
      unsafe taken.withUnsafeBufferPointer { unsafe UnitLoops.append($0, to: &units) }
    }
  }

  /// Drops the text from `start` on.
  mutating func drop(from start: Int) {
    units.removeLast(units.count - min(start, units.count))
  }

  /// Takes the text from `start` on out of the buffer.
  mutating func take(from start: Int) -> [UInt16] {
    let taken = Array(units[min(start, units.count)...])
    units.removeLast(taken.count)
    return taken
  }
}
