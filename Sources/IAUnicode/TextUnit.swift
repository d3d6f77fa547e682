/// The units that a text falls into, from the smallest to the largest.
///
/// Boundaries never depend on the locale: the rules are the root rules of Unicode 15.0, as ICU 72
/// has them, so that the same text gives the same units on every machine.
public enum TextUnit: Hashable, Sendable, CaseIterable {
  /// A composed character sequence: an extended grapheme cluster of UAX #29, except that CR and
  /// LF stay two (as in Foundation's composed sequences, unlike Swift's `Character`).
  case character
  /// A word of UAX #29, or what stands between two words.
  case word
  /// A sentence of UAX #29 with the spaces after it.
  case sentence
  /// A line as its author broke it, with its terminator: LF, CR, CR LF, U+000B, U+000C, U+0085,
  /// U+2028 or U+2029.
  case line
  /// A paragraph with its terminator: LF, CR, CR LF or U+2029.
  case paragraph
}

/// A word, or what stands between two words.
public struct WordSegment: Hashable, Sendable {
  /// The UTF-16 units covered; never empty.
  public let utf16Range: Range<Int>
  /// Whether letters, digits, kana or ideographs are in it; false for spaces and punctuation.
  public let isWordLike: Bool

  /// Describes a segment.
  public init(utf16Range: Range<Int>, isWordLike: Bool) {
    self.utf16Range = utf16Range
    self.isWordLike = isWordLike
  }
}

/// A place where a line may or must end (UAX #14).
public struct LineBreak: Hashable, Sendable {
  /// The UTF-16 offset of the first unit of the next line.
  public let utf16Offset: Int
  /// Whether the line must end here because a terminator stands before; the end of the text is
  /// not mandatory by itself.
  public let isMandatory: Bool

  /// Describes a line break opportunity.
  public init(utf16Offset: Int, isMandatory: Bool) {
    self.utf16Offset = utf16Offset
    self.isMandatory = isMandatory
  }
}
