internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAText

/// The document that is built from Markdown and its raw HTML, and the place in it.
struct MarkdownPage {
  let source: any DocumentSource
  let options: ReadOptions
  var report = ConversionReport()
  var attachments = AttachmentStore()
  var builder = IAStringBuilder()

  /// The blocks around the place that is read.
  var path: [Block] = []
  /// The numbers of paragraphs and of open elements of raw HTML at the start of each block of
  /// Markdown around the place.
  var entries: [(paragraphs: Int, elements: Int)] = []
  private(set) var paragraphCount = 0
  private var lastBlockID = 0
  /// The end of the last paragraph.
  private var lastEnd = 0
  /// The number of nodes and tokens so far.
  var nodeCount = 0
  var inline = InlineState()
  var raw = RawState()
  /// Whether a picture was found in a file beside the document.
  private(set) var hasSideFiles = false

  init(source: any DocumentSource, options: ReadOptions, byteCount: Int) {
    self.source = source
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

  /// Ends the paragraph that was read last; the end of an empty one is plain.
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

  /// Returns the units of a text with everything that would end a paragraph as a line break inside
  /// it.
  static func oneParagraph(_ text: String) -> [UInt16] {
    var units: [UInt16] = []
    UTF8Decoding.append(text.utf8.span, to: &units)
    ShownText.makeOneParagraph(&units)
    return units
  }

  // MARK: Pictures

  /// Returns the attachment for a picture; `nil` if its address is refused.
  mutating func attachment(for url: String, at offset: Int) throws -> Attachment? {
    let limits = options.limits
    if DataURI.isDataURI(url) {
      guard let bytes = DataURI.bytes(of: url), let type = MediaType.sniffed(from: bytes),
        LinkPolicy.pictureTypes.contains(type)
      else {
        report.add(
          .neutralised, .image, "data that is no PNG, JPEG, GIF or WebP",
          byteOffset: offset)
        return nil
      }
      return picture(bytes, name: nil, offset)
    }
    guard LinkPolicy.allowsPicture(url) else {
      report.add(.neutralised, .image, url, byteOffset: offset)
      return nil
    }
    if LinkPolicy.isSideFileName(url) {
      for name in [url, String(decoding: PercentCoding.decoded(Array(url.utf8)), as: UTF8.self)] {
        if let bytes = try source.sideFile(named: name, limits: limits) {
          hasSideFiles = true
          return picture(bytes, name: name, offset)
        }
      }
    }
    var attachment = Attachment(.image, content: .url(url), state: .missing)
    attachment.name = nil
    return attachment
  }

  /// Returns an attachment that holds the bytes; `nil` if the picture is too large.
  private mutating func picture(
    _ bytes: [UInt8], name: String?, _ offset: Int
  ) -> Attachment? {
    if let size = FoundPicture.excessiveSize(of: bytes, limits: options.limits) {
      report.add(
        .neutralised, .image, "\(size.width) by \(size.height) pixels", byteOffset: offset)
      return nil
    }
    return FoundPicture.attachment(
      holding: bytes, name: name, limits: options.limits, in: &attachments)
  }
}
