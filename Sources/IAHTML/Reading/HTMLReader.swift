internal import IABytes
public import IAFiles
public import IAFormats
internal import IAMarkup
internal import IAText

/// Reads HTML: pages, fragments, what programs put on a clipboard, and this suite's own pages.
///
/// The page is parsed by the rules of HTML5, styles by those of CSS as far as a document can take
/// them over. What acts or is elsewhere is left out and reported; nothing is ever fetched.
/// `Specs/html.md` says what becomes of what.
public struct HTMLReader: DocumentReader {
  /// Creates a reader.
  public init() {}

  /// The format that is read.
  public var descriptor: FormatDescriptor { .html }

  /// Returns the confidence, from 0 to 100, that a file with these first bytes is HTML.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    PageSigns(PageEncoding.prefixAsASCII(prefix)).confidence
  }

  /// Reads a document.
  ///
  /// - Throws: `InputError` with `html.charset` for UTF-7, `html.nodes` for a page whose tree would
  ///   have too many nodes; errors of the source.
  /// - Complexity: O(*n*).
  public func read(
    _ source: any DocumentSource, options: ReadOptions = ReadOptions()
  ) throws -> ReadResult {
    let bytes = try source.bytes(limits: options.limits)
    return try Self.read(bytes, charset: nil, from: source, options: options)
  }

  /// Reads a page whose encoding is known from elsewhere, such as a message part.
  ///
  /// - Parameter charset: The name of the encoding, or `nil` to detect it.
  /// - Throws: `InputError` with `html.charset` for UTF-7, `html.nodes` for a page whose tree would
  ///   have too many nodes.
  public func read(
    _ bytes: [UInt8], charset: String?, options: ReadOptions = ReadOptions()
  ) throws -> ReadResult {
    try Self.read(bytes, charset: charset, from: BytesSource([]), options: options)
  }

  private static func read(
    _ bytes: [UInt8], charset: String?, from source: any DocumentSource, options: ReadOptions
  ) throws -> ReadResult {
    var report = ConversionReport()
    let page = try PageEncoding.decode(bytes, said: charset, report: &report)
    let tree = try MarkupTree(parsing: page, limits: options.limits, report: &report)
    let survey = PageSurvey(
      tree.root, byteCount: page.count, from: source, isForPrint: options.isForPrint,
      limits: options.limits, report: &report)
    var walk = HTMLWalk(source: source, options: options, survey: survey, report: report)
    if let body = survey.body { walk.read(body) }
    return walk.finish(bytes) { try? source.sideFile(named: $0, limits: options.limits) }
  }
}

extension FormatDescriptor {
  /// HTML with its profiles.
  static let html = FormatDescriptor(
    id: FormatID("html"), title: "HTML", suffixes: ["html", "htm", "xhtml"],
    mediaTypes: ["text/html", "application/xhtml+xml"],
    profiles: [
      .init("styled", "intensity shown by the render scheme"),
      .init("semantic", "structure without styles"),
      .init("cocoa", "the dialect of Apple's programs"),
    ])
}
