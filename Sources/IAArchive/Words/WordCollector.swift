internal import IABytes
internal import IAZip

/// Collects the words of blocks for a word index.
///
/// Memory holds each word once and four bytes for each word of each block. A full collector is
/// encoded, and another one continues with the next block.
struct WordCollector {
  /// The number of the first block.
  private var firstBlock = 0
  /// The CRC-32 of the text of each block.
  private var checks: [UInt32] = []
  /// The concatenated words.
  private var words: [UInt8] = []
  /// The end of each word in `words`.
  private var ends: [UInt32] = []
  /// The number of blocks that were collected when a word occurred last, by word.
  private var lastBlocks: [UInt32] = []
  /// The words by their hash: the position of a word plus 1, or 0.
  private var table = [UInt32](repeating: 0, count: 1 << 12)
  /// The words of all blocks, one block after another.
  private var occurrences: [UInt32] = []
  /// The end of each block in `occurrences`.
  private var blockEnds: [Int] = []
  /// The total size of the texts in bytes.
  private(set) var textByteCount = 0

  /// Whether the words should be encoded before the next block.
  var isFull: Bool { occurrences.count >= 4 << 20 || words.count >= 8 << 20 }

  /// The number of blocks.
  var blockCount: Int { checks.count }

  /// Whether there are no blocks.
  var isEmpty: Bool { checks.isEmpty }

  /// The number of the block after the last one; `nil` if there are none.
  var nextBlock: Int? { isEmpty ? nil : firstBlock + checks.count }

  /// Collects the words of a block.
  ///
  /// - Parameters:
  ///   - number: The number of the block, which follows that of the block before.
  ///   - text: The content of its text member, as a writer makes it.
  ///   - check: The CRC-32 of the text.
  /// - Complexity: O(*n*) in the size of the text.
  mutating func add(block number: Int, text: [UInt8], check: UInt32) {
    precondition(nextBlock.map { $0 == number } ?? true, "block \(number) does not follow")
    if isEmpty { firstBlock = number }
    checks.append(check)
    textByteCount += text.count
    let span = text.span
    WordRule.forEachRun(in: span, isEscaped: true) { run, isWide in
      WordRule.forEachWord(of: run, isWide: isWide, in: span) { word in
        // The empty word marks blocks with longer words.
        insert(
          word.count > WordRule.maximumByteCount ? word.lowerBound..<word.lowerBound : word,
          of: span)
      }
    }
    blockEnds.append(occurrences.count)
  }

  private static func hash(_ word: Range<Int>, of bytes: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for index in word { hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193 }
    return hash ^ hash >> 15
  }

  private func range(_ word: Int) -> Range<Int> {
    (word == 0 ? 0 : Int(ends[word - 1]))..<Int(ends[word])
  }

  private mutating func insert(_ word: Range<Int>, of bytes: Span<UInt8>) {
    var slot = Int(Self.hash(word, of: bytes)) & (table.count - 1)
    while table[slot] != 0 {
      let known = Int(table[slot]) - 1
      if isEqual(known, word, of: bytes) {
        guard lastBlocks[known] != UInt32(checks.count) else { return }
        lastBlocks[known] = UInt32(checks.count)
        occurrences.append(UInt32(known))
        return
      }
      slot = (slot + 1) & (table.count - 1)
    }
    for index in word { words.append(bytes[index]) }
    occurrences.append(UInt32(ends.count))
    ends.append(UInt32(words.count))
    lastBlocks.append(UInt32(checks.count))
    table[slot] = UInt32(ends.count)
    if ends.count * 2 > table.count { growTable() }
  }

  private func isEqual(_ known: Int, _ word: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    let range = range(known)
    guard range.count == word.count else { return false }
    for place in 0..<range.count
    where words[range.lowerBound + place] != bytes[word.lowerBound + place] {
      return false
    }
    return true
  }

  private mutating func growTable() {
    table = [UInt32](repeating: 0, count: table.count * 4)
    for word in ends.indices {
      var slot = Int(Self.hash(range(word), of: words.span)) & (table.count - 1)
      while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = UInt32(word + 1)
    }
  }

  // MARK: Encoding

  /// Returns the index of the collected words, and removes them.
  ///
  /// - Precondition: There is a block.
  /// - Complexity: O(*n* + *w* log *w*) in the number of occurrences and words.
  mutating func finish() -> WordIndex {
    precondition(!isEmpty, "a word index without blocks")
    let order = ends.indices.sorted { words[range($0)].lexicographicallyPrecedes(words[range($1)]) }
    let (starts, blocks) = blocksByWord()
    var list: [UInt8] = []
    list.reserveCapacity(words.count + ends.count)
    var sizes = ByteWriter()
    var postings = ByteWriter()
    for word in order {
      list += words[range(word)]
      list.append(0x0A)
      let before = postings.count
      WordList.append(blocks[starts[word]..<starts[word + 1]], of: checks.count, to: &postings)
      sizes.varint(postings.count - before)
    }
    let index = WordIndex(
      firstBlock: firstBlock, checks: checks,
      list: WordList(
        words: list, sizes: sizes.bytes, postings: postings.bytes, blockCount: checks.count))
    self = WordCollector()
    return index
  }

  /// Returns the blocks of each word, counted from the first one, one word after another.
  private func blocksByWord() -> (starts: [Int], blocks: [UInt32]) {
    var starts = [Int](repeating: 0, count: ends.count + 1)
    for word in occurrences { starts[Int(word) + 1] += 1 }
    for word in ends.indices { starts[word + 1] += starts[word] }
    var next = starts
    var blocks = [UInt32](repeating: 0, count: occurrences.count)
    var place = 0
    for (block, end) in blockEnds.enumerated() {
      while place < end {
        let word = Int(occurrences[place])
        blocks[next[word]] = UInt32(block)
        next[word] += 1
        place += 1
      }
    }
    return (starts, blocks)
  }
}
