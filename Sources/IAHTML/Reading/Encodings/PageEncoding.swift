public import IABytes
internal import IACSS
internal import IAFormats
internal import IAUnicode

/// Detects the encoding of a page and converts the page to UTF-8.
enum PageEncoding {
  /// The number of bytes that are searched first for an encoding declaration.
  ///
  /// The HTML Standard, section 13.2.3.2, recommends 1,024.
  private static let searched = 4096
  /// The number of bytes that are searched in a page that is not well-formed UTF-8; a browser that
  /// meets a late declaration decodes the page again.
  private static let searchedLater = 1 << 18

  /// Returns the page as well-formed UTF-8 without a byte order mark.
  ///
  /// The first of these decides, as in browsers: the byte order mark, zero bytes around the first
  /// characters (UTF-16), `said`, a declaration in the page. Without them the page is UTF-8 if its
  /// bytes are well-formed UTF-8, otherwise Windows-1252.
  ///
  /// - Parameter said: The name of the encoding from outside of the page; `nil` if unknown.
  /// - Throws: `html.charset` for UTF-7, which can hide markup from security checks.
  static func decode(
    _ bytes: [UInt8], said: String?, report: inout ConversionReport
  ) throws(InputError) -> [UInt8] {
    let body = withoutClipboardHead(bytes)
    func whole() -> [UInt8] { body.count == bytes.count ? bytes : Array(body) }
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return marked(body.dropFirst(3), &report) }
    if body.starts(with: [0xFE, 0xFF]) { return utf16(body.dropFirst(2), isBig: true, &report) }
    if body.starts(with: [0xFF, 0xFE]) { return utf16(body.dropFirst(2), isBig: false, &report) }
    let declared = said ?? declaration(in: body.prefix(searched))
    if declared == nil, looksLikeUTF16(body) == nil,
      UTF8Decoding.isWellFormed(body)
    {
      return whole()
    }
    let later = declared ?? declaration(in: body.prefix(searchedLater))
    let name = later?.lowercased().trimmingASCIISpace() ?? ""
    if name == "utf-7" || name == "unicode-1-1-utf-7" || name == "csunicode11utf7" {
      throw InputError(.htmlCharset, at: 0, detail: name)
    }
    if let isBig = looksLikeUTF16(body) { return utf16(body, isBig: isBig, &report) }
    var charset = Charset(label: name)
    // A UTF-16 declaration that is readable as ASCII is wrong (HTML Standard, section 13.2.3.2).
    if charset == .utf16LittleEndian || charset == .utf16BigEndian || name.hasPrefix("utf-16") {
      charset = .utf8
    }
    let isUTF8 = charset == .utf8 || charset == nil
    if isUTF8, UTF8Decoding.isWellFormed(body) { return whole() }
    if charset == .utf8 { return repaired(body, &report) }
    if let charset { return decode(body, charset) }
    if !name.isEmpty { report.add(.repaired, .encoding, name) }
    return decode(body, .windows1252)
  }

  /// Returns bytes of a character set as well-formed UTF-8.
  static func decode(_ bytes: ArraySlice<UInt8>, _ charset: Charset) -> [UInt8] {
    var units: [UInt16] = []
    charset.append(bytes, to: &units)
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns the start of a page in any encoding with its ASCII characters as single bytes.
  static func prefixAsASCII(_ prefix: [UInt8]) -> [UInt8] {
    if let isBig = looksLikeUTF16(prefix[...]) {
      return stride(from: isBig ? 1 : 0, to: prefix.count, by: 2).map { prefix[$0] }
    }
    if prefix.starts(with: [0xFE, 0xFF]) || prefix.starts(with: [0xFF, 0xFE]) {
      let isBig = prefix[0] == 0xFE
      return stride(from: isBig ? 3 : 2, to: prefix.count, by: 2).map { prefix[$0] }
    }
    return prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(prefix.dropFirst(3)) : prefix
  }

  /// Returns the page without the header of the Windows clipboard format "HTML Format" (CF_HTML).
  private static func withoutClipboardHead(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let head = bytes.prefix(512)
    guard head.starts(with: Array("Version:".utf8)) else { return bytes[...] }
    let text = String(decoding: head, as: UTF8.self)
    guard text.contains("StartHTML:"), let start = bytes.firstIndex(of: UInt8(ascii: "<")) else {
      return bytes[...]
    }
    return bytes[start...]
  }

  /// Returns the byte order of UTF-16 without a byte order mark, `true` for big-endian; `nil` for
  /// other encodings.
  ///
  /// UTF-16 is recognised by `<` and another ASCII character, each with a zero byte.
  private static func looksLikeUTF16(_ bytes: ArraySlice<UInt8>) -> Bool? {
    let head = Array(bytes.prefix(4))
    guard head.count == 4 else { return nil }
    if head[0] == 0x3C, head[1] == 0, head[2] != 0, head[3] == 0 { return false }
    if head[0] == 0, head[1] == 0x3C, head[2] == 0, head[3] != 0 { return true }
    return nil
  }

  /// Returns the lower-case name of the encoding in a `meta` element or an XML declaration.
  private static func declaration(in bytes: ArraySlice<UInt8>) -> String? {
    let head = bytes.map { byte in
      (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
    let text = head[...]
    var at = 0
    while at < text.count {
      guard text[at] == UInt8(ascii: "<") else {
        at += 1
        continue
      }
      let rest = text[at...]
      if rest.starts(with: Array("<!--".utf8)) {
        at = find("-->", in: text, from: at + 4).map { $0 + 3 } ?? text.count
      } else if rest.starts(with: Array("<meta".utf8)) {
        let end = find(">", in: text, from: at) ?? text.count
        if let name = charset(in: text[at..<end], after: "charset") { return name }
        at = end
      } else if rest.starts(with: Array("<?xml".utf8)) {
        let end = find("?>", in: text, from: at) ?? text.count
        if let name = charset(in: text[at..<end], after: "encoding") { return name }
        at = end
      } else {
        at += 1
      }
    }
    return nil
  }

  private static func find(
    _ wanted: StaticString, in bytes: ArraySlice<UInt8>, from start: Int
  ) -> Int? {
    let wanted = Array("\(wanted)".utf8)
    guard start <= bytes.endIndex - wanted.count else { return nil }
    return (start...(bytes.endIndex - wanted.count)).first { place in
      bytes[place] == wanted[0] && bytes[place..<place + wanted.count].elementsEqual(wanted)
    }
  }

  private static func charset(in tag: ArraySlice<UInt8>, after key: StaticString) -> String? {
    guard let place = find(key, in: tag, from: tag.startIndex) else { return nil }
    var rest = tag[(place + key.utf8CodeUnitCount)...].drop(while: CSSTokenizer.isSpace)
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop { CSSTokenizer.isSpace($0) || $0 == UInt8(ascii: "\"") || $0 == 0x27 }
    let name = rest.prefix { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
        || byte == 0x5F || byte == 0x3A
    }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// Returns the bytes after a UTF-8 byte order mark as well-formed UTF-8.
  private static func marked(
    _ bytes: ArraySlice<UInt8>, _ report: inout ConversionReport
  ) -> [UInt8] {
    UTF8Decoding.isWellFormed(bytes) ? Array(bytes) : repaired(bytes, &report)
  }

  private static func repaired(
    _ bytes: ArraySlice<UInt8>, _ report: inout ConversionReport
  ) -> [UInt8] {
    let decoded = UTF8Decoding(Array(bytes).span, byteOrderMark: .kept)
    report.add(
      .repaired, .encoding, "\(decoded.replacementCount) ill-formed sequences of UTF-8",
      byteOffset: decoded.replacementByteOffsets.first.map { bytes.startIndex + $0 })
    return Array(String(decoding: decoded.units, as: UTF16.self).utf8)
  }

  static func utf16(
    _ bytes: ArraySlice<UInt8>, isBig: Bool, _ report: inout ConversionReport
  ) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var at = bytes.startIndex
    while at + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
      at += 2
    }
    if at < bytes.endIndex {
      units.append(0xFFFD)
      report.add(.repaired, .encoding, "an odd number of bytes of UTF-16", byteOffset: at)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension InputError.Code {
  /// The page is in UTF-7, which is refused because it can hide markup.
  public static let htmlCharset = Self(rawValue: "html.charset")
}
