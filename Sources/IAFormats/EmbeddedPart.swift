/// A document of another format inside the input, for example the HTML of an e-mail inside RTF.
///
/// Readers are independent of each other. A reader returns the part as bytes; `Conversion` reads it
/// with the reader of its format.
public struct EmbeddedPart: Hashable, Sendable {
  /// The format of the part.
  public var format: FormatID
  /// The bytes of the part.
  ///
  /// Text is UTF-8 with a byte order mark.
  public var bytes: [UInt8]

  /// Creates a part.
  public init(_ bytes: [UInt8], format: FormatID) {
    self.bytes = bytes
    self.format = format
  }
}
