internal import IABytes
internal import IACSS
internal import IAUnicode

extension PageEncoding {
  /// Returns a style sheet in well-formed UTF-8: by its byte order mark, a rule `@charset` at its start, as UTF-8 where
  /// the bytes are that, and otherwise as Windows-1252 (CSS Syntax Level 3, section 3.2).
  static func decode(sheet bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return decode(sheet: Array(bytes.dropFirst(3))) }
    if bytes.starts(with: [0xFE, 0xFF]) { return decode(bytes.dropFirst(2), .utf16BigEndian) }
    if bytes.starts(with: [0xFF, 0xFE]) { return decode(bytes.dropFirst(2), .utf16LittleEndian) }
    if UTF8Decoding.isWellFormed(bytes[...]) { return bytes }
    let prefix = Array("@charset \"".utf8)
    guard bytes.starts(with: prefix) else { return decode(bytes[...], .windows1252) }
    let label = bytes.dropFirst(prefix.count).prefix(64).prefix { $0 != UInt8(ascii: "\"") }
    let charset = Charset(label: String(decoding: label, as: UTF8.self).lowercased())
    return decode(bytes[...], charset ?? .windows1252)
  }
}
