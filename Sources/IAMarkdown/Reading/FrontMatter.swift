internal import IAText

/// Metadata at the start of a document: YAML in the simple form `title: …` between two lines of dashes, or TOML between
/// two lines `+++`.
///
/// Comments may precede the first key if all lines have the form of YAML and there are several keys. Some keys become
/// metadata; all other entries are stored as written.
struct FrontMatter {
  /// The size in bytes, including both delimiter lines.
  let byteCount: Int
  /// The metadata of the entries.
  private(set) var metadata = DocumentMetadata()
  private var timesMet: [String: Int] = [:]

  /// Creates the front matter at the start, or `nil` if there is none.
  init?(in bytes: [UInt8]) {
    if let toml = TOMLFrontMatter(in: bytes) {
      self.init(toml)
    } else {
      self.init(yaml: bytes)
    }
  }

  private init?(yaml bytes: [UInt8]) {
    var lines: [String] = []
    var hasKey = false
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var isClosed = false
    while at < bytes.count {
      let end = bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[at..<end]
      if line.last == 0x0D { line.removeLast() }
      at = min(end + 1, bytes.count)
      let text = String(decoding: line, as: UTF8.self)
      if lines.isEmpty {
        guard text == "---" else { return nil }
      } else if text == "---" || text == "..." {
        isClosed = true
        break
      } else if !hasKey, Self.key(of: text) == nil, !Self.isComment(text) {
        // The line of dashes is a thematic break, and text follows.
        return nil
      } else if line.contains(0) || text.unicodeScalars.contains("\r") {
        return nil
      }
      hasKey = hasKey || !lines.isEmpty && Self.key(of: text) != nil
      lines.append(text)
    }
    guard isClosed, hasKey else { return nil }
    if Self.isComment(lines[1]) {
      guard Self.isYAML(lines.dropFirst()) else { return nil }
      lines.removeSubrange(1..<(lines.firstIndex { Self.key(of: $0) != nil } ?? 1))
    }
    byteCount = at
    var entry: [String] = []
    for line in lines.dropFirst() {
      if Self.key(of: line) != nil, !entry.isEmpty {
        take(entry)
        entry = []
      }
      entry.append(line)
    }
    take(entry)
    metadata.custom.sort { $0.name < $1.name }
  }

  /// Creates the front matter from TOML; entries with simple values are handled like those of YAML.
  private init(_ toml: TOMLFrontMatter) {
    byteCount = toml.byteCount
    for entry in toml.entries {
      if let value = entry.yaml {
        let isOneLine = !value.hasPrefix("\n")
        if isOneLine, takeKnown(entry.key, value) { continue }
        keep(MarkdownTag.frontMatter + entry.key, value)
      } else {
        keep(MarkdownTag.toml + entry.key, entry.written)
      }
    }
    metadata.custom.sort { $0.name < $1.name }
  }

  /// Returns whether a line is empty or a comment in YAML.
  private static func isComment(_ line: String) -> Bool {
    line.hasPrefix("#") || line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Returns whether lines have the form of YAML entries and comments, unlike headings and paragraphs between two
  /// thematic breaks.
  private static func isYAML(_ lines: ArraySlice<String>) -> Bool {
    var keyCount = 0
    for line in lines where !isComment(line) {
      if key(of: line) != nil {
        keyCount += 1
      } else if !line.hasPrefix(" "), !line.hasPrefix("- ") {
        return false
      }
    }
    return keyCount > 1
  }

  /// Returns the key of a line that starts an entry.
  private static func key(of line: String) -> String? {
    if let quote = line.first, quote == "'" || quote == "\"" { return quotedKey(of: line, quote) }
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let key = line[..<colon]
    guard let first = key.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else {
      return nil
    }
    let after = line[line.index(after: colon)...]
    guard after.isEmpty || after.hasPrefix(" ") else { return nil }
    guard key.unicodeScalars.allSatisfy(isKeyScalar) else { return nil }
    return String(key)
  }

  /// Returns a key in quotation marks, including these; the key must not contain a backslash or its quotation mark.
  private static func quotedKey(of line: String, _ quote: Character) -> String? {
    let inside = line.dropFirst().prefix { $0 != quote && $0 != "\\" }
    let after = line[inside.endIndex...]
    guard !inside.isEmpty, after == "\(quote):" || after.hasPrefix("\(quote): ") else { return nil }
    return String(line[..<after.index(after: after.startIndex)])
  }

  private static func isKeyScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
      || scalar == "-" || scalar == "."
  }

  private mutating func take(_ lines: [String]) {
    guard let first = lines.first, let key = Self.key(of: first) else { return }
    let value = first.dropFirst(key.count + 1)
    if lines.count == 1, takeKnown(key, String(value)) { return }
    let verbatim = ([String(value.first == " " ? value.dropFirst() : value)] + lines.dropFirst())
      .joined(separator: "\n")
    keep(MarkdownTag.frontMatter + key, verbatim)
  }

  /// Stores an entry of one line in its field; returns `false` if the key or the form is unknown.
  private mutating func takeKnown(_ key: String, _ written: String) -> Bool {
    switch key {
    case "title":
      guard metadata.title == nil, let text = YAMLScalar.read(written) else { return false }
      metadata.title = text
    case "subject":
      guard metadata.subject == nil, let text = YAMLScalar.read(written) else { return false }
      metadata.subject = text
    case "lang":
      guard metadata.language == nil, let text = YAMLScalar.read(written) else { return false }
      metadata.language = text
    case "date":
      guard metadata.created == nil, let text = YAMLScalar.read(written) else { return false }
      metadata.created = text
    case "modified":
      guard metadata.modified == nil, let text = YAMLScalar.read(written) else { return false }
      metadata.modified = text
    case "author":
      guard metadata.authors.isEmpty, let texts = YAMLScalar.readList(written) else { return false }
      metadata.authors = texts
    case "keywords":
      guard metadata.keywords.isEmpty, let texts = YAMLScalar.readList(written) else {
        return false
      }
      metadata.keywords = texts
    default: return false
    }
    return true
  }

  /// Stores an entry under its name; a repeated name gets a number.
  private mutating func keep(_ name: String, _ value: String) {
    timesMet[name, default: 0] += 1
    let times = timesMet[name, default: 1]
    metadata.custom.append(.init(times == 1 ? name : "\(name)#\(times)", value))
  }
}
