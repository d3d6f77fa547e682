internal import IABytes

/// One tag of an XML property list.
struct XMLTag {
  /// The length of the longest known name; a longer name is refused before it is read completely.
  static let longestName = 7

  var name: String
  var isEnd = false
  /// Whether the tag is empty, as `<true/>`.
  var isEmpty = false
}

extension XMLPropertyListParser {
  /// Reads the byte order mark, XML declaration, document type and the `plist` tag.
  mutating func prolog(_ input: Span<UInt8>) throws(InputError) {
    if input.count >= 2, input[0] == 0 || input[1] == 0 || input[0] >= 0xFE {
      throw InputError(.plistEncoding, at: 0, detail: "UTF-16 or UTF-32")
    }
    if starts(with: "\u{FEFF}", input) { position = 3 }
    skipSpace(input)
    guard position < input.count, input[position] == UInt8(ascii: "<") else {
      throw InputError(.plistFormat, at: position)
    }
    if starts(with: "<?xml", input) { try declaration(input) }
    try skipMisc(input)
    if starts(with: "<!DOCTYPE", input) { try documentType(input) }
    try skipMisc(input)
    let start = position
    let tag = try tag(input)
    guard tag.name == "plist", !tag.isEnd, !tag.isEmpty else {
      throw InputError(.plistFormat, at: start, detail: "expected <plist>")
    }
  }

  /// Reads the XML declaration; only its encoding is used.
  private mutating func declaration(_ input: Span<UInt8>) throws(InputError) {
    let start = position
    try skip(past: "?>", input)
    let bytes = (start..<position).map { input[$0] }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard let mark = text.firstRange(of: "encoding") else { return }
    let value = text[mark.upperBound...].filter { $0 != " " && $0 != "'" && $0 != "\"" }
    guard value.hasPrefix("=utf-8") || value.hasPrefix("=us-ascii") else {
      throw InputError(.plistEncoding, at: start, detail: "an encoding other than UTF-8")
    }
  }

  /// Skips a document type; throws an error for one with declarations.
  private mutating func documentType(_ input: Span<UInt8>) throws(InputError) {
    while position < input.count {
      let byte = input[position]
      position += 1
      switch byte {
      case UInt8(ascii: ">"): return
      case UInt8(ascii: "["):
        throw InputError(.plistDTD, at: position - 1, detail: "declarations in the document type")
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while position < input.count, input[position] != byte { position += 1 }
        position += 1
      default: break
      }
    }
    throw InputError(.plistTruncated, at: input.count)
  }

  /// Reads a tag with its brackets.
  mutating func tag(_ input: Span<UInt8>) throws(InputError) -> XMLTag {
    guard position < input.count else { throw InputError(.plistTruncated, at: input.count) }
    guard input[position] == UInt8(ascii: "<") else {
      throw InputError(.plistSyntax, at: position, detail: "text between values")
    }
    position += 1
    var tag = XMLTag(name: "")
    if position < input.count, input[position] == UInt8(ascii: "/") {
      tag.isEnd = true
      position += 1
    }
    let start = position
    var name: [UInt8] = []
    while position < input.count, isNameByte(input[position]) {
      guard name.count < XMLTag.longestName else {
        throw InputError(.plistSyntax, at: start, detail: "an unknown element")
      }
      name.append(input[position])
      position += 1
    }
    tag.name = String(decoding: name, as: UTF8.self)
    if tag.name == "plist", !tag.isEnd { try skipAttributes(input) }
    skipSpace(input)
    if position < input.count, input[position] == UInt8(ascii: "/"), !tag.isEnd {
      tag.isEmpty = true
      position += 1
    }
    guard position < input.count else { throw InputError(.plistTruncated, at: input.count) }
    guard input[position] == UInt8(ascii: ">"), !name.isEmpty else {
      throw InputError(.plistSyntax, at: position, detail: "a malformed tag")
    }
    position += 1
    return tag
  }

  /// Skips the attributes of a tag.
  private mutating func skipAttributes(_ input: Span<UInt8>) throws(InputError) {
    while position < input.count {
      let byte = input[position]
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { return }
      position += 1
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { continue }
      while position < input.count, input[position] != byte { position += 1 }
      guard position < input.count else { break }
      position += 1
    }
    throw InputError(.plistTruncated, at: input.count)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  // MARK: - Between tags

  mutating func skipSpace(_ input: Span<UInt8>) {
    while position < input.count {
      let byte = input[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  /// Skips white space, comments and processing instructions.
  mutating func skipMisc(_ input: Span<UInt8>) throws(InputError) {
    while true {
      skipSpace(input)
      if starts(with: "<!--", input) {
        try skipComment(input)
      } else if starts(with: "<?", input) {
        try skip(past: "?>", input)
      } else {
        return
      }
    }
  }

  mutating func skipMiscToEnd(_ input: Span<UInt8>) throws(InputError) {
    try skipMisc(input)
    guard position == input.count else { throw InputError(.plistTrailing, at: position) }
  }

  mutating func skipComment(_ input: Span<UInt8>) throws(InputError) {
    position += 4
    try skip(past: "-->", input)
  }

  func starts(with text: StaticString, _ input: Span<UInt8>) -> Bool {
    let count = text.utf8CodeUnitCount
    guard input.count - position >= count else { return false }
    for index in 0..<count where (unsafe text.utf8Start[index]) != input[position + index] {
      return false
    }
    return true
  }

  /// Moves beyond the next occurrence of a text.
  mutating func skip(past text: StaticString, _ input: Span<UInt8>) throws(InputError) {
    while position < input.count {
      if starts(with: text, input) {
        position += text.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw InputError(.plistTruncated, at: input.count)
  }
}
