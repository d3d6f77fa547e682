import Foundation
import IABytes
import IATestSupport
import IAText
import Testing

@testable import IAArchive

@Suite struct ArchiveVersionTests {
  private static func document(_ text: String) -> IADocument { IADocument(IAString(text)) }

  /// Returns an archive of three generations: adds a, b and c; then replaces b and removes a; then
  /// adds a again.
  private static func versioned(_ storage: MemoryStorage = MemoryStorage()) throws -> MemoryStorage
  {
    var writer = try ArchiveWriter(storage, mode: .createNew)
    for name in ["a", "b", "c"] { try writer.append(document(name + "1"), name: name) }
    _ = try writer.finish()
    var options = ArchiveOptions()
    options.date = "2026-11-23T12:00:00Z"
    writer = try ArchiveWriter(storage, options: options)
    try writer.append(document("b2"), name: "b", existing: .replace)
    #expect(try writer.remove(at: 0))
    #expect(try !writer.remove(at: 0), "a document is removed once")
    #expect(try !writer.remove(at: 99) && !writer.remove(at: -1))
    _ = try writer.finish()
    writer = try ArchiveWriter(storage)
    try writer.append(document("a2"), name: "a")
    _ = try writer.finish()
    return storage
  }

  private static func texts(_ archive: ArchiveReader) throws -> [String] {
    var texts: [String] = []
    try archive.forEachCurrentEntry {
      texts.append(try archive.document(at: $0.ordinal).string.text)
    }
    return texts
  }

  @Test func `Names refer to the newest version, and each generation has its state`() throws {
    let archive = try ArchiveReader(Self.versioned())
    #expect(try Self.texts(archive) == ["c1", "b2", "a2"])
    #expect(archive.documentCount == 5 && archive.currentDocumentCount == 3)
    #expect(try archive.entry(named: "b")?.ordinal == 3)
    let second = try #require(try archive.opened(atGeneration: 2))
    #expect(try Self.texts(second) == ["c1", "b2"])
    #expect(try second.entry(named: "a") == nil && second.date(ofGeneration: 2) != nil)
    let first = try #require(try archive.opened(atGeneration: 1))
    #expect(try Self.texts(first) == ["a1", "b1", "c1"])
    #expect(first.date(ofGeneration: 1) == nil)
    #expect(try archive.versions(named: "a").map(\.state) == [.removed(generation: 2), .current])
    #expect(
      try archive.versions(named: "b").map(\.state) == [.replaced(generation: 2), .current])
    #expect(try archive.versions(named: "b").map(\.date) == [nil, "2026-11-23T12:00:00Z"])
    #expect(try archive.versions(named: "").isEmpty && archive.versions(named: "d").isEmpty)
    #expect(try archive.verify(.deep).isIntact)
  }

  @Test func `A name occurs once in a generation, and again only as a version`() throws {
    let storage = try Self.versioned()
    let before = storage.bytes
    let writer = try ArchiveWriter(storage)
    #expect(throws: InputError.self) { try writer.append(Self.document("x"), name: "b") }
    try writer.append(Self.document("b3"), name: "b", existing: .replace)
    #expect(throws: InputError.self) {
      try writer.append(Self.document("b4"), name: "b", existing: .replace)
    }
    try writer.cancel()
    #expect(storage.bytes == before)
  }

  @Test func `Nothing is written without changes, and removals alone form a generation`() throws {
    let storage = try Self.versioned()
    let before = storage.bytes
    _ = try ArchiveWriter(storage).finish()
    #expect(storage.bytes == before)
    let writer = try ArchiveWriter(storage)
    try writer.remove(at: 2)
    #expect(try writer.finish().addedDocumentCount == 0)
    let archive = try ArchiveReader(storage)
    #expect(archive.generation == 4)
    #expect(try Self.texts(archive) == ["b2", "a2"])
    #expect(try archive.verify(.deep).isIntact)
  }

  @Test func `Compaction omits versions or keeps them`() throws {
    let archive = try ArchiveReader(Self.versioned())
    let small = MemoryStorage()
    _ = try archive.compact(to: small)
    let compacted = try ArchiveReader(small)
    #expect(try Self.texts(compacted) == ["c1", "b2", "a2"])
    #expect(compacted.documentCount == 3 && !compacted.hasSuperseded)
    let large = MemoryStorage()
    _ = try archive.compact(to: large, keepsVersions: true)
    let kept = try ArchiveReader(large)
    #expect(try Self.texts(kept) == ["c1", "b2", "a2"])
    #expect(kept.documentCount == 5)
    #expect(try kept.versions(named: "b").map(\.entry.ordinal) == [1, 3])
    #expect(try kept.verify(.deep).isIntact)
  }

  @Test func `A generation without changes has an index of version 1`() throws {
    let archive = try ArchiveReader(Self.versioned())
    #expect(archive.indexes.map { $0.bytes[8] } == [1, 2, 1])
  }

  @Test func `Repaired archives keep versions`() throws {
    let bytes = try Self.versioned().bytes
    let archive = try ArchiveReader(MemoryStorage(bytes))
    // All recovery data, all directories and the text of the first block are destroyed.
    var damaged = bytes
    let spoiled = archive.directory.members.filter { $0.name.isRecovery || $0.name == .text(1) }
    for member in spoiled {
      for place in member.contentOffset..<member.end { damaged[place] = 0x55 }
    }
    for generation in archive.directory.generations {
      for place in generation.directoryOffset..<generation.end { damaged[place] = 0x55 }
    }
    let rescue = try ArchiveRescue(MemoryStorage(damaged))
    #expect(rescue.entries.filter { rescue.isCurrent($0) }.map(\.name) == ["b", "a"])
    let repaired = try ArchiveReader(MemoryStorage(ArchiveFixture.repair(damaged).bytes))
    #expect(try Self.texts(repaired).contains("b2") && Self.texts(repaired).contains("a2"))
    // Without the index of the second generation, the removal is unknown but versions are known.
    let index = try #require(
      archive.directory.members.first { $0.name == .index(generation: 2) })
    damaged = bytes
    for member in archive.directory.members where member.name.isRecovery {
      for place in member.contentOffset..<member.end { damaged[place] = 0x55 }
    }
    for place in index.contentOffset..<index.end { damaged[place] = 0x55 }
    let blind = try ArchiveRescue(MemoryStorage(damaged))
    #expect(blind.entries.filter { blind.isCurrent($0) }.map(\.ordinal) == [2, 3, 4])
  }

  @Test func `Lost documents that were replaced or removed have their version numbers`()
    throws
  {
    let bytes = try Self.versioned().bytes
    let archive = try ArchiveReader(MemoryStorage(bytes))
    var damaged = bytes
    for member in archive.directory.members {
      guard member.name.isRecovery || member.name == .text(1) || member.name == .data(1) else {
        continue
      }
      for place in member.offset..<member.end { damaged[place] = 0x55 }
    }
    let (report, repaired) = try ArchiveFixture.repair(damaged)
    #expect(report.lost.map(\.name) == ["a", "b", "c"])
    #expect(report.lost.map(\.version) == [1, 1, nil])
    // The record in the repaired archive contains the numbers.
    let losses = try ArchiveReader(MemoryStorage(repaired)).losses()
    #expect(losses.first?.documents.map(\.version) == [1, 1, nil])
    // A removed document without a later version has a number too.
    let storage = MemoryStorage(bytes)
    let writer = try ArchiveWriter(storage)
    try writer.remove(at: 2)
    _ = try writer.finish()
    damaged = storage.bytes
    for member in try ArchiveReader(storage).directory.members {
      guard member.name.isRecovery || member.name == .text(1) || member.name == .data(1) else {
        continue
      }
      for place in member.offset..<member.end { damaged[place] = 0x55 }
    }
    let removed = try ArchiveFixture.repair(damaged)
    #expect(removed.report.lost.map(\.version) == [1, 1, 1])
    let target = MemoryStorage(removed.bytes)
    let found = try ArchiveReader(target).losses()
    #expect(found.first?.documents.map(\.version) == [1, 1, 1])
    // An acceptance refers to the record.
    let accepting = try ArchiveWriter(target)
    for loss in found { try accepting.accept(loss) }
    _ = try accepting.finish()
    #expect(try !ArchiveReader(target).verify().hasUnacceptedLosses)
  }

  @Test func `Names that differ only in composition belong to different documents`() throws {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(
      storage, mode: .create, options: ArchiveOptions(recoveryPercent: 0))
    for name in ["\u{E9}", "e\u{301}"] { try writer.append(Self.document(name), name: name) }
    _ = try writer.finish()
    // Without its end, the archive is read from its blocks.
    let rescue = try ArchiveRescue(MemoryStorage(Array(storage.bytes.dropLast(30))))
    #expect(rescue.entries.count == 2)
    #expect(rescue.entries.filter { rescue.isCurrent($0) }.count == 2)
    var numbers = VersionNumbers(
      ofNamesIn: [LostDocument(.document, ordinal: 0, id: 1, name: "\u{E9}")])
    numbers.add("\u{E9}", at: 0, isSuperseded: false)
    numbers.add("e\u{301}", at: 1, isSuperseded: false)
    #expect(numbers.version(of: "\u{E9}", at: 0) == nil)
  }

  @Test func `A write that fails at any point leaves the previous or the new state`() throws {
    let base = try Self.versioned().bytes
    var count = 0
    while count < 200 {
      let storage = StoppedStorage(base, writes: count)
      do {
        let writer = try ArchiveWriter(storage)
        try writer.append(Self.document("c2"), name: "c", existing: .replace)
        try writer.remove(at: 3)
        _ = try writer.finish()
        break
      } catch is StoppedStorage.Stopped {
        #expect(storage.bytes.starts(with: base), "write \(count)")
        let archive = try ArchiveReader(MemoryStorage(storage.bytes))
        #expect(try Self.texts(archive) == ["c1", "b2", "a2"], "write \(count)")
      }
      count += 1
    }
    #expect(5..<200 ~= count)
  }

  @Test func `Archives of version 1 get no versions and remain unchanged`() throws {
    let url = ExternalCorpora.packageRoot.appending(path: "Corpus/iaa/two-generations.iaa")
    let bytes = try Array(Data(contentsOf: url))
    let storage = MemoryStorage(bytes)
    let writer = try ArchiveWriter(storage)
    #expect(throws: InputError.self) { try writer.remove(at: 0) }
    try writer.cancel()
    #expect(storage.bytes == bytes)
  }

  @Test func `Changes are equal after writing and reading, and other bytes are refused`() throws {
    var changes = GenerationChanges()
    changes.superseded = [3, 7]
    changes.properties = ["date": "2026-11-23T12:00:00Z"]
    var writer = ByteWriter()
    changes.append(to: &writer)
    // The example of the specification.
    #expect(
      writer.bytes.map { String($0, radix: 16) }.joined(separator: " ")
        == "1 4 64 61 74 65 14 32 30 32 36 2d 31 31 2d 32 33 54 31 32 3a 30 30 3a 30 30 5a 2 3 4")
    #expect(try Self.read(writer.bytes, documentCount: 8) == changes)
    #expect(throws: InputError.self) { try Self.read(writer.bytes, documentCount: 7) }
    for broken: [UInt8] in [
      [], [0], [0, 0], [0, 2, 3, 0], [0, 1, 8], [0, 0x80, 1], [1, 0, 0, 0], [1, 1, 0x41, 0, 0],
      [1, 1, 0x61, 1, 0, 0], [1, 1, 0x61, 1, 0xFF, 0], [2, 1, 0x62, 0, 1, 0x61, 0, 0],
      [2, 1, 0x61, 0, 1, 0x61, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ] {
      #expect(throws: InputError.self, "\(broken)") { try Self.read(broken, documentCount: 8) }
    }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(24)).map { _ in UInt8(random.below(12)) }
      guard let read = try? Self.read(bytes, documentCount: 9) else { continue }
      #expect(!read.isEmpty && read.superseded.allSatisfy { 0..<9 ~= $0 })
    }
  }

  private static func read(_ bytes: [UInt8], documentCount: Int) throws -> GenerationChanges {
    var reader = ByteReader(0..<bytes.count)
    return try GenerationChanges(&reader, bytes.span, documentCount: documentCount)
  }

  @Test func `The reader in the archive shows the newest versions`() throws {
    guard ArchiveToolTests.has("python3"), ArchiveToolTests.has("unzip") else { return }
    try ArchiveToolTests.withFolder { folder in
      try Data(Self.versioned().bytes).write(to: folder.appending(path: "a.iaa"))
      _ = try ArchiveToolTests.run("unzip -q a.iaa reader.py", in: folder)
      let command = "python3 -I reader.py a.iaa "
      #expect(
        try ArchiveToolTests.run(command + "list", in: folder) == "2\t3\tc\n3\t4\tb\n4\t5\ta\n")
      #expect(
        try ArchiveToolTests.run(command + "versions", in: folder)
          == "0\t1\ta\tsuperseded\n1\t2\tb\tsuperseded\n2\t3\tc\tcurrent\n"
          + "3\t4\tb\tcurrent\n4\t5\ta\tcurrent\n")
      #expect(try ArchiveToolTests.run(command + "json b", in: folder).contains("\"b2\""))
      #expect(try ArchiveToolTests.run(command + "json 1", in: folder).contains("\"b1\""))
      #expect(try ArchiveToolTests.run(command + "verify", in: folder).contains("no fault"))
      #expect(
        try ArchiveToolTests.run("\(command) extract out && ls out", in: folder)
          == "000002.json\n000003.json\n000004.json\n")
    }
  }
}

/// A storage in memory whose writes fail after a given number of writes.
private final class StoppedStorage: ArchiveStorage {
  struct Stopped: Error {}

  private let storage: MemoryStorage
  private var left: Int
  var bytes: [UInt8] { storage.bytes }

  init(_ bytes: [UInt8], writes: Int) {
    storage = MemoryStorage(bytes)
    left = writes
  }

  func byteCount() -> Int { storage.byteCount() }

  func read(_ count: Int, at offset: Int) -> [UInt8] { storage.read(count, at: offset) }

  func write(_ bytes: [UInt8], at offset: Int) throws {
    left -= 1
    guard left >= 0 else {
      // Only a part of the bytes is written.
      storage.write(Array(bytes.prefix(bytes.count / 2)), at: offset)
      throw Stopped()
    }
    storage.write(bytes, at: offset)
  }

  func truncate(to byteCount: Int) { storage.truncate(to: byteCount) }

  func synchronize() {}
}
