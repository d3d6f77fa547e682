/// The head of a data member, which distinguishes blocks of different archives.
struct BlockHead: Hashable {
  /// The number of the block.
  let number: Int
  /// The checksum of the head.
  private let check: [UInt8]

  /// Creates a head from the number of its block and its bytes, which end with their checksum.
  init(number: Int, _ bytes: [UInt8]) {
    self.number = number
    check = Array(bytes.suffix(4))
  }

  /// Returns the heads of the blocks of an archive.
  ///
  /// - Throws: The errors of the source.
  static func all(of archive: ArchiveReader) throws -> Set<BlockHead> {
    var heads: Set<BlockHead> = []
    var budget = SalvageBudget(byteCount: archive.byteCount)
    for block in archive.blocks {
      if let head = try BlockHead(archive.source, at: block.data.contentOffset, &budget) {
        heads.insert(head)
      }
    }
    return heads
  }

  /// Creates the head at an offset of a source; returns `nil` if none begins there, or the budget does not
  /// allow to read it.
  private init?(
    _ source: any ArchiveSource, at offset: Int, _ budget: inout SalvageBudget
  ) throws {
    let start = try source.read(BlockMember.headByteCount, at: offset)
    guard let end = BlockMember.headEnd(ofHead: start), end <= BlockHead.maximumByteCount,
      budget.spend(end, at: offset)
    else { return nil }
    let bytes = try source.read(end + 4, at: offset)
    guard let head = BlockMember.validHead(bytes) else { return nil }
    self.init(number: head.number, bytes)
  }

  /// The largest size of a head that is considered.
  private static let maximumByteCount = 64 << 20

  /// Returns all heads in the bytes of an archive, also those of archives in its attachments and original
  /// files.
  ///
  /// - Throws: The errors of the source.
  /// - Complexity: O(*n*) in the size of the archive.
  static func all(inBytesOf archive: ArchiveReader) throws -> Set<BlockHead> {
    var heads: Set<BlockHead> = []
    var budget = SalvageBudget(byteCount: archive.byteCount)
    let window = 1 << 20
    for start in stride(from: 0, to: archive.byteCount, by: window) {
      let bytes = try archive.source.read(window + 7, at: start)
      for index in bytes.indices.prefix(window) where bytes[index] == BlockMember.sync[0] {
        guard bytes[index...].prefix(8).elementsEqual(BlockMember.sync),
          let head = try BlockHead(archive.source, at: start + index, &budget)
        else { continue }
        heads.insert(head)
      }
    }
    return heads
  }

  /// Returns the smallest offset of a head that contradicts another one: blocks of one archive never have the same
  /// number.
  ///
  /// - Parameters:
  ///   - found: The heads with their offsets.
  ///   - own: The heads of the archive; empty if it is not known.
  ///   - end: The offset from which heads are ignored.
  static func firstContradiction(
    in found: [BlockHead: Int], own: Set<BlockHead>, before end: Int
  ) -> Int? {
    var first: [Int: BlockHead] = [:]
    for head in own { first[head.number] = head }
    var contradiction: Int?
    for (head, offset) in found.sorted(by: { $0.value < $1.value })
    where offset < end && !own.contains(head) {
      guard first.updateValue(head, forKey: head.number) != nil else { continue }
      contradiction = min(contradiction ?? offset, offset)
    }
    return contradiction
  }
}
