internal import IABytes

/// The index of a generation: which documents its blocks hold.
///
///     sync      8  8D 'I' 'A' 'X' 0D 0A 1A 0A
///     version   2  1
///     reserved  2  0
///     first     8  the ordinal of the first document
///     count     8  how many documents
///     blocks    4  how many blocks
///     for each block:
///       number  4  of its members
///       count   4  how many documents
///       length  4  of its segment
///       first   8  the lowest id
///       last    8  the highest id
///     segments     one after the other (EntrySegment)
///     marks        for each document 2: the low half of the CRC-32 of its name; none where no
///                  document has a name
///     check     4  CRC-32C of everything before
///
/// Numbers are little-endian.
struct GenerationIndex: Sendable {
  /// A block as the index has it.
  struct Block: Hashable, Sendable {
    var number: Int
    var firstOrdinal: Int
    var count: Int
    var firstID: UInt64
    var lastID: UInt64
    /// Where the segment stands in the index.
    var segment: Range<Int>
  }

  static let sync: [UInt8] = [0x8D, 0x49, 0x41, 0x58, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let headByteCount = 32
  private static let blockByteCount = 28

  let firstOrdinal: Int
  let documentCount: Int
  let blocks: [Block]
  /// The whole index.
  let bytes: [UInt8]
  /// Where the marks of names begin; nil where there are no names.
  let marksOffset: Int?

  /// The mark of a name: equal names have equal marks.
  static func mark(_ name: [UInt8]) -> UInt16 {
    UInt16(truncatingIfNeeded: Deflate.crc32(name))
  }

  /// The index as it is stored.
  static func encode(
    firstOrdinal: Int, blocks: [(number: Int, segment: EntrySegment.Packed)], marks: [UInt8]
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(sync)
    writer.fixed(UInt16(1))
    writer.fixed(UInt16(0))
    writer.fixed(UInt64(firstOrdinal))
    writer.fixed(UInt64(blocks.reduce(0) { $0 + $1.segment.count }))
    writer.fixed(UInt32(blocks.count))
    for block in blocks {
      writer.fixed(UInt32(block.number))
      writer.fixed(UInt32(block.segment.count))
      writer.fixed(UInt32(block.segment.bytes.count))
      writer.fixed(block.segment.firstID)
      writer.fixed(block.segment.lastID)
    }
    for block in blocks { writer.append(block.segment.bytes) }
    writer.append(marks)
    writer.fixed(CRC32C.of(writer.bytes.span))
    return writer.bytes
  }

  /// Reads an index.
  ///
  /// - Throws: `archive.index`, `archive.version`; offsets count from the start of the index.
  init(_ bytes: [UInt8]) throws(InputError) {
    let wrong = InputError(.archiveIndex, at: 0, detail: "index of a generation")
    let span = bytes.span
    guard bytes.count >= Self.headByteCount + 4, bytes.starts(with: Self.sync) else { throw wrong }
    let end = bytes.count - 4
    var check = ByteReader(end..<bytes.count)
    guard try check.fixed(4, span) == UInt64(CRC32C.of(span.extracting(0..<end))) else {
      throw InputError(.archiveChecksum, at: end, detail: "index of a generation")
    }
    var reader = ByteReader(8..<end)
    guard try reader.fixed(2, span) == 1 else { throw InputError(.archiveVersion, at: 8) }
    guard try reader.fixed(2, span) == 0 else { throw wrong }
    let first = try reader.fixed(8, span)
    let count = try reader.fixed(8, span)
    let blockCount = Int(try reader.fixed(4, span))
    guard first <= UInt64(Int32.max), count <= UInt64(Int32.max),
      blockCount <= reader.remaining / Self.blockByteCount
    else { throw wrong }
    firstOrdinal = Int(first)
    documentCount = Int(count)
    var blocks: [Block] = []
    blocks.reserveCapacity(blockCount)
    var ordinal = Int(first)
    var segment = Self.headByteCount + blockCount * Self.blockByteCount
    for _ in 0..<blockCount {
      let number = Int(try reader.fixed(4, span))
      let count = Int(try reader.fixed(4, span))
      let length = Int(try reader.fixed(4, span))
      let firstID = try reader.fixed(8, span)
      let lastID = try reader.fixed(8, span)
      guard count > 0, length <= end - segment, firstID <= lastID else { throw wrong }
      blocks.append(
        Block(
          number: number, firstOrdinal: ordinal, count: count, firstID: firstID, lastID: lastID,
          segment: segment..<segment + length))
      ordinal += count
      segment += length
    }
    guard ordinal == firstOrdinal + documentCount,
      segment == end || end - segment == 2 * documentCount
    else { throw wrong }
    self.blocks = blocks
    self.bytes = bytes
    marksOffset = segment == end ? nil : segment
  }

  /// The ids and names of a block.
  func segment(_ block: Block, limits: Limits) throws(InputError) -> EntrySegment {
    let segment = try EntrySegment(
      Array(bytes[block.segment]), count: block.count, limits: limits)
    guard segment.ids.first == block.firstID, segment.ids.last == block.lastID else {
      throw InputError(.archiveIndex, at: block.segment.lowerBound, detail: "ids of a block")
    }
    return segment
  }

  /// Calls a function with the ordinals of documents whose name may be the one with a mark.
  func forEachOrdinal(withMark mark: UInt16, _ body: (Int) throws -> Bool) rethrows -> Bool {
    guard let marksOffset else { return false }
    let low = UInt8(truncatingIfNeeded: mark)
    let high = UInt8(truncatingIfNeeded: mark >> 8)
    return unsafe try bytes.withUnsafeBufferPointer { buffer in
      var place = marksOffset
      for index in 0..<documentCount {
        // In bounds: there are two bytes for each document.
        if unsafe buffer[place] == low, unsafe buffer[place + 1] == high,
          try body(firstOrdinal + index)
        {
          return true
        }
        place += 2
      }
      return false
    }
  }
}

extension EntrySegment {
  /// A packed segment with what the index says about it.
  struct Packed: Hashable, Sendable {
    var bytes: [UInt8]
    var count: Int
    var firstID: UInt64
    var lastID: UInt64
  }
}
