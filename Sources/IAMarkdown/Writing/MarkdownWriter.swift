public import IAFiles
public import IAFormats
internal import IAHiddenData
public import IAText

/// Writes GitHub Flavored Markdown that reads back as the document.
///
/// One comment at the end keeps the features that Markdown lacks, unless the options exclude it.
/// `Specs/markdown.md` defines the mapping.
public struct MarkdownWriter: DocumentWriter {
  /// Creates a writer.
  public init() {}

  /// The format that is written.
  public var descriptor: FormatDescriptor { .markdown }

  /// Writes a document and reports what Markdown could not hold.
  ///
  /// Every character is escaped, and every mark placed, by rules (Specs/markdown.md, section 7); the
  /// rules also say what a reader finds, from which hidden data and report follow.
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
    let head = FrontMatter.markdown(of: shaped.metadata)
    let paragraphs = shaped.string.paragraphs
    var emitter = MarkdownEmitter(shaped.string, paragraphs, pictures: pictures.pictures)
    emitter.emit()
    if !head.bytes.isEmpty { try sink.write(head.bytes) }
    try sink.write(emitter.out)
    let losses = MarkdownLosses(
      shaped, paragraphs,
      shown: .init(
        forms: emitter.forms, texts: emitter.shown, areBlocksSame: emitter.blocks.areSame,
        otherBlocks: emitter.otherBlocks, metadata: head.metadata, pictures: pictures,
        hasAllBookmarks: emitter.anchors.unshown.isEmpty,
        addsBookmarks: emitter.anchors.addsBookmarks),
      isHidden: options.keepsHiddenData)
    report.add(shape.located(losses.report))
    var absent = AbsentParts(remaining.absent)
    if options.keepsHiddenData,
      let comment = Self.comment(shaped, paragraphs, losses, emitter, shape, &absent)
    {
      if !head.bytes.isEmpty || !emitter.out.isEmpty { try sink.write([0x0A]) }
      try sink.write(comment.markdown)
    }
    if remaining.absent != nil { remaining.add(absent: absent.report) }
    remaining.add(report)
    return remaining.report
  }

  /// Returns the comment for the features that Markdown lacks, or `nil` if there are none.
  private static func comment(
    _ document: IADocument, _ paragraphs: [IAString.Paragraph], _ losses: MarkdownLosses,
    _ emitter: MarkdownEmitter, _ shape: MarkdownShape.Result, _ absent: inout AbsentParts
  ) -> HiddenComment? {
    var source = document
    source.string = losses.lackingString
    source.string.setBookmarks(emitter.anchors.unshown)
    source.metadata.generator = nil
    // Line breaks in a cell were ends of paragraphs, and are again when they are read.
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
    var records: [(paragraph: Int, data: HiddenParagraph)] = []
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
      if let data { records.append((index, data)) }
    }
    absent.hide(in: &encoder, shape, paragraphs) { index in
      emitter.shown[index]?.units ?? document.string.units(in: paragraphs[index].contentRange)
    }
    var block = encoder.finish()
    // Metadata in the front matter is not repeated.
    if losses.hasAllMetadata { block.metadata = DocumentMetadata() }
    guard !records.isEmpty || block != HiddenDocument() else { return nil }
    return HiddenComment(block: block, paragraphCount: paragraphs.count, records: records)
  }
}

extension Block.Kind {
  /// Whether it is an endnote.
  fileprivate var isEndnote: Bool { if case .endnote = self { true } else { false } }
}
