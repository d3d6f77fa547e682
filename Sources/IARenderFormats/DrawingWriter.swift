internal import IAConvert
internal import IAFiles
internal import IAFormats
internal import IARender
internal import IAText

/// Writes one document as a picture, or as pages.
struct DrawingWriter: DocumentWriter {
  /// The format.
  let descriptor: FormatDescriptor
  /// The options of the drawing.
  let options: DrawingOptions

  /// Creates a writer of one of the drawn formats.
  init(descriptor: FormatDescriptor, options: DrawingOptions = DrawingOptions()) {
    self.descriptor = descriptor
    self.options = options
  }

  /// Draws the document.
  ///
  /// - Throws: `UnknownProfile` for an unknown profile, `Failure` if the document cannot be drawn, and errors of the
  ///   sink.
  func write(
    _ document: IADocument, to sink: inout some DocumentSink, options looks: WriteOptions
  ) throws -> ConversionReport {
    let profile = try descriptor.profile(named: looks.profile)
    let session = try DrawingSession(descriptor, options, profile: profile)
    var report = ConversionReport()
    let embedding = descriptor.id == FormatDescriptor.apng.id ? nil : options.embedding
    if options.embedding != nil, embedding == nil {
      report.add(.dropped, .embeddedSource, "only PDF, PNG and SVG carry one")
    }
    let metadata = document.metadata
    var document = document
    if let embedding {
      document = EmbeddedDocument.content(of: document, embedding, looks, report: &report)
    }
    let destinations =
      descriptor.id == FormatDescriptor.pdf.id
      ? DestinationUse(document.string, options).destinations : nil
    DrawnLosses(
      format: descriptor.id, options: looks, destinations: destinations,
      drawsEquations: session.drawsEquations
    )
    .list(document, in: &report)
    session.listSubstitutes(document, looks, in: &report)
    session.listMargins(document, looks, in: &report)
    session.listBoxes(document, looks, in: &report)
    let source = try session.source(of: document, looks)
    session.listAbsentParts([source.looks], source.destinations, in: &report)
    let pages = try session.pages(of: source, looks)
    if let embedding {
      let content = try EmbeddedDocument.bytes(of: document, keepsMetadata: embedding == .all)
      try session.write(
        pages, facts: metadata, embedding: content, to: &sink, in: &report)
    } else {
      try session.write(pages, facts: metadata, animation: source.looks.fading, to: &sink)
    }
    session.listUndrawn(in: &report)
    return report
  }
}
