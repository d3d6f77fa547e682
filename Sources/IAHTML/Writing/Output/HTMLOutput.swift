internal import IABytes
internal import IAFiles

/// Bytes on their way to the sink, in one buffer that is used again and again.
struct HTMLOutput {
  private var buffer: OutputBuffer
  /// Whether nothing is kept: on the walk that only learns which styles there are.
  let isSilent: Bool
  /// The characters written so far that a page cannot contain.
  var faults = TextFaults()

  /// The number of bytes that are collected before they go to the sink.
  static let chunkSize = 1 << 16

  init(isSilent: Bool = false, capacity: Int = 2 * chunkSize) {
    self.isSilent = isSilent
    buffer = OutputBuffer(capacity: isSilent ? 0 : capacity)
  }

  /// Appends markup of our own.
  mutating func write(_ markup: StaticString) {
    guard !isSilent else { return }
    buffer.append(markup)
  }

  /// Appends markup that was made safe before.
  mutating func write(_ entry: Int, of table: borrowing MarkupTable) {
    guard !isSilent else { return }
    buffer.append(entry, of: table)
  }

  /// Appends markup that was made safe before.
  mutating func write(safe markup: String) {
    guard !isSilent else { return }
    buffer.append(utf8: markup)
  }

  /// Appends a number.
  mutating func write(_ number: Int) { write(safe: String(number)) }

  /// Appends foreign text, escaped for the place between tags and for quoted attributes alike.
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

  /// Appends UTF-16 text, escaped for the place between tags; a lone surrogate and what HTML forbids
  /// becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - readableCount: How many units lie in memory from its start on, where more do.
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

  /// Appends a few bytes in base64.
  mutating func write(base64 content: [UInt8]) {
    guard !isSilent else { return }
    unsafe content.withUnsafeBufferPointer { unsafe buffer.append(base64: $0) }
  }

  /// Appends bytes in base64 and hands chunks to the sink on the way.
  mutating func write(base64 content: [UInt8], to sink: inout some DocumentSink) throws {
    guard !isSilent else { return }
    // A multiple of three, so that only the last piece is padded.
    let step = 3 * 16_384
    for start in stride(from: 0, to: content.count, by: step) {
      let end = min(start + step, content.count)
      unsafe content.withUnsafeBufferPointer {
        unsafe buffer.append(base64: UnsafeBufferPointer(rebasing: $0[start..<end]))
      }
      try drain(into: &sink)
    }
  }

  /// Passes the bytes to the sink if there are enough of them, or at the end.
  @inline(__always)
  mutating func drain(into sink: inout some DocumentSink, isEnd: Bool = false) throws {
    guard buffer.count >= Self.chunkSize || (isEnd && buffer.count > 0) else { return }
    try sink.write(buffer.take())
  }

  /// Returns the bytes that did not go to a sink, which are forgotten here.
  mutating func take() -> [UInt8] { buffer.take() }

  /// Returns whether a byte is that of an ASCII character which needs no escape anywhere.
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
