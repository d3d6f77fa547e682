/// Bytes as text in 64 characters: RFC 4648, section 4, with padding and nothing else.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each character, 255 for those that have none.
  private static let values: [UInt8] = {
    var values = Array(repeating: UInt8.max, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The text of bytes.
  ///
  /// - Complexity: O(*n*).
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Self.alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let second = index + 1 < bytes.count ? bytes[index + 1] : 0
      let third = index + 2 < bytes.count ? bytes[index + 2] : 0
      let group = Int(bytes[index]) << 16 | Int(second) << 8 | Int(third)
      let padding = UInt8(ascii: "=")
      text.append(alphabet[group >> 18])
      text.append(alphabet[group >> 12 & 63])
      text.append(index + 1 < bytes.count ? alphabet[group >> 6 & 63] : padding)
      text.append(index + 2 < bytes.count ? alphabet[group & 63] : padding)
      index += 3
    }
    return text
  }

  /// The bytes of a text; nil where any other character occurs, padding is missing, or unused bits
  /// are not 0.
  ///
  /// - Complexity: O(*n*).
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    let values = Self.values
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group = 0
    var bits = 0
    var padding = 0
    var length = 0
    for character in text {
      length += 1
      if character == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      let value = values[Int(character)]
      guard value != .max, padding == 0 else { return nil }
      group = group << 6 | Int(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> bits))
        group &= 1 << bits - 1
      }
    }
    guard length.isMultiple(of: 4), padding == bits / 2, padding < 3, group == 0 else { return nil }
    return bytes
  }
}
