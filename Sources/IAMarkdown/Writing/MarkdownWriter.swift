public import IAFiles
public import IAFormats
internal import IAHiddenData
public import IAText

/// Writes GitHub Flavored Markdown from which a reader can restore the document.
///
/// A comment at the end stores the features that Markdown cannot show, unless the options exclude it.
/// `Specs/markdown.md` defines the mapping.
public struct MarkdownWriter: DocumentWriter {
  /// Creates a writer.
  public init() {}

  /// The format that is written.
  public var descriptor: FormatDescriptor { .markdown }

  /// Writes a document and reports what Markdown cannot represent.
  ///
  /// Rules determine how each character is escaped and where each mark is placed (Specs/markdown.md, section 7). The
  /// rules also determine what a reader finds, from which the hidden data and the report are derived.
  ///
  /// - Throws: `UnknownProfile` for an unknown profile, and errors of the sink.
  /// - Complexity: O(*n*).
  public func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions = WriteOptions()
  ) throws -> ConversionReport {
    _ = try descriptor.profile(named: options.profile)
    var report = ConversionReport()
    var remaining = document.withoutSchemeDefinition(&report).withoutTextForm(&report)
      .remainingText(options, joinsParagraphs: true)
    var shaped = remaining.document
    if shaped.string.paragraphSets.contains(where: { $0.blocks.contains(where: \.kind.isEndnote) })
    {
      report.add(.approximated, .endnote, "becomes a footnote")
    }
    let shape = MarkdownShape.shaped(shaped.string)
    shaped.string = shape.string
    report.add(shape.report)
    var pictures = PictureWriter()
    try pictures.write(shaped.string, document.attachments, to: &sink)
    var absent = AbsentParts(remaining.absent)
    let written = try Self.writeText(
      shaped, shape, pictures, &absent, keepsHiddenData: options.keepsHiddenData, to: &sink)
    report.add(written.report)
    if let comment = written.comment {
      if !written.isEmpty { try sink.write([0x0A]) }
      try comment.write(to: &sink)
    }
    if remaining.absent != nil { remaining.add(absent: absent.report) }
    remaining.add(report)
    return remaining.report
  }

  /// The result of the text.
  private struct WrittenText {
    var isEmpty: Bool
    /// The losses, with ranges of the document.
    var report: ConversionReport
    /// The comment that follows; `nil` if there is none.
    var comment: CommentWriter?
  }

  /// Writes the front matter and the text, and determines what a reader does not find in them.
  ///
  /// All data that is needed only for this is freed before the comment is written.
  private static func writeText(
    _ document: IADocument, _ shape: MarkdownShape.Result, _ pictures: PictureWriter,
    _ absent: inout AbsentParts, keepsHiddenData: Bool, to sink: inout some DocumentSink
  ) throws -> WrittenText {
    let head = FrontMatter.markdown(of: document.metadata)
    let paragraphs = document.string.paragraphs
    var emitter = MarkdownEmitter(document.string, paragraphs, pictures: pictures.pictures)
    emitter.emit()
    let isEmpty = head.bytes.isEmpty && emitter.out.isEmpty
    if !head.bytes.isEmpty { try sink.write(head.bytes) }
    try sink.write(emitter.takeOutput())
    let losses = MarkdownLosses(
      document, paragraphs,
      shown: .init(
        forms: emitter.forms, texts: emitter.shown, areBlocksSame: emitter.blocks.areSame,
        otherBlocks: emitter.otherBlocks, metadata: head.metadata, pictures: pictures,
        hasAllBookmarks: emitter.anchors.unshown.isEmpty,
        addsBookmarks: emitter.anchors.addsBookmarks),
      isHidden: keepsHiddenData)
    return WrittenText(
      isEmpty: isEmpty, report: shape.located(losses.report),
      comment: keepsHiddenData
        ? comment(document, paragraphs, losses, emitter, shape, &absent) : nil)
  }

  /// Returns the comment for the features that Markdown lacks, or `nil` if there are none.
  private static func comment(
    _ document: IADocument, _ paragraphs: [IAString.Paragraph], _ losses: MarkdownLosses,
    _ emitter: MarkdownEmitter, _ shape: MarkdownShape.Result, _ absent: inout AbsentParts
  ) -> CommentWriter? {
    var source = document
    source.string = losses.lackingString
    source.string.setBookmarks(emitter.anchors.unshown)
    source.metadata.generator = nil
    // Line breaks in a cell replace ends of paragraphs, which hidden data restores.
    for joint in shape.joints {
      let intensity = source.string.intensity(at: joint)
      source.string.replace(joint..<joint + 1, with: "\n", intensity: intensity)
    }
    let unshown = HiddenDataEncoder.UnshownAttributes(
      inline: { attributes in
        let forms = AttributeForms([attributes])
        let form = forms.forms[0]
        var found = forms.found(form.marks, form.tags, link: form.link)
        found.code = attributes.code
        return MissingFeatures(of: attributes, found: found, effect: .hidden).lacking
      },
      paragraph: { MarkdownAttributes.lacking($0, except: emitter.otherBlocks) })
    var encoder = HiddenDataEncoder(source, unshown: unshown)
    var comment = CommentWriter(paragraphCount: paragraphs.count)
    let numbered = document.string.numberedParagraphs(in: document.string.utf16Range)
    var nextJoint = 0
    for (index, paragraph) in paragraphs.enumerated() {
      let firstJoint = nextJoint
      while nextJoint < shape.joints.count,
        shape.joints[nextJoint] < paragraph.utf16Range.upperBound
      {
        nextJoint += 1
      }
      if losses.isShown[index], firstJoint == nextJoint, !shape.added.contains(index),
        encoder.shows(paragraphSet: numbered[index].number)
      {
        encoder.note(shown: numbered[index])
        continue
      }
      let visible = emitter.shown[index]?.units ?? document.string.units(in: paragraph.contentRange)
      var data = encoder.hide(
        paragraph, visible: visible, plain: losses.wholeRanges[index] ?? [],
        lineEnd: losses.lineEnds[index])
      if shape.added.contains(index) {
        data = HiddenParagraph(visible: visible)
        data?.isAbsent = true
      }
      if let data { comment.add(data, of: index) }
    }
    absent.hide(in: &encoder, shape, paragraphs) { index in
      emitter.shown[index]?.units ?? document.string.units(in: paragraphs[index].contentRange)
    }
    comment.document = encoder.finish()
    // Metadata in the front matter is not repeated.
    if losses.hasAllMetadata { comment.document.metadata = DocumentMetadata() }
    return comment.isEmpty ? nil : comment
  }
}

extension Block.Kind {
  /// Whether it is an endnote.
  fileprivate var isEndnote: Bool { if case .endnote = self { true } else { false } }
}
