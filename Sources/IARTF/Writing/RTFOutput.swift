internal import IABytes
internal import IAFiles

/// The output of RTF, in one buffer that is reused.
struct RTFOutput {
  private var buffer = OutputBuffer(capacity: 0)
  let encoder: RTFTextEncoder
  private var covers: [Cover] = []
  /// The start in the buffer of the part that is written twice; `nil` outside of one.
  private var copyStart: Int?

  /// A range for which a fingerprint is computed.
  private struct Cover {
    /// The start of the part in the buffer that is not included yet.
    var start: Int
    var fingerprint = RTFFingerprint()
  }

  /// The number of bytes collected before they are written to the sink.
  static let chunkSize = 1 << 16

  init(encoder: RTFTextEncoder) { self.encoder = encoder }

  /// Ends a group.
  @inline(__always)
  mutating func closeGroup() { buffer.append(UInt8(ascii: "}")) }

  /// Appends fixed RTF.
  @inline(__always)
  mutating func write(_ text: StaticString) { buffer.append(text) }

  /// Appends prepared RTF.
  mutating func write(_ made: [UInt8]) { buffer.append(made) }

  /// Appends prepared RTF.
  @inline(__always)
  mutating func write(_ entry: Int, of table: borrowing MarkupTable) {
    buffer.append(entry, of: table)
  }

  /// Appends a control word with its number; the following bytes must delimit it.
  mutating func write(_ word: StaticString, _ number: Int) {
    write(word)
    write(number)
  }

  /// Appends a number.
  mutating func write(_ number: Int) {
    if (0..<10).contains(number) {
      buffer.append(0x30 + UInt8(number))
    } else {
      buffer.append(utf8: String(number))
    }
  }

  /// Appends UTF-16 text, escaped.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - readableCount: The number of units that can be read from its start on, if more than
  ///     `units.count`.
  @inline(__always)
  mutating func write(units: UnsafeBufferPointer<UInt16>, readableCount: Int = 0) {
    guard let start = units.baseAddress, !units.isEmpty else { return }
    let count = units.count
    // The encoder writes at most `maxBytesPerUnit` bytes for each unit, and `overhang` bytes after the
    // last.
    unsafe buffer.append(atMost: count * RTFTextEncoder.maxBytesPerUnit + RTFTextEncoder.overhang) {
      output in
      unsafe encoder.encode(
        start, count: count, readableCount: max(readableCount, count), to: output)
    }
  }

  /// Appends text, escaped.
  mutating func write(text: String) {
    let units = Array(text.utf16)
    unsafe units.withUnsafeBufferPointer { unsafe write(units: $0) }
  }

  /// Appends text for a destination whose readers support only simple escapes; control characters
  /// become spaces.
  mutating func write(line text: String) {
    if text.utf8.allSatisfy(Self.isPlain) { return buffer.append(utf8: text) }
    let units = text.utf16.map { $0 < 0x20 ? 0x20 : $0 }
    unsafe units.withUnsafeBufferPointer { unsafe write(units: $0) }
  }

  /// Appends bytes in hexadecimal digits, and writes complete chunks to the sink.
  mutating func write(hex content: [UInt8], to sink: inout some DocumentSink) throws {
    var start = 0
    while start < content.count {
      let end = min(start + Self.chunkSize / 2, content.count)
      // Two digits for each of the bytes.
      unsafe buffer.append(atMost: 2 * (end - start)) { output in
        for (place, byte) in content[start..<end].enumerated() {
          unsafe output[2 * place] = Self.digit(byte >> 4)
          unsafe output[2 * place + 1] = Self.digit(byte & 15)
        }
        return 2 * (end - start)
      }
      start = end
      try drain(into: &sink)
    }
  }

  /// Appends the sixteen hexadecimal digits of a fingerprint.
  mutating func write(fingerprint: UInt64) {
    // Two words of eight digits.
    unsafe buffer.append(atMost: 16) { output in
      let target = UnsafeMutableRawPointer(output)
      for (place, half) in [fingerprint >> 32, fingerprint & 0xFFFF_FFFF].enumerated() {
        unsafe target.storeBytes(
          of: Self.digits(half).bigEndian, toByteOffset: 8 * place, as: UInt64.self)
      }
      return 16
    }
  }

  /// Returns the eight hexadecimal digits of a number of 32 bits, the first in the highest byte.
  private static func digits(_ number: UInt64) -> UInt64 {
    // Moves each digit to a separate byte.
    var spread = (number | number &<< 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread &<< 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread | spread &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 for digits above 9, which are letters.
    let letters = (spread &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
    return spread &+ 0x3030_3030_3030_3030 &+ letters &* 39
  }

  /// Appends a few bytes in base64.
  mutating func write(base64 content: [UInt8]) {
    unsafe content.withUnsafeBufferPointer { unsafe buffer.append(base64: $0) }
  }

  /// Appends many bytes in base64, and writes complete chunks to the sink.
  mutating func write(base64 content: [UInt8], to sink: inout some DocumentSink) throws {
    // A multiple of three, so that only the last part is padded.
    let step = 3 * 16_384
    for start in stride(from: 0, to: content.count, by: step) {
      let end = min(start + step, content.count)
      unsafe content.withUnsafeBufferPointer {
        unsafe buffer.append(base64: UnsafeBufferPointer(rebasing: $0[start..<end]))
      }
      try drain(into: &sink)
    }
  }

  /// Writes the bytes to the sink if there are enough of them, or at the end.
  @inline(__always)
  mutating func drain(into sink: inout some DocumentSink, isEnd: Bool = false) throws {
    guard buffer.count >= Self.chunkSize || (isEnd && buffer.count > 0), copyStart == nil else {
      return
    }
    for index in covers.indices { cover(index) }
    for index in covers.indices { covers[index].start = 0 }
    try sink.write(buffer.take())
  }

  /// Removes and returns the bytes that were not written to a sink.
  mutating func take() -> [UInt8] { buffer.take() }

  /// Starts a part that is written twice; it stays in the buffer until `endCopy`.
  mutating func beginCopy() { copyStart = buffer.count }

  /// Ends the part, and writes a copy of it after the given RTF.
  mutating func endCopy(after start: StaticString) {
    guard let from = copyStart else { return }
    copyStart = nil
    let copy = unsafe buffer.withBytes(from: from) { unsafe Array($0) }
    write(start)
    write(copy)
  }

  /// Starts a fingerprint of the following output.
  mutating func beginCover() { covers.append(Cover(start: buffer.count)) }

  /// Ends the fingerprint that was started last, and returns it.
  mutating func endCover() -> UInt64 {
    cover(covers.count - 1)
    return covers.removeLast().fingerprint.finish()
  }

  private mutating func cover(_ index: Int) {
    let start = covers[index].start
    unsafe buffer.withBytes(from: start) { unsafe covers[index].fingerprint.add($0) }
  }

  /// Returns whether a byte is an ASCII character that represents itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7B).contains(byte) && byte != 0x5C
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }
}
