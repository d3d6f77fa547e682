internal import IAFiles
internal import IAText

extension BodyWriter {
  /// Writes the first paragraphs into memory, as many as fit, and collects what the head of the
  /// page declares.
  ///
  /// - Parameters:
  ///   - held: The buffer for the bytes of those paragraphs.
  ///   - sink: The destination of the page, which receives side files at once.
  /// - Returns: The offset of the first paragraph that is not written yet.
  mutating func begin<Sink: DocumentSink>(
    into held: HeldBody, filesTo sink: inout Sink
  ) throws -> Int {
    var target = HeldBodySink(held: held, files: sink)
    defer { sink = target.files }
    // Whether a label is a link depends on notes that come later.
    let hasNotes =
      source.paragraphSets.contains { $0.blocks.contains(where: \.kind.isFootnote) }
      || source.inlineSets.contains { $0[tag: NoteLabels.tag] != nil }
    let reached = hasNotes ? 0 : try walk(from: 0, to: &target, held: held)
    try output.drain(into: &target, isEnd: true)
    if reached < source.string.utf16Count {
      try survey(from: reached, to: &target)
      purpose = .writing
    }
    return reached
  }

  /// Collects what the head must declare for the paragraphs from `start`.
  private mutating func survey(from start: Int, to sink: inout some DocumentSink) throws {
    var scout = self
    scout.purpose = .survey
    // The copy shares no memory that either writes to.
    scout.output = HTMLOutput(isSilent: true)
    scout.window = TextWindow(source.string)
    _ = try scout.walk(from: start, to: &sink)
    styles = scout.styles
    hidden = scout.hidden
    scout.notes.used = notes.used
    notes = scout.notes
  }
}

/// The first part of a page's body, held in memory until the head is written.
final class HeldBody {
  private let limit: Int
  private var pieces: [[UInt8]] = []
  private var byteCount = 0

  /// Creates an empty buffer.
  ///
  /// - Parameter limit: The number of bytes from which the buffer is full.
  init(limit: Int) { self.limit = limit }

  /// Whether the buffer has reached its limit.
  var isFull: Bool { byteCount >= limit }

  /// Appends bytes, also beyond the limit.
  func append(_ bytes: [UInt8]) {
    pieces.append(bytes)
    byteCount += bytes.count
  }

  /// Writes all bytes to a sink and frees them.
  func release(to sink: inout some DocumentSink) throws {
    for index in pieces.indices {
      try sink.write(pieces[index])
      pieces[index] = []
    }
    pieces = []
  }
}

/// A sink whose document is held in memory and whose side files go to the page's own sink.
struct HeldBodySink<Files: DocumentSink>: DocumentSink {
  let held: HeldBody
  var files: Files

  func write(_ bytes: [UInt8]) { held.append(bytes) }

  mutating func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    try files.writeSideFile(named: name, bytes)
  }
}

extension Block.Kind {
  fileprivate var isFootnote: Bool {
    noteLabel != nil
  }
}
