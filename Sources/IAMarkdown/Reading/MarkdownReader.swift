internal import IABytes
public import IAFiles
public import IAFormats
internal import IAText

/// Reads GitHub Flavored Markdown: tables, strikethrough, task lists, autolinks and footnotes.
///
/// Raw HTML is read with a table of safe elements. Links with an unsafe scheme become text. Nothing is ever downloaded.
/// `Specs/markdown.md` defines the mapping.
public struct MarkdownReader: DocumentReader {
  /// Creates a reader.
  public init() {}

  /// The format that is read.
  public var descriptor: FormatDescriptor { .markdown }

  /// Returns the confidence that a file with these first bytes is Markdown, which is never high,
  /// because any text is Markdown.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    guard !prefix.contains(0) else { return 0 }
    let bytes = prefix.span
    var (lines, marked) = (0, 0)
    var startsWithRule = false
    var start = 0
    for end in 0...bytes.count {
      guard end == bytes.count || bytes[end] == 0x0A else { continue }
      defer { start = end + 1 }
      // A carriage return before the line feed is part of the end of the line.
      let last = end < bytes.count && end > start && bytes[end - 1] == 0x0D ? end - 1 : end
      guard start < last else { continue }
      let line = bytes.extracting(start..<last)
      let isRule = line.count == 3 && Self.begins(line, with: "---")
      if lines == 0 { startsWithRule = isRule } else if startsWithRule, isRule { return 40 }
      lines += 1
      if Self.isMarked(line) { marked += 1 }
    }
    guard lines > 0 else { return 0 }
    return marked == 0 ? 5 : marked * 4 > lines ? 30 : 15
  }

  /// Returns whether a line begins with Markdown syntax.
  private static func isMarked(_ line: Span<UInt8>) -> Bool {
    switch line[0] {
    case UInt8(ascii: "#"): begins(line, with: "# ") || begins(line, with: "## ")
    case UInt8(ascii: "`"): begins(line, with: "```")
    case UInt8(ascii: "-"): begins(line, with: "- ")
    case UInt8(ascii: ">"): begins(line, with: "> ")
    case UInt8(ascii: "["): begins(line, with: "[^")
    default: false
    }
  }

  private static func begins(_ line: Span<UInt8>, with mark: StaticString) -> Bool {
    guard line.count >= mark.utf8CodeUnitCount else { return false }
    return mark.withUTF8Buffer { mark in
      for index in mark.indices where unsafe line[index] != mark[index] { return false }
      return true
    }
  }

  /// Reads a document.
  ///
  /// - Throws: `InputError` with `markdown.depth`, `markdown.work` or `markdown.entries` if the input exceeds a limit;
  ///   the errors of the source.
  /// - Complexity: O(*n*).
  public func read(
    _ source: any DocumentSource, options: ReadOptions = ReadOptions()
  ) throws -> ReadResult {
    let bytes = try source.bytes(limits: options.limits)
    return try read(bytes, from: source, options: options)
  }

  private func read(
    _ bytes: [UInt8], from source: any DocumentSource, options: ReadOptions
  ) throws -> ReadResult {
    // The tree of the library is freed before hidden data is restored.
    try walked(bytes, from: source, options: options).finish(bytes)
  }

  /// Returns the state after all nodes of a file were read.
  private func walked(
    _ bytes: [UInt8], from source: any DocumentSource, options: ReadOptions
  ) throws -> MarkdownWalk {
    let frontMatter = FrontMatter(in: bytes)
    let bodyStart = frontMatter?.byteCount ?? 0
    let survey = try MarkdownSurvey(of: bytes, from: bodyStart, limits: options.limits)
    let labels = survey.footnoteLabels
    var addedCount = 0
    var body = Self.withLineFeeds(bytes[bodyStart...])
    if !labels.isEmpty {
      // cmark drops footnotes without a reference. Paragraphs with a reference to each label are therefore added at the
      // start. The comment after them prevents the last one from becoming the term of a definition.
      let references = labels.map { "[^" + $0 + "]\n\n" } + [MarkdownTag.separator + "\n\n"]
      body = Array(references.joined().utf8) + body
      addedCount = references.count
    }
    let tree = try CMarkTree(parsing: body)
    // Nodes do not keep their tree alive.
    defer { extendLifetime(tree) }
    var walk = MarkdownWalk(source: source, options: options, survey: survey)
    walk.lineShift = 2 * addedCount
    walk.footnoteLabels = tree.footnoteLabels(among: labels)
    walk.metadata = frontMatter?.metadata ?? DocumentMetadata()
    if !UTF8Decoding.isWellFormed(bytes[...]) {
      walk.page.report.add(.repaired, .encoding, "ill-formed UTF-8 became U+FFFD")
    }
    if bytes.contains(0) { walk.page.report.add(.repaired, .nul, "became U+FFFD") }
    var last: CMarkNode?
    for (node, footnote) in tree.topLevelNodes().dropFirst(addedCount) {
      walk.footnote = footnote
      try node.walk { node, isEntering in
        try walk.visit(node, isEntering: isEntering)
      }
      // The tree takes several times as much memory as the file, so that nodes are freed early. A node depends at most
      // on its previous sibling.
      guard footnote == nil else { continue }
      if let last { tree.free(last) }
      last = node
    }
    walk.page.closeAll()
    walk.reportRepeatedNotes()
    return walk
  }

  /// Returns the bytes with CR and CRLF as LF.
  private static func withLineFeeds(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(0x0D) else { return Array(bytes) }
    var converted: [UInt8] = []
    converted.reserveCapacity(bytes.count)
    var afterReturn = false
    for byte in bytes {
      if byte != 0x0A || !afterReturn { converted.append(byte == 0x0D ? 0x0A : byte) }
      afterReturn = byte == 0x0D
    }
    return converted
  }
}
