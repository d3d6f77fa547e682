public import IAFormats
public import IASyntax

/// The result of a conversion.
public struct ConversionOutcome: Hashable, Sendable {
  /// A file or stream that was written.
  public struct Output: Hashable, Sendable {
    /// The path: as given for the document, relative to the document for side files; `nil` for a
    /// stream.
    public var path: String?
    /// The size in bytes.
    public var byteCount: Int
    /// The hash; `nil` if hashes were not requested.
    public var digest: SHA256Digest?
  }

  /// The format that was read.
  public var inputFormat: FormatID
  /// The format that was written.
  public var outputFormat: FormatID
  /// The size of the input in bytes.
  public var inputByteCount: Int
  /// The hash of the input; `nil` if hashes were not requested.
  public var inputDigest: SHA256Digest?
  /// The outputs: the document first, then its side files.
  public var outputs: [Output]
  /// The losses and repairs during reading and writing.
  public var report: ConversionReport
}

/// The error of a strict conversion that would lose something; nothing was written.
public struct RefusedLoss: Error, Hashable, Sendable {
  /// The result that the conversion would have had.
  public var outcome: ConversionOutcome
}
