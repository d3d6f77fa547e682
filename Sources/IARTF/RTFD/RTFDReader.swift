public import IAFiles
public import IAFormats

/// Reads RTFD: RTF whose attachments are separate files.
///
/// The source provides the text as its document and the attachments as side files. A missing file
/// is reported, and its position in the text is kept.
public struct RTFDReader: DocumentReader {
  /// Creates a reader.
  public init() {}

  /// RTFD.
  public var descriptor: FormatDescriptor { .rtfd }

  /// Returns the confidence of the reader of RTF, which is preferred if no other fact decides.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    RTFReader().confidence(inPrefix: prefix)
  }

  /// Reads a document.
  ///
  /// - Throws: The errors of `RTFReader`.
  public func read(_ source: any DocumentSource, options: ReadOptions) throws -> ReadResult {
    try RTFReader().read(source, options: options)
  }
}
