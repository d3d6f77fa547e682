internal import IABytes
internal import IAZip

/// The words of blocks, and for each word the blocks that contain it.
///
///     sync       8  8F 'I' 'A' 'W' 0D 0A 1A 0A
///     version    2  1
///     reserved   2  0
///     first      4  number of the first block
///     blocks     4  number of blocks, at least 1
///     words      4  number of words
///     list       4  size of the list of words
///     stored     4  stored size of the list of words
///     sizes      4  size of the list of sizes
///     stored     4  stored size of the list of sizes
///     checks        for each block the CRC-32 of its text
///                   the words in ascending order of their bytes, each followed by 0A, as a DEFLATE stream
///                   for each word the size of its blocks as a varint, as a DEFLATE stream
///                   for each word its blocks
///
/// The blocks of a word are nothing if all blocks contain it; a set of bits, the lowest first; or the
/// first block as a varint, counted from the first one of the index, and the difference to the block
/// before for each further one. The second form is used if the third is not shorter.
struct WordIndex: Hashable, Sendable {
  static let sync: [UInt8] = [0x8F, 0x49, 0x41, 0x57, 0x0D, 0x0A, 0x1A, 0x0A]
  static let version: UInt64 = 1
  private static let headByteCount = 40

  /// The suffix of the member, which is an attachment to which no document refers.
  static let suffix = "words"

  /// The number of the first block.
  let firstBlock: Int
  /// The CRC-32 of the text of each block.
  let checks: [UInt32]
  /// The words in ascending order, each followed by 0A.
  let words: [UInt8]
  /// The size of the blocks of each word, as varints.
  let sizes: [UInt8]
  /// The blocks of each word; a slice of the member's content, which is not copied.
  let postings: ArraySlice<UInt8>

  /// Creates an index from its parts.
  init(
    firstBlock: Int, checks: [UInt32], words: [UInt8], sizes: [UInt8], postings: [UInt8]
  ) {
    self.firstBlock = firstBlock
    self.checks = checks
    self.words = words
    self.sizes = sizes
    self.postings = postings[...]
  }

  /// The numbers of the blocks.
  var blocks: Range<Int> { firstBlock..<firstBlock + checks.count }

  // MARK: Coding

  /// The content of the member.
  var bytes: [UInt8] {
    let (list, lengths) = (Deflate.compress(words), Deflate.compress(sizes))
    var writer = ByteWriter()
    writer.append(Self.sync)
    writer.fixed(UInt16(Self.version))
    writer.fixed(UInt16(0))
    let wordCount = words.count { $0 == 0x0A }
    for number in [
      firstBlock, checks.count, wordCount, words.count, list.count, sizes.count, lengths.count,
    ] {
      writer.fixed(UInt32(number))
    }
    for check in checks { writer.fixed(check) }
    writer.append(list)
    writer.append(lengths)
    writer.append(Array(postings))
    return writer.bytes
  }

  /// Creates an index from the content of its member.
  ///
  /// - Throws: `archive.index` if the content does not have this form; `archive.version`;
  ///   `archive.limit`; `bytes.truncated`.
  /// - Complexity: O(*n*) in the size of the lists.
  init(_ bytes: [UInt8], limits: Limits) throws(InputError) {
    guard bytes.starts(with: Self.sync) else { throw Self.damage(at: 0, "sync marker") }
    let span = bytes.span
    var reader = ByteReader(8..<bytes.count)
    let version = try reader.fixed(2, span)
    guard version == Self.version else {
      throw InputError(.archiveVersion, at: 8, detail: "word index of version \(version)")
    }
    guard try reader.fixed(2, span) == 0 else { throw Self.damage(at: 10, "reserved field") }
    var numbers: [Int] = []
    for _ in 0..<7 { numbers.append(Int(try reader.fixed(4, span))) }
    firstBlock = numbers[0]
    guard numbers[1] > 0, numbers[1] <= reader.remaining / 4,
      firstBlock <= MemberName.maximumNumber - numbers[1], numbers[2] <= numbers[3]
    else { throw Self.damage(at: 12, "number of blocks or words") }
    var checks: [UInt32] = []
    checks.reserveCapacity(numbers[1])
    for _ in 0..<numbers[1] { checks.append(UInt32(truncatingIfNeeded: try reader.fixed(4, span))) }
    self.checks = checks
    let list = try reader.stretch(numbers[4])
    let lengths = try reader.stretch(numbers[6])
    words = try Self.content(of: list, in: span, count: numbers[3], limits)
    sizes = try Self.content(of: lengths, in: span, count: numbers[5], limits)
    postings = bytes[reader.position...]
    try check(wordCount: numbers[2])
  }

  private static func damage(at offset: Int, _ detail: String) -> InputError {
    InputError(.archiveIndex, at: offset, detail: "word index: " + detail)
  }

  private static func content(
    of range: Range<Int>, in bytes: Span<UInt8>, count: Int, _ limits: Limits
  ) throws(InputError) -> [UInt8] {
    guard count <= limits.outputBytes else {
      throw InputError.exceeds(
        .archiveLimit, limit: "outputBytes", maximum: limits.outputBytes, seen: count,
        at: range.lowerBound)
    }
    guard count / Deflate.maximumRatio <= range.count,
      let content = Deflate.decompress(bytes.extracting(range), count: count)
    else { throw damage(at: range.lowerBound, "list") }
    return content
  }

  /// Throws unless the lists have an entry for each word and their sizes fit.
  private func check(wordCount: Int) throws(InputError) {
    let end = Self.headByteCount
    guard words.isEmpty || words.last == 0x0A, words.count(where: { $0 == 0x0A }) == wordCount
    else { throw Self.damage(at: end, "number of words") }
    var position = 0
    var total = 0
    let maximum = (checks.count + 7) / 8
    for _ in 0..<wordCount {
      let size = try size(at: &position)
      guard 0...maximum ~= size else { throw Self.damage(at: end, "size of blocks") }
      total += size
    }
    guard position == sizes.count, total == postings.count else {
      throw Self.damage(at: end, "sizes of blocks")
    }
  }

  /// Returns the size of the blocks of a word.
  ///
  /// - Parameter position: The position in `sizes`, which is moved to the next word.
  /// - Throws: `archive.index`.
  @inline(__always)
  private func size(at position: inout Int) throws(InputError) -> Int {
    // Nearly all words have one byte, and a list may have a million words.
    if position < sizes.count, sizes[position] < 0x80 {
      position += 1
      return Int(sizes[position - 1])
    }
    var reader = ByteReader(min(position, sizes.count)..<sizes.count)
    do {
      let size = try reader.varint(sizes.span)
      position = reader.position
      return size
    } catch {
      throw Self.damage(at: Self.headByteCount, "sizes")
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

  /// Adds the blocks of a word to a set.
  ///
  /// - Parameters:
  ///   - range: The range of the blocks in `postings`.
  ///   - found: For each block whether it is in the set.
  /// - Throws: `archive.index` for a block that does not exist.
  private func addBlocks(_ range: Range<Int>, to found: inout [Bool]) throws(InputError) {
    let count = checks.count
    let postings = postings.span
    if range.isEmpty {
      for block in 0..<count { found[block] = true }
    } else if range.count == (count + 7) / 8 {
      for block in 0..<count
      where postings[range.lowerBound + block >> 3] >> UInt8(block & 7) & 1 == 1 {
        found[block] = true
      }
    } else {
      var reader = ByteReader(range)
      var block = 0
      while !reader.isAtEnd {
        let difference: Int
        do { difference = try reader.varint(postings) } catch {
          throw Self.damage(at: Self.headByteCount, "blocks of a word")
        }
        guard difference < count - block else {
          throw Self.damage(at: Self.headByteCount, "blocks of a word")
        }
        block += difference
        found[block] = true
      }
    }
  }

  // MARK: Search

  /// Returns for each block whether it may contain the text of a query.
  ///
  /// A block without the text may be included, a block with it always is.
  ///
  /// - Throws: `archive.index` if the blocks of a word are damaged.
  /// - Complexity: O(*n*) in the size of the lists, for each pattern of the query.
  func mayContain(_ query: WordQuery) throws(InputError) -> [Bool] {
    let list = query.ignoresCase ? LowerCase.bytes(of: words) : words
    // Blocks with words that are too long for the list.
    var long = [Bool](repeating: false, count: checks.count)
    if words.first == 0x0A { try addBlocks(of: [0], to: &long) }
    var all = [Bool](repeating: true, count: checks.count)
    for pattern in query.patterns {
      var found = [Bool](repeating: false, count: checks.count)
      try addBlocks(of: pattern.places(in: list), to: &found)
      let mayBeLong = pattern.mayMatchLongWord(ignoresCase: query.ignoresCase)
      for block in all.indices where !found[block] && !(mayBeLong && long[block]) {
        all[block] = false
      }
      guard all.contains(true) else { break }
    }
    return all
  }

  /// Adds the blocks of words to a set.
  ///
  /// - Parameter places: The positions of the words in the list, in ascending order.
  private func addBlocks(of places: [Int], to found: inout [Bool]) throws(InputError) {
    var (word, offset, position) = (0, 0, 0)
    for place in places {
      while word <= place {
        let size = try size(at: &position)
        if word == place { try addBlocks(offset..<offset + size, to: &found) }
        offset += size
        word += 1
      }
    }
  }
}
