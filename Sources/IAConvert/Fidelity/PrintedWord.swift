internal import IABytes

/// A word of a printed page, with its appearance.
struct PrintedWord: Hashable {
  /// The appearance of the first character of a word.
  struct Look: Hashable {
    var family = ""
    /// The size in the units of the page.
    var size = ""
    var color = ""
    var isBold = false
    var isItalic = false
    var isLink = false
  }

  var text: [UInt8] = []
  var look = Look()
  /// The number of the page, from 1.
  var page = 0

  /// Returns the words of the output of `pdftohtml -xml`.
  ///
  /// Text that does not have this form is skipped.
  ///
  /// - Complexity: O(*n*).
  static func words(in xml: [UInt8]) -> [PrintedWord] {
    var scanner = PrintedPageScanner(xml)
    return scanner.read()
  }
}

/// Reads the XML of `pdftohtml`: elements `page`, `fontspec` and `text`, in which `b`, `i` and `a` mark
/// text.
private struct PrintedPageScanner {
  private let bytes: [UInt8]
  private var at = 0
  private var fonts: [String: PrintedWord.Look] = [:]
  private var words: [PrintedWord] = []
  private var word = PrintedWord()
  private var look = PrintedWord.Look()
  private var page = 0
  private var isInText = false
  /// The top and the right edge of the last text element, whose last word the next element may continue.
  private var last: (top: Int, right: Int) = (-1, -1)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> [PrintedWord] {
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "<") {
        readTag()
      } else {
        readText()
      }
    }
    endWord()
    return words
  }

  private mutating func endWord() {
    if !word.text.isEmpty { words.append(word) }
    word = PrintedWord()
  }

  private mutating func readText() {
    let byte = bytes[at]
    guard isInText else {
      at += 1
      return
    }
    guard byte > 0x20, !isNoBreakSpace else {
      at += byte > 0x20 ? noBreakSpaceCount : 1
      endWord()
      return
    }
    if word.text.isEmpty { (word.look, word.page) = (look, page) }
    word.text.append(byte)
    at += 1
  }

  /// The number of bytes of U+00A0 at the current position, as a character or a character reference; 0 if there is
  /// none.
  private var noBreakSpaceCount: Int {
    if bytes[at...].starts(with: [0xC2, 0xA0]) { return 2 }
    return bytes[at] == UInt8(ascii: "&") && bytes[at...].starts(with: "&#160;".utf8) ? 6 : 0
  }

  /// Whether the next character is U+00A0.
  private var isNoBreakSpace: Bool { noBreakSpaceCount > 0 }

  private mutating func readTag() {
    var end = at + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: ">") { end += 1 }
    let tag = String(decoding: bytes[at + 1..<end], as: UTF8.self)
    at = min(end + 1, bytes.count)
    let name = tag.prefix { $0 != " " }
    switch name {
    case "page": page += 1
    case "fontspec": fonts[value("id", of: tag)] = font(tag)
    case "text": startText(tag)
    case "/text": isInText = false
    case "b": look.isBold = true
    case "/b": look.isBold = false
    case "i": look.isItalic = true
    case "/i": look.isItalic = false
    case "a": look.isLink = true
    case "/a": look.isLink = false
    default: break
    }
  }

  private mutating func startText(_ tag: String) {
    let (top, left) = (number("top", of: tag), number("left", of: tag))
    // A change of font inside a word starts another text element at the right edge of the last one.
    if top != last.top || abs(left - last.right) > 1 { endWord() }
    last = (top, left + number("width", of: tag))
    look = fonts[value("font", of: tag)] ?? PrintedWord.Look()
    isInText = true
  }

  private func font(_ tag: String) -> PrintedWord.Look {
    // The names of embedded font subsets start with six letters and a plus sign.
    let family = value("family", of: tag).split(separator: "+").last ?? ""
    return PrintedWord.Look(
      family: String(family), size: value("size", of: tag), color: value("color", of: tag))
  }

  /// Returns the value of an attribute of a tag that is a number of 32 bits, or 0.
  private func number(_ name: String, of tag: String) -> Int {
    Int(Int32(value(name, of: tag)) ?? 0)
  }

  /// Returns the value of an attribute of a tag, or an empty text.
  private func value(_ name: String, of tag: String) -> String {
    let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
    let key = " \(name)="
    let found = stride(from: 0, to: parts.count - 1, by: 2).first { parts[$0].hasSuffix(key) }
    return found.map { String(parts[$0 + 1]) } ?? ""
  }
}
