internal import IABytes

extension WordIndex {
  /// The size of the fields before the checks of blocks.
  private static let headByteCount = 40

  /// Creates an index from the content of a member of version 1.
  ///
  /// Its words are one list. After the number of words, it has
  ///
  ///     list       4  size of the list of words
  ///     stored     4  stored size of the list of words
  ///     sizes      4  size of the list of sizes
  ///     stored     4  stored size of the list of sizes
  ///     checks        for each block the CRC-32 of its text
  ///                   the words in ascending order of their bytes, each followed by 0A, as a DEFLATE stream
  ///                   for each word the size of its blocks as a varint, as a DEFLATE stream
  ///                   for each word its blocks
  ///
  /// - Throws: The errors of `init(_:limits:)`.
  init(version1 bytes: [UInt8], limits: Limits) throws(InputError) {
    let span = bytes.span
    var reader = ByteReader(12..<bytes.count)
    var numbers: [Int] = []
    for _ in 0..<7 { numbers.append(Int(try reader.fixed(4, span))) }
    guard numbers[1] > 0, numbers[1] <= reader.remaining / 4,
      numbers[0] <= MemberName.maximumNumber - numbers[1], numbers[2] <= numbers[3]
    else { throw Self.damage(at: 12, "number of blocks or words") }
    var checks: [UInt32] = []
    checks.reserveCapacity(numbers[1])
    for _ in 0..<numbers[1] { checks.append(UInt32(truncatingIfNeeded: try reader.fixed(4, span))) }
    let list = try reader.stretch(numbers[4])
    let lengths = try reader.stretch(numbers[6])
    let words = try Self.content(
      of: span.extracting(list), at: list.lowerBound, count: numbers[3],
      atMost: limits.outputBytes)
    let sizes = try Self.content(
      of: span.extracting(lengths), at: lengths.lowerBound, count: numbers[5],
      atMost: limits.outputBytes)
    do throws(InputError) {
      self.init(
        firstBlock: numbers[0], checks: checks,
        list: try WordList(
          words: words, wordCount: numbers[2], sizes: sizes[...],
          postings: bytes[reader.position...], blockCount: checks.count))
    } catch {
      throw error.moved(by: Self.headByteCount)
    }
  }
}
