internal import IAFormats
internal import IAHiddenData
internal import IAText

/// Finds the features of a document that Markdown lacks, for the hidden data and for the report.
struct MarkdownLosses {
  private let string: IAString
  private let document: IADocument
  private let back: IADocument
  private let effect: ConversionNote.Effect
  private(set) var report = ConversionReport()
  /// Whether all metadata that counts is visible.
  private(set) var hasAllMetadata = true
  /// The string, each range of which has just the attributes that Markdown lacks.
  private(set) var lackingString: IAString

  /// Creates the comparison of a string with the text that was read back, paragraph by paragraph.
  ///
  /// - Parameters:
  ///   - document: The document, its string in the form that Markdown can hold.
  ///   - back: The document that was read back, with an equal number of paragraphs.
  ///   - isHidden: Whether hidden data keeps the missing features.
  init(_ document: IADocument, readBack back: IADocument, isHidden: Bool) {
    self.document = document
    self.back = back
    string = document.string
    lackingString = document.string
    effect = isHidden ? .hidden : .dropped
    let found = back.string.paragraphs
    for (paragraph, there) in zip(string.paragraphs, found) {
      compare(paragraph, there)
    }
    compareDocuments()
  }

  private mutating func compare(_ paragraph: IAString.Paragraph, _ there: IAString.Paragraph) {
    let range = paragraph.utf16Range
    if string.intensityRuns(in: range).contains(where: {
      $0.intensity != DisplayOptions.defaultIntensity
    }) {
      report.add(effect, "intensity", utf16Range: range)
    }
    for feature in MarkdownAttributes.features(
      MarkdownAttributes.lacking(paragraph.attributes))
    {
      report.add(effect, feature, utf16Range: range)
    }
    let isSame =
      string.units(in: paragraph.contentRange) == back.string.units(in: there.contentRange)
    if !isSame { noteText(paragraph) }
    if !paragraph.isTerminated { report.add(effect, "no-final-line-end", utf16Range: range) }
    let compared = paragraph.contentRange.isEmpty ? range : paragraph.contentRange
    for run in string.attributeRuns(in: compared) {
      compare(run, isSame ? there.utf16Range.lowerBound - range.lowerBound : nil)
    }
    if paragraph.isTerminated, !paragraph.contentRange.isEmpty {
      hideLineEnd(of: paragraph, isSame ? there : nil)
    }
    guard isSame else { return }
    let shift = there.utf16Range.lowerBound - range.lowerBound
    for placed in string.attachments(in: range)
    where back.string.attachment(at: placed.utf16Offset + shift) != placed.attachment {
      report.add(
        effect, "attachment-details", utf16Range: placed.utf16Offset..<placed.utf16Offset + 1)
    }
  }

  /// Keeps the attributes of a line end that a reader does not find, because it takes them from the
  /// unit before.
  ///
  /// These attributes are invisible, so dropping them is not a loss.
  private mutating func hideLineEnd(
    of paragraph: IAString.Paragraph, _ there: IAString.Paragraph?
  ) {
    let end = paragraph.contentRange.upperBound
    var found = InlineAttributes()
    if let there, there.isTerminated {
      found = back.string.attributes(at: there.contentRange.upperBound)
    }
    let lacking = MarkdownAttributes.lacking(string.attributes(at: end), found: found)
    lackingString.setAttributes(lacking, in: end..<end + 1)
  }

  private mutating func noteText(_ paragraph: IAString.Paragraph) {
    let hasAttachment = !string.attachments(in: paragraph.utf16Range).isEmpty
    report.add(
      effect == .hidden ? .hidden : .approximated, hasAttachment ? "attachment" : "characters",
      utf16Range: paragraph.utf16Range)
  }

  /// Compares one run with the run that was read back, or with what Markdown shows of it if the
  /// text differs.
  private mutating func compare(_ run: IAString.AttributeRun, _ shift: Int?) {
    guard let shift else {
      // Stand-ins and text alike have the links that Markdown takes.
      var found = InlineAttributes()
      if let link = run.attributes.link, LinkPolicy.allows(link.url) { found.link = link }
      lacks(run.attributes, found: found, run.utf16Range)
      return
    }
    let end = back.string.utf16Count
    let there = run.utf16Range.lowerBound + shift..<min(run.utf16Range.upperBound + shift, end)
    for part in back.string.attributeRuns(in: there) {
      let here = part.utf16Range.lowerBound - shift..<part.utf16Range.upperBound - shift
      lacks(run.attributes, found: part.attributes, here)
    }
  }

  private mutating func lacks(
    _ attributes: InlineAttributes, found: InlineAttributes, _ range: Range<Int>
  ) {
    let lacking = restorable(MarkdownAttributes.lacking(attributes, found: found), found, range)
    lackingString.setAttributes(lacking, in: range)
    let extra = MarkdownAttributes.lacking(found, found: attributes)
    if !extra.isPlain {
      // Hidden data adds attributes and never removes any.
      for feature in MarkdownAttributes.features(extra) {
        report.add(.approximated, feature, "more than there was", utf16Range: range)
      }
    }
    guard !lacking.isPlain else { return }
    for feature in MarkdownAttributes.features(lacking) {
      report.add(effect, feature, utf16Range: range)
    }
  }

  /// Returns what hidden data may set of attributes on text that Markdown shows, and reports the
  /// rest as lost (Specs/hidden-data.md, section 4).
  private mutating func restorable(
    _ lacking: InlineAttributes, _ found: InlineAttributes, _ range: Range<Int>
  ) -> InlineAttributes {
    guard effect == .hidden, !lacking.isPlain else { return lacking }
    let allowed = found.overridden(by: lacking).limited(
      by: found, shownTags: [MarkdownTag.html])
    var kept = lacking
    var lost = InlineAttributes()
    if lacking.hidden, !allowed.hidden {
      kept.hidden = false
      lost.hidden = true
    }
    if let link = lacking.link, allowed.link != link {
      kept.link = nil
      if LinkPolicy.allows(link.url) {
        lost.link = link
      } else {
        report.add(
          .neutralised, "link", LinkSchemes.scheme(of: link.url) ?? "", utf16Range: range)
      }
    }
    if lacking.fontSize != nil, allowed.fontSize != lacking.fontSize {
      kept.fontSize = nil
      lost.fontSize = lacking.fontSize
    }
    if lacking.foreground != nil, allowed.foreground != lacking.foreground {
      kept.foreground = nil
      lost.foreground = lacking.foreground
    }
    if lacking.background != nil, allowed.background != lacking.background {
      kept.background = nil
      lost.background = lacking.background
    }
    kept.tags.removeAll { $0.name == MarkdownTag.html }
    lost.tags = lacking.tags.filter { $0.name == MarkdownTag.html }
    for feature in MarkdownAttributes.features(lost) {
      report.add(.dropped, feature, utf16Range: range)
    }
    return kept
  }

  /// Returns metadata without the parts that are not expected to be found again.
  static func identity(_ metadata: DocumentMetadata) -> DocumentMetadata {
    var identity = metadata
    identity.generator = nil
    return identity
  }

  private mutating func compareDocuments() {
    if string.options != DisplayOptions() { report.add(effect, "options") }
    if effect == .hidden, let size = string.options.fontSize, !(size >= 1) {
      // Hidden data makes no text that small.
      lackingString.options.fontSize = nil
      report.add(.dropped, "font-size")
    }
    if !string.bookmarks.isEmpty { report.add(effect, "bookmark") }
    hasAllMetadata = Self.identity(document.metadata) == Self.identity(back.metadata)
    if !hasAllMetadata { report.add(effect, "metadata") }
    if string.canonicalParagraphs().map(\.attributes.blocks)
      != back.string.canonicalParagraphs().map(\.attributes.blocks),
      !report.kinds.contains(where: { $0.feature == "block" })
    {
      report.add(.approximated, "block", "blocks that Markdown nests otherwise")
    }
    for digest in document.attachments.digests where back.attachments[digest] == nil {
      report.add(.dropped, "attachment-bytes", "\(digest)")
    }
  }
}
