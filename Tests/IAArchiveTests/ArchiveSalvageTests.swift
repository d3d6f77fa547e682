import IABytes
import IATestSupport
import IAText
import IAZip
import Testing

@testable import IAArchive

/// Documents saved from archives that recovery data cannot restore, and the report of the losses.
@Suite struct ArchiveSalvageTests {
  static let documents = ArchiveFixture.messages(300, seed: 91)
  static let bare = Result {
    try ArchiveFixture.archive(
      [documents],
      options: ArchiveOptions(
        recoveryPercent: 0, blockTextBytes: 4 << 10, includesDescription: false))
  }

  static func units(_ document: IADocument) -> [UInt16] {
    document.string.units(in: document.string.utf16Range)
  }

  /// Checks that a report and the repaired archive agree with the original documents.
  static func expectTruth(
    _ report: RepairReport, _ bytes: [UInt8], _ originals: [IADocument],
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let archive = try ArchiveReader(MemoryStorage(bytes))
    #expect(try archive.verify(.deep).isIntact, comment, sourceLocation: sourceLocation)
    let partial = Set(report.lost.map(\.ordinal))
    var found = 0
    try archive.forEachEntry { entry in
      guard !entry.name.isEmpty, let number = Int(entry.name.split(separator: " ").last ?? "")
      else { return }
      let document = try archive.document(at: entry.ordinal)
      if document == originals[number] {
        found += 1
      } else {
        #expect(partial.contains(number), comment, sourceLocation: sourceLocation)
      }
    }
    if report.isComplete {
      #expect(found == originals.count, comment, sourceLocation: sourceLocation)
      #expect(try archive.losses().isEmpty, comment, sourceLocation: sourceLocation)
    } else {
      let loss = try archive.losses().last
      #expect(loss?.documents == report.lost, comment, sourceLocation: sourceLocation)
      #expect(loss?.documentCount == report.expectedDocumentCount, sourceLocation: sourceLocation)
      #expect(try archive.verify().hasUnacceptedLosses, sourceLocation: sourceLocation)
    }
  }

  @Test func `A repair never reports more documents than it has saved`() throws {
    let bytes = try Self.bare.get()
    var random = SeededGenerator(seed: 92)
    for round in 0..<60 {
      var damaged = bytes
      switch round % 5 {
      case 0: damaged[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      case 1: damaged = Array(bytes.prefix(random.below(bytes.count)))
      case 2:
        let start = random.below(bytes.count - 600)
        for place in start..<start + 600 { damaged[place] = UInt8(random.below(256)) }
      case 3: damaged.insert(UInt8(random.below(256)), at: random.below(bytes.count))
      default: damaged.remove(at: random.below(bytes.count))
      }
      guard damaged != bytes else { continue }
      do {
        let (report, repaired) = try ArchiveFixture.repair(damaged)
        try Self.expectTruth(report, repaired, Self.documents, "round \(round)")
      } catch let error as InputError {
        #expect(
          [.archiveMissingDirectory, .archiveLost].contains(error.code), "round \(round): \(error)")
      }
    }
  }

  @Test func `Documents before a cut inside a block are saved`() throws {
    let bytes = try ArchiveFixture.archive(
      [Self.documents], options: ArchiveOptions(recoveryPercent: 0, includesDescription: false))
    let (report, repaired) = try ArchiveFixture.repair(Array(bytes.prefix(bytes.count / 3)))
    let archive = try ArchiveReader(MemoryStorage(repaired))
    #expect(archive.documentCount > 50)
    #expect(report.expectedDocumentCount == nil)
    #expect(report.lost.allSatisfy { $0.kind == .allButText })
    for ordinal in 0..<archive.documentCount {
      #expect(
        Self.units(try archive.document(at: ordinal)) == Self.units(Self.documents[ordinal]))
    }
  }

  @Test func `Texts survive damaged columns, and columns survive damaged heads`() throws {
    let bytes = try ArchiveFixture.archive(
      [Self.documents], options: ArchiveOptions(recoveryPercent: 0, includesDescription: false))
    let marker = BlockMember.sync
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: marker) })
    let index = try #require(ArchiveDamageTests.offset(of: "META-INF/0001/index.iax", in: bytes))
    // One of the last bytes of the columns.
    var damaged = bytes
    damaged[index - 40] ^= 0x55
    var (report, repaired) = try ArchiveFixture.repair(damaged)
    #expect(report.documentCount == 300)
    #expect(report.expectedDocumentCount == 300)
    #expect(report.lost.map(\.kind) == Array(repeating: .allButText, count: 300))
    #expect(report.lost[7].name == ArchiveFixture.name(7))
    try Self.expectTruth(report, repaired, Self.documents, "columns")
    // A field of the head; the index contains the same data.
    damaged = bytes
    damaged[start + 20] ^= 0x55
    (report, repaired) = try ArchiveFixture.repair(damaged)
    #expect(report.isComplete)
    try Self.expectTruth(report, repaired, Self.documents, "head")
  }

  @Test func `A prefix of a DEFLATE stream decompresses to a prefix of its content`() {
    var random = SeededGenerator(seed: 93)
    let contents: [[UInt8]] = [
      [], [7], Array(repeating: 0x61, count: 5000),
      (0..<9000).map { _ in UInt8(97 + random.below(4)) },
      (0..<70000).map { _ in UInt8(random.below(256)) },
      Array(String(repeating: "The wind turned. ", count: 900).utf8),
    ]
    for content in contents {
      let stream = Deflate.compress(content)
      let whole = PartialInflate.prefix(of: stream, limit: content.count + 1)
      #expect(whole.isWhole)
      #expect(whole.content == content)
      for _ in 0..<20 {
        let cut = PartialInflate.prefix(
          of: Array(stream.prefix(random.below(stream.count))), limit: content.count + 1)
        #expect(!cut.isWhole && cut.isTruncated)
        #expect(content.starts(with: cut.content))
        var flipped = stream
        flipped[random.below(stream.count)] ^= 1 << UInt8(random.below(8))
        let outcome = PartialInflate.prefix(of: flipped, limit: content.count)
        #expect(outcome.content.count <= content.count)
      }
    }
  }

  @Test func `A loss record is equal after writing and reading`() throws {
    let loss = DocumentLoss(
      documentCount: nil, savedCount: 3,
      documents: [
        LostDocument(.document, ordinal: 0, id: nil, name: ""),
        LostDocument(.check, ordinal: 5, id: 9, name: "a b\nc\\ é"),
        LostDocument(.attachments, ordinal: 6, id: 10, name: ""),
      ])
    #expect(DocumentLoss(loss.bytes) == loss)
    #expect(DocumentLoss.accepted(by: loss.acceptance) == loss.digest)
    for place in loss.bytes.indices {
      var bytes = loss.bytes
      bytes[place] = 0
      #expect(DocumentLoss(bytes) != loss)
    }
    #expect(DocumentLoss(Array("iaa-lost 1\n".utf8)) == nil)
    #expect(String(decoding: loss.bytes, as: UTF8.self).hasPrefix("iaa-lost 1\n"))
    var removed = LostDocument(.document, ordinal: 7, id: 11, name: "s 1")
    removed.version = 2
    let versions = DocumentLoss(
      documentCount: 9, savedCount: 8, documents: loss.documents + [removed])
    #expect(DocumentLoss(versions.bytes) == versions)
    #expect(
      String(decoding: versions.bytes, as: UTF8.self) == """
        iaa-lost 2
        documents 9
        saved 8
        document 0 - -\u{20}
        check 5 9 - a b\\nc\\\\ é
        attachments 6 10 -\u{20}
        document 7 11 2 s 1

        """)
    #expect(DocumentLoss([]) == nil)
  }

  @Test func `An accepted loss stays accepted, and compaction keeps the loss record`() throws {
    let bytes = try Self.bare.get()
    let (_, repaired) = try ArchiveFixture.repair(Array(bytes.prefix(bytes.count / 2)))
    let storage = MemoryStorage(repaired)
    let archive = try ArchiveReader(storage)
    #expect(try archive.verify().hasUnacceptedLosses)
    let count = archive.documentCount
    let writer = try ArchiveWriter(storage)
    for loss in try archive.losses() { try writer.accept(loss) }
    _ = try writer.finish()
    #expect(storage.bytes.starts(with: repaired))
    let accepted = try ArchiveReader(MemoryStorage(storage.bytes))
    #expect(accepted.documentCount == count)
    #expect(accepted.generation == archive.generation + 1)
    let report = try accepted.verify(.deep)
    #expect(report.isIntact && !report.hasUnacceptedLosses && report.losses.count == 1)
    let target = MemoryStorage()
    _ = try accepted.compact(to: target)
    let losses = try ArchiveReader(target).losses()
    #expect(losses.count == 1 && losses[0].isAccepted)
    // Another repair changes nothing.
    #expect(try ArchiveFixture.repair(storage.bytes).bytes == storage.bytes)
  }

  @Test func `An archive in an attachment is not taken for the archive`() throws {
    let inner = try ArchiveFixture.archive([ArchiveFixture.messages(30, seed: 94)])
    var document = Self.documents[0]
    let digest = document.attachments.insert(inner)
    document.string = IAString("See \u{FFFC}")
    document.string.setAttachment(Attachment(.file, content: .blob(digest)), at: 4)
    let bytes = try ArchiveFixture.archive(
      [[document] + Self.documents[1..<5]],
      options: ArchiveOptions(recoveryPercent: 0, includesDescription: false))
    let scan = try ArchiveScan(MemoryStorage(bytes))
    #expect(scan.documentCount == 5)
    #expect(scan.expectedDocumentCount == 5)
    #expect(scan.lost.isEmpty)
  }

  @Test func `Pages of an overlay equal those of the source until they are written`() throws {
    var random = SeededGenerator(seed: 95)
    let source = MemoryStorage((0..<20_000).map { _ in UInt8(random.below(256)) })
    let overlay = try OverlayStorage(source)
    let model = MemoryStorage(source.bytes)
    for _ in 0..<400 {
      let offset = random.below(model.bytes.count + 1)
      switch random.below(8) {
      case 0:
        overlay.truncate(to: offset)
        model.truncate(to: offset)
      case 1:
        // Bytes that equal those of the source.
        let bytes = source.read(min(300, max(0, source.bytes.count - offset)), at: offset)
        try overlay.write(bytes, at: offset)
        model.write(bytes, at: offset)
      default:
        let bytes = (0..<random.below(9000)).map { _ in UInt8(random.below(3)) }
        try overlay.write(bytes, at: offset)
        model.write(bytes, at: offset)
      }
      let start = random.below(model.bytes.count + 10)
      #expect(try overlay.read(7000, at: start) == model.read(7000, at: start))
      #expect(overlay.byteCount() == model.bytes.count)
    }
  }

  @Test func `A text with a damaged local header is found by the head of its block`() throws {
    let bytes = try Self.bare.get()
    let name = try #require(ArchiveDamageTests.offset(of: MemberName.text(2).path, in: bytes))
    var damaged = bytes
    damaged[name - 30] ^= 0x55
    let scan = try ArchiveScan(MemoryStorage(damaged), limits: .standard)
    #expect(scan.lost.isEmpty)
    #expect(scan.slots.count == Self.documents.count)
    for slot in scan.slots {
      let found = try #require(try scan.document(slot))
      #expect(found.missing == nil)
      #expect(Self.units(found.document) == Self.units(Self.documents[slot.entry.ordinal]))
    }
  }
}
