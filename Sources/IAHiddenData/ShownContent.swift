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
    let text = string.units(in: string.utf16Range)
    var attachments = string.attachments(in: string.utf16Range)[...]
    units.reserveCapacity(text.count)
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
        append(run.utf16Range, of: text, &attachments)
      }
    }
  }

  /// Appends a range of the text.
  ///
  /// - Parameter attachments: The attachments that are not before earlier ranges; those before the end
  ///   of the range are removed.
  private mutating func append(
    _ range: Range<Int>, of text: [UInt16],
    _ attachments: inout ArraySlice<IAString.PlacedAttachment>
  ) {
    var at = range.lowerBound
    while let placed = attachments.first, placed.utf16Offset < range.upperBound {
      attachments.removeFirst()
      guard placed.utf16Offset >= at else { continue }
      append(text.span.extracting(at..<placed.utf16Offset))
      at = placed.utf16Offset + 1
      let attachment = placed.attachment
      switch attachment.content {
      case .blob(let digest):
        marks.append(Mark(offset: units.count, text: "blob \(digest)"))
      case .url(let url): marks.append(Mark(offset: units.count, text: "url " + url))
      case .none:
        let text = attachment.textBacking ?? attachment.altText ?? attachment.name ?? ""
        append(Array(text.utf16).span)
      }
    }
    append(text.span.extracting(at..<range.upperBound))
  }

  /// Appends the units that are not white space.
  private mutating func append(_ text: Span<UInt16>) {
    units.append(addingCapacity: text.count) { output in
      for index in text.indices where !Self.isWhiteSpace(text[index]) {
        output.append(text[index])
      }
    }
  }

  /// Returns whether a unit has the property White_Space.
  @inline(__always)
  fileprivate static func isWhiteSpace(_ unit: UInt16) -> Bool {
    if unit > 0x20, unit < 0x85 { return false }
    return switch unit {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}

/// The strikethroughs, superscripts and subscripts that a document shows.
private struct ShownMarks: Equatable {
  /// The marks of units that are not white space.
  private struct Run: Equatable {
    var isStruck: Bool
    var script: InlineAttributes.Script?
    var count = 0

    init(_ attributes: InlineAttributes) {
      isStruck = attributes.strikethrough != nil
      script = attributes.script
    }

    func isLike(_ other: Run) -> Bool { isStruck == other.isStruck && script == other.script }
  }

  private var runs: [Run] = []

  init(_ document: IADocument) {
    let string = document.string
    let text = string.units(in: string.utf16Range)
    for paragraph in string.paragraphs {
      for run in string.attributeRuns(in: paragraph.contentRange) where !run.attributes.hidden {
        var marked = Run(run.attributes)
        for offset in run.utf16Range where !ShownContent.isWhiteSpace(text[offset]) {
          marked.count += 1
        }
        guard marked.count > 0 else { continue }
        if let last = runs.last, last.isLike(marked) {
          runs[runs.count - 1].count += marked.count
        } else {
          runs.append(marked)
        }
      }
    }
  }
}

/// Checks that a restored document shows the same content as its file, by writing the document and reading the output
/// (Specs/hidden-data.md, section 4).
///
/// The check is needed for files whose hidden data moves text into other blocks than the file shows.
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
    rewritten(document, byteCount: byteCount).map { ShownContent($0) == shown } ?? false
  }

  /// Returns whether a document that is written without hidden data shows the same strikethroughs,
  /// superscripts and subscripts as a file.
  ///
  /// - Parameters:
  ///   - document: The restored document.
  ///   - shown: The document that the file shows.
  ///   - byteCount: The size of the file in bytes.
  /// - Returns: `false` also if the output is more than 65,536 bytes longer than the file.
  /// - Complexity: That of writing the document and reading the output.
  package func showsMarks(
    of document: IADocument, as shown: IADocument, byteCount: Int
  ) -> Bool {
    rewritten(document, byteCount: byteCount).map { ShownMarks($0) == ShownMarks(shown) } ?? false
  }

  /// Returns the content that a reader finds in a document that is written without hidden data, or `nil`
  /// if the output is too long.
  private func rewritten(_ document: IADocument, byteCount: Int) -> IADocument? {
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
      return try reader.read(
        BytesSource(sink.bytes.bytes, sideFiles: files), options: reading
      ).document
    } catch {
      return nil
    }
  }

  /// Returns whether a file is exactly the output of the writer for a document.
  ///
  /// The file then shows the content of the document, because no part of it is from another program,
  /// and the check by `holds(for:shown:byteCount:)` is not needed. It is the usual case, and costs
  /// one run of the writer instead of a run of the writer and two of the reader.
  ///
  /// - Parameters:
  ///   - bytes: The file, without files beside it.
  ///   - document: The document that was restored from it.
  ///   - source: The format that the document was read from when the file was written.
  ///   - sideFile: Returns the bytes of a file beside it; `nil` if there is no file with this name.
  /// - Returns: `false` also for files that the writer made with other options.
  /// - Complexity: That of writing the document up to the first difference.
  package func isOutput(
    _ bytes: [UInt8], of document: IADocument, from source: FormatID? = nil,
    sideFile: (_ name: String) -> [UInt8]? = { _ in nil }
  ) -> Bool {
    var sink = ComparingSink(expected: bytes, sideFiles: BytesSink(keepsSideFiles: hasSideFiles))
    var options = WriteOptions(profile: profile, keepsHiddenData: true)
    options.sourceFormat = source
    guard (try? writer.write(document, to: &sink, options: options)) != nil else { return false }
    return sink.count == bytes.count
      && sink.sideFiles.sideFiles.allSatisfy { sideFile($0.name) == $0.bytes }
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

/// A sink that accepts only the bytes of a file.
private struct ComparingSink: DocumentSink {
  /// The error for the first difference.
  struct Different: Error {}

  let expected: [UInt8]
  /// The files beside the file.
  private(set) var sideFiles: BytesSink
  /// The number of bytes so far.
  private(set) var count = 0

  init(expected: [UInt8], sideFiles: BytesSink) {
    self.expected = expected
    self.sideFiles = sideFiles
  }

  mutating func write(_ bytes: [UInt8]) throws {
    guard UnitLoops.areEqual(bytes.span, to: expected.span, at: count) else { throw Different() }
    count += bytes.count
  }

  mutating func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? {
    sideFiles.writeSideFile(named: name, bytes)
  }
}
