internal import IAFormats
internal import IAText

extension BodyWriter {
  /// Writes the first paragraphs into memory, as many as fit, and learns all that the head of the
  /// page must know.
  ///
  /// - Returns: Where the first paragraph begins that is still to be written.
  mutating func begin(into held: HeldBody) throws -> Int {
    var target: any DocumentSink = held
    // Whether a label is a link depends on notes that come later.
    let hasNotes =
      paragraphSets.contains { $0.blocks.contains(where: \.kind.isFootnote) }
      || inlineSets.contains { $0[tag: NoteLabels.tag] != nil }
    let reached = hasNotes ? 0 : try walk(from: 0, to: &target, held: held)
    try output.drain(into: &target, isEnd: true)
    if reached < string.utf16Count {
      try survey(from: reached, to: &target)
      purpose = .writing
    }
    return reached
  }

  /// Learns what the head must know of the paragraphs from one on.
  private mutating func survey(from start: Int, to sink: inout any DocumentSink) throws {
    var scout = self
    scout.purpose = .survey
    // The copy shares no memory that either writes to.
    scout.output = HTMLOutput(isSilent: true)
    scout.window = TextWindow(string)
    _ = try scout.walk(from: start, to: &sink)
    styles = scout.styles
    hidden = scout.hidden
    scout.notes.used = notes.used
    notes = scout.notes
  }
}

/// The body of a page as long as its head is not written, up to a size.
final class HeldBody: DocumentSink {
  private let limit: Int
  private var pieces: [[UInt8]] = []
  private var byteCount = 0
  /// Where the page goes; files beside it go there at once.
  private(set) var target: any DocumentSink

  init(_ target: any DocumentSink, limit: Int) {
    self.target = target
    self.limit = limit
  }

  /// Whether no more should come.
  var isFull: Bool { byteCount >= limit }

  func write(_ bytes: [UInt8]) {
    pieces.append(bytes)
    byteCount += bytes.count
  }

  func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    try target.writeSideFile(named: name, bytes)
  }

  /// Hands all bytes on.
  func release(to sink: inout any DocumentSink) throws {
    for index in pieces.indices {
      try sink.write(pieces[index])
      pieces[index] = []
    }
    pieces = []
  }
}

extension Block.Kind {
  fileprivate var isFootnote: Bool {
    if case .footnote = self { true } else { false }
  }
}
