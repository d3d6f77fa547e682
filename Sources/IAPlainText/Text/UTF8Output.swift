internal import IABytes
internal import IAFiles

/// Encodes UTF-16 units as UTF-8 and writes it to a sink in parts.
///
/// A lone surrogate becomes U+FFFD.
struct UTF8Output {
  private var bytes: [UInt8] = []
  private var high: UInt32 = 0

  /// The number of bytes that are collected before they are written to the sink.
  private static let pieceSize = 1 << 18

  init() { bytes.reserveCapacity(Self.pieceSize + 4) }

  /// Appends units.
  mutating func append(_ units: Span<UInt16>) {
    var start = 0
    // A pending lead surrogate, or one at the end of a chunk, is handled separately.
    while high != 0, start < units.count {
      appendSlowly(units[start])
      start += 1
    }
    var end = units.count
    if end > start, UTF16.isLeadSurrogate(units[end - 1]) { end -= 1 }
    UTF8Encoding.append(units.extracting(start..<end), to: &bytes)
    if end < units.count { append(units[end]) }
  }

  /// Appends units of one byte each.
  mutating func append(latin1 units: Span<UInt8>) {
    giveUpPair()
    UTF8Encoding.append(latin1: units, to: &bytes)
  }

  @inline(__always)
  mutating func append(_ unit: UInt16) {
    if unit < 0x80, high == 0 {
      bytes.append(UInt8(truncatingIfNeeded: unit))
    } else {
      appendSlowly(unit)
    }
  }

  private mutating func appendSlowly(_ unit: UInt16) {
    if high != 0 {
      let lead = high
      high = 0
      if UTF16.isTrailSurrogate(unit) {
        append(scalar: 0x10000 + (lead - 0xD800) << 10 + UInt32(unit) - 0xDC00)
        return
      }
      append(scalar: 0xFFFD)
    }
    if UTF16.isLeadSurrogate(unit) {
      high = UInt32(unit)
    } else {
      append(scalar: UTF16.isTrailSurrogate(unit) ? 0xFFFD : UInt32(unit))
    }
  }

  /// Writes U+FFFD for a pending lead surrogate that is not followed by a trail surrogate.
  private mutating func giveUpPair() {
    if high != 0 { append(scalar: 0xFFFD) }
    high = 0
  }

  private mutating func append(scalar: UInt32) {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (scalar >> shift & 0x3F)) }
    switch scalar {
    case ..<0x80: bytes.append(UInt8(scalar))
    case ..<0x800:
      bytes.append(UInt8(0xC0 | scalar >> 6))
      bytes.append(tail(0))
    case ..<0x10000:
      bytes.append(UInt8(0xE0 | scalar >> 12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    default:
      bytes.append(UInt8(0xF0 | scalar >> 18))
      bytes.append(tail(12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    }
  }

  /// Writes the collected bytes to the sink, if there are enough.
  mutating func flush(to sink: inout some DocumentSink) throws {
    if bytes.count >= Self.pieceSize { try handOver(to: &sink) }
  }

  /// Writes all remaining bytes to the sink.
  mutating func finish(to sink: inout some DocumentSink) throws {
    giveUpPair()
    if !bytes.isEmpty { try handOver(to: &sink) }
  }

  private mutating func handOver(to sink: inout some DocumentSink) throws {
    try sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
