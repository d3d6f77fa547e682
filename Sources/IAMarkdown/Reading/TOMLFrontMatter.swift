/// TOML between two lines `+++` at the start of a document, as entries that are converted to YAML if they are simple.
struct TOMLFrontMatter {
  /// A key with its value, or a table.
  struct Entry {
    var key: String
    /// The value as YAML, which starts with a line end for a table; `nil` if it is not simple.
    var yaml: String?
    /// The value, or the whole table, as written.
    var written: String
  }

  /// The size in bytes, including both delimiter lines.
  let byteCount: Int
  private(set) var entries: [Entry] = []

  private static let fence = "+++"

  /// Creates the front matter at the start, or returns `nil` if there is none.
  ///
  /// - Complexity: O(*n*).
  init?(in bytes: [UInt8]) {
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes[at...].starts(with: Self.fence.utf8) else { return nil }
    var lines: [String] = []
    var isClosed = false
    while at < bytes.count, !isClosed {
      let end = bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[at..<end]
      if line.last == 0x0D { line.removeLast() }
      at = min(end + 1, bytes.count)
      guard !line.contains(0) else { return nil }
      let text = String(decoding: line, as: UTF8.self)
      if lines.isEmpty, text != Self.fence { return nil }
      isClosed = !lines.isEmpty && text == Self.fence
      lines.append(text)
    }
    guard isClosed else { return nil }
    byteCount = at
    guard read(lines.dropFirst().dropLast()) else { return nil }
  }

  /// Reads lines; returns `false` if the first line with content is not an entry.
  private mutating func read(_ lines: ArraySlice<String>) -> Bool {
    var table: (name: String, lines: [String])?
    for line in lines {
      if line.hasPrefix("[") {
        if let table { add(table) }
        table = (line, [])
      } else if table != nil {
        table?.lines.append(line)
      } else if let (key, value) = Self.entry(line) {
        entries.append(Entry(key: key, yaml: TOMLValue.yaml(value), written: value))
      } else if let last = entries.indices.last {
        // The line continues a value of several lines, or is a comment after one.
        entries[last].written += "\n" + line
        if !Self.isComment(line) { entries[last].yaml = nil }
      } else if !Self.isComment(line) {
        return false
      }
    }
    if let table { add(table) }
    return !entries.isEmpty
  }

  private mutating func add(_ table: (name: String, lines: [String])) {
    var yaml: String? = ""
    for line in table.lines where !Self.isComment(line) {
      guard let (key, value) = Self.entry(line), let value = TOMLValue.yaml(value) else {
        yaml = nil
        break
      }
      yaml? += "\n  \(key): \(value)"
    }
    let name = String(table.name.dropFirst().prefix { $0 != "]" })
    let isPlain = Self.isKey(name) && table.name == "[\(name)]" && yaml?.isEmpty == false
    entries.append(
      Entry(
        key: isPlain ? name : table.name, yaml: isPlain ? yaml : nil,
        written: table.lines.joined(separator: "\n")))
  }

  private static func isComment(_ line: String) -> Bool {
    line.first { $0 != " " && $0 != "\t" }.map { $0 == "#" } ?? true
  }

  /// Returns the key and the value of a line `key = value`, or `nil` for another line.
  private static func entry(_ line: String) -> (key: String, value: String)? {
    guard let sign = line.firstIndex(of: "=") else { return nil }
    let key = TOMLValue.trimmed(line[..<sign])
    let value = TOMLValue.trimmed(line[line.index(after: sign)...])
    guard isKey(key), !value.isEmpty else { return nil }
    return (key, value)
  }

  /// Returns whether a text is a valid key in both TOML and YAML.
  private static func isKey(_ text: String) -> Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "_") || isLetter(first) else {
      return false
    }
    return text.utf8.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}

/// Simple TOML values on one line: strings, words such as `true`, numbers, dates, and lists of these.
enum TOMLValue {
  /// Returns a value as YAML, or `nil` if it is not simple.
  static func yaml(_ written: String) -> String? {
    var rest = written[...]
    let value: String?
    if rest.first == "[" {
      rest.removeFirst()
      value = list(&rest)
    } else {
      value = one(&rest)
    }
    guard let value, !value.isEmpty else { return nil }
    rest = rest.drop { $0 == " " || $0 == "\t" }
    return rest.isEmpty || rest.first == "#" ? value : nil
  }

  static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }

  private static func list(_ rest: inout Substring) -> String? {
    var values: [String] = []
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      if rest.first == "]" { break }
      guard let value = one(&rest) else { return nil }
      values.append(value)
      rest = rest.drop { $0 == " " || $0 == "\t" }
      if rest.first == "," { rest.removeFirst() } else if rest.first != "]" { return nil }
    }
    rest.removeFirst()
    return "[" + values.joined(separator: ", ") + "]"
  }

  private static func one(_ rest: inout Substring) -> String? {
    switch rest.first {
    case "\"": string(&rest)
    case "'": literal(&rest)
    default: word(&rest)
    }
  }

  /// Reads `true`, a number or a date.
  private static func word(_ rest: inout Substring) -> String? {
    let word = rest.prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.:_".contains($0))
    }
    rest = rest[word.endIndex...]
    return word.isEmpty ? nil : String(word)
  }

  /// Reads a string in which a backslash starts an escape.
  private static func string(_ rest: inout Substring) -> String? {
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst() {
      if next == "\"" {
        // Three quotation marks start a text of several lines.
        return rest.first == "\"" ? nil : quoted(text)
      }
      guard next == "\\" else {
        text.append(next)
        continue
      }
      guard let escaped = rest.popFirst(), escaped == "\"" || escaped == "\\" else { return nil }
      text.append(escaped)
    }
    return nil
  }

  /// Reads a string without escapes.
  private static func literal(_ rest: inout Substring) -> String? {
    rest.removeFirst()
    guard let end = rest.firstIndex(of: "'") else { return nil }
    let text = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    return rest.first == "'" ? nil : quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
