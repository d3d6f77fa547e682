internal import IAFiles
internal import IAText

extension BodyWriter {
  /// Writes the first paragraphs into memory until the buffer is full, and collects the information
  /// for the head of the page.
  ///
  /// - Parameters:
  ///   - held: The buffer for the bytes of these paragraphs.
  ///   - sink: The destination of the page, which receives side files immediately.
  /// - Returns: The UTF-16 offset of the first paragraph that is not written.
  mutating func begin<Sink: DocumentSink>(
    into held: HeldBody, filesTo sink: inout Sink
  ) throws -> Int {
    var target = HeldBodySink(held: held, files: sink)
    defer { sink = target.files }
    // Whether a label becomes a link depends on later notes.
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

  /// Collects the information for the head from the paragraphs from `start` on.
  private mutating func survey(from start: Int, to sink: inout some DocumentSink) throws {
    var scout = self
    scout.purpose = .survey
    // The copy must not share mutable storage with the original.
    scout.output = HTMLOutput(isSilent: true)
    scout.window = TextWindow(source.string)
    _ = try scout.walk(from: start, to: &sink)
    styles = scout.styles
    hidden = scout.hidden
    scout.notes.used = notes.used
    notes = scout.notes
  }
}

/// The first part of a page's body, kept in memory until the head is written.
final class HeldBody {
  private let limit: Int
  private var pieces: [[UInt8]] = []
  private var byteCount = 0

  /// Creates an empty buffer.
  ///
  /// - Parameter limit: The number of bytes at which the buffer is full.
  init(limit: Int) { self.limit = limit }

  var isFull: Bool { byteCount >= limit }

  /// Appends bytes; the limit is not enforced.
  func append(_ bytes: [UInt8]) {
    pieces.append(bytes)
    byteCount += bytes.count
  }

  /// Writes all bytes to a sink and releases the memory.
  func release(to sink: inout some DocumentSink) throws {
    for index in pieces.indices {
      try sink.write(pieces[index])
      pieces[index] = []
    }
    pieces = []
  }
}

/// A sink that collects the page in memory and passes side files to another sink.
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
