public import IAFiles
public import IAFormats
internal import IAStickers
public import IAText

/// Writes plain text: the characters, sticker tokens, and in the profile `marked` intensities.
///
/// `Specs/text-backed.md` describes the format. Literal text is escaped only if a reader with the packs of the options
/// would otherwise read it as a sticker or a mark.
public struct PlainTextWriter: DocumentWriter {
  /// Creates a writer.
  public init() {}

  /// The format, with its three profiles.
  public var descriptor: FormatDescriptor { .plainText }

  /// Writes text and reports everything that plain text cannot represent.
  ///
  /// - Throws: `UnknownProfile` for an unknown profile, and errors of the sink.
  /// - Complexity: O(*n*) for given packs. Without packs and marks, memory does not grow with the
  ///   text beyond the document itself.
  public func write(
    _ document: IADocument, to sink: inout some DocumentSink,
    options: WriteOptions = WriteOptions()
  ) throws -> ConversionReport {
    let profile = try descriptor.profile(named: options.profile)
    let usesMarks = profile == FormatDescriptor.markedProfile
    let index = StickerIndex(options.stickerPacks)
    var shown = document.remainingText(options)
    var document = shown.document
    var report = ConversionReport()
    let isLaidOut =
      profile == FormatDescriptor.layoutProfile && Self.hasLayout(document.string, options)
    let form = document.metadata.textForm
    if !isLaidOut { document.metadata.textForm = nil }
    let kept = isLaidOut ? Self.laidOutFeatures : usesMarks ? [.intensity] : []
    LossList(kept: kept, tags: isLaidOut ? ["footnote"] : []).list(document, in: &report)
    let texts = AttachmentText.all(in: document, index: index, report: &report)
    listUnits(document.string, in: &report)
    if isLaidOut {
      if document.string.paragraphSets.contains(where: { !$0.blocks.isEmpty }) {
        report.add(.approximated, .structure, "laid out as lines")
      } else if Self.hasSpace(document.string) {
        report.add(.approximated, .structure, "blank lines for space between paragraphs")
      }
      var laidOut = LaidOutText(
        document.string, texts,
        TextFlow(document.string, separatesParagraphs: options.separatesParagraphs))
      try laidOut.write(to: &sink)
    } else if index.isEmpty, !usesMarks {
      try writeVerbatim(document.string, texts, form, to: &sink)
    } else {
      let reversed = reverse(
        document.string, texts, index: index, usesMarks: usesMarks, report: &report)
      try writeReversed(reversed, form, to: &sink)
    }
    shown.add(report)
    return shown.report
  }

  /// The features that laid-out lines of text show.
  private static let laidOutFeatures: Set<DocumentFeature> = [
    .list, .listItem, .table, .tableRow, .tableCell, .quote, .codeBlock,
    .thematicBreak, .heading, .footnote, .endnote, .annotation, .paragraphSpacing,
  ]

  /// Returns whether a document has blocks, or space between paragraphs.
  private static func hasLayout(_ string: IAString, _ options: WriteOptions) -> Bool {
    options.separatesParagraphs || hasSpace(string)
      || string.paragraphSets.contains { !$0.blocks.isEmpty }
  }

  /// Returns whether a document has space of at least 3 points between paragraphs.
  private static func hasSpace(_ string: IAString) -> Bool {
    string.options.paragraphSpacing ?? 0 >= 3
      || string.paragraphSets.contains { ($0.spacingBefore ?? 0) + ($0.spacingAfter ?? 0) >= 3 }
  }

  /// The number of units that are examined at a time.
  private static let pieceSize = 1 << 16

  /// Reports units that do not read back as themselves: lone surrogates and line ends of other
  /// kinds.
  private func listUnits(_ string: IAString, in report: inout ConversionReport) {
    var special = SpecialUnits(string: string)
    string.forEachTextChunk(in: string.utf16Range) {
      special.list(latin1: $0)
    } utf16: {
      special.list(utf16: $0)
    }
    report.add(special.report)
  }

  private func writeVerbatim(
    _ string: IAString, _ texts: [AttachmentText], _ form: TextForm?,
    to sink: inout some DocumentSink
  ) throws {
    var output = TextOutput(form, first: string.isEmpty ? nil : string.unit(at: 0))
    var texts = texts[...]
    var start = 0
    while start < string.utf16Count {
      let next = texts.first?.utf16Offset ?? string.utf16Count
      let end = min(next, start + Self.pieceSize, string.utf16Count)
      string.forEachTextChunk(in: start..<end) {
        output.append(latin1: $0)
        return true
      } utf16: {
        output.append($0)
        return true
      }
      start = end
      if end == next, let text = texts.popFirst() {
        output.append(text.units.span)
        start += 1
      }
      try output.flush(to: &sink)
    }
    try output.finish(to: &sink)
  }

  private func reverse(
    _ string: IAString, _ texts: [AttachmentText], index: StickerIndex, usesMarks: Bool,
    report: inout ConversionReport
  ) -> ReversedText {
    var reversed = ReversedText(
      index: index, usesMarks: usesMarks, capacity: string.utf16Count + string.utf16Count / 8)
    var marks = usesMarks ? MarkPlaces(string, report: &report) : nil
    var texts = texts[...]
    var swallowed: [Int] = []
    var end = string.utf16Count
    while end > 0 {
      let start = max(end - Self.pieceSize, 0)
      let units = string.units(in: start..<end)
      for offset in stride(from: end - 1, through: start, by: -1) {
        if let text = texts.last, text.utf16Offset == offset {
          texts.removeLast()
          if !text.isToken {
            for unit in text.units.reversed() { reversed.prepend(literal: unit) }
          } else if !reversed.prepend(
            token: text.units, intensity: string.intensity(at: offset))
          {
            swallowed.append(offset)
          }
        } else {
          reversed.prepend(literal: units[offset - start])
        }
        if let intensity = marks?.mark(before: offset) { reversed.prepend(mark: intensity) }
      }
      end = start
    }
    for offset in swallowed.reversed() {
      report.add(
        .approximated, .sticker, "reads as a longer name", utf16Range: offset..<offset + 1)
    }
    return reversed
  }

  private func writeReversed(
    _ reversed: ReversedText, _ form: TextForm?, to sink: inout some DocumentSink
  ) throws {
    let units = reversed.units
    var output = TextOutput(form, first: units.last)
    var end = units.count
    while end > 0 {
      let start = max(end - Self.pieceSize, 0)
      for offset in stride(from: end - 1, through: start, by: -1) { output.append(units[offset]) }
      end = start
      try output.flush(to: &sink)
    }
    try output.finish(to: &sink)
  }
}

extension PlainTextWriter {
  /// Returns the plain text of a range, for a clipboard.
  ///
  /// Each sticker becomes its token; other attachments stay U+FFFC, unpaired surrogates become
  /// U+FFFD; there are no escapes.
  ///
  /// - Precondition: The range lies within the string.
  /// - Complexity: O(log *n* + range).
  public static func plainText(of string: IAString, in utf16Range: Range<Int>) -> String {
    var units: [UInt16] = []
    var start = utf16Range.lowerBound
    for placed in string.attachments(in: utf16Range) {
      guard let backing = placed.attachment.textBacking else { continue }
      units += string.units(in: start..<placed.utf16Offset)
      units += backing.utf16
      start = placed.utf16Offset + 1
    }
    units += string.units(in: start..<utf16Range.upperBound)
    return String(decoding: units, as: UTF16.self)
  }
}
