internal import IABytes

/// Collects the blocks that contain words of a query, from one list of words after another.
struct WordMatches {
  private let query: WordQuery
  /// For each pattern of the query and each block, whether a word of the block matches the pattern.
  private var found: [[Bool]]
  /// For each block, whether it has words that are too long for a list.
  private var long: [Bool]

  /// Creates the matches before the first list.
  init(_ query: WordQuery, blockCount: Int) {
    self.query = query
    let none = [Bool](repeating: false, count: blockCount)
    long = none
    found = [[Bool]](repeating: none, count: query.patterns.count)
  }

  /// Returns whether all blocks match a pattern, so that further lists add nothing to it.
  func isComplete(pattern: Int) -> Bool { !found[pattern].contains(false) }

  /// Adds the blocks of the words of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - patterns: The positions of the patterns to compare.
  /// - Throws: `archive.index` with offset 0 if the blocks of a word are damaged.
  /// - Complexity: O(*n*) in the size of the list, for each pattern.
  mutating func add(_ list: WordList, patterns: some Sequence<Int>) throws(InputError) {
    if list.words.first == 0x0A { try list.addBlocks(of: [0], to: &long) }
    let words = query.ignoresCase ? LowerCase.bytes(of: list.words) : list.words
    for pattern in patterns {
      try list.addBlocks(of: query.patterns[pattern].places(in: words), to: &found[pattern])
    }
  }

  /// For each block, whether it may contain the text of the query.
  ///
  /// A block that contains the text is always included; a block that does not contain it may be included.
  var blocks: [Bool] {
    var all = [Bool](repeating: true, count: long.count)
    for (pattern, found) in zip(query.patterns, found) {
      let mayBeLong = pattern.mayMatchLongWord(ignoresCase: query.ignoresCase)
      for block in all.indices where !found[block] && !(mayBeLong && long[block]) {
        all[block] = false
      }
    }
    return all
  }
}
