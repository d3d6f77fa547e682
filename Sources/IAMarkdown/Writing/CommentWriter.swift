internal import IABytes
internal import IAFiles
internal import IAHiddenData

/// Writes the comment with the hidden data; `HiddenComment` describes its form.
struct CommentWriter {
  /// The document record.
  var document = HiddenDocument()
  private let paragraphCount: Int
  /// The encoded lines of the records, which take less memory than the records.
  private var lines: [UInt8] = []

  /// Creates a comment without records for a document with a number of paragraphs.
  init(paragraphCount: Int) { self.paragraphCount = paragraphCount }

  /// Whether there is no hidden data.
  var isEmpty: Bool { lines.isEmpty && document == HiddenDocument() }

  /// Adds the record of the next paragraph that has one.
  mutating func add(_ data: HiddenParagraph, of paragraph: Int) {
    lines.append(contentsOf: "\(paragraph) ".utf8)
    Base64.append(encoding: data.packed.span, to: &lines)
    lines.append(0x0A)
  }

  /// Writes the comment.
  func write(to sink: inout some DocumentSink) throws {
    try sink.write(Array("\(MarkdownTag.hiddenData) \(paragraphCount)\n".utf8))
    let json = document.json
    // Parts of a multiple of three bytes, so that only the last one is padded.
    let step = 3 << 14
    for start in stride(from: 0, to: json.count, by: step) {
      var part: [UInt8] = []
      Base64.append(
        encoding: json.span.extracting(start..<min(start + step, json.count)), to: &part)
      try sink.write(part)
    }
    try sink.write([0x0A])
    try sink.write(lines)
    try sink.write(Array("-->\n".utf8))
  }
}
