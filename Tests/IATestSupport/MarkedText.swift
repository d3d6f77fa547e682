/// A text with a position marked by `§`, where a test expects an error.
public struct MarkedText: Sendable {
  /// The text without its mark.
  public let bytes: [UInt8]
  /// The byte offset of the mark, or `nil` if there is none.
  public let byteOffset: Int?

  /// Creates the text without the mark of a marked text.
  public init(_ text: String) {
    let parts = text.split(separator: "§", maxSplits: 1, omittingEmptySubsequences: false)
    bytes = parts.flatMap { Array($0.utf8) }
    byteOffset = parts.count == 2 ? parts[0].utf8.count : nil
  }
}
