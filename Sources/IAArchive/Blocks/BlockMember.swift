internal import IABytes

/// The content of a data member: the columns of a block except its text, with the numbers, ids and
/// names that make the block readable without any other part of the archive.
///
///     sync       8  8A 'I' 'A' 'B' 0D 0A 1A 0A
///     version    2  1
///     reserved   2  0
///     number     4  the number of the block, as in the members' names
///     ordinal    8  the ordinal of the first document
///     count      4  the number of documents
///     dictionary 4  the number of the dictionary, or 0
///     stored     4  the size of the stored text, which precedes this member
///     text       4  the size of the text
///     text check 4  CRC-32C of the text
///     segment    4  the size of the segment
///     columns    4  the size of the columns
///     segment       ids and names (EntrySegment)
///     head check 4  CRC-32C of everything before
///     columns       a data block without text (Specs/ia-format.md, section 8)
///     check      4  CRC-32C of the columns
///
/// Numbers are little-endian.
struct BlockMember: Hashable, Sendable {
  var number: Int
  var firstOrdinal: Int
  var count: Int
  var dictionary: UInt32
  var storedTextByteCount: Int
  var textByteCount: Int
  var textCheck: UInt32
  var segment: [UInt8]
  var block: [UInt8]

  static let sync: [UInt8] = [0x8A, 0x49, 0x41, 0x42, 0x0D, 0x0A, 0x1A, 0x0A]
  static let headByteCount = 52

  /// The content of the member.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.sync)
    writer.fixed(UInt16(1))
    writer.fixed(UInt16(0))
    writer.fixed(UInt32(number))
    writer.fixed(UInt64(firstOrdinal))
    writer.fixed(UInt32(count))
    writer.fixed(dictionary)
    writer.fixed(UInt32(storedTextByteCount))
    writer.fixed(UInt32(textByteCount))
    writer.fixed(textCheck)
    writer.fixed(UInt32(segment.count))
    writer.fixed(UInt32(block.count))
    writer.append(segment)
    writer.fixed(CRC32C.of(writer.bytes.span))
    writer.append(block)
    writer.fixed(CRC32C.of(block.span))
    return writer.bytes
  }

  init(
    number: Int, firstOrdinal: Int, count: Int, dictionary: UInt32, storedTextByteCount: Int,
    text: [UInt8], segment: [UInt8], block: [UInt8]
  ) {
    self.number = number
    self.firstOrdinal = firstOrdinal
    self.count = count
    self.dictionary = dictionary
    self.storedTextByteCount = storedTextByteCount
    textByteCount = text.count
    textCheck = CRC32C.of(text.span)
    self.segment = segment
    self.block = block
  }

  /// Creates a member from its content.
  ///
  /// - Parameters:
  ///   - bytes: The content, or bytes that begin with it.
  ///   - allowsMore: Whether bytes may follow the content.
  /// - Throws: `archive.block`, `archive.version`, `archive.checksum` or `bytes.truncated`; offsets
  ///   count from the start of `bytes`.
  init(
    _ bytes: [UInt8], allowsMore: Bool = false
  ) throws(InputError) {
    let wrong = InputError(.archiveBlock, at: 0, detail: "head of a block")
    let span = bytes.span
    guard bytes.count >= Self.headByteCount + 8, bytes.starts(with: Self.sync) else { throw wrong }
    var reader = ByteReader(8..<bytes.count)
    let version = try reader.fixed(2, span)
    let reserved = try reader.fixed(2, span)
    number = Int(try reader.fixed(4, span))
    let ordinal = try reader.fixed(8, span)
    count = Int(try reader.fixed(4, span))
    dictionary = UInt32(truncatingIfNeeded: try reader.fixed(4, span))
    storedTextByteCount = Int(try reader.fixed(4, span))
    textByteCount = Int(try reader.fixed(4, span))
    textCheck = UInt32(truncatingIfNeeded: try reader.fixed(4, span))
    let segmentByteCount = Int(try reader.fixed(4, span))
    let blockByteCount = Int(try reader.fixed(4, span))
    segment = Array(bytes[try reader.stretch(segmentByteCount)])
    let headEnd = reader.position
    guard try reader.fixed(4, span) == UInt64(CRC32C.of(span.extracting(0..<headEnd))) else {
      throw InputError(.archiveChecksum, at: headEnd, detail: "head of a block")
    }
    guard version == 1 else { throw InputError(.archiveVersion, at: 8) }
    guard reserved == 0, count > 0, ordinal <= UInt64(Int32.max) else { throw wrong }
    firstOrdinal = Int(ordinal)
    let columns = try reader.stretch(blockByteCount)
    block = Array(bytes[columns])
    guard try reader.fixed(4, span) == UInt64(CRC32C.of(block.span)) else {
      throw InputError(.archiveChecksum, at: columns.upperBound, detail: "columns of a block")
    }
    guard allowsMore || reader.isAtEnd else {
      throw InputError(.archiveBlock, at: reader.position, detail: "bytes after the columns")
    }
  }
}

// MARK: - Damaged members

extension BlockMember {
  /// Returns the offset after the segment, from the start of a member; `nil` if the bytes do not
  /// begin with the sync marker.
  ///
  /// The checksum of the head is not checked.
  static func headEnd(ofHead head: [UInt8]) -> Int? {
    guard head.count >= headByteCount, head.starts(with: sync) else { return nil }
    var reader = ByteReader(44..<48)
    return (try? reader.fixed(4, head.span)).map { headByteCount + Int($0) }
  }

  /// Returns the size of the columns as the head states it, without checking the head; `nil` if
  /// `head` is too short.
  static func columnsByteCount(ofHead head: [UInt8]) -> Int? {
    guard head.count >= headByteCount else { return nil }
    var reader = ByteReader(48..<52)
    return (try? reader.fixed(4, head.span)).map { Int($0) }
  }

  /// Returns the member without its columns; `nil` if the checksum of the head does not match.
  static func validHead(_ bytes: [UInt8]) -> BlockMember? {
    guard let end = headEnd(ofHead: bytes), bytes.count >= end + 4 else { return nil }
    // The same head with empty columns and corrected checksums.
    var check = ByteReader(end..<end + 4)
    let head = Array(bytes[..<end])
    guard let found = try? check.fixed(4, bytes.span),
      found == UInt64(CRC32C.of(head.span))
    else { return nil }
    var alone = ByteWriter()
    alone.append(Array(head[..<48]))
    alone.fixed(UInt32(0))
    alone.append(Array(head[52...]))
    alone.fixed(CRC32C.of(alone.bytes.span))
    alone.fixed(CRC32C.of([UInt8]().span))
    return try? BlockMember(alone.bytes)
  }

  /// Returns the range of the columns in a complete member whose head may be damaged; `nil` if the checksum does not
  /// match for either size of the columns.
  static func validColumns(_ bytes: [UInt8]) -> Range<Int>? {
    guard bytes.count >= headByteCount + 8 else { return nil }
    // Either of the two sizes determines the range of the columns.
    var candidates: [Int] = []
    if let end = headEnd(ofHead: sync + bytes.dropFirst(8)) { candidates.append(end + 4) }
    if let count = columnsByteCount(ofHead: bytes) { candidates.append(bytes.count - 4 - count) }
    for start in candidates where headByteCount + 4...bytes.count - 4 ~= start {
      if isValid(Array(bytes[start...]), count: bytes.count - 4 - start) {
        return start..<bytes.count - 4
      }
    }
    return nil
  }

  /// Returns whether bytes are columns of a given size followed by their checksum.
  static func isValid(_ bytes: [UInt8], count: Int) -> Bool {
    guard bytes.count == count + 4 else { return false }
    var reader = ByteReader(count..<count + 4)
    let check = try? reader.fixed(4, bytes.span)
    return check == UInt64(CRC32C.of(bytes.span.extracting(0..<count)))
  }
}
