internal import IAFiles
internal import IAFormats
internal import IAText

/// A comparison of a document with its output, for a complete report.
///
/// Without hidden data, a format rounds values, limits them and merges what it cannot distinguish.
/// Reading the output back finds all of it; what the writer did not report is added to the report.
struct OutputVerification {
  /// The size in bytes of the largest output that is read back.
  static let maxByteCount = 64 << 20

  private let reader: any DocumentReader
  private let options: ReadOptions

  /// Creates the verification of a format; `nil` if its writer reports all losses itself, or if
  /// hidden data keeps what the format cannot show.
  init?(_ entry: FormatRegistry.Entry?, _ writing: WriteOptions, _ reading: ReadOptions) {
    guard let reader = entry?.reader, let writer = entry?.writer, !writing.keepsHiddenData,
      Self.verified.contains(writer.descriptor.id)
    else { return nil }
    self.reader = reader
    options = ReadOptions(limits: reading.limits)
  }

  /// The formats with hidden data.
  private static let verified = Set(["html", "rtf", "rtfd", "markdown"].map { FormatID($0) })

  /// Adds the differences between a document and its output that a report does not explain.
  func add(
    _ document: IADocument, _ output: MeasuredOutput, to report: inout ConversionReport
  ) {
    guard let bytes = output.bytes,
      let back = try? reader.read(
        BytesSource(bytes, sideFiles: output.sideFiles), options: options
      ).document
    else {
      report.add(.approximated, .unverified, "the output was not read back")
      return
    }
    let difference = DocumentDifference(document, back)
    guard !difference.isEqual else { return }
    for change in difference.changes(notIn: report) {
      let isDropped = change.to == "-" || change.to.isEmpty
      report.add(
        isDropped ? .dropped : .approximated, ChangeCauses.feature(of: change),
        change.hasPlainValues ? "\(change.from) → \(change.to)" : "", utf16Range: change.left)
    }
    if difference.changes.isEmpty {
      report.add(.approximated, .structure, "adjacent blocks become one, or one becomes several")
    }
  }
}

/// The bytes of an output and the files beside it.
struct MeasuredOutput {
  /// The bytes; `nil` if there are more than `OutputVerification.maxByteCount`.
  var bytes: [UInt8]? = []
  var sideFiles: [String: [UInt8]] = [:]

  mutating func append(_ more: [UInt8]) {
    guard let count = bytes?.count else { return }
    if count + more.count > OutputVerification.maxByteCount { bytes = nil } else { bytes? += more }
  }
}

extension DocumentDifference.Change {
  /// Whether the values are short and not text of the document.
  fileprivate var hasPlainValues: Bool {
    (kind == .inline || kind == .paragraph) && name != "link" && name != "tags"
      && from.utf8.count + to.utf8.count <= 80
  }
}
