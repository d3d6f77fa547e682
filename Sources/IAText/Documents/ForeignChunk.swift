/// A part of an `.ia` file that this program does not know and preserves without reading it.
///
/// The `.ia` format marks these parts as safe to copy, independently of other changes to the
/// document. They are not part of a document's identity: equal documents may have different ones.
public struct ForeignChunk: Hashable, Sendable {
  /// The four-letter type, such as `teSt`.
  public let type: String
  /// The content, as in the file.
  public let bytes: [UInt8]

  /// Creates a chunk, or `nil` if its type does not allow copying.
  ///
  /// The type must be four ASCII letters; the first and the last must be lowercase (ancillary, safe
  /// to copy), the third uppercase.
  public init?(type: String, bytes: [UInt8]) {
    let letters = Array(type.utf8)
    guard letters.count == 4, letters.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }),
      letters[0] & 0x20 != 0, letters[2] & 0x20 == 0, letters[3] & 0x20 != 0
    else { return nil }
    self.type = type
    self.bytes = bytes
  }
}
