internal import IAFiles
internal import IAFormats
internal import IAText

/// A comparison of a document with its output, which adds losses to the report that the writer does not report.
///
/// Without hidden data, the formats HTML, RTF, RTFD and Markdown round values, limit them, and merge values that they
/// cannot distinguish. Therefore their output is read back, and the changes that the writer did not report are added to
/// the report.
///
/// With hidden data, an output is read back only in these cases:
/// - Markdown, if the document has attachments, text that Markdown cannot represent, or blocks that it does not have,
///   because a reader may refuse the records of such paragraphs.
/// - HTML, if hidden data might make text invisible that the page shows.
///
/// Plain text, except in the profile `layout`, is read back if the writer replaced attachments, line ends, control
/// characters or lone surrogates.
struct OutputVerification {
  /// The size in bytes of the largest output that is read back.
  static let maxByteCount = 64 << 20

  private let reader: any DocumentReader
  private let options: ReadOptions
  /// Returns whether the report of the writer is complete for a document, so that its output need not be read back.
  private let isComplete: (_ document: IADocument, _ report: ConversionReport) -> Bool

  /// Creates the verification of a document's output; `nil` if the writer of its format reports all losses
  /// itself, or if hidden data keeps everything that the format cannot show.
  init?(
    of document: IADocument, _ entry: FormatRegistry.Entry?, _ writing: WriteOptions,
    _ reading: ReadOptions
  ) {
    guard let reader = entry?.reader, let writer = entry?.writer,
      let isComplete = Self.completeness(of: document, by: writer, writing)
    else { return nil }
    self.reader = reader
    self.isComplete = isComplete
    options = ReadOptions(
      limits: reading.limits, stickerPacks: writing.stickerPacks,
      profile: writer.descriptor.id == Self.text ? writing.profile : nil)
  }

  private static let text = FormatID("text")

  /// Returns a function that decides whether the report of a writer is complete for a document; `nil` if it is always
  /// complete.
  private static func completeness(
    of document: IADocument, by writer: any DocumentWriter, _ writing: WriteOptions
  ) -> ((IADocument, ConversionReport) -> Bool)? {
    switch writer.descriptor.id.rawValue {
    case "text" where writing.profile != "layout":
      { _, report in !report.counts.keys.contains { replaced.contains($0.feature) } }
    case "markdown" where writing.keepsHiddenData: { restores($0, $1) }
    case "html" where writing.keepsHiddenData:
      mayHideText(of: document, by: writer, writing) ? { _, _ in false } : nil
    case "html", "rtf", "rtfd", "markdown": writing.keepsHiddenData ? nil : { _, _ in false }
    default: nil
    }
  }

  /// The features of text that plain text represents by other text.
  private static let replaced: Set<DocumentFeature> = [
    .lineEnd, .loneSurrogate, .attachment, .sticker, .controlCharacter,
  ]

  /// Returns whether text with the given attributes might be invisible.
  ///
  /// A reader accepts such attributes only from the visible page, not from hidden data.
  private static func mayBeInvisible(_ attributes: InlineAttributes) -> Bool {
    if attributes.hidden || attributes.fontSize ?? 1 < 1 { return true }
    if attributes.horizontalScale ?? 100 < 10 { return true }
    guard let ink = attributes.foreground else { return false }
    let paper = attributes.background ?? .white
    return ink.alpha == 0
      || ink.red == paper.red && ink.green == paper.green && ink.blue == paper.blue
  }

  /// Returns whether hidden data might make text of a document invisible, so that a reader refuses the hidden data.
  ///
  /// This is impossible if the output itself shows all attributes that might make text invisible, because hidden data
  /// then does not contain them. The exception is a run of such attributes that starts or ends inside a surrogate pair,
  /// where no element can start or end. If text with such attributes is hidden or has tags, or if a paragraph is
  /// shaded, the result is `true` without a closer examination.
  private static func mayHideText(
    of document: IADocument, by writer: any DocumentWriter, _ writing: WriteOptions
  ) -> Bool {
    let sets = document.string.inlineSets
    let suspects = sets.indices.filter { mayBeInvisible(sets[$0]) }
    guard !suspects.isEmpty else { return false }
    guard
      suspects.allSatisfy({ number in
        let set = sets[number]
        return !set.hidden && set.tags.isEmpty && writer.shows(set, options: writing)
      }),
      document.string.paragraphSets.allSatisfy({ $0.shading == nil })
    else { return true }
    return document.string.cutsPair(atEndsOf: Set(suspects.map { UInt32($0) }))
  }

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
  private static func restores(_ document: IADocument, _ report: ConversionReport) -> Bool {
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
    if isComplete(document, report) { return }
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

extension IAString {
  /// Returns whether a run of one of the numbered sets of inline attributes starts or ends inside a surrogate pair.
  fileprivate func cutsPair(atEndsOf numbers: Set<UInt32>) -> Bool {
    var places: [Int] = []
    var start = 0
    forEachInlineRun(in: utf16Range) { run in
      if numbers.contains(run.number) { places += [start, run.end] }
      start = run.end
    }
    return places.contains { place in
      guard place > 0, place < utf16Count else { return false }
      let units = units(in: place - 1..<place + 1)
      return UTF16.isLeadSurrogate(units[0]) && UTF16.isTrailSurrogate(units[1])
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
  /// Whether the values are short and do not contain text of the document, so that a report may state them.
  fileprivate var hasPlainValues: Bool {
    (kind == .inline || kind == .paragraph) && name != "link" && name != "tags"
      && from.utf8.count + to.utf8.count <= 80
  }
}
