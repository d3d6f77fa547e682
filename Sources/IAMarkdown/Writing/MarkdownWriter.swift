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
  /// The writer reads its own output: a paragraph that does not read back as itself is written
  /// again in a more defensive form, and the remaining differences are kept in the hidden data and
  /// the report.
  ///
  /// - Throws: `UnknownProfile` for an unknown profile, and errors of the sink.
  /// - Complexity: O(*n*), with up to three passes over the output.
  public func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions = WriteOptions()
  ) throws -> ConversionReport {
    _ = try descriptor.profile(named: options.profile)
    var report = ConversionReport()
    var shaped = document.shownText(options, report: &report)
    if shaped.string.paragraphSets.contains(where: { $0.blocks.contains(where: \.kind.isEndnote) })
    {
      report.add(.approximated, "endnote", "becomes a footnote")
    }
    let shape = MarkdownShape.shaped(shaped.string)
    shaped.string = shape.string
    report.add(shape.report)
    var pictures = PictureWriter()
    try pictures.write(shaped.string, document.attachments, to: &sink)
    let draft = MarkdownDraft(shaped.string, metadata: document.metadata, pictures)
    try sink.write(draft.bytes)
    guard let back = draft.readBack else {
      report.add(.approximated, "structure", "does not read back paragraph by paragraph")
      return report
    }
    let isComplete = (shape.added.isEmpty && shape.joints.isEmpty) || !options.keepsHiddenData
    if isComplete, back.string == shaped.string, back.attachments == shaped.attachments,
      MarkdownLosses.identity(back.metadata) == MarkdownLosses.identity(shaped.metadata)
    {
      return report
    }
    let losses = MarkdownLosses(shaped, readBack: back, isHidden: options.keepsHiddenData)
    report.add(losses.report)
    if options.keepsHiddenData, let comment = Self.comment(shaped, losses, back.string, shape) {
      if !draft.bytes.isEmpty { try sink.write([0x0A]) }
      try sink.write(comment.markdown)
    }
    return report
  }

  /// Returns the comment for the features that Markdown lacks, or `nil` if there are none.
  private static func comment(
    _ document: IADocument, _ losses: MarkdownLosses, _ back: IAString,
    _ shape: MarkdownShape.Result
  ) -> HiddenComment? {
    var source = document
    source.string = losses.lackingString
    source.metadata.generator = nil
    let paragraphs = source.string.paragraphs
    // Line breaks in a cell were ends of paragraphs, and are again when they are read.
    for joint in shape.joints {
      let intensity = source.string.intensity(at: joint)
      source.string.replace(joint..<joint + 1, with: "\n", intensity: intensity)
    }
    let unshown = HiddenDataEncoder.UnshownAttributes(
      inline: { $0 }, paragraph: { MarkdownAttributes.lacking($0) })
    var encoder = HiddenDataEncoder(source, unshown: unshown)
    var records: [(paragraph: Int, data: HiddenParagraph)] = []
    let found = back.paragraphs
    for (index, paragraph) in paragraphs.enumerated() where index < found.count {
      let visible = back.units(in: found[index].contentRange)
      var data = encoder.hide(paragraph, visible: visible)
      if shape.added.contains(index) {
        data = HiddenParagraph(visible: visible)
        data?.isAbsent = true
      }
      if let data { records.append((index, data)) }
    }
    var block = encoder.finish()
    // Metadata in the front matter is not repeated.
    if losses.hasAllMetadata { block.metadata = DocumentMetadata() }
    guard !records.isEmpty || block != HiddenDocument() else { return nil }
    return HiddenComment(block: block, paragraphCount: found.count, records: records)
  }
}

extension Block.Kind {
  /// Whether it is an endnote.
  fileprivate var isEndnote: Bool { if case .endnote = self { true } else { false } }
}
