internal import IAFormats

/// Writes the parts of links and pictures.
enum LinkText {
  /// Returns the part after the text of a link: `](address "title")`.
  static func tail(_ url: String, title: String?, isInTable: Bool) -> String {
    var tail = "](" + destination(url)
    if let title, !title.isEmpty { tail += " \"" + escaped(title, also: "\"") + "\"" }
    tail += ")"
    return isInTable ? withoutPipes(tail) : tail
  }

  /// Returns the address between angle brackets if it is its own text: `<https://example.org>`.
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

  /// Returns a text with a backslash before each pipe, which the reader of a row removes first.
  static func withoutPipes(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "|")) else { return text }
    return text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  private static func destination(_ url: String) -> String {
    let needsBrackets =
      url.isEmpty
      || url.unicodeScalars.contains {
        $0.value <= 0x20 || $0.value == 0x7F || $0 == "(" || $0 == ")" || $0 == "<"
          || $0.properties.isWhitespace
      }
    return needsBrackets ? "<" + escaped(url, also: "<>") + ">" : escaped(url, also: "")
  }

  /// Returns the text with `&amp;` for each ampersand that would start a reference.
  ///
  /// In addresses, titles and info strings references are read before backslashes.
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

  private static func escaped(_ text: String, also more: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in protected(text).unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "~", "[", "]": out.append("\\")
      case "<" where !more.isEmpty: out.append("\\")
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
  /// Returns the span; a line end, which it cannot hold, becomes a space.
  static func write(_ code: [Unicode.Scalar], isInTable: Bool) -> String {
    var longest = 0
    var run = 0
    for scalar in code {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let isAllSpace = code.allSatisfy { $0 == " " }
    let needsPadding =
      code.first == "`" || code.last == "`"
      || (code.first == " " && code.last == " " && !isAllSpace)
    var text = String.UnicodeScalarView()
    for scalar in code {
      text.append(scalar == "\r" || scalar == "\n" ? " " : scalar == "\0" ? "\u{FFFD}" : scalar)
    }
    let padding = needsPadding ? " " : ""
    let span = fence + padding + String(text) + padding + fence
    return isInTable ? LinkText.withoutPipes(span) : span
  }
}
