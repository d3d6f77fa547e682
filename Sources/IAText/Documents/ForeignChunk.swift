/// Something in a file that this program does not understand and may carry along unread.
///
/// The `.ia` format marks such parts as safe to copy, whatever else of the document changes. They
/// are no part of a document's identity: equal documents may carry different ones.
public struct ForeignChunk: Hashable, Sendable {
  /// The four letters that name it, such as `teSt`.
  public let type: String
  /// What is in it, as it stands in the file.
  public let bytes: [UInt8]

  /// Takes a chunk, or `nil` if its name says that it is not one to carry along: four ASCII letters
  /// of which the first and the last are small (ancillary, safe to copy) and the third is a
  /// capital.
  public init?(type: String, bytes: [UInt8]) {
    let letters = Array(type.utf8)
    guard letters.count == 4, letters.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }),
      letters[0] & 0x20 != 0, letters[2] & 0x20 == 0, letters[3] & 0x20 != 0
    else { return nil }
    self.type = type
    self.bytes = bytes
  }
}
