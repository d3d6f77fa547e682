internal import IAFiles
internal import IAFormats
internal import IAText

/// A comparison of a document with its output, for a complete report.
///
/// Without hidden data, a format rounds values, limits them and merges what it cannot distinguish.
/// Reading the output back finds all of it; what the writer did not report is added to the report.
///
/// With hidden data, Markdown is read back if the document has attachments, text that Markdown cannot
/// represent, or blocks that it lacks: a reader may refuse the records of such paragraphs.
struct OutputVerification {
  /// The size in bytes of the largest output that is read back.
  static let maxByteCount = 64 << 20

  private let reader: any DocumentReader
  private let options: ReadOptions
  /// Whether hidden data keeps what the format cannot show.
  private let hasHiddenData: Bool

  /// Creates the verification of a format; `nil` if its writer reports all losses itself, or if
  /// hidden data always keeps what the format cannot show.
  init?(_ entry: FormatRegistry.Entry?, _ writing: WriteOptions, _ reading: ReadOptions) {
    guard let reader = entry?.reader, let writer = entry?.writer,
      Self.verified.contains(writer.descriptor.id),
      !writing.keepsHiddenData || writer.descriptor.id == FormatID("markdown")
    else { return nil }
    self.reader = reader
    hasHiddenData = writing.keepsHiddenData
    options = ReadOptions(limits: reading.limits)
  }

  /// The formats with hidden data.
  private static let verified = Set(["html", "rtf", "rtfd", "markdown"].map { FormatID($0) })

  /// The features that hidden data always restores.
  private static let restored: Set<DocumentFeature> = [
    .intensity, .bold, .italic, .code, .strikethrough, .fontSize, .underline, .script,
    .baselineOffset, .fontFamily, .fontWeight, .foreground, .background, .letterSpacing, .capitals,
    .textEffect, .characterScaling, .emphasisMark, .language, .direction, .alignment, .indent,
    .paragraphSpacing, .lineHeight, .tabStops, .pageBreak, .keepTogether, .widowControl,
    .paragraphBorder, .paragraphShading, .options, .bookmark, .metadata, .noFinalLineEnd,
  ]

  /// Returns whether a reader restores a document from hidden data without a difference, as far as
  /// its features and the report of its writer show.
  private static func returns(_ document: IADocument, _ report: ConversionReport) -> Bool {
    report.counts.keys.allSatisfy { restored.contains($0.feature) }
      && document.string.paragraphSets.allSatisfy { set in
        set.blocks.allSatisfy { block in
          switch block.kind {
          case .thematicBreak, .footnote, .endnote, .annotation, .pageHeader, .pageFooter, .textBox:
            false
          default: true
          }
        }
      }
  }

  /// Adds the differences between a document and its output that a report does not explain.
  func add(
    _ document: IADocument, _ output: MeasuredOutput, to report: inout ConversionReport
  ) {
    if hasHiddenData, Self.returns(document, report) { return }
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
