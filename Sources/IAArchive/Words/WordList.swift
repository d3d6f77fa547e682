internal import IABytes

/// Words, and for each word the blocks that contain it: a whole index of words, or a part of one.
///
/// The blocks of a word have one of three forms: no bytes if all blocks contain the word; a set of
/// bits, the lowest first; or varints: the first block, counted from the first one of the index, and
/// for each further block the difference to the block before. The second form is used if the third is
/// not shorter.
struct WordList: Hashable, Sendable {
  /// The words in ascending order, each followed by 0A.
  let words: [UInt8]
  /// The size of the blocks of each word, as varints.
  let sizes: [UInt8]
  /// The blocks of each word; a slice of the bytes that were read, which is not copied.
  let postings: ArraySlice<UInt8>
  /// The number of all blocks.
  let blockCount: Int

  /// Creates a list from its parts, which a writer made.
  init(words: [UInt8], sizes: [UInt8], postings: [UInt8], blockCount: Int) {
    self.words = words
    self.sizes = sizes
    self.postings = postings[...]
    self.blockCount = blockCount
  }

  /// Creates a list from bytes that were read.
  ///
  /// - Parameters:
  ///   - words: The words, each followed by 0A.
  ///   - wordCount: The number of words that they must have.
  ///   - sizes: The sizes, as varints.
  ///   - postings: The blocks of the words; `nil` if they follow the sizes.
  ///   - blockCount: The number of all blocks.
  /// - Throws: `archive.index` with offset 0 unless there is a size for each word and the sizes fit the
  ///   blocks.
  /// - Complexity: O(*n*) in the size of the words and sizes.
  init(
    words: [UInt8], wordCount: Int, sizes: ArraySlice<UInt8>, postings: ArraySlice<UInt8>?,
    blockCount: Int
  ) throws(InputError) {
    guard words.isEmpty || words.last == 0x0A, words.count(where: { $0 == 0x0A }) == wordCount
    else { throw Self.damage("number of words") }
    var position = sizes.startIndex
    var total = 0
    let span = sizes.span
    let maximum = (blockCount + 7) / 8
    for _ in 0..<wordCount {
      var offset = position - sizes.startIndex
      let size = try Self.checkedSize(in: span, at: &offset)
      position = offset + sizes.startIndex
      guard size <= maximum else { throw Self.damage("size of blocks") }
      total += size
    }
    self.words = words
    self.sizes = Array(sizes[..<position])
    self.postings = postings ?? sizes[position...]
    self.blockCount = blockCount
    guard postings == nil || position == sizes.endIndex, total == self.postings.count else {
      throw Self.damage("sizes of blocks")
    }
  }

  private static func damage(_ detail: String) -> InputError {
    InputError(.archiveIndex, at: 0, detail: "word index: " + detail)
  }

  /// Returns the size of the blocks of a word that was read.
  ///
  /// - Parameters:
  ///   - sizes: The sizes as varints.
  ///   - position: The position in `sizes`, which is moved to the next word.
  /// - Throws: `archive.index` with offset 0.
  @inline(__always)
  private static func checkedSize(
    in sizes: Span<UInt8>, at position: inout Int
  ) throws(InputError) -> Int {
    // Nearly all words have one byte, and a list may have a million words.
    if position < sizes.count, sizes[position] < 0x80 {
      position += 1
      return Int(sizes[position - 1])
    }
    var reader = ByteReader(min(position, sizes.count)..<sizes.count)
    do {
      let size = try reader.varint(sizes)
      position = reader.position
      return size
    } catch {
      throw damage("sizes")
    }
  }

  // MARK: Blocks of a word

  /// Returns the size of the blocks of a word.
  ///
  /// - Parameter position: The position in `sizes`, which is moved to the next word.
  @inline(__always)
  func size(at position: inout Int) -> Int {
    var (size, shift) = (0, 0)
    while true {
      let byte = sizes[position]
      position += 1
      size |= Int(byte & 0x7F) << shift
      guard byte >= 0x80 else { return size }
      shift += 7
    }
  }

  /// Appends the blocks of a word.
  ///
  /// - Parameters:
  ///   - blocks: The blocks in ascending order, counted from the first one.
  ///   - count: The number of all blocks.
  static func append(_ blocks: ArraySlice<UInt32>, of count: Int, to postings: inout ByteWriter) {
    guard blocks.count < count else { return }
    let bitByteCount = (count + 7) / 8
    var list = ByteWriter()
    var previous = 0
    for block in blocks {
      list.varint(Int(block) - previous)
      previous = Int(block)
      if list.count >= bitByteCount { break }
    }
    guard list.count >= bitByteCount else { return postings.append(list.bytes) }
    var bits = [UInt8](repeating: 0, count: bitByteCount)
    for block in blocks { bits[Int(block) >> 3] |= 1 << UInt8(block & 7) }
    postings.append(bits)
  }

  /// Adds the blocks of words to a set.
  ///
  /// - Parameters:
  ///   - places: The positions of the words in the list, in ascending order.
  ///   - found: For each block whether it is in the set.
  /// - Throws: `archive.index` with offset 0 for a block that does not exist.
  func addBlocks(of places: [Int], to found: inout [Bool]) throws(InputError) {
    var (word, offset, position) = (0, postings.startIndex, 0)
    for place in places {
      while word <= place {
        let size = size(at: &position)
        if word == place { try addBlocks(offset..<offset + size, to: &found) }
        offset += size
        word += 1
      }
    }
  }

  /// Adds the blocks of a word to a set.
  ///
  /// - Parameters:
  ///   - range: The range of the blocks in `postings`.
  ///   - found: For each block whether it is in the set.
  private func addBlocks(_ range: Range<Int>, to found: inout [Bool]) throws(InputError) {
    guard !range.isEmpty else {
      for block in 0..<blockCount { found[block] = true }
      return
    }
    let postings = postings[range]
    guard postings.count < (blockCount + 7) / 8 else {
      for block in 0..<blockCount
      where postings[range.lowerBound + block >> 3] >> UInt8(block & 7) & 1 == 1 {
        found[block] = true
      }
      return
    }
    let span = postings.span
    var reader = ByteReader(0..<span.count)
    var block = 0
    while !reader.isAtEnd {
      let difference: Int
      do { difference = try reader.varint(span) } catch { throw Self.damage("blocks of a word") }
      guard difference < blockCount - block else { throw Self.damage("blocks of a word") }
      block += difference
      found[block] = true
    }
  }
}
