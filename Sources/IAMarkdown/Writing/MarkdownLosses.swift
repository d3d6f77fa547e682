internal import IAFormats
internal import IAHiddenData
internal import IAText

/// Finds the features of a document that Markdown cannot show, for the hidden data and for the report.
struct MarkdownLosses {
  private let string: IAString
  private let forms: AttributeForms
  private let pictures: [Int: PictureText]
  private let effect: ConversionNote.Effect
  private(set) var report = ConversionReport()
  /// Whether all relevant metadata is visible.
  private(set) var hasAllMetadata = true
  /// The string, in which the ranges of `wholeRanges` have only the attributes that Markdown cannot show.
  private(set) var lackingString: IAString
  /// The ranges in which hidden data stores all attributes of `lackingString`, by paragraph.
  private(set) var wholeRanges: [Int: [Range<Int>]] = [:]
  /// The complete attributes of line ends, by paragraph, if a reader does not find them and they differ from those that
  /// Markdown cannot show.
  private(set) var lineEnds: [Int: InlineAttributes] = [:]
  /// The features of each set of attributes that a reader does not find, by the number of the set.
  private var missingByForm: [MissingByForm?]
  private var paragraph = 0
  /// Whether all units of the string have the default intensity.
  private let isDefault: Bool
  /// The runs of the paragraph that is compared.
  private var runs: [IAString.NumberedRun] = []
  /// Whether Markdown shows all of each paragraph, apart from its paragraph attributes.
  private(set) var isShown: [Bool] = []

  /// The features of a set of attributes that a reader does not find.
  private struct MissingByForm {
    var features: MissingFeatures
    /// Whether hidden data restores none of them.
    var isPlain: Bool
    /// The number of ranges with the set.
    var rangeCount = 0
  }

  /// The document that a reader of the Markdown finds.
  struct Shown {
    var forms: AttributeForms
    /// The texts that a reader finds, for paragraphs in which they differ.
    var texts: [Int: ShownText]
    var areBlocksSame: Bool
    /// The ids of the blocks that are written as other blocks.
    var otherBlocks: Set<Int> = []
    var metadata: DocumentMetadata
    var pictures: PictureWriter
    var hasAllBookmarks = true
    var addsBookmarks = false
  }

  /// Creates the comparison of a document with the document that a reader finds.
  ///
  /// - Parameters:
  ///   - document: The document, whose string is in the form that Markdown can represent.
  ///   - isHidden: Whether hidden data stores the features that are not found.
  init(
    _ document: IADocument, _ paragraphs: [IAString.Paragraph], shown: Shown, isHidden: Bool
  ) {
    string = document.string
    forms = shown.forms
    pictures = shown.pictures.pictures
    lackingString = document.string
    effect = isHidden ? .hidden : .dropped
    missingByForm = Array(repeating: nil, count: forms.sets.count)
    isDefault = document.string.hasDefaultIntensity(in: document.string.utf16Range)
    var last: (attributes: ParagraphAttributes, features: [DocumentFeature]) = (
      ParagraphAttributes(), []
    )
    for (index, paragraph) in paragraphs.enumerated() {
      self.paragraph = index
      if last.attributes != paragraph.attributes {
        last = (
          paragraph.attributes,
          MarkdownAttributes.features(
            MarkdownAttributes.lacking(paragraph.attributes, except: shown.otherBlocks))
        )
      }
      compare(paragraph, last.features, shown.texts[index])
    }
    countFurtherRanges()
    compareDocuments(document, shown)
  }

  private mutating func compare(
    _ paragraph: IAString.Paragraph, _ features: [DocumentFeature], _ text: ShownText?
  ) {
    let range = paragraph.utf16Range
    let isDefault = isDefault || string.hasDefaultIntensity(in: range)
    if !isDefault { report.add(effect, .intensity, utf16Range: range) }
    for feature in features { report.add(effect, feature, utf16Range: range) }
    if text?.units != nil { noteText(paragraph) }
    if !paragraph.isTerminated { report.add(effect, .noFinalLineEnd, utf16Range: range) }
    isShown.append(isDefault && text == nil && paragraph.isTerminated && features.isEmpty)
    runs.removeAll(keepingCapacity: true)
    string.forEachInlineRun(in: range) { runs.append($0) }
    if text != nil || runs.contains(where: { $0.number > 0 }) { compareRuns(paragraph, text) }
    guard !pictures.isEmpty else { return }
    for placed in string.attachments(in: range) {
      let isSeen =
        text?.hasPictures != false && pictures[placed.utf16Offset]?.seen == placed.attachment
      if text?.units != nil || isSeen { continue }
      isShown[self.paragraph] = false
      report.add(
        placed.attachment.hidesPlaceName ? .dropped : effect, .attachmentDetails,
        utf16Range: placed.utf16Offset..<placed.utf16Offset + 1)
    }
  }

  private mutating func compareRuns(_ paragraph: IAString.Paragraph, _ text: ShownText?) {
    let content = paragraph.contentRange
    if content.isEmpty {
      compareAll(paragraph.utf16Range) { _, _ in InlineAttributes() }
      return
    }
    var found: InlineAttributes?
    if text?.units != nil {
      // Stand-ins and other text have the links that Markdown accepts.
      compareAll(content) { form, links in
        var found = InlineAttributes()
        if form.link >= 0 { found.link = links[form.link] }
        return found
      }
    } else {
      found = compareContent(content, text?.ranges ?? [])
    }
    hideLineEnd(of: paragraph, found: found)
  }

  /// Compares the runs of a range, whose attributes in Markdown depend only on their form.
  private mutating func compareAll(
    _ range: Range<Int>, found: (AttributeForm, [InlineAttributes.Link]) -> InlineAttributes
  ) {
    var start = range.lowerBound
    for run in runs where start < range.upperBound {
      let end = min(run.end, range.upperBound)
      let number = Int(run.number)
      if number > 0 { lacks(number, found: found(forms.forms[number], forms.links), start..<end) }
      start = end
    }
  }

  /// Compares the runs of a range, and returns what a reader finds at its last unit.
  private mutating func compareContent(
    _ range: Range<Int>, _ ranges: [ShownText.Found]
  ) -> InlineAttributes {
    var next = 0
    var at = range.lowerBound
    var found = InlineAttributes()
    for run in runs {
      let number = Int(run.number)
      let limit = min(run.end, range.upperBound)
      while at < limit {
        while next < ranges.count, ranges[next].utf16Range.upperBound <= at { next += 1 }
        if next < ranges.count, ranges[next].utf16Range.lowerBound <= at {
          let end = min(limit, ranges[next].utf16Range.upperBound)
          found = ranges[next].attributes
          lacks(number, found: found, at..<end)
          at = end
        } else {
          let end = next < ranges.count ? min(limit, ranges[next].utf16Range.lowerBound) : limit
          if number > 0 { lacksByForm(number, at..<end) }
          if end == range.upperBound { found = foundByForm(number) }
          at = end
        }
      }
    }
    return found
  }

  private func foundByForm(_ number: Int) -> InlineAttributes {
    let form = forms.forms[number]
    var found = forms.found(form.marks, form.tags, link: form.link)
    found.code = form.isCode
    return found
  }

  /// Finds the features that a reader does not find in the form of a set of attributes.
  private mutating func findMissing(_ number: Int) {
    if missingByForm[number] != nil { return }
    let features = MissingFeatures(
      of: forms.sets[number], found: foundByForm(number), effect: effect)
    missingByForm[number] = MissingByForm(features: features, isPlain: features.lacking.isPlain)
  }

  /// Returns whether hidden data restores no feature of a set of attributes in its form.
  private mutating func isShownByForm(_ number: Int) -> Bool {
    findMissing(number)
    return missingByForm[number]?.isPlain ?? true
  }

  private mutating func lacksByForm(_ number: Int, _ range: Range<Int>) {
    if !isShownByForm(number) { isShown[paragraph] = false }
    missingByForm[number]?.rangeCount += 1
    // The report already has the maximum number of notes of these kinds.
    guard missingByForm[number]?.rangeCount ?? 0 <= ConversionReport.notesPerKind,
      let missing = missingByForm[number]
    else { return }
    note(missing.features, range)
  }

  /// Adds the number of ranges without separate notes to the counts of the report.
  private mutating func countFurtherRanges() {
    for missing in missingByForm {
      guard let missing else { continue }
      let further = missing.rangeCount - ConversionReport.notesPerKind
      for note in missing.features.notes {
        report.count(further, more: .init(effect: note.effect, feature: note.feature))
      }
    }
  }

  private mutating func lacks(
    _ number: Int, found: InlineAttributes, _ range: Range<Int>
  ) {
    let lacks = MissingFeatures(of: forms.sets[number], found: found, effect: effect)
    keepWhole(lacks.lacking, range)
    note(lacks, range)
  }

  private mutating func note(_ missing: MissingFeatures, _ range: Range<Int>) {
    for note in missing.notes {
      report.add(note.effect, note.feature, note.detail, utf16Range: range)
    }
  }

  private mutating func keepWhole(_ lacking: InlineAttributes, _ range: Range<Int>) {
    isShown[paragraph] = false
    guard effect == .hidden else { return }
    lackingString.setAttributes(lacking, in: range)
    wholeRanges[paragraph, default: []].append(range)
  }

  /// Stores the complete attributes of a line end if they differ from those that a reader derives from the unit before
  /// it.
  ///
  /// These attributes are not visible, so that omitting them is not a loss.
  private mutating func hideLineEnd(
    of paragraph: IAString.Paragraph, found: InlineAttributes?
  ) {
    guard effect == .hidden, paragraph.isTerminated, let last = runs.last else { return }
    let number = Int(last.number)
    let lineEnd = (found ?? InlineAttributes()).forLineEnd
    if number == 0, lineEnd.isPlain { return }
    findMissing(number)
    let lacking = missingByForm[number]?.features.lacking ?? InlineAttributes()
    let attributes = forms.sets[number]
    if attributes == lineEnd {
      if lacking.isPlain { return }
    } else if attributes == lacking, number > 0 {
      isShown[self.paragraph] = false
      return
    }
    isShown[self.paragraph] = false
    lineEnds[self.paragraph] = attributes
  }

  private mutating func noteText(_ paragraph: IAString.Paragraph) {
    let hasAttachment = !string.attachments(in: paragraph.utf16Range).isEmpty
    report.add(
      effect == .hidden ? .hidden : .approximated, hasAttachment ? .attachment : .characters,
      utf16Range: paragraph.utf16Range)
  }

  /// Returns metadata without the generator, which a reader need not find again.
  static func identity(_ metadata: DocumentMetadata) -> DocumentMetadata {
    var identity = metadata
    identity.generator = nil
    return identity
  }

  /// Reports the placements of boxes and pictures, and the lines and colours of boxes.
  ///
  /// Hidden data never restores placements, because they could cover text.
  private mutating func reportPlaces() {
    for entry in string.attachments where entry.attachment.placement != nil {
      report.add(
        .dropped, .frame, "in the text", utf16Range: entry.utf16Offset..<entry.utf16Offset + 1)
    }
    let boxes = string.paragraphSets.map { $0.blocks.compactMap(\.textBox) }
    guard boxes.contains(where: { !$0.isEmpty }) else { return }
    for paragraph in string.numberedParagraphs(in: string.utf16Range) {
      let boxes = boxes[Int(paragraph.number)]
      if boxes.contains(where: { $0.placement != nil }) {
        report.add(.dropped, .frame, "in the text", utf16Range: paragraph.utf16Range)
      }
      if boxes.contains(where: \.hasLooks) {
        report.add(.dropped, .textBox, "lines and colour", utf16Range: paragraph.utf16Range)
      }
    }
  }

  private mutating func compareDocuments(_ document: IADocument, _ shown: Shown) {
    if string.options != DisplayOptions() { report.add(effect, .options) }
    if effect == .hidden, let size = string.options.fontSize, !(size >= 1) {
      // Hidden data never makes text this small.
      lackingString.options.fontSize = nil
      report.add(.dropped, .fontSize)
    }
    reportPlaces()
    if !shown.hasAllBookmarks { report.add(effect, .bookmark) }
    if shown.addsBookmarks {
      report.add(.approximated, .bookmark, "links lead to headings")
    }
    hasAllMetadata = Self.identity(document.metadata) == Self.identity(shown.metadata)
    if !hasAllMetadata { report.add(effect, .metadata) }
    if !shown.areBlocksSame, !report.kinds.contains(where: { $0.feature == .block }) {
      report.add(.approximated, .block, "blocks that Markdown nests otherwise")
    }
    for digest in document.attachments.digests where shown.pictures.found[digest] == nil {
      report.add(.dropped, .attachmentBytes, "\(digest)")
    }
  }
}

extension IAString {
  /// Returns whether all units of a range have the default intensity.
  fileprivate func hasDefaultIntensity(in range: Range<Int>) -> Bool {
    let summary = summary(in: range)
    return summary.lowestIntensity == DisplayOptions.defaultIntensity
      && summary.highestIntensity == DisplayOptions.defaultIntensity
  }
}
