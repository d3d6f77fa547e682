internal import IABytes

/// The texts of documents as lines of UTF-8: one line for each document, terminated by U+000A.
///
/// A backslash begins an escape: `\\` is a backslash, `\n` is U+000A, and `\r` is U+000D. `\u` with
/// four lower-case hexadecimal digits is a unit that a text editor might not preserve: a control
/// character other than the tab, U+007F, U+FEFF, or a lone surrogate.
enum TextLines {
  /// Appends the line of a document's text.
  ///
  /// - Complexity: O(*n*).
  static func append(_ units: [UInt16], to bytes: inout [UInt8]) {
    let span = units.span
    var start = 0
    for index in units.indices where needsEscape(span, index) {
      UTF8Encoding.append(span.extracting(start..<index), to: &bytes)
      appendEscape(span[index], to: &bytes)
      start = index + 1
    }
    UTF8Encoding.append(span.extracting(start..<units.count), to: &bytes)
    bytes.append(0x0A)
  }

  @inline(__always)
  private static func needsEscape(_ units: Span<UInt16>, _ index: Int) -> Bool {
    let unit = units[index]
    if unit < 0x20 { return unit != 0x09 }
    if unit == 0x5C || unit == 0x7F || unit == 0xFEFF { return true }
    guard unit & 0xF800 == 0xD800 else { return false }
    if unit < 0xDC00 {
      return index + 1 == units.count || units[index + 1] & 0xFC00 != 0xDC00
    }
    return index == 0 || units[index - 1] & 0xFC00 != 0xD800
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(0x5C)
    switch unit {
    case 0x5C: bytes.append(0x5C)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append(UInt8(ascii: "u"))
      for shift in stride(from: 12, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift) & 0xF)
        bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
  }

  /// Returns the offset of the line feed of each line.
  ///
  /// - Throws: `archive.text` if the number of lines is not `count`, or bytes follow the last line
  ///   feed.
  static func ends(of bytes: [UInt8], count: Int) throws(InputError) -> [Int] {
    var ends: [Int] = []
    ends.reserveCapacity(count)
    var start = 0
    while let end = UnitLoops.index(of: 0x0A, in: bytes.span, from: start) {
      ends.append(end)
      start = end + 1
    }
    guard ends.count == count, (ends.last ?? -1) + 1 == bytes.count else {
      throw InputError(
        .archiveText, at: bytes.count, detail: "\(ends.count) lines, expected \(count)")
    }
    return ends
  }

  /// Decodes a line, given without its line feed.
  ///
  /// - Throws: `archive.text` at an invalid escape, or at bytes that are not UTF-8.
  /// - Complexity: O(*n*) in the size of the line.
  static func units(_ range: Range<Int>, of bytes: [UInt8]) throws(InputError) -> [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(range.count)
    let span = bytes.span
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      guard span[index] == 0x5C else {
        index += 1
        continue
      }
      try appendPlain(start..<index, of: span, to: &units)
      let (unit, byteCount) = try escape(at: index, before: range.upperBound, of: span)
      units.append(unit)
      index += byteCount
      start = index
    }
    try appendPlain(start..<range.upperBound, of: span, to: &units)
    return units
  }

  private static func appendPlain(
    _ range: Range<Int>, of bytes: Span<UInt8>, to units: inout [UInt16]
  ) throws(InputError) {
    guard UTF8Decoding.append(bytes.extracting(range), to: &units) == 0 else {
      throw InputError(.archiveText, at: range.lowerBound, detail: "not UTF-8")
    }
  }

  private static func escape(
    at index: Int, before end: Int, of bytes: Span<UInt8>
  ) throws(InputError) -> (unit: UInt16, byteCount: Int) {
    let wrong = InputError(.archiveText, at: index, detail: "escape")
    guard index + 1 < end else { throw wrong }
    switch bytes[index + 1] {
    case 0x5C: return (0x5C, 2)
    case UInt8(ascii: "n"): return (0x0A, 2)
    case UInt8(ascii: "r"): return (0x0D, 2)
    case UInt8(ascii: "u"):
      guard index + 6 <= end else { throw wrong }
      var unit: UInt16 = 0
      for place in index + 2..<index + 6 {
        let digit = bytes[place]
        switch digit {
        case 0x30...0x39: unit = unit << 4 | UInt16(digit - 0x30)
        case 0x61...0x66: unit = unit << 4 | UInt16(digit - 0x57)
        default: throw wrong
        }
      }
      return (unit, 6)
    default: throw wrong
    }
  }
}
