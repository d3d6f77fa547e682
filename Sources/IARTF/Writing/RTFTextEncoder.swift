internal import IABytes
internal import IAFormats

/// Turns UTF-16 into RTF: ASCII that represents itself, escapes, `\u` and its fallback.
///
/// Eight units at a time where they are ordinary ASCII, one by one elsewhere.
struct RTFTextEncoder {
  /// Whether `\u` is followed by a question mark for readers that do not know it; else by a space.
  let hasFallback: Bool

  /// The most bytes that one unit turns into: `\u-12345?`.
  static let longest = 9
  /// How many bytes more may be written over behind the encoding.
  static let overhang = 16

  private static let delimiters = UnitLoops.Delimiters("\\", "{", "}")

  /// Returns whether RTF holds a unit that is no surrogate, so that a reader finds it again.
  @inline(__always)
  static func isHeld(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09: true
    case 0..<0x20, 0x7F..<0xA0, 0x2029, 0xFDD0...0xFDEF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Text as a reader finds it, or `nil` if it is just as it was.
  static func visible(_ units: UnsafeBufferPointer<UInt16>) -> [UInt16]? {
    guard let first = unsafe firstNotHeld(in: units) else { return nil }
    var visible = unsafe Array(units)
    var at = first
    while at < visible.count {
      let unit = visible[at]
      if unit & 0xFC00 == 0xD800, at + 1 < visible.count, visible[at + 1] & 0xFC00 == 0xDC00 {
        at += 2
        continue
      }
      if unit & 0xF800 == 0xD800 || !isHeld(unit) { visible[at] = 0xFFFD }
      at += 1
    }
    return visible
  }

  /// Where the first unit stands that may not be held; half a surrogate pair counts as one.
  private static func firstNotHeld(in units: UnsafeBufferPointer<UInt16>) -> Int? {
    var at = 0
    while at < units.count {
      unsafe at += UnitLoops.ordinaryCount(units, from: at, without: 0x2029)
      let end = min(at + 8, units.count)
      while at < end {
        let unit = unsafe units[at]
        if unit & 0xF800 != 0xD800 {
          guard isHeld(unit) else { return at }
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

  /// Writes the encoding of some units and returns how many bytes it has.
  ///
  /// - Parameters:
  ///   - units: The text; a pair of surrogates is never cut.
  ///   - count: How many units it has.
  ///   - readableCount: How many lie in memory from its start on: `count` at least. A word of a few
  ///     units is then examined in one step, too.
  ///   - output: Where there is room for `longest` bytes a unit and `overhang` more.
  func encode(
    _ units: UnsafePointer<UInt16>, count: Int, readableCount: Int,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // `at` stays below `count`, and the caller has room for `longest` bytes a unit.
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
    default: unsafe putEscape(Self.isHeld(unit) ? unit : 0xFFFD, &out)
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
