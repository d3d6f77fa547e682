/// The HTML that a mail program embedded in RTF.
///
/// Source: [MS-OXRTFEX], Rich Text Format (RTF) Extensions Algorithm.
struct RTFEmbeddedHTML {
  /// The HTML as UTF-8.
  ///
  /// It starts with a byte order mark, which overrides the character set that the HTML declares.
  private(set) var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// Whether the text that follows is only for readers of RTF, not for HTML.
  var isSuppressed = false
  private var high: UInt16 = 0

  /// Appends a unit of a tag or of the text between tags.
  mutating func append(_ unit: UInt16, isTag: Bool) {
    guard isTag || !isSuppressed else { return }
    if !isTag, let name = Self.escapes[unit] {
      bytes.append(contentsOf: name.utf8)
      return
    }
    if unit & 0xFC00 == 0xD800 {
      high = unit
      return
    }
    var value = UInt32(unit)
    if unit & 0xFC00 == 0xDC00 {
      value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
    }
    bytes.append(contentsOf: String(UnicodeScalar(value) ?? "\u{FFFD}").utf8)
  }

  /// Whether there is no HTML.
  var isEmpty: Bool { bytes.count <= 3 }

  private static let escapes: [UInt16: String] = [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;"]
}
