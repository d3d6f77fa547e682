internal import IABytes
public import IAFiles
public import IAFormats
internal import IAMarkup
internal import IAText

/// A reader for HTML: pages, fragments, clipboard content, and the pages that this suite writes.
///
/// Parses by the HTML Standard and applies CSS as far as the document model represents it. Scripts
/// and external content are omitted and reported; the reader never uses the network.
/// `Specs/html.md` defines the mapping.
public struct HTMLReader: DocumentReader {
  /// Creates a reader.
  public init() {}

  /// The description of the format HTML.
  public var descriptor: FormatDescriptor { .html }

  /// Returns the confidence, from 0 to 100, that a file with these first bytes is HTML.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    PageSigns(PageEncoding.prefixAsASCII(prefix)).confidence
  }

  /// Reads a document and the style sheets, pictures and other files beside it.
  ///
  /// - Throws: `InputError` with `html.charset` for UTF-7 or `html.nodes` for too many tree nodes;
  ///   errors of the source.
  /// - Complexity: O(*n*) in the number of bytes.
  public func read(
    _ source: any DocumentSource, options: ReadOptions = ReadOptions()
  ) throws -> ReadResult {
    let bytes = try source.bytes(limits: options.limits)
    return try Self.read(bytes, charset: nil, from: source, options: options)
  }

  /// Reads a page whose encoding may be known, such as a part of a mail message; files beside it
  /// are not read.
  ///
  /// - Parameters:
  ///   - bytes: The page.
  ///   - charset: The name of the encoding, or `nil` to detect it.
  ///   - options: The options.
  /// - Throws: `InputError` with `html.charset` for UTF-7 or `html.nodes` for too many tree nodes.
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
  /// The description of HTML with its profiles.
  static let html = FormatDescriptor(
    id: FormatID("html"), title: "HTML", suffixes: ["html", "htm", "xhtml"],
    mediaTypes: ["text/html", "application/xhtml+xml"],
    profiles: [
      .init("styled", "intensity shown by the render scheme"),
      .init("semantic", "structure without styles"),
      .init("cocoa", "the dialect of Apple's programs"),
    ])
}
