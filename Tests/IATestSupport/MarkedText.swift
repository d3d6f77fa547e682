/// A text with a place marked by `§`: what a test says an error should point at.
public struct MarkedText: Sendable {
  /// The text without its mark.
  public let bytes: [UInt8]
  /// The byte before which the mark stood; nil where there was none.
  public let byteOffset: Int?

  /// Takes the mark out of a text.
  public init(_ text: String) {
    let parts = text.split(separator: "§", maxSplits: 1, omittingEmptySubsequences: false)
    bytes = parts.flatMap { Array($0.utf8) }
    byteOffset = parts.count == 2 ? parts[0].utf8.count : nil
  }
}
