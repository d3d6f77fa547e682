internal import IABytes
internal import IAFormats

/// What text held that a page cannot hold.
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
  /// How many bytes more may be written over behind the encoding.
  static let overhang = 16

  private static let delimiters = UnitLoops.Delimiters("&", "<", ">")

  /// Whether a scalar may stand in a page: no control but tab and line feed, no noncharacter.
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
  ///     units is then looked at in one step, too.
  ///   - output: Where there is room for `longest` bytes a unit and `overhang` more.
  ///   - faults: What the text has that a page cannot hold.
  static func encode(
    _ units: UnsafePointer<UInt16>, count: Int, readableCount: Int,
    to output: UnsafeMutablePointer<UInt8>, faults: inout TextFaults
  ) -> Int {
    var at = 0
    var out = output
    while at < count {
      let plain = UnitLoops.copyPlain(
        units + at, count: count - at, readableCount: readableCount - at, without: delimiters,
        to: out)
      at += plain
      out += plain
      if at == count { break }
      if (0xA1..<0x800).contains(units[at]) {
        let short = UnitLoops.copyShort(
          units + at, count: count - at, readableCount: readableCount - at, to: out)
        at += short.unitCount
        out += short.byteCount
      }
      let end = min(at + 8, count)
      while at < end {
        let unit = units[at]
        at += 1
        if unit & 0xF800 == 0xD800 {
          let low = unit < 0xDC00 && at < count ? units[at] : 0
          if low & 0xFC00 == 0xDC00 {
            at += 1
            let scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
            put(scalar, &out, &faults)
          } else {
            faults.loneSurrogates += 1
            put3(0xFFFD, &out)
          }
        } else {
          put(UInt32(unit), &out, &faults)
        }
      }
    }
    return out - output
  }

  @inline(__always)
  private static func put(
    _ scalar: UInt32, _ out: inout UnsafeMutablePointer<UInt8>, _ faults: inout TextFaults
  ) {
    switch scalar {
    case 0x26: put("&amp;", &out)
    case 0x3C: put("&lt;", &out)
    case 0x3E: put("&gt;", &out)
    case 0x09, 0x20..<0x7F:
      out.pointee = UInt8(truncatingIfNeeded: scalar)
      out += 1
    case 0x0D:
      faults.controls += 1
      put("<br>", &out)
    case 0..<0xA0:
      faults.controls += 1
      put3(0xFFFD, &out)
    case 0xA0: put("&nbsp;", &out)
    case 0xAD: put("&shy;", &out)
    case ..<0x800:
      out[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
      out[1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
      out += 2
    case 0x2028: put("<br>", &out)
    default:
      guard isAllowed(scalar) else {
        faults.controls += 1
        // One for each unit, so that units and what stands for them are one to one.
        if scalar > 0xFFFF { put3(0xFFFD, &out) }
        return put3(0xFFFD, &out)
      }
      if scalar < 0x10000 { return put3(scalar, &out) }
      out[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
      out[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
      out[2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
      out[3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
      out += 4
    }
  }

  @inline(__always)
  private static func put3(_ scalar: UInt32, _ out: inout UnsafeMutablePointer<UInt8>) {
    out[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
    out[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
    out[2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    out += 3
  }

  @inline(__always)
  private static func put(_ text: StaticString, _ out: inout UnsafeMutablePointer<UInt8>) {
    out.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    out += text.utf8CodeUnitCount
  }
}
