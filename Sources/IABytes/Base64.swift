/// Base64 by RFC 4648, section 4: the standard alphabet, padded, without line breaks.
///
/// Decoding is strict: every byte string has exactly one accepted text.
public enum Base64 {
  private static let digits: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// The two digits of each number of twelve bits, the first in the low byte.
  private static let pairs: [UInt16] = (0..<4096).map { value in
    unsafe UInt16(digits.utf8Start[value >> 6]) | UInt16(digits.utf8Start[value & 0x3F]) << 8
  }

  /// The value of each byte as a digit, 0xFF for others.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for value in 0..<64 { unsafe values[Int(digits.utf8Start[value])] = UInt8(value) }
    return values
  }()

  /// Returns the length of the base64 text of `count` bytes.
  public static func encodedCount(ofByteCount count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Appends the text of bytes.
  ///
  /// - Complexity: O(*n*).
  public static func append(encoding bytes: Span<UInt8>, to text: inout [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      text.append(addingCapacity: encodedCount(ofByteCount: bytes.count)) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          guard let start = buffer.baseAddress else { return }
          count += unsafe encode(bytes, to: start + count)
        }
      }
    }
  }

  /// Writes the base64 text of bytes and returns its length.
  ///
  /// - Precondition: `output` has a capacity of at least `encodedCount` bytes.
  public static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let digits = unsafe digits.utf8Start
    var out = unsafe output
    var index = 0
    if bytes.count >= 8, let start = bytes.baseAddress {
      index = unsafe encodeSixes(UnsafeRawPointer(start), byteCount: bytes.count, to: out)
      unsafe out += index / 3 * 4
    }
    while index + 3 <= bytes.count {
      let (first, second, third) = unsafe (bytes[index], bytes[index + 1], bytes[index + 2])
      let group = Int(first) << 16 | Int(second) << 8 | Int(third)
      unsafe out[0] = digits[group >> 18]
      unsafe out[1] = digits[group >> 12 & 0x3F]
      unsafe out[2] = digits[group >> 6 & 0x3F]
      unsafe out[3] = digits[group & 0x3F]
      unsafe out += 4
      index += 3
    }
    guard index < bytes.count else { return unsafe out - output }
    let hasTwo = index + 1 < bytes.count
    let (first, second) = unsafe (bytes[index], hasTwo ? bytes[index + 1] : 0)
    let group = Int(first) << 16 | Int(second) << 8
    unsafe out[0] = digits[group >> 18]
    unsafe out[1] = digits[group >> 12 & 0x3F]
    unsafe out[2] = hasTwo ? digits[group >> 6 & 0x3F] : UInt8(ascii: "=")
    unsafe out[3] = UInt8(ascii: "=")
    return unsafe out + 4 - output
  }

  /// Encodes six bytes at a time while at least eight bytes can be read, and returns the number of encoded bytes.
  private static func encodeSixes(
    _ input: UnsafeRawPointer, byteCount: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    unsafe pairs.withUnsafeBufferPointer { pairs in
      let out = UnsafeMutableRawPointer(output)
      var index = 0
      var place = 0
      while index &+ 8 <= byteCount {
        let word = unsafe UInt64(
          bigEndian: input.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let low =
          unsafe UInt64(pairs[Int(word &>> 52)])
          | UInt64(pairs[Int(word &>> 40 & 0xFFF)]) &<< 16
        let high =
          unsafe UInt64(pairs[Int(word &>> 28 & 0xFFF)])
          | UInt64(pairs[Int(word &>> 16 & 0xFFF)]) &<< 16
        unsafe out.storeBytes(
          of: (low | high &<< 32).littleEndian, toByteOffset: place, as: UInt64.self)
        index &+= 6
        place &+= 8
      }
      return index
    }
  }

  /// Returns the base64 text of bytes.
  ///
  /// - Complexity: O(*n*).
  public static func encode(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    append(encoding: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a base64 text.
  ///
  /// - Throws: `base64.character` at the first byte that is not a digit, or at a misplaced `=`;
  ///   `base64.length` at the end of a text whose length is not a multiple of 4; `base64.bits` at a
  ///   last digit with non-zero padding bits. Offsets count from the start of `text`.
  /// - Complexity: O(*n*).
  public static func decode(_ text: Span<UInt8>) throws(InputError) -> [UInt8] {
    let values = values.span
    var padding = 0
    while padding < 2, padding < text.count, text[text.count - 1 - padding] == UInt8(ascii: "=") {
      padding += 1
    }
    let end = text.count - padding
    let (decoded, start) = decodeGroups(text, to: end)
    var bytes = decoded
    var group: UInt32 = 0
    for index in start..<end {
      let value = values[Int(text[index])]
      guard value < 64 else { throw InputError(.base64Character, at: index) }
      group = group << 6 | UInt32(value)
    }
    guard text.count & 3 == 0 else { throw InputError(.base64Length, at: text.count) }
    switch padding {
    case 1:
      guard group & 0x3 == 0 else { throw InputError(.base64Bits, at: end - 1) }
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    case 2:
      guard group & 0xF == 0 else { throw InputError(.base64Bits, at: end - 1) }
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    default: break
    }
    return bytes
  }

  /// Returns the bytes of the groups of four digits at the start of a text, with a capacity for two
  /// more, and the offset of the first group before `end` that is not complete.
  private static func decodeGroups(
    _ text: Span<UInt8>, to end: Int
  ) -> (bytes: [UInt8], end: Int) {
    var bytes: [UInt8] = []
    var index = 0
    bytes.append(addingCapacity: end / 4 * 3 + 2) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard let start = buffer.baseAddress else { return }
        index = unsafe decodeGroups(text, to: end, start + count)
        count += index / 4 * 3
      }
    }
    return (bytes, index)
  }

  /// Writes the bytes of complete groups, and returns the offset after the last one.
  ///
  /// - Parameters:
  ///   - text: The text, of at least `end` bytes.
  ///   - output: Memory for three bytes for each four of the text.
  private static func decodeGroups(
    _ text: Span<UInt8>, to end: Int, _ output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    // Offsets in the text are below `end`; each byte is an index of the table of 256 values.
    unsafe text.withUnsafeBufferPointer { text in
      unsafe values.withUnsafeBufferPointer { values in
        var out = unsafe output
        var index = 0
        while index &+ 4 <= end {
          let first = unsafe values[Int(text[index])]
          let second = unsafe values[Int(text[index &+ 1])]
          let third = unsafe values[Int(text[index &+ 2])]
          let fourth = unsafe values[Int(text[index &+ 3])]
          guard first | second | third | fourth < 64 else { break }
          unsafe out[0] = first &<< 2 | second &>> 4
          unsafe out[1] = second &<< 4 | third &>> 2
          unsafe out[2] = third &<< 6 | fourth
          unsafe out += 3
          index &+= 4
        }
        return index
      }
    }
  }
}

extension InputError.Code {
  /// A byte that is no base64 digit, or padding out of its place.
  public static let base64Character = Self(rawValue: "base64.character")
  /// The length of a base64 text is not a multiple of 4.
  public static let base64Length = Self(rawValue: "base64.length")
  /// A last base64 digit with bits set that belong to no byte.
  public static let base64Bits = Self(rawValue: "base64.bits")
}
