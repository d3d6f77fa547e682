internal import IAText

/// YAML between two lines of dashes at the start of a document, in the simple form `title: …`.
///
/// A few keys become metadata; all other entries are kept as they were written.
struct FrontMatter {
  /// The number of bytes that it takes, both lines of dashes included.
  let byteCount: Int
  /// The metadata of the entries.
  private(set) var metadata = DocumentMetadata()
  private var timesMet: [String: Int] = [:]

  /// Creates the front matter at the start, or `nil` if there is none.
  init?(in bytes: [UInt8]) {
    var lines: [String] = []
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
      } else if lines.count == 1, Self.key(of: text) == nil {
        // A break between topics, and text.
        return nil
      } else if line.contains(0) || text.unicodeScalars.contains("\r") {
        return nil
      }
      lines.append(text)
    }
    guard isClosed, lines.count > 1 else { return nil }
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

  /// Returns the key of a line that starts an entry.
  private static func key(of line: String) -> String? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let key = line[..<colon]
    guard let first = key.unicodeScalars.first, first.properties.isAlphabetic else { return nil }
    let after = line[line.index(after: colon)...]
    guard after.isEmpty || after.hasPrefix(" ") else { return nil }
    guard key.unicodeScalars.allSatisfy(isKeyScalar) else { return nil }
    return String(key)
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

  /// Keeps an entry under its name; a name met again is kept with a number.
  private mutating func keep(_ name: String, _ value: String) {
    timesMet[name, default: 0] += 1
    let times = timesMet[name, default: 1]
    metadata.custom.append(.init(times == 1 ? name : "\(name)#\(times)", value))
  }
}
