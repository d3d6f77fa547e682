/// Encodes UTF-16 units as UTF-8.
///
/// UTF-8 cannot represent a lone surrogate. The caller chooses between U+FFFD, with a count, and an error.
public enum UTF8Encoding {
  /// The error for a lone surrogate in a text that must not contain any.
  public struct LoneSurrogate: Error, Hashable, Sendable {
    /// The offset of the surrogate, in UTF-16 units from the start.
    public let utf16Offset: Int
  }

  /// Appends units as UTF-8, each lone surrogate as U+FFFD.
  ///
  /// - Returns: The number of lone surrogates that were replaced.
  /// - Complexity: O(*n*).
  @discardableResult
  public static func append(_ units: Span<UInt16>, to bytes: inout [UInt8]) -> Int {
    var replacements = 0
    var index = 0
    while index < units.count {
      let end = min(index + chunk, units.count)
      // A unit becomes at most three bytes. A surrogate pair may extend beyond the chunk, and becomes four bytes.
      bytes.append(addingCapacity: (end - index) * 3 + 1) { output in
        while index < end {
          index = appendASCII(units, from: index, to: end, &output)
          index = appendShort(units, from: index, to: min(end, index + 32), &output)
          guard index < end, units[index] >= 0x800 else { continue }
          let scalar = scalar(in: units, at: index)
          if scalar.isLone { replacements += 1 }
          append(scalar.value, to: &output)
          index += scalar.unitCount
        }
      }
    }
    return replacements
  }

  /// Appends bytes of Latin-1 as UTF-8.
  ///
  /// - Complexity: O(*n*).
  public static func append(latin1: Span<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 2 * latin1.count) {
      UnitLoops.appendUTF8(latin1: latin1, to: &$0)
    }
  }

  /// Appends units as UTF-8; appends nothing if there is a lone surrogate.
  ///
  /// - Throws: `LoneSurrogate`, with the offset of the first one.
  /// - Complexity: O(*n*).
  public static func appendStrictly(
    _ units: Span<UInt16>, to bytes: inout [UInt8]
  ) throws(LoneSurrogate) {
    if let offset = firstLoneSurrogate(in: units) { throw LoneSurrogate(utf16Offset: offset) }
    append(units, to: &bytes)
  }

  /// Returns the offset of the first lone surrogate, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*).
  public static func firstLoneSurrogate(in units: Span<UInt16>) -> Int? {
    var index = 0
    while index < units.count {
      if units[index] & 0xF800 != 0xD800 {
        index += 1
        continue
      }
      let scalar = scalar(in: units, at: index)
      if scalar.isLone { return index }
      index += scalar.unitCount
    }
    return nil
  }

  private static let chunk = 1 << 13

  @inline(__always) private static func scalar(
    in units: Span<UInt16>, at index: Int
  ) -> (value: UInt32, unitCount: Int, isLone: Bool) {
    let unit = units[index]
    guard unit & 0xF800 == 0xD800 else { return (UInt32(unit), 1, false) }
    guard unit & 0xFC00 == 0xD800, index + 1 < units.count, units[index + 1] & 0xFC00 == 0xDC00
    else { return (0xFFFD, 1, true) }
    let low = UInt32(units[index + 1] & 0x3FF)
    return (0x1_0000 + (UInt32(unit & 0x3FF) << 10 | low), 2, false)
  }

  /// Appends the three or four bytes of a scalar from U+0800 on.
  @inline(__always) private static func append(
    _ scalar: UInt32, to output: inout OutputSpan<UInt8>
  ) {
    if scalar < 0x1_0000 {
      output.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
    } else {
      output.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      output.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
    }
    output.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    output.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }

  /// Appends one or two bytes for each unit up to the first that needs more, and returns its index.
  ///
  /// Two bytes are stored for each unit, and the second may be overwritten: texts alternate between letters and spaces
  /// too often for branch prediction.
  @inline(__always) private static func appendShort(
    _ units: Span<UInt16>, from start: Int, to end: Int, _ output: inout OutputSpan<UInt8>
  ) -> Int {
    unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
      precondition(buffer.count - filled >= 2 * (end - start), "no room")
      guard let base = buffer.baseAddress else { return end }
      let target = UnsafeMutableRawPointer(base)
      var (index, place) = (start, filled)
      while index < end {
        let unit = units[index]
        guard unit < 0x800 else { break }
        let pair = 0x80C0 | unit &>> 6 | (unit & 0x3F) &<< 8
        unsafe target.storeBytes(
          of: (unit < 0x80 ? unit : pair).littleEndian, toByteOffset: place, as: UInt16.self)
        place &+= unit < 0x80 ? 1 : 2
        index &+= 1
      }
      filled = place
      return index
    }
  }

  /// Appends bytes up to the first unit that is not ASCII, and returns its index.
  @inline(__always) private static func appendASCII(
    _ units: Span<UInt16>, from start: Int, to end: Int, _ output: inout OutputSpan<UInt8>
  ) -> Int {
    var index = start
    while index < end, index - start < 8, units[index] < 0x80 {
      output.append(UInt8(truncatingIfNeeded: units[index]))
      index += 1
    }
    guard index - start == 8, index < end else { return index }
    precondition(end <= units.count && output.freeCapacity >= end - index, "no room")
    return unsafe units.withUnsafeBufferPointer { units in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        guard let source = units.baseAddress, let target = buffer.baseAddress else { return index }
        let copied = unsafe UnitLoops.copyASCII(
          source + index, count: end - index, to: target + filled)
        filled += copied
        return index + copied
      }
    }
  }
}
