import IABytes
import IASyntax
import IAZip
import Testing

@testable import IAArchive

/// Directories that need ZIP64 records, without files of that size.
@Suite struct ArchiveDirectoryTests {
  /// A source of zeros with bytes at its end.
  final class EndSource: ArchiveSource {
    let offset: Int
    let bytes: [UInt8]

    init(_ bytes: [UInt8], at offset: Int) {
      self.bytes = bytes
      self.offset = offset
    }

    func byteCount() -> Int { offset + bytes.count }

    func read(_ count: Int, at offset: Int) -> [UInt8] {
      (offset..<max(offset, min(offset + count, byteCount()))).map {
        $0 < self.offset ? 0 : bytes[$0 - self.offset]
      }
    }
  }

  static let seal = GenerationSeal(
    version: 2, generation: 1, documentCount: 0, merkleRoot: MerkleTree().root,
    record: SHA256Digest(of: [1]))

  /// Returns consecutive members with the given sizes.
  static func members(_ sizes: [(MemberName, Int)]) -> [ZipMember] {
    var offset = 0
    return sizes.map { name, size in
      let member = ZipMember(
        name: name, crc32: 7, storedByteCount: size, contentByteCount: size, offset: offset)
      offset = member.end
      return member
    }
  }

  static func check(_ members: [ZipMember]) throws {
    let end = members.last?.end ?? 0
    let bytes = ZipHeaders.directory(members, at: end, comment: seal.comment)
    let source = EndSource(bytes, at: end)
    let offset = source.byteCount() - ZipEndRecord.byteCount - seal.comment.utf8.count
    let directory = try ArchiveDirectory(source, endRecordAt: offset, limits: .standard)
    #expect(directory.members == members)
    #expect(directory.end == source.byteCount())
    for place in stride(from: bytes.count - seal.comment.utf8.count - 98, to: bytes.count, by: 1) {
      var wrong = bytes
      wrong[place] ^= 0x20
      #expect(throws: InputError.self, "byte \(place)") {
        let directory = try ArchiveDirectory(
          EndSource(wrong, at: end), endRecordAt: offset, limits: .standard)
        // The hashes in the comment are compared with the record later.
        if directory.seal != seal { throw InputError(.archiveRecord, at: place) }
      }
    }
  }

  @Test func `An archive beyond 4 GiB has its offsets in 64 bits`() throws {
    let digests = (0..<3).map { SHA256Digest(of: [UInt8($0)]) }
    try Self.check(
      Self.members(
        [(.mimetype, 10), (.readMe, 10)]
          + digests.map { (.attachment($0, suffix: "bin"), 0xFFFF_FFFE) }
          + [(.record(generation: 1), 5)]))
  }

  @Test func `An archive of more than 65,535 members counts them in 64 bits`() throws {
    let blocks = (1...33_000).flatMap { [(MemberName.data($0), 3), (.text($0 + 1), 2)] }
    try Self.check(
      Self.members([(.mimetype, 10)] + blocks + [(.record(generation: 1), 5)]))
  }

  @Test func `A directory with more members than the limit names the limit`() throws {
    let members = Self.members([(.mimetype, 10), (.readMe, 10), (.record(generation: 1), 5)])
    let end = members.last?.end ?? 0
    let bytes = ZipHeaders.directory(members, at: end, comment: Self.seal.comment)
    let source = EndSource(bytes, at: end)
    // The end record without its comment has 22 bytes.
    let offset = source.byteCount() - 22 - Self.seal.comment.utf8.count
    let error = #expect(throws: InputError.self) {
      try ArchiveDirectory(source, endRecordAt: offset, limits: Limits(entries: 2))
    }
    #expect(error?.code == .archiveLimit)
    #expect(error?.limit?.name == "entries" && error?.limit?.seen == 3)
    _ = try ArchiveDirectory(source, endRecordAt: offset, limits: Limits(entries: 3))
  }

  @Test func `Member names are equal after formatting and parsing, and other names are refused`() {
    let names: [MemberName] = [
      .mimetype, .readMe, .text(1), .data(1_234_567), .dictionary(77),
      .attachment(SHA256Digest(of: []), suffix: ""),
      .attachment(SHA256Digest(of: []), suffix: "png"),
      .manifest(generation: 1), .storedHashes(generation: 12_345), .index(generation: 9),
      .record(generation: 10), .recovery(generation: 2, 170),
    ]
    for name in names {
      #expect(MemberName(path: name.path) == name)
      #expect(MemberName(path: name.path + " ") == nil)
      #expect(MemberName(path: "/" + name.path) == nil)
      #expect(MemberName(path: name.path.uppercased()) != name)
    }
  }

  @Test func `The bytes of a name are parsed like its text`() {
    func name(_ path: String) -> MemberName? { MemberName(path: Array(path.utf8).span) }
    let numbers = [0, 1, 999_999, 1_000_000, 9_999_999, MemberName.maximumNumber]
    let names = numbers.flatMap { [MemberName.text($0), .data($0)] } + [.readMe, .dictionary(7)]
    for known in names {
      #expect(name(known.path) == known)
      #expect(known.pathByteCount == known.path.utf8.count)
      var bytes: [UInt8] = []
      known.appendPath(to: &bytes)
      #expect(bytes == Array(known.path.utf8))
    }
    for path in [
      "text/00001.txt", "text/0000001.txt", "text/00000001.txt", "text/100000000.txt",
      "text/000001.iab", "data/000001.txt", "text/00000:.txt", "text/00000/.txt", "text/+00001.txt",
      "text/.txt", "text/", "", "Text/000001.txt", "text/000001.tx", "text/٠٠٠٠٠١.txt",
    ] {
      #expect(name(path) == nil, "\(path)")
      #expect(MemberName(path: path) == nil, "\(path)")
    }
  }

  @Test func `A local header that ends with the input is complete`() {
    let member = ZipMember(
      name: .text(3), crc32: 7, storedByteCount: 90, contentByteCount: 90, offset: 12)
    let header = ZipHeaders.local(member)
    #expect(ZipMember(localHeader: header, at: 12) == member)
    #expect(ZipMember(localHeader: header + [1], at: 12) == member)
    #expect(ZipMember(localHeader: Array(header.dropLast()), at: 12) == nil)
  }

  @Test func `Samples with one seed contain the same members in each program version`() {
    let numbers: [(offset: Int, seed: UInt64, expected: Int)] = [
      (0, 1, 524),
      (1, 1, 387),
      (38, 1, 859),
      (38, 2, 288),
      (1 << 20, 7, 79),
      (1 << 40, 1 << 63, 408),
    ]
    for (offset, seed, expected) in numbers {
      #expect(VerificationDepth.sampleNumber(ofOffset: offset, seed: seed) == expected)
    }
    let shares = (0..<2000).count {
      VerificationDepth.sampleNumber(ofOffset: $0 * 4096, seed: 5) < 250
    }
    #expect(400...600 ~= shares)
  }

  @Test func `Groups of recovery rows differ by at most one row`() {
    for rowCount in [1, 159, 160, 161, 320, 321, 480, 1601] {
      let map = RecoveryMap(
        RecoveryPlan(
          generationOffset: 0, generation: 1, percent: 10,
          sections: [rowCount * RecoveryPlan.rowByteCount]))
      let rows = (0..<map.groupCount).map { group in
        (0..<rowCount).count { $0 % map.groupCount == group }
      }
      #expect(map.groupRows == rows.max())
      #expect(map.groupRows <= RecoveryPlan.maximumGroupRows)
      #expect(rows.allSatisfy { map.groupRows - $0 <= 1 })
    }
  }
}
