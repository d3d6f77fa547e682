internal import IABytes
internal import IAFormats

/// Bytes on their way to the sink, in one buffer that is used again and again.
struct HTMLOutput {
  private(set) var bytes: [UInt8] = []
  /// Whether nothing is kept: on the walk that only learns which styles there are.
  let isSilent: Bool
  /// What the text written so far held that a page cannot hold.
  var faults = TextFaults()

  /// How many bytes are collected before they go to the sink.
  static let chunkSize = 1 << 16

  init(isSilent: Bool) {
    self.isSilent = isSilent
    if !isSilent { bytes.reserveCapacity(2 * Self.chunkSize) }
  }

  /// Appends markup of our own.
  mutating func write(_ markup: StaticString) {
    guard !isSilent else { return }
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends markup that was made safe before.
  mutating func write(_ markup: [UInt8]) {
    guard !isSilent else { return }
    bytes.append(contentsOf: markup)
  }

  /// Appends markup that was made safe before.
  mutating func write(safe markup: String) {
    guard !isSilent else { return }
    bytes.append(contentsOf: markup.utf8)
  }

  /// Appends a number.
  mutating func write(_ number: Int) { write(safe: String(number)) }

  /// Appends foreign text, escaped for the place between tags and for quoted attributes alike.
  mutating func write(escaping text: String) {
    guard !isSilent else { return }
    if text.utf8.allSatisfy(Self.isPlain) { return bytes.append(contentsOf: text.utf8) }
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

  /// Appends UTF-16 text, escaped; a lone surrogate and what HTML forbids becomes U+FFFD.
  mutating func write(escaping units: ArraySlice<UInt16>) {
    guard !isSilent, !units.isEmpty else { return }
    units.withUnsafeBufferPointer { units in
      bytes.append(addingCapacity: units.count * TextEncoder.longest) { output in
        output.withUnsafeMutableBufferPointer { buffer, count in
          guard let base = buffer.baseAddress else { return }
          count += TextEncoder.encode(units, to: base + count, faults: &faults)
        }
      }
    }
  }

  /// Appends bytes in base64 and hands chunks to the sink on the way.
  mutating func write(base64 content: [UInt8], to sink: inout any DocumentSink) throws {
    guard !isSilent else { return }
    // A multiple of three, so that only the last piece is padded.
    let step = 3 * 16_384
    for start in stride(from: 0, to: content.count, by: step) {
      let end = min(start + step, content.count)
      Base64.append(encoding: content.span.extracting(start..<end), to: &bytes)
      try drain(into: &sink)
    }
  }

  /// Hands the bytes to the sink once there are enough of them, or at the end.
  mutating func drain(into sink: inout any DocumentSink, isEnd: Bool = false) throws {
    guard bytes.count >= Self.chunkSize || (isEnd && !bytes.isEmpty) else { return }
    try sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Whether a byte is that of an ASCII character which needs no escape anywhere.
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
    case "&": bytes.append(contentsOf: "&amp;".utf8)
    case "<": bytes.append(contentsOf: "&lt;".utf8)
    case ">": bytes.append(contentsOf: "&gt;".utf8)
    case "\"": bytes.append(contentsOf: "&quot;".utf8)
    case "'": bytes.append(contentsOf: "&#39;".utf8)
    case "\t": bytes.append(contentsOf: "&#9;".utf8)
    case "\n": bytes.append(contentsOf: "&#10;".utf8)
    default:
      let isAllowed = TextEncoder.isAllowed(scalar.value)
      bytes.append(contentsOf: (isAllowed ? scalar : "\u{FFFD}").utf8)
    }
  }
}
