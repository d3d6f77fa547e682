/// The lower-case form of UTF-8, equal to that of `String.lowercased()`.
enum LowerCase {
  /// Returns the lower-case form of valid UTF-8.
  ///
  /// - Complexity: O(*n*).
  static func bytes(of text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    // Mappings are looked up once for each scalar, because each look-up allocates a string.
    var mappings: [UInt32: [UInt8]] = [:]
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        result.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        index += 1
        continue
      }
      let end = min(index + (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4), text.count)
      var key: UInt32 = 0
      for place in index..<end { key = key << 8 | UInt32(text[place]) }
      if let known = mappings[key] {
        result += known
      } else {
        let mapped = Array(String(decoding: text[index..<end], as: UTF8.self).lowercased().utf8)
        mappings[key] = mapped
        result += mapped
      }
      index = end
    }
    return result
  }
}
