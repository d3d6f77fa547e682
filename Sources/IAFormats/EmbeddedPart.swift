/// A document of another format inside the one that was read, such as the HTML of an e-mail in RTF.
///
/// A reader knows no other format. It hands the part on as bytes, and whoever knows all readers has
/// it read by the one of its format.
public struct EmbeddedPart: Hashable, Sendable {
  /// The format of the part.
  public var format: FormatID
  /// The part; text is UTF-8 with a byte order mark.
  public var bytes: [UInt8]

  /// Makes a part.
  public init(_ bytes: [UInt8], format: FormatID) {
    self.bytes = bytes
    self.format = format
  }
}
