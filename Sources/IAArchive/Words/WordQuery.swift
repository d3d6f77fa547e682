internal import IABytes

/// The conditions on words that each text with a searched part satisfies.
struct WordQuery: Hashable, Sendable {
  /// Bytes that a word of the list begins with, ends with, contains or consists of.
  struct Pattern: Hashable, Sendable {
    let bytes: [UInt8]
    let isAtStart: Bool
    let isAtEnd: Bool

    /// Returns whether the pattern may match a word that is too long for the list.
    ///
    /// The lower-case form of a longer word may be short enough for the list, so that the size of a
    /// whole word does not exclude it if case is ignored.
    func mayMatchLongWord(ignoresCase: Bool) -> Bool {
      !isAtStart || !isAtEnd || ignoresCase || bytes.count > WordRule.earlierMaximumByteCount
    }

    /// Returns the positions of the words that match, in ascending order.
    ///
    /// - Parameter list: Words, each followed by 0A.
    /// - Complexity: O(*n*).
    func places(in list: [UInt8]) -> [Int] {
      var places: [Int] = []
      guard let first = bytes.first else { return places }
      let span = list.span
      // The number of words before `counted`.
      var (position, counted, word) = (0, 0, 0)
      while let start = UnitLoops.index(of: first, in: span, from: position) {
        position = start + 1
        guard matches(span, at: start) else { continue }
        for index in counted..<start where span[index] == 0x0A { word += 1 }
        counted = start
        if places.last != word { places.append(word) }
      }
      return places
    }

    private func matches(_ list: Span<UInt8>, at start: Int) -> Bool {
      let end = start + bytes.count
      // A word is followed by 0A, so that one byte is left after a match.
      guard end < list.count, !isAtStart || start == 0 || list[start - 1] == 0x0A,
        !isAtEnd || list[end] == 0x0A
      else { return false }
      for index in bytes.indices where list[start + index] != bytes[index] { return false }
      return true
    }
  }

  /// The patterns.
  ///
  /// In each text that contains the searched part, every pattern matches some word.
  let patterns: [Pattern]
  /// Whether the patterns are compared with the lower-case forms of words.
  let ignoresCase: Bool

  /// Creates a query; returns `nil` if the text has no letters, so that an index does not help.
  ///
  /// A word at the start or the end of the text may be a part of a longer word.
  ///
  /// - Parameters:
  ///   - text: The text as UTF-8, in lower case if `ignoresCase` is set.
  ///   - ignoresCase: Whether to compare the lower-case forms of texts.
  init?(_ text: [UInt8], ignoresCase: Bool) {
    var patterns: [Pattern] = []
    let span = text.span
    WordRule.forEachRun(in: span, isEscaped: false) { run, isWide in
      WordRule.forEachWord(of: run, isWide: isWide, in: span) { word in
        let isPart = !isWide || word == run
        patterns.append(
          Pattern(
            bytes: Array(text[word]), isAtStart: !isPart || run.lowerBound > 0,
            isAtEnd: !isPart || run.upperBound < text.count))
      }
    }
    guard !patterns.isEmpty else { return nil }
    self.patterns = patterns
    self.ignoresCase = ignoresCase
  }
}
