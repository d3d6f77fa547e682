internal import IABytes
internal import IAFormats

/// The number of characters in a text that a page cannot contain.
struct TextFaults: Hashable {
  /// The number of unpaired surrogates.
  var loneSurrogates = 0
  /// The number of control characters and noncharacters.
  var controls = 0
}

/// Converts UTF-16 to escaped UTF-8.
///
/// Runs of ASCII and of two-byte characters are converted eight units at a time, others one by one.
/// U+2028 and U+000D become `<br>`. No-break spaces and soft hyphens become named references, so
/// that they are visible in the source of the page.
enum TextEncoder {
  /// The maximum number of bytes for one unit: `&nbsp;`.
  static let longest = 6
  /// The number of bytes after the encoded text that can be overwritten.
  static let overhang = 16

  private static let delimiters = UnitLoops.Delimiters("&", "<", ">")

  /// Returns whether a page can contain a scalar: no control character except tab and line feed, no
  /// noncharacter.
  static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
    default: scalar & 0xFFFE != 0xFFFE
    }
  }

  /// Writes the encoded text and returns its size in bytes.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - count: The number of units to encode.
  ///   - readableCount: The number of readable units in memory, at least `count`; allows short
  ///     texts to be read in one step.
  ///   - output: A buffer with space for `longest` bytes per unit and `overhang` more bytes.
  ///   - faults: Incremented for each character that a page cannot contain.
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
        // One replacement per unit, so that the number of units stays the same.
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
