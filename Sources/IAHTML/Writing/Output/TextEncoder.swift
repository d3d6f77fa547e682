internal import IABytes
internal import IAFormats

/// Characters of a text that a page cannot contain.
struct TextFaults: Hashable {
  /// Surrogates without their other half.
  var loneSurrogates = 0
  /// Control characters and noncharacters, U+0000 included.
  var controls = 0
}

/// Turns UTF-16 into escaped UTF-8.
///
/// Eight units at a time where they are ordinary ASCII or take at most two bytes, one by one
/// elsewhere. U+2028 and U+000D become `<br>`; no-break space and soft hyphen become named references, so that the source of a
/// page shows them.
enum TextEncoder {
  /// The most bytes that one unit turns into: `&nbsp;`.
  static let longest = 6
  /// The number of bytes after the encoding that may be overwritten.
  static let overhang = 16

  private static let delimiters = UnitLoops.Delimiters("&", "<", ">")

  /// Returns whether a page may contain a scalar: no control except tab and line feed, no noncharacter.
  static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
    default: scalar & 0xFFFE != 0xFFFE
    }
  }

  /// Writes the encoding of some units and returns how many bytes it has.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - count: How many units it has.
  ///   - readableCount: How many lie in memory from its start on: `count` at least. A word of a few
  ///    units is then examined in one step, too.
  ///  - output: A buffer with space for `longest` bytes for each unit and `overhang` more.
  ///   - faults: What the text has that a page cannot hold.
  static func encode(
    _ units: UnsafePointer<UInt16>, count: Int, readableCount: Int,
    to output: UnsafeMutablePointer<UInt8>, faults: inout TextFaults
  ) -> Int {
    var at = 0
    var out = unsafe output
    while at < count {
      let plain = unsafe UnitLoops.copyPlain(
        units + at, count: count - at, readableCount: readableCount - at, without: delimiters,
        to: out)
      at += plain
      unsafe out += plain
      if at == count { break }
      if unsafe (0xA1..<0x800).contains(units[at]) {
        let short = unsafe UnitLoops.copyShort(
          units + at, count: count - at, readableCount: readableCount - at, without: delimiters,
          to: out)
        at += short.unitCount
        unsafe out += short.byteCount
      }
      let end = min(at + 8, count)
      while at < end {
        let unit = unsafe units[at]
        at += 1
        if unit & 0xF800 == 0xD800 {
          let low = unsafe unit < 0xDC00 && at < count ? units[at] : 0
          if low & 0xFC00 == 0xDC00 {
            at += 1
            let scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
            unsafe put(scalar, &out, &faults)
          } else {
            faults.loneSurrogates += 1
            unsafe put3(0xFFFD, &out)
          }
        } else {
          unsafe put(UInt32(unit), &out, &faults)
        }
      }
    }
    return unsafe out - output
  }

  @inline(__always)
  private static func put(
    _ scalar: UInt32, _ out: inout UnsafeMutablePointer<UInt8>, _ faults: inout TextFaults
  ) {
    switch scalar {
    case 0x26: unsafe put("&amp;", &out)
    case 0x3C: unsafe put("&lt;", &out)
    case 0x3E: unsafe put("&gt;", &out)
    case 0x09, 0x20..<0x7F:
      unsafe out.pointee = UInt8(truncatingIfNeeded: scalar)
      unsafe out += 1
    case 0x0D:
      faults.controls += 1
      unsafe put("<br>", &out)
    case 0..<0xA0:
      faults.controls += 1
      unsafe put3(0xFFFD, &out)
    case 0xA0: unsafe put("&nbsp;", &out)
    case 0xAD: unsafe put("&shy;", &out)
    case ..<0x800:
      unsafe out[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
      unsafe out[1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
      unsafe out += 2
    case 0x2028: unsafe put("<br>", &out)
    default:
      guard isAllowed(scalar) else {
        faults.controls += 1
        // One for each unit, so that units and replacements correspond.
        if scalar > 0xFFFF { unsafe put3(0xFFFD, &out) }
        return unsafe put3(0xFFFD, &out)
      }
      if scalar < 0x10000 { return unsafe put3(scalar, &out) }
      unsafe out[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
      unsafe out[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
      unsafe out[2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
      unsafe out[3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
      unsafe out += 4
    }
  }

  @inline(__always)
  private static func put3(_ scalar: UInt32, _ out: inout UnsafeMutablePointer<UInt8>) {
    unsafe out[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
    unsafe out[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
    unsafe out[2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    unsafe out += 3
  }

  @inline(__always)
  private static func put(_ text: StaticString, _ out: inout UnsafeMutablePointer<UInt8>) {
    unsafe out.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe out += text.utf8CodeUnitCount
  }
}
