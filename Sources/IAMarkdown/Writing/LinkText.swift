internal import IAFormats
internal import IAText

/// Writes the parts of links and pictures.
enum LinkText {
  /// Returns the markup after the text of a link: `](address "title")`.
  static func tail(_ url: String, title: String?, isInTable: Bool) -> String {
    var tail = "](" + destination(url)
    if let title, !title.isEmpty { tail += " \"" + escaped(title, also: "\"") + "\"" }
    tail += ")"
    return isInTable ? withoutPipes(tail) : tail
  }

  /// Returns an autolink `<https://example.org>`; `nil` if the text is not the address or the address cannot be one.
  static func autolink(_ url: String, text: String) -> String? {
    let isPlain = url.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
        && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "|")
        && $0 != UInt8(ascii: "`")
    }
    guard isPlain, text == url, let scheme = LinkSchemes.scheme(of: url), scheme.utf8.count > 1
    else {
      return nil
    }
    return "<" + url + ">"
  }

  /// Returns a text with a backslash before each pipe; a reader of tables removes these first.
  static func withoutPipes(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "|")) else { return text }
    return text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  /// Returns a link in the form in which a reader finds it.
  static func found(_ link: InlineAttributes.Link) -> InlineAttributes.Link {
    let title = link.title.map(readable)
    return InlineAttributes.Link(link.url, title: title?.isEmpty == true ? nil : title)
  }

  /// Returns a text without NUL, which Markdown cannot represent.
  static func readable(_ text: String) -> String {
    text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
  }

  private static func destination(_ url: String) -> String {
    let needsBrackets =
      url.isEmpty
      || url.unicodeScalars.contains {
        $0.value <= 0x20 || $0.value == 0x7F || $0 == "(" || $0 == ")" || $0 == "<"
          || $0.value >= 0x80 && $0.properties.isWhitespace
      }
    guard needsBrackets else { return escaped(url, also: "", isAddress: true) }
    var address = escaped(url, also: "<>", isAddress: true)[...]
    // A reader removes spaces at both ends before it decodes character references.
    var (start, end) = ("", "")
    while address.first == " " {
      address.removeFirst()
      start += "&#32;"
    }
    while address.last == " " {
      address.removeLast()
      end += "&#32;"
    }
    return "<" + start + address + end + ">"
  }

  /// Returns the text with `&amp;` for each ampersand that would start a character reference.
  ///
  /// In addresses, titles and info strings, character references are decoded before backslashes.
  static func protected(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      out.append(byte)
      guard byte == UInt8(ascii: "&") else { continue }
      let name = bytes[(index + 1)...].prefix { isReferenceByte($0) }
      if name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";"), !name.isEmpty {
        out.append(contentsOf: "amp;".utf8)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isReferenceByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  /// Returns a text with backslashes before characters that have a meaning in Markdown.
  ///
  /// In addresses, characters of emphasis are not escaped: emphasis cannot start there, and such addresses are more
  /// readable and supported by more programs.
  private static func escaped(
    _ text: String, also more: String, isAddress: Bool = false
  ) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 > 0x5F && $0 != UInt8(ascii: "`") && ($0 != UInt8(ascii: "~") || isAddress)
        || $0 == UInt8(ascii: "_") && isAddress || (0x2B...0x3B).contains($0)
        || (0x3F...0x5A).contains($0) || $0 == UInt8(ascii: "=")
    }
    if isPlain { return text }
    var out = String.UnicodeScalarView()
    for scalar in protected(text).unicodeScalars {
      switch scalar {
      case "*", "_", "~": if !isAddress { out.append("\\") }
      case "\\", "`", "[", "]": out.append("\\")
      case "<" where !more.isEmpty: out.append("\\")
      case "\0":
        out.append("\u{FFFD}")
        continue
      case "\n", "\r":
        out.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
        continue
      case _ where more.unicodeScalars.contains(scalar): out.append("\\")
      default: break
      }
      out.append(scalar)
    }
    return String(out)
  }
}

/// Writes code between backticks.
enum CodeSpan {
  /// The maximum number of backticks of a span that cmark-gfm finds.
  private static let mostBackticks = 80

  /// Returns whether a code span can represent code.
  static func canHold(_ code: ArraySlice<UInt16>) -> Bool {
    !code.isEmpty && longestRun(of: UInt16(UInt8(ascii: "`")), in: code) < mostBackticks
  }

  /// Returns the ranges of code that are written as separate spans.
  ///
  /// In a table row, a backslash before a pipe is removed even inside code. In a paragraph that starts with a bracket,
  /// `]:` inside code would end the label of a link definition.
  static func parts(
    of code: ArraySlice<UInt16>, isInTable: Bool, startsWithBracket: Bool
  ) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = code.startIndex
    for index in code.indices.dropFirst() {
      let pair = (code[index - 1], code[index])
      guard isInTable && pair == (0x5C, 0x7C) || startsWithBracket && pair == (0x5D, 0x3A) else {
        continue
      }
      parts.append(start..<index)
      start = index
    }
    return parts + [start..<code.endIndex]
  }

  /// Appends the code span.
  ///
  /// A line end, which a span cannot represent, becomes a space.
  static func write(_ code: ArraySlice<UInt16>, isInTable: Bool, to out: inout [UInt8]) {
    let backtick = UInt16(UInt8(ascii: "`"))
    let longest = longestRun(of: backtick, in: code)
    let isAllSpace = code.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x0A }
    func isSpace(_ unit: UInt16?) -> Bool { unit == 0x20 || unit == 0x0D || unit == 0x0A }
    let needsPadding =
      code.first == backtick || code.last == backtick
      || (isSpace(code.first) && isSpace(code.last) && !isAllSpace)
    for _ in 0...longest { out.append(UInt8(ascii: "`")) }
    if needsPadding { out.append(0x20) }
    let units = Array(code)
    var at = 0
    while at < units.count {
      switch units[at] {
      case 0x0D, 0x0A:
        out.append(0x20)
        at += 1
      case 0x7C where isInTable:
        out.append(contentsOf: "\\|".utf8)
        at += 1
      default: at += out.append(utf8Of: units, at)
      }
    }
    if needsPadding { out.append(0x20) }
    for _ in 0...longest { out.append(UInt8(ascii: "`")) }
  }

  /// Returns the length of the longest run of a unit.
  static func longestRun(of unit: UInt16, in units: some Sequence<UInt16>) -> Int {
    var longest = 0
    var run = 0
    for other in units {
      run = other == unit ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
