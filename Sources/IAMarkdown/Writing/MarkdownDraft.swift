internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAText

/// The visible part of a document as Markdown, checked by reading it back.
struct MarkdownDraft {
  /// Front matter and text.
  private(set) var bytes: [UInt8] = []
  /// The paragraphs as they read back, as many as the string has; `nil` if they do not pair.
  private(set) var readBack: IADocument?

  /// Creates the Markdown of a string; it is written again until it reads back, or cannot be
  /// improved.
  init(_ string: IAString, metadata: DocumentMetadata, _ pictures: PictureWriter) {
    let labels = Self.footnoteLabels(string)
    let head = Array(FrontMatter.markdown(of: metadata).utf8)
    var cautious: Set<Int> = []
    let paragraphs = string.paragraphs
    let plans = BlockPlan.plans(for: paragraphs)
    for attempt in 0..<3 {
      var emitter = MarkdownEmitter(
        string, paragraphs, plans, pictures: pictures.pictures, footnoteLabels: labels,
        cautious: cautious)
      emitter.emit()
      bytes = head + emitter.out
      readBack = Self.read(bytes, pictures.sideFiles)
      guard let back = readBack else { return }
      let found = back.string.paragraphs
      if found.count != emitter.paragraphs.count {
        readBack = nil
        guard attempt < 2, cautious.count < emitter.paragraphs.count else { return }
        cautious = Set(emitter.paragraphs.indices)
        continue
      }
      let wrong = zip(emitter.paragraphs, found).enumerated().filter { _, pair in
        !Self.agree(string, pair.0, back.string, pair.1)
      }
      let more = cautious.union(wrong.map(\.offset))
      guard attempt < 2, more != cautious else { return }
      cautious = more
    }
  }

  private static func footnoteLabels(_ string: IAString) -> Set<String> {
    var labels: Set<String> = []
    for run in string.canonicalParagraphs() {
      for block in run.attributes.blocks {
        if let label = block.kind.noteLabel, MarkdownEmitter.footnoteLabel(label) == label {
          labels.insert(label)
        }
      }
    }
    return labels
  }

  private static func read(_ bytes: [UInt8], _ sideFiles: [String: [UInt8]]) -> IADocument? {
    let source = BytesSource(bytes, sideFiles: sideFiles)
    var options = ReadOptions()
    options.limits.inputBytes = bytes.count
    return try? MarkdownReader().read(source, options: options).document
  }

  /// Returns whether a paragraph was read back with its text and its visible marks.
  private static func agree(
    _ string: IAString, _ paragraph: IAString.Paragraph,
    _ back: IAString, _ found: IAString.Paragraph
  ) -> Bool {
    let units = string.units(in: paragraph.contentRange)
    guard units == back.units(in: found.contentRange) else { return false }
    let shift = found.utf16Range.lowerBound - paragraph.utf16Range.lowerBound
    for run in string.attributeRuns(in: paragraph.contentRange) {
      let there = run.utf16Range.lowerBound + shift..<run.utf16Range.upperBound + shift
      let wanted = MarkdownAttributes.shown(run.attributes)
      for part in back.attributeRuns(in: there) {
        guard MarkdownAttributes.shown(part.attributes) != wanted else { continue }
        let isBlank = part.utf16Range.allSatisfy { CharacterClass.isBlank(back.unit(at: $0)) }
        if !isBlank { return false }
      }
    }
    return true
  }
}
