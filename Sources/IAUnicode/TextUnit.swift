/// The kinds of segments that a text is divided into, from the smallest to the largest.
///
/// Boundaries do not depend on the locale: the rules are the root rules of Unicode 15.0 as in ICU
/// 72, so that a text has the same segments on every machine.
public enum TextUnit: Hashable, Sendable, CaseIterable {
  /// An extended grapheme cluster of UAX #29, except that CR LF is two characters, as in
  /// Foundation's composed character sequences and unlike Swift's `Character`.
  case character
  /// A word of UAX #29, or the text between two words.
  case word
  /// A sentence of UAX #29 with the spaces after it.
  case sentence
  /// A line with its terminator: LF, CR, CR LF, U+000B, U+000C, U+0085, U+2028 or U+2029.
  case line
  /// A paragraph with its terminator: LF, CR, CR LF or U+2029.
  case paragraph
}

/// A word, or the text between two words.
public struct WordSegment: Hashable, Sendable {
  /// The UTF-16 units covered; never empty.
  public let utf16Range: Range<Int>
  /// Whether the segment has letters, digits, kana or ideographs; false for spaces and punctuation.
  public let isWordLike: Bool

  /// Creates a segment.
  public init(utf16Range: Range<Int>, isWordLike: Bool) {
    self.utf16Range = utf16Range
    self.isWordLike = isWordLike
  }
}

/// A place where a line may or must end (UAX #14).
public struct LineBreak: Hashable, Sendable {
  /// An offset where a line may or must end (UAX #14).
  public let utf16Offset: Int
  /// Whether the line must end here because of a terminator before this offset; the end of the text
  /// is not mandatory by itself.
  public let isMandatory: Bool

  /// Creates a line break.
  public init(utf16Offset: Int, isMandatory: Bool) {
    self.utf16Offset = utf16Offset
    self.isMandatory = isMandatory
  }
}
