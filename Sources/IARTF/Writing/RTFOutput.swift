internal import IABytes
internal import IAFormats

/// RTF on its way to the sink, in one buffer that is used again and again.
struct RTFOutput {
  private(set) var bytes: [UInt8] = []
  private let encoder: RTFTextEncoder
  private var covers: [Cover] = []

  /// A stretch of which a fingerprint is being made.
  private struct Cover {
    /// Where in the buffer it goes on.
    var start: Int
    var fingerprint = RTFFingerprint()
  }

  /// How many bytes are collected before they go to the sink.
  static let chunkSize = 1 << 16

  init(encoder: RTFTextEncoder) {
    self.encoder = encoder
    bytes.reserveCapacity(2 * Self.chunkSize)
  }

  /// Ends a group.
  mutating func closeGroup() { bytes.append(UInt8(ascii: "}")) }

  /// Appends RTF of our own.
  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends RTF that was made before.
  mutating func write(_ made: [UInt8]) { bytes.append(contentsOf: made) }

  /// Appends a control word with its number; what follows must delimit it.
  mutating func write(_ word: StaticString, _ number: Int) {
    write(word)
    write(number)
  }

  /// Appends a number.
  mutating func write(_ number: Int) {
    if (0..<10).contains(number) {
      bytes.append(0x30 + UInt8(number))
    } else {
      bytes.append(contentsOf: String(number).utf8)
    }
  }

  /// Appends UTF-16 text, escaped.
  mutating func write(units: UnsafeBufferPointer<UInt16>) {
    guard !units.isEmpty else { return }
    bytes.append(addingCapacity: units.count * RTFTextEncoder.longest) { output in
      output.withUnsafeMutableBufferPointer { buffer, count in
        guard let base = buffer.baseAddress else { return }
        count += encoder.encode(units, to: base + count)
      }
    }
  }

  /// Appends text, escaped.
  mutating func write(text: String) {
    let units = Array(text.utf16)
    units.withUnsafeBufferPointer { write(units: $0) }
  }

  /// Appends text for a destination whose readers know no escapes but these: printable ASCII, all
  /// else as in `write(text:)`, line ends as spaces.
  mutating func write(line text: String) {
    if text.utf8.allSatisfy(Self.isPlain) { return bytes.append(contentsOf: text.utf8) }
    let units = text.utf16.map { $0 < 0x20 ? 0x20 : $0 }
    units.withUnsafeBufferPointer { write(units: $0) }
  }

  /// Appends bytes in hexadecimal digits and hands chunks to the sink on the way.
  mutating func write(hex content: [UInt8], to sink: inout any DocumentSink) throws {
    var start = 0
    while start < content.count {
      let end = min(start + Self.chunkSize / 2, content.count)
      bytes.append(addingCapacity: 2 * (end - start)) { output in
        for byte in content[start..<end] {
          output.append(Self.digit(byte >> 4))
          output.append(Self.digit(byte & 15))
        }
      }
      start = end
      try drain(into: &sink)
    }
  }

  /// Appends the sixteen hexadecimal digits of a fingerprint.
  mutating func write(fingerprint: UInt64) {
    for shift in stride(from: 60, through: 0, by: -4) {
      bytes.append(Self.digit(UInt8(fingerprint >> UInt64(shift) & 15)))
    }
  }

  /// Appends a few bytes in base64.
  mutating func write(base64 content: [UInt8]) {
    bytes.append(addingCapacity: Base64.encodedCount(ofByteCount: content.count)) { output in
      var index = 0
      while index + 3 <= content.count {
        let group =
          UInt32(content[index]) << 16 | UInt32(content[index + 1]) << 8
          | UInt32(content[index + 2])
        output.append(Self.base64Digit(group >> 18))
        output.append(Self.base64Digit(group >> 12))
        output.append(Self.base64Digit(group >> 6))
        output.append(Self.base64Digit(group))
        index += 3
      }
      while index < content.count {
        let taken = min(3, content.count - index)
        var group = UInt32(content[index]) << 16
        if taken > 1 { group |= UInt32(content[index + 1]) << 8 }
        if taken > 2 { group |= UInt32(content[index + 2]) }
        output.append(Self.base64Digit(group >> 18))
        output.append(Self.base64Digit(group >> 12))
        output.append(taken > 1 ? Self.base64Digit(group >> 6) : UInt8(ascii: "="))
        output.append(taken > 2 ? Self.base64Digit(group) : UInt8(ascii: "="))
        index += taken
      }
    }
  }

  /// Appends many bytes in base64 and hands chunks to the sink on the way.
  mutating func write(base64 content: [UInt8], to sink: inout any DocumentSink) throws {
    // A multiple of three, so that only the last piece is padded.
    let step = 3 * 16_384
    for start in stride(from: 0, to: content.count, by: step) {
      write(base64: Array(content[start..<min(start + step, content.count)]))
      try drain(into: &sink)
    }
  }

  /// Hands the bytes to the sink once there are enough of them, or at the end.
  mutating func drain(into sink: inout any DocumentSink, isEnd: Bool = false) throws {
    guard bytes.count >= Self.chunkSize || (isEnd && !bytes.isEmpty) else { return }
    for index in covers.indices { cover(index) }
    for index in covers.indices { covers[index].start = 0 }
    try sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Starts a fingerprint of what is written from here on.
  mutating func beginCover() { covers.append(Cover(start: bytes.count)) }

  /// The fingerprint of what was written since the last start that has no end yet.
  mutating func endCover() -> UInt64 {
    cover(covers.count - 1)
    return covers.removeLast().fingerprint.finish()
  }

  private mutating func cover(_ index: Int) {
    let start = covers[index].start
    bytes.withUnsafeBufferPointer {
      covers[index].fingerprint.add(UnsafeBufferPointer(rebasing: $0[start...]))
    }
  }

  /// Whether a byte is that of an ASCII character that stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7B).contains(byte) && byte != 0x5C
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }

  private static let base64Digits: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  @inline(__always)
  private static func base64Digit(_ value: UInt32) -> UInt8 {
    base64Digits.utf8Start[Int(value & 0x3F)]
  }
}
