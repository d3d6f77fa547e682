import IABytes
import IATestSupport
import IAText
import Testing

@testable import IAArchive

/// Recovery data of version 2, whose rows are found at any offset.
@Suite struct ParityTests {
  static let documents = ArchiveFixture.messages(2500, seed: 11)
  static let archive = Result {
    try ArchiveFixture.archive(
      [Array(documents[..<2000]), Array(documents[2000...])],
      options: ArchiveOptions(blockTextBytes: 8 << 10))
  }

  static func expectRestored(
    _ damaged: [UInt8], _ bytes: [UInt8], _ comment: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(ArchiveDamageTests.isDetected(damaged), "\(comment)", sourceLocation: location)
    let (report, repaired) = try ArchiveFixture.repair(damaged)
    let isRight = report.outcome == .restored && repaired == bytes && report.isComplete
    #expect(isRight, "\(comment): \(report.outcome)", sourceLocation: location)
  }

  @Test(arguments: [1, 3, 512, 4096]) func `Inserted bytes are removed`(count: Int) throws {
    let bytes = try Self.archive.get()
    var random = SeededGenerator(seed: UInt64(count))
    for round in 0..<3 {
      let place = round == 0 ? 0 : random.below(bytes.count)
      var damaged = bytes
      damaged.insert(contentsOf: ErasureCodeTests.bytes(count, &random), at: place)
      try Self.expectRestored(damaged, bytes, "\(count) bytes at \(place)")
    }
  }

  @Test(arguments: [1, 3, 512, 4096]) func `Deleted bytes are restored`(count: Int) throws {
    let bytes = try Self.archive.get()
    var random = SeededGenerator(seed: UInt64(count) + 1)
    for round in 0..<3 {
      let place = round == 0 ? 0 : random.below(bytes.count - count)
      var damaged = bytes
      damaged.removeSubrange(place..<place + count)
      try Self.expectRestored(damaged, bytes, "\(count) bytes at \(place)")
    }
  }

  @Test func `Swapped and moved ranges are restored to their places`() throws {
    let bytes = try Self.archive.get()
    var random = SeededGenerator(seed: 21)
    for size in [4096, 20_000] {
      let first = random.below(bytes.count / 2 - size)
      let second = bytes.count / 2 + random.below(bytes.count / 2 - size)
      var damaged = bytes
      for index in 0..<size { damaged.swapAt(first + index, second + index) }
      try Self.expectRestored(damaged, bytes, "\(size) bytes of \(first) and \(second)")
    }
    // The file rotated by a third of its length.
    let half = bytes.count / 3
    try Self.expectRestored(Array(bytes[half...] + bytes[..<half]), bytes, "turned")
  }

  @Test func `A hundred scattered errors are repaired`() throws {
    let bytes = try Self.archive.get()
    var random = SeededGenerator(seed: 22)
    for count in [20, 50, 100] {
      var damaged = bytes
      for _ in 0..<count { damaged[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
      try Self.expectRestored(damaged, bytes, "\(count) bits")
    }
  }

  @Test func `A missing start, end or middle is restored`() throws {
    let bytes = try ArchiveFixture.archive(
      [Self.documents], options: ArchiveOptions(recoveryPercent: 20))
    let part = bytes.count * 12 / 100
    try Self.expectRestored(Array(bytes[part...]), bytes, "without head")
    try Self.expectRestored(Array(bytes[..<(bytes.count - part)]), bytes, "without tail")
    try Self.expectRestored(
      Array(bytes[..<(bytes.count / 2)] + bytes[(bytes.count / 2 + part)...]), bytes,
      "without middle")
  }

  @Test func `An archive with 100 % recovery data survives the loss of either half`() throws {
    let bytes = try ArchiveFixture.archive(
      [Array(Self.documents[..<400])], options: ArchiveOptions(recoveryPercent: 100))
    let half = bytes.count * 47 / 100
    try Self.expectRestored(Array(bytes[half...]), bytes, "without first half")
    try Self.expectRestored(Array(bytes[..<(bytes.count - half)]), bytes, "without second half")
  }

  @Test func `Attachments are protected`() throws {
    var random = SeededGenerator(seed: 23)
    var document = Self.documents[0]
    let picture = ErasureCodeTests.bytes(150_000, &random)
    document.append(picture, as: .file, name: "a.bin")
    let bytes = try ArchiveFixture.archive([[document] + Self.documents[1..<50]])
    let start = try #require(
      (0..<bytes.count - 150_000).first { bytes[$0...].starts(with: picture.prefix(64)) })
    var damaged = bytes
    for index in 0..<9000 { damaged[start + 50_000 + index] ^= 0xFF }
    try Self.expectRestored(damaged, bytes, "hole in an attachment")
    damaged = bytes
    damaged.removeSubrange(start + 70_000..<start + 70_011)
    try Self.expectRestored(damaged, bytes, "bytes deleted from an attachment")
  }

  @Test func `Each head is sufficient alone`() throws {
    let bytes = try ArchiveFixture.archive([Array(Self.documents[..<300])])
    let places = bytes.indices.filter { bytes[$0...].starts(with: RecoveryHead.sync) }
    #expect(places.count == ParityPlan.headCount)
    for kept in places {
      var damaged = bytes
      for place in places where place != kept { damaged[place + 9] ^= 1 }
      damaged[200] ^= 4
      // Head 2 is not next to a table, so rows cannot be found with it alone.
      guard kept != places[2] else { continue }
      try Self.expectRestored(damaged, bytes, "head at \(kept)")
    }
  }

  @Test func `An addition to an archive of version 1 keeps the version`() throws {
    let bytes = try Corpus.bytes(of: "iaa/two-generations.iaa")
    let storage = MemoryStorage(bytes)
    let writer = try ArchiveWriter(storage)
    for document in Self.documents[..<40] { try writer.append(document) }
    _ = try writer.finish()
    let archive = try ArchiveReader(storage)
    #expect(archive.formatVersion == 1)
    #expect(try archive.verify(.deep).isIntact)
    var damaged = storage.bytes
    for index in 0..<3000 { damaged[bytes.count + 2000 + index] = 0 }
    try Self.expectRestored(damaged, storage.bytes, "version 1")
    let compacted = MemoryStorage()
    _ = try archive.compact(to: compacted)
    #expect(try ArchiveReader(compacted).formatVersion == 2)
  }

  @Test func `A later version is refused with its number`() throws {
    // The earlier generation of a known version is not opened in its place.
    for generations in [[3], [3, 2]] {
      var bytes = try ArchiveFixture.archive(generations.map { Array(Self.documents[..<$0]) })
      let comment = try #require(
        bytes.indices.last { bytes[$0...].starts(with: Array("iaa 2; ".utf8)) })
      bytes[comment + 4] = UInt8(ascii: "3")
      let error = #expect(throws: InputError.self) { try ArchiveReader(MemoryStorage(bytes)) }
      #expect(error?.code == .archiveVersion)
    }
  }

  @Test func `An archive inside an archive is not opened in its place`() throws {
    let inner = try ArchiveFixture.archive([Array(Self.documents[..<60])])
    var document = Self.documents[0]
    document.append(inner, as: .file, name: "inner.iaa")
    let bytes = try ArchiveFixture.archive([[document] + Self.documents[1..<200]])
    for place in [100, bytes.count / 2, bytes.count - 40] {
      var damaged = bytes
      for index in 0..<30 { damaged[place + index] ^= 0x55 }
      try Self.expectRestored(damaged, bytes, "damage at \(place)")
    }
  }

  @Test func `Forged heads and tables take time in proportion to the file`() throws {
    let bytes = try ArchiveFixture.archive([Array(Self.documents[..<100])])
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: RecoveryHead.sync) })
    let head = try #require(ParityHead(Array(bytes[place..<place + ParityPlan.headByteCount])))
    var file: [UInt8] = []
    for index in 0..<2000 {
      var plan = head.plan
      plan.offset = index
      plan.byteCount = 1 << 22
      plan.rowBits = 8
      plan.parityRowCount = 8
      file += ParityHead(plan: plan, place: index % 5, seal: head.seal).bytes
    }
    let heads = (0..<2000).compactMap { index -> (source: Int, offset: Int, head: ParityHead)? in
      let start = index * ParityPlan.headByteCount
      return ParityHead(Array(file[start..<start + ParityPlan.headByteCount]))
        .map { (0, start, $0) }
    }
    #expect(heads.count == 2000)
    let recovery = try ParityRecovery(heads: heads, in: [MemoryStorage(file)]) { _ in }
    #expect((0..<2000).count { recovery.hasTargets(at: $0) } <= 1)
    #expect(throws: InputError.self) { try ArchiveFixture.repair(file) }
  }

  @Test func `All rows of zeros are found in a file of zeros`() throws {
    let plan = try #require(
      ParityPlan(generation: 1, offset: 0, byteCount: 256 * 40, percent: 10))
    let seal = GenerationSeal(
      version: 2, generation: 1, documentCount: 0, merkleRoot: MerkleTree().root,
      record: MerkleTree().root)
    var table = ByteWriter()
    for row in 0..<40 {
      table.fixed(CRC64.of(row: row, [UInt8](repeating: 0, count: 256).span))
    }
    var search = RowSearch(
      [RowSearch.Target(plan: plan, seal: seal, tables: [table.bytes])],
      in: [MemoryStorage([UInt8](repeating: 0, count: 1 << 21))])
    try search.run()
    #expect(search.targets[0].missingCount == 0)
    #expect(search.targets[0].foundParityCount == 0)
  }

  @Test func `Writing a recovery file reports the number of bytes read`() throws {
    let bytes = try Self.archive.get()
    var counts: [Int] = []
    try ArchiveRecoveryFile.write(
      for: ArchiveReader(MemoryStorage(bytes)), to: MemoryStorage(), percent: 10
    ) { counts.append($0) }
    #expect(counts.count > 1)
    #expect(counts == counts.sorted())
    // Two passes over the rows; the last report may count a complete row.
    #expect(try #require(counts.last) >= 2 * bytes.count)
    #expect(throws: CancellationError.self) {
      try ArchiveRecoveryFile.write(
        for: ArchiveReader(MemoryStorage(bytes)), to: MemoryStorage(), percent: 10
      ) { _ in throw CancellationError() }
    }
  }

  @Test(arguments: ["iaa/two-generations.iaa", nil])
  func `Recovery data in a separate file restore a complete archive`(path: String?) throws {
    let bytes = try path.map { try Corpus.bytes(of: $0) } ?? Self.archive.get()
    let file = MemoryStorage()
    try ArchiveRecoveryFile.write(
      for: ArchiveReader(MemoryStorage(bytes)), to: file, percent: 30)
    var random = SeededGenerator(seed: 25)
    for round in 0..<6 {
      var damaged = bytes
      let place = random.below(bytes.count - bytes.count / 5)
      switch round {
      case 0: damaged.removeSubrange(..<(bytes.count / 5))
      case 1: damaged.removeSubrange((bytes.count * 4 / 5)...)
      case 2: damaged.removeSubrange(place..<place + bytes.count / 5)
      case 3: damaged.insert(contentsOf: ErasureCodeTests.bytes(1001, &random), at: place)
      case 4: for index in 0..<bytes.count / 5 { damaged[place + index] = 0 }
      default: for _ in 0..<10 { damaged[random.below(bytes.count)] ^= 8 }
      }
      let target = MemoryStorage()
      let report = try ArchiveRepair.repair(
        MemoryStorage(damaged), recoveryFile: file, to: target)
      let isRight = target.bytes == bytes && report.isComplete && report.outcome == .restored
      #expect(isRight, "round \(round): \(report.outcome)")
    }
    // The recovery file may be damaged too.
    var damagedFile = file.bytes
    damagedFile.removeSubrange(200..<file.bytes.count / 8)
    var damaged = bytes
    damaged.remove(at: 77)
    let target = MemoryStorage()
    _ = try ArchiveRepair.repair(
      MemoryStorage(damaged), recoveryFile: MemoryStorage(damagedFile), to: target)
    #expect((target.bytes == bytes) == true)
  }

  @Test
  func `Recovery data from before a merge restore the part before the merged generations`()
    throws
  {
    var options = ArchiveOptions()
    options.recoveryPercent = 0
    let storage = MemoryStorage(
      try ArchiveFixture.archive([ArchiveFixture.messages(300, seed: 31)], options: options))
    func add(_ index: Int) throws {
      let writer = try ArchiveWriter(storage, options: options)
      try writer.append(IADocument(IAString("Addition \(index)")), name: "new \(index)")
      _ = try writer.finish()
    }
    for index in 0..<3 { try add(index) }
    let (file, small) = (MemoryStorage(), MemoryStorage())
    for (target, percent) in [(file, 30), (small, 1)] {
      try ArchiveRecoveryFile.write(for: ArchiveReader(storage), to: target, percent: percent)
    }
    try add(3)
    var merge = GenerationMerge()
    merge.recoveryPercent = 0
    #expect(try merge.run(on: storage) == 4)
    let archive = try ArchiveReader(storage)
    func repair(
      without member: MemberName, by file: MemoryStorage
    ) throws -> (report: RepairReport, isWhole: Bool) {
      var damaged = storage.bytes
      let found = try #require(archive.directory.members.first { $0.name == member })
      for place in found.contentOffset..<min(found.contentOffset + 99, found.end) {
        damaged[place] = 0x55
      }
      let target = MemoryStorage()
      let report = try ArchiveRepair.repair(
        MemoryStorage(damaged), recoveryFile: file, to: target)
      return (report, target.bytes == storage.bytes)
    }
    let restored = try repair(without: .data(1), by: file)
    #expect(restored.isWhole && restored.report.isComplete)
    #expect(restored.report.recoveryFileUse == .earlier)
    // The merged generation is not protected.
    let merged = try repair(without: .text(2), by: file)
    #expect(!merged.isWhole && merged.report.recoveryFileUse == .outdated)
    let insufficient = try repair(without: .data(1), by: small)
    #expect(!insufficient.isWhole && insufficient.report.recoveryFileUse == .insufficient)
  }

  @Test func `A small addition has recovery data for one eighth of its rows`() throws {
    func count(_ rows: Int, generation: Int, isSeparate: Bool = false) throws -> Int {
      try #require(
        ParityPlan(
          generation: generation, offset: 0, byteCount: 256 * rows, percent: 10,
          isSeparate: isSeparate)
      ).parityRowCount
    }
    #expect(try count(12, generation: 1) == 12)
    #expect(try count(12, generation: 2, isSeparate: true) == 12)
    #expect(try count(12, generation: 2) == 6)
    #expect(try count(17, generation: 2) == 7)
    #expect(try count(18, generation: 2) == 18)
    #expect(try count(2, generation: 2) == 2)
  }

  @Test func `Plans are valid for all sizes`() throws {
    var random = SeededGenerator(seed: 24)
    for _ in 0..<300 {
      let size = 256 + random.below(1 << (9 + random.below(36)))
      guard
        let plan = ParityPlan(
          generation: 3, offset: 17, byteCount: size, percent: 1 + random.below(100))
      else {
        #expect(size > ParityPlan.maximumByteCount)
        continue
      }
      #expect(plan.rowCount <= ErasureCode.maximumRows)
      #expect(plan.range(ofRow: plan.rowCount - 1).upperBound == size)
      #expect(
        plan.packetOffset(plan.parityRowCount - 1) + plan.packetByteCount <= plan.headOffset(3))
      #expect(plan.piece(plan.memberCount - 1).upperBound == plan.contentByteCount)
    }
  }

  @Test func `Rows at another offset count as restored rows`() throws {
    let bytes = try ArchiveFixture.archive([Array(Self.documents[..<20])])
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: RecoveryHead.sync) })
    let head = try #require(ParityHead(Array(bytes[place..<place + ParityPlan.headByteCount])))
    let (report, repaired) = try ArchiveFixture.repair([0] + bytes)
    #expect(report.outcome == .restored)
    #expect((repaired == bytes) == true)
    #expect(report.restoredRowCount == head.plan.rowCount)
  }
}
