internal import IABytes
internal import IAZip

/// The words of blocks, and for each word the blocks that contain it.
///
/// Both versions of an index begin with
///
///     sync       8  8F 'I' 'A' 'W' 0D 0A 1A 0A
///     version    2  1 or 2
///     reserved   2  0
///     first      4  number of the first block
///     blocks     4  number of blocks, at least 1
///     words      4  number of words
///
/// A writer writes version 2, whose words are divided into parts that a search reads when it needs them
/// (`WordIndexHead`).
struct WordIndex: Hashable, Sendable {
  static let sync: [UInt8] = [0x8F, 0x49, 0x41, 0x57, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The suffix of the member, which is an attachment to which no document refers.
  static let suffix = "words"

  /// The number of the first block.
  let firstBlock: Int
  /// The CRC-32 of the text of each block.
  let checks: [UInt32]
  /// The words and their blocks.
  let list: WordList

  /// The numbers of the blocks.
  var blocks: Range<Int> { firstBlock..<firstBlock + checks.count }

  /// The words in ascending order, each followed by 0A.
  var words: [UInt8] { list.words }

  /// Creates an index from its lists.
  init(firstBlock: Int, checks: [UInt32], list: WordList) {
    self.firstBlock = firstBlock
    self.checks = checks
    self.list = list
  }

  /// Creates an index from the content of its member.
  ///
  /// - Throws: `archive.index` if the content does not have the form of its version; `archive.version`;
  ///   `archive.checksum`; `archive.limit`; `bytes.truncated`.
  /// - Complexity: O(*n*) in the size of the lists.
  init(_ bytes: [UInt8], limits: Limits) throws(InputError) {
    if try Self.version(bytes) == 1 {
      try self.init(version1: bytes, limits: limits)
    } else {
      try self.init(version2: bytes, limits: limits)
    }
  }

  /// Returns the version of an index, and checks the fields before the number of the first block.
  ///
  /// - Parameter bytes: The first 12 bytes of the index, or more.
  /// - Throws: `archive.index` for another sync marker or a reserved field that is not 0;
  ///   `archive.version` for a version that is not known; `bytes.truncated`.
  static func version(_ bytes: [UInt8]) throws(InputError) -> Int {
    guard bytes.starts(with: sync) else { throw damage(at: 0, "sync marker") }
    let span = bytes.span
    var reader = ByteReader(8..<bytes.count)
    let version = Int(try reader.fixed(2, span))
    guard 1...2 ~= version else {
      throw InputError(.archiveVersion, at: 8, detail: "word index of version \(version)")
    }
    guard try reader.fixed(2, span) == 0 else { throw damage(at: 10, "reserved field") }
    return version
  }

  static func damage(at offset: Int, _ detail: String) -> InputError {
    InputError(.archiveIndex, at: offset, detail: "word index: " + detail)
  }

  /// Decompresses a DEFLATE stream.
  ///
  /// - Parameters:
  ///   - span: The stream.
  ///   - offset: The offset of the stream in the index, for errors.
  ///   - count: The size of the content in bytes.
  ///   - maximum: The maximum size of the content.
  /// - Throws: `archive.limit`; `archive.index` if it is not a stream with a content of this size.
  static func content(
    of span: Span<UInt8>, at offset: Int, count: Int, atMost maximum: Int
  ) throws(InputError) -> [UInt8] {
    guard count <= maximum else {
      throw InputError.exceeds(
        .archiveLimit, limit: "outputBytes", maximum: maximum, seen: count, at: offset)
    }
    guard count / Deflate.maximumRatio <= span.count,
      let content = Deflate.decompress(span, count: count)
    else { throw damage(at: offset, "list") }
    return content
  }

  /// Returns for each block whether it may contain the text of a query.
  ///
  /// A block that contains the text is always included; a block that does not contain it may be included.
  ///
  /// - Throws: `archive.index` if the blocks of a word are damaged.
  /// - Complexity: O(*n*) in the size of the lists, for each pattern of the query.
  func mayContain(_ query: WordQuery) throws(InputError) -> [Bool] {
    var matches = WordMatches(query, blockCount: checks.count)
    try matches.add(list, patterns: query.patterns.indices)
    return matches.blocks
  }
}
