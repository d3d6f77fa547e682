internal import IABytes
internal import IAFiles

/// A reusable output buffer for the bytes of a page.
struct HTMLOutput {
  private var buffer: OutputBuffer
  /// Whether all output is discarded, during a survey.
  let isSilent: Bool
  /// The characters written so far that a page cannot contain.
  var faults = TextFaults()

  /// The number of bytes from which `drain(into:isEnd:)` writes to the sink.
  static let chunkSize = 1 << 16

  init(isSilent: Bool = false, capacity: Int = 2 * chunkSize) {
    self.isSilent = isSilent
    buffer = OutputBuffer(capacity: isSilent ? 0 : capacity)
  }

  /// Appends constant markup.
  mutating func write(_ markup: StaticString) {
    guard !isSilent else { return }
    buffer.append(markup)
  }

  /// Appends a table entry of safe markup.
  mutating func write(_ entry: Int, of table: borrowing MarkupTable) {
    guard !isSilent else { return }
    buffer.append(entry, of: table)
  }

  /// Appends safe markup without escaping.
  mutating func write(safe markup: String) {
    guard !isSilent else { return }
    buffer.append(utf8: markup)
  }

  /// Appends a decimal number.
  mutating func write(_ number: Int) { write(safe: String(number)) }

  /// Appends text, escaped for text content and quoted attribute values.
  mutating func write(escaping text: String) {
    guard !isSilent else { return }
    if text.utf8.allSatisfy(Self.isPlain) { return buffer.append(utf8: text) }
    for scalar in text.unicodeScalars { append(escaping: scalar) }
  }

  /// Appends an attribute with a leading space and a quoted, escaped value.
  mutating func writeAttribute(_ name: StaticString, _ value: String) {
    write(" ")
    write(name)
    write("=\"")
    write(escaping: value)
    write("\"")
  }

  /// Appends UTF-16 text, escaped for text content; lone surrogates and characters that HTML does
  /// not allow become U+FFFD.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - readableCount: The number of readable units in memory from the start of `units`, if larger
  ///     than its count.
  @inline(__always)
  mutating func write(escaping units: UnsafeBufferPointer<UInt16>, readableCount: Int = 0) {
    guard !isSilent, let start = units.baseAddress, !units.isEmpty else { return }
    let count = units.count
    buffer.reserve(count * TextEncoder.longest + TextEncoder.overhang)
    unsafe buffer.append(atMost: 0) { output in
      unsafe TextEncoder.encode(
        start, count: count, readableCount: max(readableCount, count), to: output, faults: &faults)
    }
  }

  /// Appends bytes in base64.
  mutating func write(base64 content: [UInt8]) {
    guard !isSilent else { return }
    unsafe content.withUnsafeBufferPointer { unsafe buffer.append(base64: $0) }
  }

  /// Appends bytes in base64, and writes to the sink whenever a chunk is complete.
  mutating func write(base64 content: [UInt8], to sink: inout some DocumentSink) throws {
    guard !isSilent else { return }
    // A multiple of 3, so that only the last chunk has padding.
    let step = 3 * 16_384
    for start in stride(from: 0, to: content.count, by: step) {
      let end = min(start + step, content.count)
      unsafe content.withUnsafeBufferPointer {
        unsafe buffer.append(base64: UnsafeBufferPointer(rebasing: $0[start..<end]))
      }
      try drain(into: &sink)
    }
  }

  /// Writes the buffer to the sink if it has at least `chunkSize` bytes, or at the end.
  @inline(__always)
  mutating func drain(into sink: inout some DocumentSink, isEnd: Bool = false) throws {
    guard buffer.count >= Self.chunkSize || (isEnd && buffer.count > 0) else { return }
    try sink.write(buffer.take())
  }

  /// Returns and removes the bytes that were not written to a sink.
  mutating func take() -> [UInt8] { buffer.take() }

  /// Returns whether a byte is an ASCII character that needs no escaping in text and attribute
  /// values.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: (0x20..<0x7F).contains(byte)
    }
  }

  private mutating func append(escaping scalar: Unicode.Scalar) {
    switch scalar {
    case "&": buffer.append("&amp;")
    case "<": buffer.append("&lt;")
    case ">": buffer.append("&gt;")
    case "\"": buffer.append("&quot;")
    case "'": buffer.append("&#39;")
    case "\t": buffer.append("&#9;")
    case "\n": buffer.append("&#10;")
    default:
      let isAllowed = TextEncoder.isAllowed(scalar.value)
      buffer.append(utf8: String(isAllowed ? scalar : "\u{FFFD}"))
    }
  }
}
