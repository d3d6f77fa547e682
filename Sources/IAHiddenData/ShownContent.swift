package import IABytes
internal import IAFiles
package import IAFormats
package import IAText

/// The content that a document shows in programs that do not support hidden data: text without
/// white space, attachments and link targets in order, and the blocks around the text.
package struct ShownContent: Equatable {
  /// An attachment or the start of a link, by its offset in the text.
  private struct Mark: Equatable {
    var offset: Int
    var text: String
  }

  private var units: [UInt16] = []
  private var marks: [Mark] = []
  private let structure: ShownStructure

  /// Creates the visible content of a document.
  ///
  /// - Complexity: O(*n*).
  package init(_ document: IADocument) {
    let string = document.string
    structure = ShownStructure(string)
    for paragraph in string.paragraphs {
      var target: String?
      for run in string.attributeRuns(in: paragraph.contentRange) {
        if run.attributes.link?.url != target {
          target = run.attributes.link?.url
          marks.append(Mark(offset: units.count, text: "link " + (target ?? "")))
        }
        guard !run.attributes.hidden, !(run.attributes.fontSize.map { $0 < 1 } ?? false) else {
          continue
        }
        append(run.utf16Range, of: string)
      }
    }
  }

  private mutating func append(_ range: Range<Int>, of string: IAString) {
    var at = range.lowerBound
    for placed in string.attachments(in: range) {
      append(string.units(in: at..<placed.utf16Offset))
      at = placed.utf16Offset + 1
      let attachment = placed.attachment
      switch attachment.content {
      case .blob(let digest):
        marks.append(Mark(offset: units.count, text: "blob \(digest)"))
      case .url(let url): marks.append(Mark(offset: units.count, text: "url " + url))
      case .none:
        append(Array((attachment.textBacking ?? attachment.altText ?? attachment.name ?? "").utf16))
      }
    }
    append(string.units(in: at..<range.upperBound))
  }

  private mutating func append(_ text: [UInt16]) {
    units += text.lazy.filter { unit in
      !(Unicode.Scalar(unit)?.properties.isWhitespace ?? false)
    }
  }
}

/// A check that a restored document shows the same content as its file, made by writing it
/// (Specs/hidden-data.md, section 4).
///
/// It is needed for files whose hidden data puts text into other blocks than the file shows.
package struct HiddenDataProof<Reader: DocumentReader, Writer: DocumentWriter> {
  private let reader: Reader
  private let writer: Writer
  private let profile: String?
  private let hasSideFiles: Bool
  private let limits: Limits

  /// Creates a check for one file.
  ///
  /// - Parameters:
  ///   - reader: The reader of the format.
  ///   - writer: Its writer.
  ///   - profile: The profile in which the file was written; `nil` for the first one.
  ///   - hasSideFiles: Whether attachments of the file are in files beside it.
  ///   - limits: The limits of the file.
  package init(
    _ reader: Reader, _ writer: Writer, profile: String? = nil, hasSideFiles: Bool, limits: Limits
  ) {
    self.reader = reader
    self.writer = writer
    self.profile = profile
    self.hasSideFiles = hasSideFiles
    self.limits = limits
  }

  /// Returns whether a document that is written without hidden data shows the same content as a
  /// file.
  ///
  /// - Parameters:
  ///   - document: The restored document.
  ///   - shown: The content that the file shows.
  ///   - byteCount: The size of the file in bytes.
  /// - Returns: `false` also if the output is more than 65,536 bytes longer than the file.
  /// - Complexity: That of writing the document and reading the output.
  package func holds(for document: IADocument, shown: ShownContent, byteCount: Int) -> Bool {
    var sink = BoundedSink(
      maxBytes: byteCount + Self.slack, bytes: BytesSink(keepsSideFiles: hasSideFiles))
    let options = WriteOptions(profile: profile, keepsHiddenData: false)
    var reading = ReadOptions(limits: limits)
    reading.ignoresHiddenData = true
    do {
      _ = try writer.write(document, to: &sink, options: options)
      let files = Dictionary(
        sink.bytes.sideFiles.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
      reading.limits.inputBytes = max(limits.inputBytes, sink.bytes.bytes.count)
      let again = try reader.read(
        BytesSource(sink.bytes.bytes, sideFiles: files), options: reading)
      return ShownContent(again.document) == shown
    } catch {
      return false
    }
  }

  /// The maximum difference of the sizes of the output and the file, in bytes.
  private static var slack: Int { 1 << 16 }
}

/// A sink that accepts a limited number of bytes.
private struct BoundedSink: DocumentSink {
  /// The error for more bytes than the limit.
  struct Full: Error {}

  let maxBytes: Int
  var bytes: BytesSink

  mutating func write(_ bytes: [UInt8]) throws {
    guard bytes.count <= maxBytes - self.bytes.bytes.count else { throw Full() }
    self.bytes.write(bytes)
  }

  mutating func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? {
    self.bytes.writeSideFile(named: name, bytes)
  }
}
