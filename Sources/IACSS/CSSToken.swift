/// A token of CSS (CSS Syntax Level 3, section 4).
package enum CSSToken: Equatable {
  case identifier(String)
  case function(String)
  case atKeyword(String)
  case hash(String)
  case string(String)
  case number(Double)
  case percentage(Double)
  case dimension(Double, unit: String)
  /// An expression of lengths; produced by `CSSMathParser`, not by the tokenizer.
  case calculation(CSSCalculation)
  /// An address; empty if its source is longer than 4,096 bytes.
  case url(String)
  case delimiter(UInt8)
  case whitespace, colon, semicolon, comma
  case openBracket, closeBracket, openParenthesis, closeParenthesis, openBrace, closeBrace

  /// Returns the text of a value, or `nil` if it is empty or contains a string, an address outside
  /// the page, or a bracket other than those of functions.
  static func text(of tokens: [CSSToken]) -> String? {
    var text = ""
    for token in tokens {
      switch token {
      case .identifier(let word):
        guard word.utf8.allSatisfy({ $0 != 0x22 && $0 != 0x3C && $0 > 0x20 }) else { return nil }
        text += text.isEmpty || text.hasSuffix("(") ? word : " " + word
      case .function(let name): text += (text.isEmpty ? "" : " ") + name + "("
      case .hash(let name): text += (text.isEmpty ? "#" : " #") + name
      case .number(let value): text += (text.isEmpty || text.hasSuffix("(") ? "" : " ") + "\(value)"
      case .percentage(let value):
        text += (text.isEmpty || text.hasSuffix("(") ? "" : " ") + "\(value)%"
      case .dimension(let value, let unit): text += (text.isEmpty ? "" : " ") + "\(value)\(unit)"
      case .url(let address):
        guard address.hasPrefix("#") else { return nil }
        text += "url(\(address))"
      case .comma: text += ","
      case .delimiter(UInt8(ascii: "/")): text += " /"
      case .closeParenthesis: text += ")"
      case .whitespace: break
      default: return nil
      }
    }
    return text.isEmpty ? nil : text
  }

  /// Whether the token is an address: `url(…)`.
  package var isAddress: Bool {
    if case .url = self { true } else { false }
  }
}

/// Divides CSS into tokens, in one pass and without recursion.
package struct CSSTokenizer {
  private let bytes: [UInt8]
  private var at = 0

  /// Creates a tokenizer of the UTF-8 of a style sheet, or of the value of a `style` attribute.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the first `limit` tokens of UTF-8 text.
  ///
  /// The names of functions, at-keywords and units are in lower case; identifiers, hashes and
  /// strings keep their case.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package static func tokens(_ bytes: [UInt8], limit: Int = .max) -> [CSSToken] {
    var tokenizer = CSSTokenizer(bytes)
    var tokens: [CSSToken] = []
    while tokens.count < limit, let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  private func peek(_ ahead: Int = 0) -> UInt8 {
    at + ahead < bytes.count ? bytes[at + ahead] : 0
  }

  /// Returns the next token, or `nil` at the end.
  package mutating func next() -> CSSToken? {
    skipComments()
    guard at < bytes.count else { return nil }
    let byte = bytes[at]
    switch byte {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20:
      while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
      return .whitespace
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(byte)
    case UInt8(ascii: "#") where isNamePart(1) || isEscape(1):
      at += 1
      return .hash(name())
    case UInt8(ascii: "@") where startsName(1):
      at += 1
      return .atKeyword(name().lowercased())
    case UInt8(ascii: ":"): return single(.colon)
    case UInt8(ascii: ";"): return single(.semicolon)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: "["): return single(.openBracket)
    case UInt8(ascii: "]"): return single(.closeBracket)
    case UInt8(ascii: "("): return single(.openParenthesis)
    case UInt8(ascii: ")"): return single(.closeParenthesis)
    case UInt8(ascii: "{"): return single(.openBrace)
    case UInt8(ascii: "}"): return single(.closeBrace)
    case UInt8(ascii: "<") where peek(1) == 0x21 && peek(2) == 0x2D && peek(3) == 0x2D:
      // The delimiters of an HTML comment around a style sheet have no meaning.
      at += 4
      return .whitespace
    case UInt8(ascii: "-") where peek(1) == 0x2D && peek(2) == UInt8(ascii: ">"):
      at += 3
      return .whitespace
    default: break
    }
    if startsNumber() { return numeric() }
    if startsName(0) { return nameOrFunction() }
    return single(.delimiter(byte))
  }

  private mutating func single(_ token: CSSToken) -> CSSToken {
    at += 1
    return token
  }

  private mutating func skipComments() {
    while peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
      at += 2
      while at < bytes.count, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
        at += 1
      }
      at = min(at + 2, bytes.count)
    }
  }

  private mutating func string(_ quote: UInt8) -> CSSToken {
    at += 1
    var content: [UInt8] = []
    while at < bytes.count, bytes[at] != quote {
      // A line end ends a string that was never closed.
      if bytes[at] == 0x0A { break }
      if bytes[at] == UInt8(ascii: "\\") {
        if peek(1) == 0x0A {
          at += 2
        } else {
          appendEscape(to: &content)
        }
      } else {
        content.append(bytes[at])
        at += 1
      }
    }
    at = min(at + 1, bytes.count)
    return .string(String(decoding: content, as: UTF8.self))
  }

  private mutating func name() -> String {
    let start = at
    while isNamePart(0) { at += 1 }
    if !isEscape(0) { return String(decoding: bytes[start..<at], as: UTF8.self) }
    var name = Array(bytes[start..<at])
    while true {
      if isNamePart(0) {
        name.append(bytes[at])
        at += 1
      } else if isEscape(0) {
        appendEscape(to: &name)
      } else {
        return String(decoding: name, as: UTF8.self)
      }
    }
  }

  private mutating func nameOrFunction() -> CSSToken {
    let name = name()
    guard peek() == UInt8(ascii: "(") else { return .identifier(name) }
    at += 1
    let lower = name.lowercased()
    guard lower == "url" else { return .function(lower) }
    return .url(address())
  }

  /// Returns an address up to its closing parenthesis, with or without quotation marks; empty if it
  /// is longer than 4,096 bytes.
  private mutating func address() -> String {
    var quote: UInt8 = 0
    var content: [UInt8] = []
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\\") {
        appendEscape(to: &content)
        continue
      }
      at += 1
      if quote != 0 {
        if byte == quote { quote = 0 } else if content.count <= 4096 { content.append(byte) }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ")") {
        break
      } else if !Self.isSpace(byte), content.count <= 4096 {
        content.append(byte)
      }
    }
    return at - start > 4096 ? "" : String(decoding: content, as: UTF8.self)
  }

  private mutating func numeric() -> CSSToken {
    let value = number()
    if peek() == UInt8(ascii: "%") { return single(.percentage(value)) }
    guard startsName(0) else { return .number(value) }
    return .dimension(value, unit: name().lowercased())
  }

  /// Reads a number, of which at most the first 64 bytes are converted; 0 if it is not finite.
  private mutating func number() -> Double {
    let start = at
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { at += 1 }
    while Self.isDigit(peek()) { at += 1 }
    if peek() == UInt8(ascii: "."), Self.isDigit(peek(1)) {
      at += 1
      while Self.isDigit(peek()) { at += 1 }
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
      if Self.isDigit(peek(1 + sign)) {
        at += 1 + sign
        while Self.isDigit(peek()) { at += 1 }
      }
    }
    let text = bytes[start..<min(at, start + 64)]
    let value = Double(String(decoding: text, as: UTF8.self)) ?? 0
    return value.isFinite ? value : 0
  }

  private mutating func appendEscape(to name: inout [UInt8]) {
    at += 1
    var value: UInt32 = 0
    var digits = 0
    while digits < 6, let digit = Self.hexDigit(peek()), at < bytes.count {
      value = value << 4 | digit
      digits += 1
      at += 1
    }
    guard digits > 0 else {
      guard at < bytes.count else { return }
      name.append(bytes[at])
      at += 1
      return
    }
    if Self.isSpace(peek()) { at += 1 }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    name.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
  }

  private func isEscape(_ ahead: Int) -> Bool {
    peek(ahead) == UInt8(ascii: "\\") && at + ahead + 1 < bytes.count && peek(ahead + 1) != 0x0A
  }

  private func isNamePart(_ ahead: Int) -> Bool {
    guard at + ahead < bytes.count else { return false }
    let byte = bytes[at + ahead]
    return Self.isNameStart(byte) || Self.isDigit(byte) || byte == UInt8(ascii: "-")
  }

  private func startsName(_ ahead: Int) -> Bool {
    if isEscape(ahead) { return true }
    guard at + ahead < bytes.count else { return false }
    let byte = bytes[at + ahead]
    if byte == UInt8(ascii: "-") {
      let next = peek(ahead + 1)
      return Self.isNameStart(next) || next == UInt8(ascii: "-") || isEscape(ahead + 1)
    }
    return Self.isNameStart(byte)
  }

  private func startsNumber() -> Bool {
    var ahead = 0
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { ahead = 1 }
    if Self.isDigit(peek(ahead)) { return true }
    return peek(ahead) == UInt8(ascii: ".") && Self.isDigit(peek(ahead + 1))
  }

  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F || byte >= 0x80
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }
}
