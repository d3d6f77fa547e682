import IABytes
import IAText
import Testing

@testable import IAArchive

/// Name lookup by the bounds of blocks if at most four overlap, otherwise by marks.
@Suite struct NameLookupTests {
  static func archive(_ names: [String]) throws -> ArchiveReader {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(
      storage, mode: .createNew, options: ArchiveOptions(recoveryPercent: 0, blockDocuments: 4))
    for name in names { try writer.append(IADocument(IAString(name)), name: name) }
    _ = try writer.finish()
    return try ArchiveReader(storage)
  }

  static func usesBounds(_ archive: ArchiveReader) -> Bool? {
    switch archive.indexes[0].lookup {
    case .none: nil
    case .bounds: true
    case .marks: false
    }
  }

  static func findsAll(_ names: [String], in archive: ArchiveReader) throws -> Bool {
    try names.enumerated().allSatisfy { index, name in
      try name.isEmpty || archive.entry(named: name)?.ordinal == index
    } && archive.entry(named: "no such name") == nil && archive.entry(named: "") == nil
  }

  @Test func `Sorted names are found by bounds`() throws {
    let names = (0..<40).map { "chat/\($0 / 10)/message \($0)" } + ["", "", "", "", "zebra"]
    let archive = try Self.archive(names)
    #expect(Self.usesBounds(archive) == true)
    #expect(try Self.findsAll(names, in: archive))
  }

  @Test func `Unsorted names are found by marks`() throws {
    let names = (0..<60).map { "\($0 &* 7919 % 61) and ж \($0)" }
    let archive = try Self.archive(names)
    #expect(Self.usesBounds(archive) == false)
    #expect(try Self.findsAll(names, in: archive))
  }

  @Test func `An archive without names has no lookup data`() throws {
    let archive = try Self.archive(["", "", "", "", ""])
    #expect(Self.usesBounds(archive) == nil)
    #expect(try Self.findsAll([""], in: archive))
  }

  @Test func `The depth is the maximum number of overlapping bounds`() {
    func bounds(_ low: UInt8, _ high: UInt8) -> NameBounds {
      NameBounds(lowest: [low], highest: [high])
    }
    #expect(NameBounds.maximumOverlap(of: []) == 0)
    #expect(NameBounds.maximumOverlap(of: [bounds(1, 2), bounds(3, 4)]) == 1)
    #expect(NameBounds.maximumOverlap(of: [bounds(1, 3), bounds(3, 4)]) == 2)
    #expect(
      NameBounds.maximumOverlap(of: [bounds(1, 9), bounds(2, 3), bounds(4, 8), bounds(5, 6)]) == 3)
  }

  /// Returns an index of 260,300 documents with marks, in which only the blocks with names can be
  /// decoded.
  private static func largeIndex(names: [[String]]) -> [UInt8] {
    let bounds = NameBounds(lowest: [0x20], highest: [0xFF])
    var blocks: [(number: Int, segment: EntrySegment.Packed)] = []
    var marks: [UInt8] = []
    var id: UInt64 = 1
    for (number, names) in names.enumerated() {
      for count in [65_000, names.count] {
        let ids = (0..<UInt64(count)).map { id + $0 }
        var segment = EntrySegment.Packed(
          bytes: [1, 2, 3], count: count, firstID: id, lastID: id + UInt64(count) - 1,
          bounds: bounds)
        if count == names.count {
          segment.bytes = EntrySegment(ids: ids, names: names).packed
          for name in names {
            let mark = GenerationIndex.mark(Array(name.utf8))
            marks += [UInt8(truncatingIfNeeded: mark), UInt8(mark >> 8)]
          }
        } else {
          // The mark of the empty name, which is never searched.
          marks += [UInt8](repeating: 0, count: 2 * count)
        }
        blocks.append((2 * number + (count == names.count ? 2 : 1), segment))
        id += UInt64(count)
      }
    }
    return GenerationIndex.encode(firstOrdinal: 0, blocks: blocks, marks: marks)
  }

  @Test func `Large mark tables stay in the file and find the same documents`() throws {
    let names = (0..<4).map { block in (0..<75).map { "name \(block * 1000 + $0 * 7)" } }
    let bytes = Self.largeIndex(names: names)
    let member = ZipMember(
      name: .index(generation: 1), crc32: 0, storedByteCount: bytes.count,
      contentByteCount: bytes.count, offset: 0)
    let file = MemoryStorage(ZipHeaders.local(member) + bytes)
    let reading = MemberContent(source: file, limits: .standard)
    let index = try GenerationIndex(member, reading) { $0 }
    let whole = try GenerationIndex(bytes)
    #expect(index.bytes.count < 4096)
    #expect(index.blocks == whole.blocks)
    let read = { (range: Range<Int>) in try reading.stored(range, of: member) }
    let none = { (_: Range<Int>) -> [UInt8] in [] }
    for name in names.flatMap(\.self) {
      let name = Array(name.utf8)
      let found = try #require(try index.find(name, limits: .standard, read))
      let expected = try #require(try whole.find(name, limits: .standard, none))
      #expect(found == expected)
      #expect(try index.findAll(name, limits: .standard, read).map(\.ordinal) == [found.ordinal])
    }
    #expect(try index.find(Array("no such name".utf8), limits: .standard, read) == nil)
    // A file that was truncated after opening.
    #expect(throws: InputError.self) {
      try index.find(Array("name 7".utf8), limits: .standard, none)
    }
    // The checksum covers each part: head, table, segments, kind, marks, and the checksum itself.
    let start = ZipHeaders.localByteCount(member.name)
    for place in [
      0, 9, 13, 29, 40, 300, index.bytes.count - 1, 200_000, bytes.count - 5, bytes.count - 1,
    ] {
      let damaged = MemoryStorage(file.bytes)
      damaged.bytes[start + place] ^= 4
      #expect(throws: InputError.self, "byte \(place)") {
        try GenerationIndex(member, MemberContent(source: damaged, limits: .standard)) { $0 }
      }
    }
    for count in [100, 70_000, bytes.count - 1] {
      let cut = MemoryStorage(Array(file.bytes.prefix(start + count)))
      #expect(throws: InputError.self, "\(count) bytes") {
        try GenerationIndex(member, MemberContent(source: cut, limits: .standard)) { $0 }
      }
    }
  }
}
