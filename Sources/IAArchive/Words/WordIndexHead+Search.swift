internal import IABytes

extension WordIndexHead {
  /// Returns for each block whether it may contain the text of a query.
  ///
  /// Only the parts that may contain a word of the query are read and checked.
  ///
  /// - Parameters:
  ///   - query: The words of the text.
  ///   - limits: The limits of the content of a part.
  ///   - read: Returns the bytes of a range of the index.
  /// - Throws: The errors of `list(_:_:atMost:)`; `archive.index` if the blocks of a word are damaged; the
  ///   errors of `read`.
  /// - Complexity: O(*n*) in the size of the parts that are read, for each pattern of the query.
  func mayContain(
    _ query: WordQuery, limits: Limits, read: (Range<Int>) throws -> [UInt8]
  ) throws -> [Bool] {
    var matches = WordMatches(query, blockCount: checks.count)
    for (part, patterns) in zip(parts, patterns(of: query)) {
      let missing = patterns.filter { !matches.isComplete(pattern: $0) }
      let hasLongWords = part.first.isEmpty && query.mayMatchLongWord
      guard !missing.isEmpty || hasLongWords else { continue }
      let list = try list(part, read(part.range), atMost: limits.outputBytes)
      do throws(InputError) {
        try matches.add(list, patterns: missing)
      } catch {
        throw error.moved(by: part.stored.lowerBound)
      }
    }
    return matches.blocks
  }

  /// Returns for each part the positions of the patterns that a word of the part may match.
  private func patterns(of query: WordQuery) -> [[Int]] {
    var patterns = [[Int]](repeating: [], count: parts.count)
    for (number, pattern) in query.patterns.enumerated() {
      let sequences = SequenceFilter.sequences(of: pattern.bytes, ignoresCase: query.ignoresCase)
      // The order of lower-case forms differs from the order of the words.
      let range = query.ignoresCase ? parts.indices : self.range(of: pattern)
      for part in range
      where SequenceFilter.mayContain(sequences, filter: bytes[parts[part].filter]) {
        patterns[part].append(number)
      }
    }
    return patterns
  }

  /// Returns the parts that may contain words of a pattern, according to their first words.
  private func range(of pattern: WordQuery.Pattern) -> Range<Int> {
    guard pattern.isAtStart, !parts.isEmpty else { return parts.indices }
    // The words before the pattern, and those that begin with it or precede it.
    let start = count { !pattern.bytes.lexicographicallyPrecedes($0) }
    let end =
      pattern.isAtEnd
      ? start
      : count { !pattern.bytes.lexicographicallyPrecedes($0.prefix(pattern.bytes.count)) }
    return max(start - 1, 0)..<max(end, start)
  }

  /// Returns the number of parts at the start whose first word satisfies a condition that no part satisfies
  /// after one that does not.
  ///
  /// - Complexity: O(log *n*) in the number of parts.
  private func count(while condition: (ArraySlice<UInt8>) -> Bool) -> Int {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(firstWord(parts[middle])) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension WordQuery {
  /// Whether a pattern may match a word that is too long for the list.
  var mayMatchLongWord: Bool {
    patterns.contains { $0.mayMatchLongWord(ignoresCase: ignoresCase) }
  }
}
