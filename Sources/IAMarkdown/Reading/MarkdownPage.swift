internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAMarkup
internal import IAText

/// The document that is built from Markdown and raw HTML, and the current position in it.
struct MarkdownPage {
  let options: ReadOptions
  var report = ConversionReport()
  var pictures: MarkdownPictures
  var builder = IAStringBuilder()

  /// The blocks around the current position.
  var path: [Block] = []
  /// For each Markdown block around the current position, the numbers of paragraphs and of open elements of raw HTML at
  /// its start.
  var entries: [(paragraphs: Int, elements: Int)] = []
  private(set) var paragraphCount = 0
  private var lastBlockID = 0
  /// The end of the last paragraph.
  private var lastEnd = 0
  /// The number of nodes and tokens so far.
  var nodeCount = 0
  var inline = InlineState()
  var raw = RawState()

  init(source: any DocumentSource, options: ReadOptions, byteCount: Int) {
    pictures = MarkdownPictures(source: source, limits: options.limits)
    self.options = options
    raw.scanBudget = 4 * byteCount + 65_536
  }

  /// Counts a token.
  ///
  /// - Throws: `InputError` with `markdown.entries` if there are too many nodes and tokens.
  mutating func countToken(at offset: Int) throws {
    nodeCount += 1
    guard nodeCount <= options.limits.entries else { throw tooManyEntries(at: offset) }
  }

  /// Returns the error for too many nodes.
  func tooManyEntries(at offset: Int) -> InputError {
    .exceeds(
      .markdownEntries, limit: "entries", maximum: options.limits.entries, seen: nodeCount,
      at: offset)
  }

  mutating func block(_ kind: Block.Kind) -> Block {
    lastBlockID += 1
    return Block(id: lastBlockID, kind)
  }

  /// Sets bookmarks for the anchors of a tag; if names are repeated, the first one is used.
  mutating func noteAnchors(_ tag: MarkupTag) {
    guard inline.pictures == 0, !tag.attributes.isEmpty else { return }
    for name in [tag["id"], tag.name == "a" ? tag["name"] : nil] {
      guard let name, !name.isEmpty, raw.anchors.insert(name).inserted else { continue }
      builder.bookmark(name)
    }
  }

  /// Ends the current paragraph; the line feed of an empty paragraph has no attributes.
  mutating func endParagraph() {
    paragraphCount += 1
    if isParagraphEmpty { builder.append(unit: 0x000A) }
    defer { lastEnd = builder.utf16Count }
    guard var attributes = raw.elements.last?.paragraph else {
      builder.endParagraph(ParagraphAttributes(blocks: path))
      return
    }
    attributes.blocks = path
    builder.endParagraph(attributes)
  }

  /// Whether nothing was appended since the end of the last paragraph.
  var isParagraphEmpty: Bool { builder.utf16Count == lastEnd }

  /// Returns the units of a text, in which characters that would end a paragraph are replaced by line breaks.
  static func oneParagraph(_ text: String) -> [UInt16] {
    var units: [UInt16] = []
    UTF8Decoding.append(text.utf8.span, to: &units)
    ShownText.makeOneParagraph(&units)
    return units
  }
}
