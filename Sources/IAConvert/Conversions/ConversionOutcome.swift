public import IAFormats
public import IASyntax

/// What a conversion did.
public struct ConversionOutcome: Hashable, Sendable {
  /// Something that was written.
  public struct Output: Hashable, Sendable {
    /// Its path: as it was given for the document, relative to the document for side files; `nil`
    /// for a stream.
    public var path: String?
    /// Its size in bytes.
    public var byteCount: Int
    /// Its hash, where one was asked for.
    public var digest: SHA256Digest?
  }

  /// The format that was read.
  public var inputFormat: FormatID
  /// The format that was written.
  public var outputFormat: FormatID
  /// The size of the input in bytes.
  public var inputByteCount: Int
  /// The hash of the input, where one was asked for.
  public var inputDigest: SHA256Digest?
  /// What was written: the document first, then its side files.
  public var outputs: [Output]
  /// What could not be taken over as it was, in reading and in writing.
  public var report: ConversionReport
}

/// A strict conversion that would have lost something; nothing was written.
public struct RefusedLoss: Error, Hashable, Sendable {
  /// What the conversion would have done.
  public var outcome: ConversionOutcome
}
