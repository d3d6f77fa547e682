internal import IABytes
internal import IACSS
internal import IAUnicode

extension PageEncoding {
  /// Returns a style sheet as well-formed UTF-8.
  ///
  /// The encoding comes from the byte order mark; otherwise it is UTF-8 if the bytes are
  /// well-formed UTF-8, then the encoding of `@charset` at the start, then Windows-1252 (after CSS
  /// Syntax Module Level 3, section 3.2, which does not test for UTF-8).
  static func decode(sheet bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes.removeFirst(3)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      return decode(bytes.dropFirst(2), .utf16BigEndian)
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      return decode(bytes.dropFirst(2), .utf16LittleEndian)
    }
    if UTF8Decoding.isWellFormed(bytes[...]) { return bytes }
    let prefix = Array("@charset \"".utf8)
    guard bytes.starts(with: prefix) else { return decode(bytes[...], .windows1252) }
    let label = bytes.dropFirst(prefix.count).prefix(64).prefix { $0 != UInt8(ascii: "\"") }
    let charset = Charset(label: String(decoding: label, as: UTF8.self).lowercased())
    return decode(bytes[...], charset ?? .windows1252)
  }
}
