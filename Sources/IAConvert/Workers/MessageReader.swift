internal import IABytes

/// A cursor over the payload of a frame, which checks each field against its range.
struct MessageReader {
  private let bytes: [UInt8]
  private var reader: ByteReader
  /// The offset of the field that was read last.
  private var fieldOffset = 0

  /// Creates a cursor at the start of a payload.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    reader = ByteReader(0..<bytes.count)
  }

  /// The offset of the next field.
  var byteOffset: Int { reader.byteOffset }

  /// Reads a number of a width in bytes.
  ///
  /// - Throws: `worker.value` if it is larger than the maximum, or the payload ends.
  mutating func number(_ width: Int, atMost maximum: Int = .max) throws(InputError) -> Int {
    fieldOffset = byteOffset
    let start = byteOffset
    let value = try fixed(width)
    guard value <= UInt64(maximum) else {
      throw InputError(.workerValue, at: start, detail: "\(value), at most \(maximum)")
    }
    return Int(value)
  }

  /// Reads a byte that is 0 or 1.
  mutating func flag() throws(InputError) -> Bool { try number(1, atMost: 1) == 1 }

  /// Reads a text in UTF-8 that follows its length in bytes.
  mutating func text(atMost maximum: Int) throws(InputError) -> String {
    let field = byteOffset
    let count = try number(4, atMost: maximum)
    let start = byteOffset
    fieldOffset = field
    let range = try stretch(count)
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw InputError(.workerValue, at: start, detail: "text that is not UTF-8")
    }
    return text
  }

  /// Reads a fixed number of bytes.
  mutating func take(_ count: Int) throws(InputError) -> [UInt8] {
    fieldOffset = byteOffset
    return Array(bytes[try stretch(count)])
  }

  /// Reads all remaining bytes.
  mutating func rest() throws(InputError) -> [UInt8] { try take(reader.remaining) }

  /// Whether all bytes were read.
  var isAtEnd: Bool { reader.isAtEnd }

  /// Checks that all bytes were read.
  func end() throws(InputError) {
    guard reader.isAtEnd else {
      throw InputError(.workerValue, at: byteOffset, detail: "\(reader.remaining) bytes too many")
    }
  }

  /// Returns the error for an invalid value of the last field, with the offset of its start.
  func invalid(_ detail: String) -> InputError {
    InputError(.workerValue, at: fieldOffset, detail: detail)
  }

  /// The error for a payload that ends inside a field.
  private var truncated: InputError {
    InputError(.workerValue, at: byteOffset, detail: "the payload is too short")
  }

  private mutating func fixed(_ width: Int) throws(InputError) -> UInt64 {
    guard width <= reader.remaining else { throw truncated }
    let bytes = bytes
    return try reader.fixed(width, bytes.span)
  }

  private mutating func stretch(_ count: Int) throws(InputError) -> Range<Int> {
    guard count <= reader.remaining else { throw truncated }
    return try reader.stretch(count)
  }
}

extension ByteWriter {
  /// Appends the length of a text in bytes, and its bytes; a text that is longer than the maximum is truncated.
  mutating func text(_ text: String, atMost maximum: Int) {
    var bytes = Array(text.utf8)
    if bytes.count > maximum {
      // An ellipsis marks the truncation; the text is never cut inside a scalar.
      var end = maximum - 3
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      bytes = bytes[..<end] + Array("…".utf8)
    }
    fixed(UInt32(bytes.count))
    append(bytes)
  }

  /// Appends a number of 8 bytes; a negative number becomes 0.
  mutating func count(_ value: Int) { fixed(UInt64(max(value, 0))) }

  /// Appends 1 or 0.
  mutating func flag(_ value: Bool) { byte(value ? 1 : 0) }
}
