public import IAFiles
public import IAFormats
internal import IAHiddenData
public import IAText

/// A writer for self-contained HTML pages without scripts and external requests.
///
/// The profile `styled` shows intensity by the render scheme; `semantic` writes only structure and
/// leaves the appearance to the embedding page; `cocoa` writes the HTML of Apple's programs.
/// `Specs/html.md` defines the mapping.
public struct HTMLWriter: DocumentWriter {
  /// The maximum size in bytes of the body in memory before the head is written; one paragraph may
  /// exceed it.
  private let heldBytes: Int
  /// The fonts embedded in pages of the profile `styled`.
  package var fonts: [PageFont] = []

  /// Creates a writer that holds up to 32 MiB of the body in memory.
  public init() { self.init(holding: 32 << 20) }

  /// Creates a writer that holds up to `heldBytes` bytes of the body in memory before it writes the
  /// head.
  init(holding heldBytes: Int) { self.heldBytes = heldBytes }

  /// The description of the format HTML.
  public var descriptor: FormatDescriptor { .html }

  /// Writes a page and reports what it does not show.
  ///
  /// - Throws: `UnknownProfile` for an unknown profile; `UnicodeError` if ICU fails; errors of the
  ///   sink.
  /// - Complexity: O(*n*) in the size of the document. The part beyond the first 32 MiB of the body
  ///   is walked twice; a document with notes is walked twice as a whole.
  public func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions
  ) throws -> ConversionReport {
    let dialect = HTMLDialect(
      profile: try descriptor.profile(named: options.profile),
      keepsHiddenData: options.keepsHiddenData)
    let display = options.effectiveDisplay(for: document)
    let isShown = dialect.showsLooks && Self.showsIntensity(document, options)
    let scheme = isShown ? options.scheme(for: document) : nil
    var report = ConversionReport()
    let document = document.withoutSchemeDefinition(&report).withoutTextForm(&report)
    let animation =
      dialect.isCocoa ? nil : Self.animation(of: scheme, display, document, options)
    let steps =
      try scheme.map {
        try document.string.numberedSteps(of: $0, smoothing: display.smoothing ?? .character)
      } ?? []

    var body = BodyWriter(
      document, steps: steps,
      styles: PageStyles(
        scheme: scheme, animation: animation, dialect: dialect, base: display,
        statesUnshown: dialect.showsPage && !options.keepsHiddenData),
      hidden: HiddenPages(document, isKept: options.keepsHiddenData, dialect: dialect),
      dialect: dialect)
    body.media.linksFiles = options.linksMedia
    body.media.areNatural =
      !dialect.showsLooks
      || options.hasPictureSizesOfPages && !document.printedPlacement.reducesPictures
    if dialect.showsLooks, !dialect.isCocoa, !options.linksMedia {
      body.media.stickers = RepeatedStickers(body.stickerPictures)
    }
    let held = HeldBody(limit: heldBytes)
    let reached = try body.begin(into: held, filesTo: &sink)
    let head = PageHead(
      document: document, styles: body.styles, base: BaseLooks(display, dialect: dialect),
      animation: animation,
      hidden: body.hidden.documentRecord,
      unshown: options.keepsHiddenData && !options.linksMedia ? body.unshownBlobs : [],
      stickers: body.media.stickers.rules, hasFiles: options.linksMedia,
      fonts: dialect.showsPage ? fonts : [],
      custom: body.styles.statesUnshown ? document.metadata.custom : [])
    if dialect.isCocoa {
      try head.writeCocoa(to: &body.output, sink: &sink, isOwn: options.keepsHiddenData)
    } else {
      try head.write(to: &body.output, sink: &sink)
    }
    try body.output.drain(into: &sink, isEnd: true)
    try held.release(to: &sink)
    _ = try body.walk(from: reached, to: &sink)
    body.finish()
    body.output.write(dialect.isCocoa ? "</body>\n</html>\n" : "</main>\n</body>\n</html>\n")
    try body.output.drain(into: &sink, isEnd: true)
    body.noteDocumentLosses(document)
    report.add(body.report)
    return report
  }

  /// Returns whether a page shows all attributes of a set; `false` for the profile `cocoa` and
  /// unknown profiles.
  public func shows(_ attributes: InlineAttributes, options: WriteOptions) -> Bool {
    guard let profile = try? descriptor.profile(named: options.profile) else { return false }
    let dialect = HTMLDialect(profile: profile, keepsHiddenData: options.keepsHiddenData)
    if dialect.isCocoa { return false }
    return HiddenDataEncoder.UnshownAttributes.html(dialect).inline(attributes).isPlain
  }

  /// Returns whether a scheme has something to show: an intensity other than the default, or a
  /// scheme set by the document or the options.
  static func showsIntensity(_ document: IADocument, _ options: WriteOptions) -> Bool {
    let asked = document.string.options.overridden(by: options.display)
    return asked.renderScheme != nil || !document.string.hasDefaultIntensity
  }

  /// Returns the animation of the options, the document or the scheme, in this order; `nil` if
  /// there is none or animations are off.
  static func animation(
    of scheme: RenderScheme?, _ display: DisplayOptions, _ document: IADocument,
    _ options: WriteOptions
  ) -> AnimationParameters? {
    guard display.animates != false, let own = scheme?.animation?.parameters else { return nil }
    let parameters = options.display.animation ?? document.string.options.animation ?? own
    return parameters.duration > 0 && parameters.duration.isFinite ? parameters : nil
  }
}
