public import IAFormats

/// Reads RTFD: RTF whose attachments are files beside it.
///
/// The source gives the text as its document and the attachments as side files; a file that it does
/// not give is reported, and its place kept.
public struct RTFDReader: DocumentReader {
  /// Creates a reader.
  public init() {}

  /// RTFD.
  public var descriptor: FormatDescriptor { .rtfd }

  /// As sure as the reader of RTF, which comes before it where nothing else decides.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    RTFReader().confidence(inPrefix: prefix)
  }

  /// Reads a document.
  ///
  /// - Throws: What the reader of RTF throws.
  public func read(_ source: any DocumentSource, options: ReadOptions) throws -> ReadResult {
    try RTFReader().read(source, options: options)
  }
}
