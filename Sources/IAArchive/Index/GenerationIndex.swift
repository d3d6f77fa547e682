internal import IABytes
internal import IAZip

/// The index of a generation: the documents of its blocks.
///
///     sync      8  8D 'I' 'A' 'X' 0D 0A 1A 0A
///     version   2  1, or 2 with changes
///     reserved  2  0
///     first     8  the ordinal of the first document
///     count     8  the number of documents
///     blocks    4  the number of blocks
///     for each block:
///       number  4  the number in its members' names
///       count   4  the number of its documents
///       length  4  the size of its segment
///       first   8  the lowest id
///       last    8  the highest id
///     segments     concatenated (EntrySegment)
///     changes      only in version 2 (GenerationChanges)
///     names     1  how names are found (NameLookup)
///       marks      for each document 2: the low half of the CRC-32 of its name
///       bounds     for each block its lowest and highest name, each after its size as a varint
///     check     4  CRC-32C of everything before
///
/// Numbers are little-endian.
struct GenerationIndex: Sendable {
  /// The entry of a block in the index.
  struct Block: Hashable, Sendable {
    var number: Int
    var firstOrdinal: Int
    var count: Int
    var firstID: UInt64
    var lastID: UInt64
    /// The range of its segment in the bytes of the index.
    var segment: Range<Int>
  }

  static let sync: [UInt8] = [0x8D, 0x49, 0x41, 0x58, 0x0D, 0x0A, 0x1A, 0x0A]
  static let headByteCount = 32
  static let blockByteCount = 28

  let firstOrdinal: Int
  let documentCount: Int
  let blocks: [Block]
  /// The encoded index; only up to the end of its table of blocks if segments and marks stay in the file.
  let bytes: [UInt8]
  /// The data by which the block of a name is found.
  let lookup: NameLookup
  /// The date of the generation, and the documents that it supersedes.
  let changes: GenerationChanges

  /// The ways to find the block of a name.
  enum NameLookup: Hashable, Sendable {
    /// No document has a name.
    case none
    /// Two bytes of the CRC-32 of each document's name, from this offset of the index on.
    case marks(offset: Int)
    /// The lowest and highest name of each block.
    case bounds([StoredBounds])
  }

  /// The lowest and the highest name of a block as ranges of the bytes of the index; empty for a block without
  /// names.
  struct StoredBounds: Hashable, Sendable {
    var lowest: Range<Int>
    var highest: Range<Int>
  }

  /// The maximum number of blocks whose bounds may include the same name; above it, marks are
  /// stored.
  static let maximumOverlap = 4

  /// Returns the mark of a name: the low half of its CRC-32, so that equal names have equal marks.
  static func mark(_ name: [UInt8]) -> UInt16 {
    UInt16(truncatingIfNeeded: Deflate.crc32(name.span))
  }

  /// Encodes an index.
  ///
  /// - Parameters:
  ///   - firstOrdinal: The ordinal of the generation's first document.
  ///   - blocks: The blocks in order, with their segments.
  ///   - marks: The marks of all documents, two bytes each. They are stored if the names of more
  ///     than `maximumOverlap` blocks overlap.
  ///   - changes: The date of the generation and the documents that it supersedes.
  /// - Complexity: O(*n* log *n*) in the number of blocks.
  static func encode(
    firstOrdinal: Int, blocks: [(number: Int, segment: EntrySegment.Packed)], marks: [UInt8],
    changes: GenerationChanges = GenerationChanges()
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(sync)
    writer.fixed(UInt16(changes.isEmpty ? 1 : 2))
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
    if !changes.isEmpty { changes.append(to: &writer) }
    append(blocks.map(\.segment.bounds), marks: marks, to: &writer)
    writer.fixed(CRC32C.of(writer.bytes.span))
    return writer.bytes
  }

  private static func append(
    _ bounds: [NameBounds?], marks: [UInt8], to writer: inout ByteWriter
  ) {
    let named = bounds.compactMap { $0 }
    if named.isEmpty {
      writer.byte(0)
    } else if NameBounds.maximumOverlap(of: named) > maximumOverlap {
      writer.byte(1)
      writer.append(marks)
    } else {
      writer.byte(2)
      for bounds in bounds {
        for name in [bounds?.lowest ?? [], bounds?.highest ?? []] {
          writer.varint(name.count)
          writer.append(name)
        }
      }
    }
  }

  /// Creates an index from its bytes.
  ///
  /// - Throws: `archive.index`, `archive.version`, or `archive.checksum`; offsets count from the
  ///   start of the index.
  init(_ bytes: [UInt8]) throws(InputError) {
    let span = bytes.span
    guard bytes.count >= Self.headByteCount + 4, bytes.starts(with: Self.sync) else {
      throw Self.wrong
    }
    let end = bytes.count - 4
    var check = ByteReader(end..<bytes.count)
    guard try check.fixed(4, span) == UInt64(CRC32C.of(span.extracting(0..<end))) else {
      throw Self.wrongChecksum(at: end)
    }
    try self.init(checked: bytes, end: end)
  }

  fileprivate static let wrong = InputError(.archiveIndex, at: 0, detail: "index of a generation")

  static func wrongChecksum(at offset: Int) -> InputError {
    InputError(.archiveChecksum, at: offset, detail: "index of a generation")
  }

  /// Creates an index from bytes whose checksum was compared.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - end: The offset of the checksum.
  private init(checked bytes: [UInt8], end: Int) throws(InputError) {
    let table = try Table(bytes.span, end: end)
    var rest = ByteReader(table.end..<end)
    let span = bytes.span
    if table.version == 1 {
      changes = GenerationChanges()
    } else {
      do {
        changes = try GenerationChanges(
          &rest, span, documentCount: table.firstOrdinal + table.documentCount)
      } catch {
        throw InputError(.archiveIndex, at: error.byteOffset, detail: "changes of a generation")
      }
    }
    do {
      lookup = try Self.lookup(
        rest.position..<end, of: bytes, blockCount: table.blocks.count,
        documentCount: table.documentCount)
    } catch {
      throw InputError(.archiveIndex, at: error.byteOffset, detail: "names of a generation")
    }
    firstOrdinal = table.firstOrdinal
    documentCount = table.documentCount
    blocks = table.blocks
    self.bytes = bytes
  }

  /// Creates an index of version 1 with marks, whose segments and marks stay in the file and whose checksum was
  /// compared.
  ///
  /// - Parameters:
  ///   - table: The table of blocks.
  ///   - bytes: The bytes of the index up to the end of the table of blocks.
  ///   - end: The offset of the checksum.
  init(_ table: Table, _ bytes: [UInt8], end: Int) throws(InputError) {
    let marks = table.end + 1
    guard end - marks == 2 * table.documentCount else {
      throw InputError(.archiveIndex, at: table.end, detail: "names of a generation")
    }
    firstOrdinal = table.firstOrdinal
    documentCount = table.documentCount
    blocks = table.blocks
    self.bytes = bytes
    lookup = .marks(offset: marks)
    changes = GenerationChanges()
  }

  /// The head and the table of blocks of an index.
  struct Table {
    let version: Int
    let firstOrdinal: Int
    let documentCount: Int
    let blocks: [Block]
    /// The offset after the segments.
    let end: Int

    /// Creates a table from the bytes of an index.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, at least up to the end of the table.
    ///   - end: The offset of the checksum.
    init(_ bytes: Span<UInt8>, end: Int) throws(InputError) {
      let wrong = GenerationIndex.wrong
      var reader = ByteReader(8..<min(end, bytes.count))
      version = Int(try reader.fixed(2, bytes))
      guard 1...2 ~= version else { throw InputError(.archiveVersion, at: 8) }
      guard try reader.fixed(2, bytes) == 0 else { throw wrong }
      let first = try reader.fixed(8, bytes)
      let count = try reader.fixed(8, bytes)
      let blockCount = Int(try reader.fixed(4, bytes))
      guard first <= UInt64(Int32.max), count <= UInt64(Int32.max),
        blockCount <= reader.remaining / GenerationIndex.blockByteCount
      else { throw wrong }
      firstOrdinal = Int(first)
      documentCount = Int(count)
      var blocks: [Block] = []
      blocks.reserveCapacity(blockCount)
      var ordinal = Int(first)
      var segment = GenerationIndex.headByteCount + blockCount * GenerationIndex.blockByteCount
      for _ in 0..<blockCount {
        let number = Int(try reader.fixed(4, bytes))
        let count = Int(try reader.fixed(4, bytes))
        let length = Int(try reader.fixed(4, bytes))
        let firstID = try reader.fixed(8, bytes)
        let lastID = try reader.fixed(8, bytes)
        guard count > 0, length <= end - segment, firstID <= lastID else { throw wrong }
        blocks.append(
          Block(
            number: number, firstOrdinal: ordinal, count: count, firstID: firstID, lastID: lastID,
            segment: segment..<segment + length))
        ordinal += count
        segment += length
      }
      guard ordinal == firstOrdinal + documentCount else { throw wrong }
      self.blocks = blocks
      self.end = segment
    }
  }

  private static func lookup(
    _ range: Range<Int>, of index: [UInt8], blockCount: Int, documentCount: Int
  ) throws(InputError) -> NameLookup {
    let bytes = index.span
    let wrong = InputError(.archiveIndex, at: range.lowerBound, detail: "names of a generation")
    var reader = ByteReader(range)
    switch try reader.byte(bytes) {
    case 0:
      guard reader.isAtEnd else { throw wrong }
      return .none
    case 1:
      guard reader.remaining == 2 * documentCount else { throw wrong }
      return .marks(offset: reader.position)
    case 2:
      var all: [StoredBounds] = []
      all.reserveCapacity(blockCount)
      for _ in 0..<blockCount {
        let lowest = try name(&reader, bytes)
        let highest = try name(&reader, bytes)
        guard lowest.isEmpty == highest.isEmpty,
          !index[highest].lexicographicallyPrecedes(index[lowest])
        else { throw wrong }
        all.append(StoredBounds(lowest: lowest, highest: highest))
      }
      guard reader.isAtEnd else { throw wrong }
      return .bounds(all)
    default: throw wrong
    }
  }

  private static func name(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) -> Range<Int> {
    try reader.stretch(try reader.varint(atMost: EntrySegment.maximumNameByteCount, bytes))
  }

  /// Returns the blocks whose names have bounds that include a name.
  private func blocks(_ all: [StoredBounds], around name: [UInt8]) -> some Sequence<Block> {
    zip(blocks, all).lazy.filter { _, bounds in
      !bounds.lowest.isEmpty && !name.lexicographicallyPrecedes(bytes[bounds.lowest])
        && !bytes[bounds.highest].lexicographicallyPrecedes(name)
    }.map { $0.0 }
  }

  /// Decodes the ids and names of a block.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - limits: The limits for decoding.
  ///   - read: Returns a range of the bytes of the index; called for segments that stay in the file.
  /// - Throws: `archive.index` at the offset of the segment in the index if they are damaged or
  ///   contradict the lowest and highest id in the index; `bytes.truncated`; the errors of `read`.
  func segment(
    _ block: Block, limits: Limits, _ read: (Range<Int>) throws -> [UInt8] = { _ in [] }
  ) throws -> EntrySegment {
    let stored = try storedSegment(block, read)
    let segment: EntrySegment
    do {
      segment = try EntrySegment(stored, count: block.count, limits: limits)
    } catch {
      throw error.moved(by: block.segment.lowerBound)
    }
    try Self.check(segment.ids, of: block)
    return segment
  }

  /// Checks that the ids of a block are those of its entry in the index.
  private static func check(_ ids: [UInt64], of block: Block) throws(InputError) {
    guard ids.first == block.firstID, ids.last == block.lastID else {
      throw InputError(.archiveIndex, at: block.segment.lowerBound, detail: "ids of a block")
    }
  }

  /// Returns the encoded ids and names of a block.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - read: Returns a range of the bytes of the index; called for segments that stay in the file.
  /// - Throws: `bytes.truncated`; the errors of `read`.
  func storedSegment(
    _ block: Block, _ read: (Range<Int>) throws -> [UInt8]
  ) throws -> [UInt8] {
    guard block.segment.upperBound > bytes.count else { return Array(bytes[block.segment]) }
    let stored = try read(block.segment)
    guard stored.count == block.segment.count else {
      throw InputError(.bytesTruncated, at: block.segment.lowerBound + stored.count)
    }
    return stored
  }

  /// Finds the document with a name.
  ///
  /// - Parameters:
  ///   - name: The name as UTF-8; not empty.
  ///   - limits: The limits for decoding segments.
  ///   - read: Returns a range of the bytes of the index; called for what stays in the file.
  /// - Returns: Its ordinal and id; `nil` if the generation has no document with this name.
  /// - Throws: `archive.index` if a segment is damaged; `bytes.truncated`; the errors of `read`.
  /// - Complexity: O(*b* + *n*) for *b* blocks, of which at most `maximumOverlap` with *n*
  ///   documents are decoded. With marks, O(*n*) in the documents of the generation.
  func find(
    _ name: [UInt8], limits: Limits, _ read: (Range<Int>) throws -> [UInt8]
  ) throws -> (ordinal: Int, id: UInt64)? {
    switch lookup {
    case .none: return nil
    case .bounds(let all):
      for block in blocks(all, around: name) {
        if let found = try find(name, in: block, limits: limits, read) { return found }
      }
    case .marks(let offset):
      for block in try markedBlocks(Self.mark(name), from: offset, read) {
        if let found = try find(name, in: block, limits: limits, read) { return found }
      }
    }
    return nil
  }

  /// Finds all documents with a name.
  ///
  /// - Parameters:
  ///   - name: The name as UTF-8; not empty.
  ///   - limits: The limits for decoding segments.
  ///   - read: Returns a range of the bytes of the index; called for what stays in the file.
  /// - Throws: `archive.index` if a segment is damaged; `bytes.truncated`; the errors of `read`.
  /// - Complexity: O(*n*) in the documents of the blocks that may contain the name.
  func findAll(
    _ name: [UInt8], limits: Limits, _ read: (Range<Int>) throws -> [UInt8]
  ) throws -> [(ordinal: Int, id: UInt64)] {
    let possible: [Block]
    switch lookup {
    case .none: possible = []
    case .bounds(let all):
      possible = Array(blocks(all, around: name))
    case .marks(let offset): possible = try markedBlocks(Self.mark(name), from: offset, read)
    }
    var found: [(ordinal: Int, id: UInt64)] = []
    for block in possible {
      let segment = try segment(block, limits: limits, read)
      for index in segment.ids.indices
      where segment.nameBytes[segment.nameRange(index)] == name[...] {
        found.append((block.firstOrdinal + index, segment.ids[index]))
      }
    }
    return found
  }

  private func find(
    _ name: [UInt8], in block: Block, limits: Limits, _ read: (Range<Int>) throws -> [UInt8]
  ) throws -> (ordinal: Int, id: UInt64)? {
    let stored = try storedSegment(block, read)
    let found: (position: Int?, ids: [UInt64])
    do {
      found = try EntrySegment.position(of: name, in: stored, count: block.count, limits: limits)
    } catch {
      throw error.moved(by: block.segment.lowerBound)
    }
    try Self.check(found.ids, of: block)
    return found.position.map { (block.firstOrdinal + $0, found.ids[$0]) }
  }

  /// Returns the blocks that have a document whose name has a mark.
  ///
  /// - Parameter read: Returns a range of the bytes of the index; called for what stays in the file.
  private func markedBlocks(
    _ mark: UInt16, from offset: Int, _ read: (Range<Int>) throws -> [UInt8]
  ) throws -> [Block] {
    guard bytes.count < offset + 2 * documentCount else {
      return Self.blocks(blocks[...], with: mark, in: bytes, at: offset)
    }
    var found: [Block] = []
    var start = 0
    var place = offset
    while start < blocks.count {
      var end = start
      var byteCount = 0
      while end < blocks.count, byteCount < Self.pieceByteCount {
        byteCount += 2 * blocks[end].count
        end += 1
      }
      let piece = try read(place..<place + byteCount)
      guard piece.count == byteCount else {
        throw InputError(.bytesTruncated, at: place + piece.count)
      }
      found += Self.blocks(blocks[start..<end], with: mark, in: piece, at: 0)
      start = end
      place += byteCount
    }
    return found
  }

  /// Returns the blocks that have a document whose name has a mark.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - bytes: The marks, two bytes for each document of the blocks, from `offset` on.
  private static func blocks(
    _ blocks: ArraySlice<Block>, with mark: UInt16, in bytes: [UInt8], at offset: Int
  ) -> [Block] {
    // Four marks at a time. A lane of the difference is 0 where the marks are equal, and only then does
    // subtracting 1 from each lane set the top bit of a lane that had none.
    let ones: UInt64 = 0x0001_0001_0001_0001
    let wanted = UInt64(mark) &* ones
    return unsafe bytes.withUnsafeBytes { buffer in
      var place = offset
      // In bounds: the initializer or the caller checked that there are two bytes for each document.
      return blocks.filter { block in
        let end = place + 2 * block.count
        defer { place = end }
        var next = place
        while next <= end - 8 {
          let four = unsafe buffer.loadUnaligned(fromByteOffset: next, as: UInt64.self)
          let lanes = UInt64(littleEndian: four) ^ wanted
          if (lanes &- ones) & ~lanes & (ones << 15) != 0 { return true }
          next += 8
        }
        return stride(from: next, to: end, by: 2).contains {
          unsafe UInt16(buffer[$0]) | UInt16(buffer[$0 + 1]) << 8 == mark
        }
      }
    }
  }
}

extension EntrySegment {
  /// The stored form of a segment, with the values that the index repeats.
  struct Packed: Hashable, Sendable {
    var bytes: [UInt8]
    var count: Int
    var firstID: UInt64
    var lastID: UInt64
    var bounds: NameBounds?
  }
}
