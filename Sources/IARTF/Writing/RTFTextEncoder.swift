internal import IABytes
internal import IAFormats

/// Encodes UTF-16 as RTF: plain ASCII, escapes, and `\u` with a fallback.
///
/// It encodes eight units at a time if they are plain ASCII, otherwise one by one.
struct RTFTextEncoder {
  /// Whether `\u` is followed by a question mark for readers without Unicode; otherwise a space
  /// follows.
  let hasFallback: Bool

  /// The maximum number of bytes for one unit: `\u-12345?`.
  static let maxBytesPerUnit = 9
  /// The number of bytes after the encoding that may be overwritten.
  static let overhang = 16

  private static let delimiters = UnitLoops.Delimiters("\\", "{", "}")

  /// Returns whether RTF preserves a unit that is not a surrogate.
  @inline(__always)
  static func isPreserved(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09: true
    case 0..<0x20, 0x7F..<0xA0, 0x2029, 0xFDD0...0xFDEF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Returns the text that a reader of the encoding finds, or `nil` if it is equal to the original.
  static func visible(_ units: UnsafeBufferPointer<UInt16>) -> [UInt16]? {
    guard let first = unsafe firstNotPreserved(in: units) else { return nil }
    var visible = unsafe Array(units)
    var at = first
    while at < visible.count {
      let unit = visible[at]
      if unit & 0xFC00 == 0xD800, at + 1 < visible.count, visible[at + 1] & 0xFC00 == 0xDC00 {
        at += 2
        continue
      }
      if unit & 0xF800 == 0xD800 || !isPreserved(unit) { visible[at] = 0xFFFD }
      at += 1
    }
    return visible
  }

  /// Returns the offset of the first unit that RTF does not preserve, including a lone surrogate,
  /// or `nil`.
  private static func firstNotPreserved(in units: UnsafeBufferPointer<UInt16>) -> Int? {
    var at = 0
    while at < units.count {
      unsafe at += UnitLoops.ordinaryCount(units, from: at, without: 0x2029)
      let end = min(at + 8, units.count)
      while at < end {
        let unit = unsafe units[at]
        if unit & 0xF800 != 0xD800 {
          guard isPreserved(unit) else { return at }
          at += 1
        } else if unit & 0xFC00 == 0xD800, at + 1 < units.count,
          unsafe units[at + 1] & 0xFC00 == 0xDC00
        {
          at += 2
        } else {
          return at
        }
      }
    }
    return nil
  }

  /// Writes the encoding of units and returns its number of bytes.
  ///
  /// - Parameters:
  ///   - units: The text, which must not split a surrogate pair.
  ///   - count: The number of units.
  ///   - readableCount: The number of units that can be read from its start on, at least `count`;
  ///     with more, short words are processed in one step, too.
  ///   - output: Memory for `maxBytesPerUnit` bytes for each unit and `overhang` more.
  func encode(
    _ units: UnsafePointer<UInt16>, count: Int, readableCount: Int,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // `at` stays below `count`, and the caller provides `maxBytesPerUnit` bytes for each unit.
    var at = 0
    var out = unsafe output
    while at < count {
      let plain = unsafe UnitLoops.copyPlain(
        units + at, count: count - at, readableCount: readableCount - at,
        without: Self.delimiters, to: out)
      at += plain
      unsafe out += plain
      let end = min(at + 8, count)
      while at < end {
        let unit = unsafe units[at]
        at += 1
        if unit & 0xF800 == 0xD800 {
          let low = unsafe unit < 0xDC00 && at < count ? units[at] : 0
          if low & 0xFC00 == 0xDC00 {
            at += 1
            unsafe putEscape(unit, &out)
            unsafe putEscape(low, &out)
          } else {
            unsafe putEscape(0xFFFD, &out)
          }
        } else {
          unsafe put(unit, &out)
        }
      }
    }
    return unsafe out - output
  }

  @inline(__always)
  private func put(_ unit: UInt16, _ out: inout UnsafeMutablePointer<UInt8>) {
    switch unit {
    case 0x5C, 0x7B, 0x7D:
      unsafe out[0] = 0x5C
      unsafe out[1] = UInt8(truncatingIfNeeded: unit)
      unsafe out += 2
    case 0x20..<0x7F:
      unsafe out.pointee = UInt8(truncatingIfNeeded: unit)
      unsafe out += 1
    case 0x09: unsafe Self.put("\\tab ", &out)
    case 0xA0: unsafe Self.put("\\~", &out)
    case 0xAD: unsafe Self.put("\\-", &out)
    case 0x2011: unsafe Self.put("\\_", &out)
    case 0x2028: unsafe Self.put("\\line ", &out)
    default: unsafe putEscape(Self.isPreserved(unit) ? unit : 0xFFFD, &out)
    }
  }

  @inline(__always)
  private func putEscape(_ unit: UInt16, _ out: inout UnsafeMutablePointer<UInt8>) {
    unsafe out[0] = 0x5C
    unsafe out[1] = 0x75
    unsafe out += 2
    var magnitude = UInt32(unit)
    if unit >= 0x8000 {
      unsafe out.pointee = 0x2D
      unsafe out += 1
      magnitude = 0x10000 - magnitude
    }
    // A multiplication by 2³⁵/10, rounded up, divides numbers of 17 bits by 10 exactly.
    var digits: UInt64 = 0
    var digitCount = 0
    repeat {
      let tenth = UInt32(truncatingIfNeeded: (UInt64(magnitude) &* 0xCCCC_CCCD) >> 35)
      digits = digits << 8 | UInt64(0x30 &+ magnitude &- tenth &* 10)
      magnitude = tenth
      digitCount += 1
    } while magnitude > 0
    for _ in 0..<digitCount {
      unsafe out.pointee = UInt8(truncatingIfNeeded: digits)
      digits >>= 8
      unsafe out += 1
    }
    unsafe out.pointee = hasFallback ? 0x3F : 0x20
    unsafe out += 1
  }

  @inline(__always)
  private static func put(_ text: StaticString, _ out: inout UnsafeMutablePointer<UInt8>) {
    unsafe out.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe out += text.utf8CodeUnitCount
  }
}
