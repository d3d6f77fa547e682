public import IAFormats
public import IAText

/// Writes GitHub Flavored Markdown that reads back as the document.
///
/// What Markdown lacks is kept in one comment at the end, unless the options say otherwise.
/// `Specs/markdown.md` says what becomes what.
public struct MarkdownWriter: DocumentWriter {
  /// Makes a writer.
  public init() {}

  /// The format that is written.
  public var descriptor: FormatDescriptor { .markdown }

  /// Writes a document and says what Markdown could not hold.
  ///
  /// The writer reads its own output: what did not come back as it was is written again with more
  /// care, and what still differs goes into the hidden data and the report.
  ///
  /// - Complexity: O(*n*), with up to three passes over the output.
  public func write(
    _ document: IADocument, to sink: inout any DocumentSink, options: WriteOptions = WriteOptions()
  ) throws -> ConversionReport {
    _ = try descriptor.profile(named: options.profile)
    var (string, report) = MarkdownShape.shaped(document.string)
    var pictures = PictureWriter()
    try pictures.write(string, document.attachments, to: &sink)
    report.add(pictures.report)
    let draft = MarkdownDraft(string, metadata: document.metadata, pictures)
    try sink.write(draft.bytes)
    return report
  }
}
