import Foundation
import IABytes
import IACodec
import IASyntax
import IATestSupport
import IAText
import Testing

@testable import IAArchive

/// Merging small generations at the end of an archive into one.
@Suite struct GenerationMergeTests {
  /// A storage that counts the written bytes and fails after a given number of operations.
  private final class Disk: ArchiveStorage {
    let memory: MemoryStorage
    private(set) var writtenByteCount = 0
    private(set) var operationCount = 0
    private let failsAfter: Int

    struct Crash: Error {}

    init(_ bytes: [UInt8] = [], failsAfter: Int = .max) {
      memory = MemoryStorage(bytes)
      self.failsAfter = failsAfter
    }

    private func operation() throws {
      guard operationCount < failsAfter else { throw Crash() }
      operationCount += 1
    }

    func byteCount() -> Int { memory.byteCount() }
    func read(_ count: Int, at offset: Int) -> [UInt8] { memory.read(count, at: offset) }

    func write(_ bytes: [UInt8], at offset: Int) throws {
      do { try operation() } catch {
        // A crash during a write leaves a part of the bytes.
        memory.write(Array(bytes.prefix(bytes.count / 2)), at: offset)
        throw error
      }
      writtenByteCount += bytes.count
      memory.write(bytes, at: offset)
    }

    func truncate(to byteCount: Int) throws {
      try operation()
      memory.truncate(to: byteCount)
    }

    func synchronize() throws { try operation() }
  }

  /// Adds one document as a new generation.
  private static func add(
    _ text: String, name: String = "", to storage: any ArchiveStorage,
    options: ArchiveOptions = ArchiveOptions(), existing rule: ExistingDocument = .refuse
  ) throws {
    let writer = try ArchiveWriter(storage, mode: .create, options: options)
    try writer.append(IADocument(IAString(text)), name: name, existing: rule)
    _ = try writer.finish()
  }

  /// Returns an archive with one generation and a number of small ones.
  private static func archive(_ small: Int, options: ArchiveOptions = ArchiveOptions()) throws
    -> MemoryStorage
  {
    let storage = MemoryStorage()
    for index in 0...small {
      try add("text \(index)", name: "n\(index)", to: storage, options: options)
    }
    return storage
  }

  /// Returns the state that a merge must keep.
  private static func state(_ archive: ArchiveReader) throws -> [String] {
    var state: [String] = []
    try archive.forEachEntry { entry in
      let text = try archive.document(at: entry.ordinal).dump(includesOrigin: true)
      state.append("\(entry) \(archive.isCurrent(entry.ordinal)) \(text)")
    }
    let metadata = try archive.metadata()
    let documents = metadata.documents.sorted { $0.key < $1.key }
    return state + ["\(metadata.archive)", "\(documents)"]
      + (try archive.origins().sorted { $0.key < $1.key }.map { "\($0)" })
  }

  @Test func `Four small generations become one with the same documents`() throws {
    for count in 1...4 {
      let storage = try Self.archive(count)
      let before = storage.bytes
      let state = try Self.state(ArchiveReader(storage))
      let merged = try GenerationMerge().run(on: storage)
      #expect(merged == (count == 4 ? 4 : 0))
      guard count == 4 else {
        #expect(storage.bytes == before)
        continue
      }
      let archive = try ArchiveReader(storage)
      #expect(archive.generation == 2 && archive.blockCount == 2 && archive.lostByteCount == 0)
      #expect(try Self.state(archive) == state)
      #expect(try archive.verify(.deep).isIntact)
      #expect(storage.bytes.count < before.count)
      #expect(try archive.opened(atGeneration: 1)?.documentCount == 1)
      // Equal documents in the same order give equal bytes.
      let again = MemoryStorage(before)
      try GenerationMerge().run(on: again)
      #expect(again.bytes == storage.bytes)
    }
  }

  @Test func `Versions, removals, metadata, files and attachments are kept`() throws {
    let storage = MemoryStorage()
    let file = Array("# A file".utf8)
    let origin = DocumentOrigin(
      fileName: "a.md", mediaType: nil, byteCount: file.count, digest: SHA256Digest(of: file))
    let documents = ArchiveFixture.documents(12, seed: 5)
    for generation in 0..<6 {
      let writer = try ArchiveWriter(storage, mode: .create)
      for index in 0..<2 {
        let place = 2 * generation + index
        let entry = try writer.append(
          documents[place], name: "d\(place % 5)", id: UInt64(place * 7 + 1),
          origin: index == 0 ? origin : nil, original: index == 0 ? file : nil,
          existing: .replace)
        try writer.describe(
          entry.ordinal, [try #require(MetadataStatement("creator", "author \(place)"))])
      }
      if generation == 3 { try writer.remove(at: 1) }
      let title = generation == 4 ? "" : "title \(generation)"
      try writer.describe(
        nil,
        [
          try #require(MetadataStatement(generation < 5 ? "title" : "rights", title)),
          try #require(MetadataStatement(MetadataStatement.fixity, "{\(generation)}")),
        ])
      _ = try writer.finish()
    }
    let state = try Self.state(ArchiveReader(storage))
    #expect(try GenerationMerge().run(on: storage) >= 4)
    let archive = try ArchiveReader(storage)
    #expect(try Self.state(archive) == state)
    #expect(archive.originalCount == 1 && archive.hasSuperseded)
    #expect(try archive.verify(.deep).isIntact)
    #expect(try archive.metadata().archive.contains { $0.element == "title" } == false)
  }

  @Test func `Generations with the dictionary of an earlier one are merged`() throws {
    let dictionary = CompressionDictionary.trained(
      on: ArchiveFixture.messages(400, seed: 77).map { CompactEncoder.body(of: $0) },
      byteCount: 4096)
    let options = ArchiveOptions(dictionary: dictionary)
    let storage = MemoryStorage()
    let documents = ArchiveFixture.documents(20, seed: 78)
    for generation in 0..<5 {
      let writer = try ArchiveWriter(storage, mode: .create, options: options)
      for index in 0..<4 {
        try writer.append(documents[4 * generation + index], name: "d\(generation)-\(index)")
      }
      _ = try writer.finish()
    }
    let before = try ArchiveReader(storage)
    #expect(before.positions.dictionaries.count == 1 && before.attachmentCount > 0)
    let state = try Self.state(before)
    #expect(try GenerationMerge().run(on: storage) == 4)
    let archive = try ArchiveReader(storage)
    #expect(try Self.state(archive) == state)
    #expect(try archive.verify(.deep).isIntact)
  }

  @Test func `The first, signed and dated generations are never merged`() throws {
    let storage = try Self.archive(6)
    let second = try #require(try ArchiveReader(storage).opened(atGeneration: 3)).byteCount
    let front = Array(storage.bytes[..<second])
    var merge = GenerationMerge()
    merge.protectedGeneration = 4
    #expect(try merge.run(on: storage) == 0)
    merge.protectedGeneration = 3
    #expect(try merge.run(on: storage) == 4)
    #expect(try ArchiveReader(storage).generation == 4)
    #expect(Array(storage.bytes[..<second]) == front)
    var dated = ArchiveOptions()
    dated.date = "2026-11-23T12:00:00Z"
    #expect(try GenerationMerge().run(on: Self.archive(6, options: dated)) == 0)
    var plain = ArchiveOptions()
    plain.recoveryPercent = 0
    try Self.add("x", to: storage, options: plain)
    #expect(try GenerationMerge().run(on: storage) == 0, "with and without recovery data")
  }

  @Test func `A crash at any step leaves one of two states, and the next writer continues`() throws
  {
    let before = try Self.archive(4)
    let state = try Self.state(ArchiveReader(before))
    let whole = Disk(before.bytes)
    try GenerationMerge().run(on: whole)
    #expect(whole.operationCount == 6)
    var unfinished = 0
    for step in 0..<whole.operationCount {
      let disk = Disk(before.bytes, failsAfter: step)
      #expect(throws: Disk.Crash.self) { try GenerationMerge().run(on: disk) }
      let archive = try ArchiveReader(disk.memory)
      #expect(try Self.state(archive) == state, "step \(step)")
      let rescue = try ArchiveRescue(disk.memory)
      #expect(rescue.entries.count == 5 && rescue.isComplete || archive.lostByteCount > 0)
      if archive.hasUnfinishedMerge {
        unfinished += 1
        #expect(archive.generation == 2)
        #expect(try !archive.verify().isIntact, "other programs do not read it")
      }
      try Self.add("one more", name: "more", to: disk.memory)
      let next = try ArchiveReader(disk.memory)
      #expect(try next.verify(.deep).isIntact && next.documentCount == 6)
      #expect(!next.hasUnfinishedMerge)
    }
    #expect(unfinished >= 3)
  }

  @Test func `An addition that causes a merge is written once, in merged form`() throws {
    let before = try Self.archive(3)
    let separate = MemoryStorage(before.bytes)
    try Self.add("one more", name: "more", to: separate)
    try GenerationMerge().run(on: separate)
    let whole = Disk(before.bytes)
    let addition = try AdditionStorage(whole)
    try Self.add("one more", name: "more", to: addition)
    #expect(whole.writtenByteCount == 0 && addition.isPending)
    #expect(try ArchiveReader(addition).documentCount == 5)
    #expect(try GenerationMerge().finish(addition) == 4)
    #expect(whole.memory.bytes == separate.bytes)
    let states = [try Self.state(ArchiveReader(before)), try Self.state(ArchiveReader(separate))]
    for step in 0..<whole.operationCount {
      let disk = Disk(before.bytes, failsAfter: step)
      let addition = try AdditionStorage(disk)
      try Self.add("one more", name: "more", to: addition)
      _ = try? GenerationMerge().finish(addition)
      let archive = try ArchiveReader(disk.memory)
      #expect(try states.contains(Self.state(archive)), "step \(step)")
      try Self.add("the next", name: "next", to: disk.memory)
      #expect(try ArchiveReader(disk.memory).verify(.deep).isIntact)
    }
  }

  @Test func `An addition without a merge is written in the order of its writer`() throws {
    let before = try Self.archive(0)
    let direct = MemoryStorage(before.bytes)
    try Self.add("one more", name: "more", to: direct)
    let whole = Disk(before.bytes)
    let addition = try AdditionStorage(whole)
    try Self.add("one more", name: "more", to: addition)
    #expect(try GenerationMerge().finish(addition) == 0 && !addition.isPending)
    #expect(whole.memory.bytes == direct.bytes)
    #expect(whole.writtenByteCount == direct.bytes.count - before.bytes.count)
    // Write the members, synchronise, write the directory, synchronise.
    #expect(whole.operationCount == 4)
    for step in 0..<4 {
      let disk = Disk(before.bytes, failsAfter: step)
      let addition = try AdditionStorage(disk)
      try Self.add("one more", name: "more", to: addition)
      #expect(throws: Disk.Crash.self) { try GenerationMerge().finish(addition) }
      let count = try ArchiveReader(disk.memory).documentCount
      #expect(count == (step < 3 ? 1 : 2), "step \(step)")
    }
  }

  @Test func `An addition beyond the maximum size is written directly`() throws {
    let before = try Self.archive(3)
    let direct = MemoryStorage(before.bytes)
    let disk = Disk(before.bytes)
    let addition = try AdditionStorage(disk)
    var random = SeededGenerator(seed: 94)
    var options = ArchiveOptions(recoveryPercent: 0)
    options.isFast = true
    let units = (0..<3_000_000).map { _ in UInt16(0x4E00 + random.below(0x4000)) }
    let text = String(decoding: units, as: UTF16.self)
    for storage in [direct, addition] as [any ArchiveStorage] {
      try Self.add(text, name: "large", to: storage, options: options)
    }
    #expect(!addition.isPending && disk.memory.bytes == direct.bytes)
    #expect(try GenerationMerge().finish(addition) == 0)
    // A cancelled addition leaves no bytes.
    let size = disk.byteCount()
    for text in ["short", text] {
      let writer = try ArchiveWriter(AdditionStorage(disk), options: options)
      try writer.append(IADocument(IAString(text)), name: "other")
      try writer.cancel()
      #expect(disk.byteCount() == size)
    }
  }

  @Test func `A damaged or forged trailer replaces nothing`() throws {
    let before = try Self.archive(4)
    // The state after writing the new bytes and the trailer.
    let disk = Disk(before.bytes, failsAfter: 1)
    _ = try? GenerationMerge().run(on: disk)
    let bytes = disk.memory.bytes
    #expect(try TailReplacement.find(in: MemoryStorage(bytes)) != nil)
    for place in bytes.count - TailReplacement.trailerByteCount..<bytes.count {
      var damaged = bytes
      damaged[place] ^= 1
      #expect(try TailReplacement.find(in: MemoryStorage(damaged)) == nil, "byte \(place)")
    }
    for count in [0, 1, 63, 64, 65] {
      let tail = Array(bytes.suffix(count))
      #expect(try TailReplacement.find(in: MemoryStorage(tail)) == nil)
    }
    var damaged = bytes
    damaged[bytes.count - 65] ^= 1
    let source = MemoryStorage(damaged)
    #expect(try TailReplacement.find(in: source) == nil)
    #expect(try ArchiveReader(source).documentCount == 5, "the state before")
  }

  /// The number of bytes that additions write, by part of a generation.
  private struct Account {
    var parts: [(name: String, byteCount: Int)] = []

    mutating func add(_ byteCount: Int, to name: String) {
      if let place = parts.firstIndex(where: { $0.name == name }) {
        parts[place].byteCount += byteCount
      } else {
        parts.append((name, byteCount))
      }
    }

    /// Adds the members and the directory of the newest generation to the counts.
    mutating func addNewestGeneration(of archive: ArchiveReader) {
      guard let generation = archive.directory.generations.last else { return }
      var end = 0
      for member in archive.directory.members[generation.members] {
        end = member.end
        let header = ZipHeaders.localByteCount(member.name)
        add(header, to: "local headers")
        let part =
          switch member.name {
          case .text, .data: "text and data"
          case .manifest, .storedHashes: "manifest and stored hashes"
          case .record: "record"
          case .recovery: "recovery data"
          default: "index, names and others"
          }
        add(member.end - member.offset - header, to: part)
      }
      add(archive.directory.end - end, to: "directory")
    }

    /// Prints the mean numbers of bytes for each addition.
    func print(for count: Int) {
      for part in parts { Swift.print("  \(part.name): \(part.byteCount / count)") }
    }
  }

  @Test func `Many additions of one line take little space and write few bytes`() throws {
    let disk = Disk()
    for index in 0..<8 { try Self.add("The first line \(index)", name: "line-\(index)", to: disk) }
    let start = disk.writtenByteCount
    // A thousand additions take minutes in a debug build; `IA_ADDITIONS=1000` measures them.
    let given = ProcessInfo.processInfo.environment["IA_ADDITIONS"]
    let count = given.flatMap(Int.init) ?? 60
    var account = Account()
    for index in 0..<count {
      let text = "Line number \(index) says \(String(index * 7919 % 10_007, radix: 36))"
      let before = disk.writtenByteCount
      let addition = try AdditionStorage(disk)
      try Self.add(text, name: "letters/\(index)", to: addition)
      if try GenerationMerge().finish(addition) > 0 {
        account.add(disk.writtenByteCount - before, to: "merging")
      } else {
        account.addNewestGeneration(of: try ArchiveReader(disk.memory))
      }
    }
    let archive = try ArchiveReader(disk.memory)
    #expect(archive.documentCount == 8 + count && archive.generation < 12)
    #expect(try archive.verify(.deep).isIntact)
    let compacted = MemoryStorage()
    _ = try archive.compact(to: compacted)
    let size = disk.byteCount()
    let perAddition = (disk.writtenByteCount - start) / count
    print(
      "\(count) additions: \(size) bytes, compacted \(compacted.byteCount()), "
        + "\(archive.generation) generations, \(perAddition) bytes written per addition")
    account.print(for: count)
    #expect(size <= 3 * compacted.byteCount() + 65_536)
    #expect(perAddition < 11_264)
  }
}
