internal import IABytes

/// The text that is collected for definitions, in one buffer.
///
/// The text of a group follows the text of the group around it.
struct RTFCapture {
  private var units: [UInt16] = []

  /// The maximum length of the collected text.
  private static let maxCount = 1 << 20
  /// The maximum length of a name.
  private static let maxNameCount = 255

  /// The position of the next unit.
  var end: Int { units.count }

  /// Appends a unit, unless the buffer is full.
  mutating func append(_ unit: UInt16) {
    if units.count < Self.maxCount { units.append(unit) }
  }

  /// Appends a unit to a name that starts at `start`, unless the name is too long.
  mutating func append(_ unit: UInt16, toNameFrom start: Int) {
    if units.count - start < Self.maxNameCount { units.append(unit) }
  }

  /// Appends ASCII bytes up to the capacity of the buffer.
  mutating func append(ascii bytes: Span<UInt8>) {
    let taken = bytes.extracting(first: min(bytes.count, max(Self.maxCount - units.count, 0)))
    units.append(addingCapacity: taken.count) { units in
      // The function copies the buffer and does not keep a pointer to it.
      unsafe taken.withUnsafeBufferPointer { unsafe UnitLoops.append($0, to: &units) }
    }
  }

  /// Removes the text from `start` on.
  mutating func drop(from start: Int) {
    units.removeLast(units.count - min(start, units.count))
  }

  /// Removes the text from `start` on from the buffer and returns it.
  mutating func take(from start: Int) -> [UInt16] {
    let taken = Array(units[min(start, units.count)...])
    units.removeLast(taken.count)
    return taken
  }
}
