public import IAConvert
public import IAFiles
public import IAFormats
internal import IAHTML
internal import IARender
internal import IAText

/// Draws documents with Cairo; the program `iaconv-render` uses it.
public struct CairoDrawing: Drawing {
  /// Creates a drawing.
  public init() {}

  /// Returns the drawn formats with their writers, and HTML if the options embed fonts in its pages.
  public func entries(_ options: DrawingOptions) -> [FormatRegistry.Entry] {
    let drawn = FormatDescriptor.drawn.map { descriptor in
      FormatRegistry.Entry(
        descriptor, writer: DrawingWriter(descriptor: descriptor, options: options))
    }
    guard options.fonts.areEmbedded else { return drawn }
    let page = FormatRegistry.Entry(
      HTMLReader().descriptor, reader: HTMLReader(),
      writer: FontEmbeddingWriter(fonts: options.fonts))
    return drawn + [page]
  }

  /// Draws several documents as one.
  ///
  /// - Throws: `FormatError` for a format that is not drawn, `UnknownProfile` for an unknown
  ///   profile, `Failure` if the documents cannot be drawn, and errors of the sink.
  public func write(
    _ gathering: Gathering, as format: FormatID, to sink: inout some DocumentSink,
    options: DrawingOptions, looks: WriteOptions
  ) throws -> ConversionReport {
    guard let descriptor = FormatDescriptor.drawn.first(where: { $0.id == format }) else {
      throw FormatError.notWritable(
        format.rawValue, writable: FormatDescriptor.drawn.map(\.id.rawValue))
    }
    let profile = try descriptor.profile(named: looks.profile)
    let session = try DrawingSession(descriptor, options, profile: profile)
    var report = ConversionReport()
    for (_, document) in gathering.documents {
      DrawnLosses(format: format, options: looks, isGathered: true).list(document, in: &report)
      session.listSubstitutes(document, looks, in: &report)
      session.listBoxes(document, looks, in: &report)
    }
    let page = try session.page(of: gathering, looks)
    let shown = try gathering.documents.map { try session.source(of: $0.document, looks).looks }
    session.listAbsentParts(shown, nil, in: &report)
    let first = gathering.documents.first?.document
    let facts = gathering.documents.count == 1 ? first?.metadata : nil
    // All documents of a picture share one animation: that of the first document.
    let animation = try first.flatMap { try session.source(of: $0, looks).looks.fading }
    try session.write([page], facts: facts ?? DocumentMetadata(), animation: animation, to: &sink)
    session.listUndrawn(in: &report)
    return report
  }

  /// Returns the families of the fonts with their faces, one family for each line.
  ///
  /// - Throws: `Failure` if there are no fonts.
  public func fontList(_ fonts: DrawingOptions.Fonts) throws(Failure) -> String {
    FontFacts(try fonts.collection()).list
  }

  /// Returns a hash of all fonts and the versions of the libraries.
  ///
  /// - Throws: `Failure` if there are no fonts or a font cannot be read.
  public func fontDigest(_ fonts: DrawingOptions.Fonts) throws(Failure) -> String {
    try FontFacts(try fonts.collection()).digest()
  }
}
