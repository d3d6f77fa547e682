internal import IABytes
internal import IAZip

/// The head of an index of words of version 2, which a search reads to find the parts that it
/// needs.
///
///     …             the fields of `WordIndex`
///     parts      4  number of parts
///     size       4  size of the head, with its check
///     checks        for each block the CRC-32 of its text
///                   for each part:
///     words      v    number of words, at least 1
///     size       v    size of the words
///     size       v    size of the content: the words, the sizes and the blocks
///     stored     v    stored size of the content
///     first      v    size of the first word
///                     the first word
///     filter     v    size of the filter
///                     the filter: `SequenceFilter`
///     check      4  CRC-32C of all bytes before
///
/// The parts follow. A part is a DEFLATE stream and the CRC-32C of the stream. Its content is the words in
/// ascending order of their bytes, each followed by 0A; for each word the size of its blocks as a varint;
/// and for each word its blocks.
struct WordIndexHead: Sendable {
  /// A part of the list of words.
  struct Part: Sendable {
    /// The number of words.
    let wordCount: Int
    /// The size of the words in bytes, each with the 0A after it.
    let listByteCount: Int
    /// The size of the content in bytes.
    let byteCount: Int
    /// The range of the DEFLATE stream in the index; its check follows.
    let stored: Range<Int>
    /// The range of the first word in the head.
    let first: Range<Int>
    /// The range of the filter in the head.
    let filter: Range<Int>

    /// The range of the stream and its check in the index.
    var range: Range<Int> { stored.lowerBound..<stored.upperBound + checkByteCount }
  }

  /// The size of the fields before the checks of blocks.
  static let fixedByteCount = 32
  /// The size of a CRC-32C.
  static let checkByteCount = 4
  /// The size of the words after which a writer ends a part.
  static let partByteCount = 32 << 10
  /// The maximum size of a filter.
  static let maximumFilterByteCount = 1 << 16

  /// The bytes of the head.
  let bytes: [UInt8]
  /// The number of the first block.
  let firstBlock: Int
  /// The CRC-32 of the text of each block.
  let checks: [UInt32]
  /// The parts, in ascending order of their words.
  let parts: [Part]

  /// The numbers of the blocks.
  var blocks: Range<Int> { firstBlock..<firstBlock + checks.count }

  /// Returns the first word of a part.
  func firstWord(_ part: Part) -> ArraySlice<UInt8> { bytes[part.first] }

  // MARK: Decoding

  /// Returns the size of a head.
  ///
  /// - Parameters:
  ///   - start: The first bytes of the index, at least `fixedByteCount` if it has them.
  ///   - byteCount: The size of the index.
  /// - Throws: `archive.index` if the head cannot have this size; `bytes.truncated` if the index is shorter.
  static func byteCount(_ start: [UInt8], of byteCount: Int) throws(InputError) -> Int {
    var reader = ByteReader(min(28, start.count)..<start.count)
    let count = Int(try reader.fixed(4, start.span))
    guard count >= fixedByteCount + 4 + checkByteCount else {
      throw WordIndex.damage(at: 28, "size of the head")
    }
    guard count <= byteCount else { throw InputError(.bytesTruncated, at: byteCount) }
    return count
  }

  /// Creates a head from its bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the head, whose first fields were checked by `WordIndex.version`.
  ///   - byteCount: The size of the index.
  /// - Throws: `archive.checksum`; `archive.index` if the bytes are not a head, or the parts are not the rest of
  ///   the index; `bytes.truncated`, `bytes.number`.
  /// - Complexity: O(*n*) in the size of the head.
  init(_ bytes: [UInt8], of byteCount: Int) throws(InputError) {
    let span = bytes.span
    let end = bytes.count - Self.checkByteCount
    guard end >= Self.fixedByteCount else { throw InputError(.bytesTruncated, at: bytes.count) }
    guard Self.isChecked(span) else {
      throw InputError(.archiveChecksum, at: end, detail: "word index: head")
    }
    var reader = ByteReader(12..<end)
    var numbers: [Int] = []
    for _ in 0..<4 { numbers.append(Int(try reader.fixed(4, span))) }
    _ = try reader.fixed(4, span)
    guard numbers[1] > 0, numbers[1] <= reader.remaining / 4,
      numbers[0] <= MemberName.maximumNumber - numbers[1]
    else { throw WordIndex.damage(at: 12, "number of blocks") }
    var checks: [UInt32] = []
    checks.reserveCapacity(numbers[1])
    for _ in 0..<numbers[1] { checks.append(UInt32(truncatingIfNeeded: try reader.fixed(4, span))) }
    // An entry has six numbers.
    guard numbers[3] <= reader.remaining / 6 else {
      throw WordIndex.damage(at: 24, "number of parts")
    }
    var parts: [Part] = []
    parts.reserveCapacity(numbers[3])
    var wordCount = 0
    var offset = bytes.count
    for _ in 0..<numbers[3] {
      let place = reader.position
      let part = try Self.part(&reader, span, at: offset)
      if let last = parts.last, !bytes[last.first].lexicographicallyPrecedes(bytes[part.first]) {
        throw WordIndex.damage(at: place, "order of parts")
      }
      wordCount += part.wordCount
      offset = part.range.upperBound
      parts.append(part)
    }
    guard reader.isAtEnd else { throw WordIndex.damage(at: reader.position, "end of the head") }
    guard wordCount == numbers[2] else { throw WordIndex.damage(at: 20, "number of words") }
    guard offset <= byteCount else { throw InputError(.bytesTruncated, at: byteCount) }
    guard offset == byteCount else { throw WordIndex.damage(at: offset, "bytes after the parts") }
    self.bytes = bytes
    self.firstBlock = numbers[0]
    self.checks = checks
    self.parts = parts
  }

  /// Reads the fields of a part.
  ///
  /// - Parameter offset: The offset of the part in the index.
  private static func part(
    _ reader: inout ByteReader, _ head: Span<UInt8>, at offset: Int
  ) throws(InputError) -> Part {
    let place = reader.position
    let maximum = 0xFFFF_FFFF
    let wordCount = try reader.varint(atMost: maximum, head)
    let listByteCount = try reader.varint(atMost: maximum, head)
    let byteCount = try reader.varint(atMost: maximum, head)
    let storedByteCount = try reader.varint(atMost: maximum, head)
    let first = try reader.stretch(try reader.varint(atMost: maximum, head))
    let filter = try reader.stretch(try reader.varint(atMost: maximum, head))
    guard wordCount > 0, wordCount <= listByteCount, listByteCount <= byteCount - wordCount,
      first.count < listByteCount
    else { throw WordIndex.damage(at: place, "sizes of a part") }
    guard filter.count <= maximumFilterByteCount else {
      throw WordIndex.damage(at: filter.lowerBound, "size of a filter")
    }
    return Part(
      wordCount: wordCount, listByteCount: listByteCount, byteCount: byteCount,
      stored: offset..<offset + storedByteCount, first: first, filter: filter)
  }

  /// Returns whether the last four bytes are the CRC-32C of those before.
  private static func isChecked(_ bytes: Span<UInt8>) -> Bool {
    let end = bytes.count - checkByteCount
    var check: UInt32 = 0
    for index in 0..<checkByteCount { check |= UInt32(bytes[end + index]) << UInt32(8 * index) }
    return CRC32C.of(bytes.extracting(0..<end)) == check
  }

  /// Decodes a part.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - stored: Its bytes with their check.
  ///   - maximum: The maximum size of its content.
  /// - Throws: `archive.checksum`; `archive.limit`; `archive.index` if the content is not a list, or does not
  ///   begin with the first word that the head states; `bytes.truncated`.
  func list(_ part: Part, _ stored: [UInt8], atMost maximum: Int) throws(InputError) -> WordList {
    guard stored.count == part.range.count else {
      throw InputError(.bytesTruncated, at: part.stored.lowerBound + stored.count)
    }
    guard Self.isChecked(stored.span) else {
      throw InputError(.archiveChecksum, at: part.stored.upperBound, detail: "word index: part")
    }
    let content = try WordIndex.content(
      of: stored.span.extracting(0..<part.stored.count), at: part.stored.lowerBound,
      count: part.byteCount, atMost: maximum)
    let list: WordList
    do throws(InputError) {
      list = try WordList(
        words: Array(content[..<part.listByteCount]), wordCount: part.wordCount,
        sizes: content[part.listByteCount...], postings: nil, blockCount: checks.count)
    } catch {
      throw error.moved(by: part.stored.lowerBound)
    }
    let first = firstWord(part)
    guard list.words.starts(with: first), list.words[first.count] == 0x0A else {
      throw WordIndex.damage(at: part.stored.lowerBound, "first word of a part")
    }
    return list
  }
}
