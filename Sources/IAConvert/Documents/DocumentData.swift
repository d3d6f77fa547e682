public import IAFormats

/// A document as the bytes of one format, with the losses of the conversion.
public struct DocumentData: Hashable, Sendable {
  /// A file beside the document, such as an attachment of an RTFD folder.
  public struct SideFile: Hashable, Sendable {
    /// The name by which the document refers to the file.
    public var name: String
    /// The content.
    public var bytes: [UInt8]
  }

  /// The bytes of the document.
  public var bytes: [UInt8]
  /// The side files, in the order of their first mention in the document.
  ///
  /// Empty unless the format keeps documents in folders or `WriteOptions.linksMedia` is set.
  public var sideFiles: [SideFile]
  /// The losses of the conversion.
  public var report: ConversionReport

  /// The bytes decoded as UTF-8; invalid sequences become U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
