import IABytes
import IATestSupport
import Testing

@testable import IAArchive

@Suite struct GenerationCompletionTests {
  private static func archive(_ recoveryPercent: Int) throws -> [UInt8] {
    try ArchiveFixture.archive(
      [ArchiveFixture.messages(30, seed: 1), ArchiveFixture.messages(20, seed: 2)],
      options: ArchiveOptions(recoveryPercent: recoveryPercent))
  }

  /// Adds a document to an archive, and returns the writer and the resulting bytes.
  private static func extended(
    _ bytes: [UInt8]
  ) throws -> (writer: ArchiveWriter, bytes: [UInt8]) {
    let storage = MemoryStorage(bytes)
    let addition = try AdditionStorage(storage)
    let writer = try ArchiveWriter(addition)
    try writer.append(ArchiveFixture.messages(1, seed: 3)[0], name: "new")
    _ = try writer.finish()
    try addition.commit()
    return (writer, storage.bytes)
  }

  @Test(arguments: [0, 10])
  func `A cut generation with its record is completed by the next addition`(percent: Int) throws {
    let bytes = try Self.archive(percent)
    let archive = try ArchiveReader(MemoryStorage(bytes))
    let record = try #require(
      archive.directory.members.first { $0.name == .record(generation: 2) })
    let first = try #require(try archive.opened(atGeneration: 1))
    let cuts = Array(stride(from: record.end, to: bytes.count, by: 61)) + [bytes.count - 1]
    for cut in cuts {
      let (writer, after) = try Self.extended(Array(bytes.prefix(cut)))
      #expect(writer.completedDocumentCount == 20, "cut at \(cut)")
      let extended = try ArchiveReader(MemoryStorage(after))
      #expect(try extended.verify().isIntact, "cut at \(cut)")
      #expect(extended.documentCount == 51 && extended.generation == 3)
      #expect(
        try extended.document(at: 40) == archive.document(at: 40))
    }
    // Without the record, the generation is removed.
    for cut in [record.end - 1, record.offset, record.offset - 100] {
      let (writer, after) = try Self.extended(Array(bytes.prefix(cut)))
      #expect(writer.completedDocumentCount == nil)
      #expect(writer.removedTailByteCount == cut - first.byteCount)
      let extended = try ArchiveReader(MemoryStorage(after))
      #expect(try extended.verify().isIntact)
      #expect(extended.documentCount == 31)
    }
  }

  @Test func `A completed generation gets its truncated recovery data again`() throws {
    let bytes = try Self.archive(10)
    let archive = try ArchiveReader(MemoryStorage(bytes))
    let record = try #require(
      archive.directory.members.first { $0.name == .record(generation: 2) })
    for cut in [record.end, record.end + 200, archive.directory.generations[1].directoryOffset - 1]
    {
      let storage = MemoryStorage(Array(bytes.prefix(cut)))
      try ArchiveWriter(AdditionStorage(storage)).cancel()
      #expect(storage.bytes == bytes, "cut at \(cut)")
    }
    // There are no recovery data if the option is 0, or if the generation had none.
    for (percent, option) in [(10, 0), (0, 10)] {
      let bytes = try Self.archive(percent)
      let storage = MemoryStorage(Array(bytes.prefix(percent == 0 ? bytes.count - 1 : record.end)))
      try ArchiveWriter(
        AdditionStorage(storage), options: ArchiveOptions(recoveryPercent: option)
      ).cancel()
      let completed = try ArchiveReader(storage)
      #expect(completed.generation == 2 && !completed.directory.hasRecoveryData(2))
      #expect(completed.overview.unprotectedGenerations == (percent == 0 ? [] : [2]))
    }
  }

  @Test func `A generation whose hashes do not match is not completed`() throws {
    let bytes = try Self.archive(0)
    let archive = try ArchiveReader(MemoryStorage(bytes))
    let record = try #require(
      archive.directory.members.first { $0.name == .record(generation: 2) })
    let text = try #require(archive.directory.members.first { $0.name == .text(2) })
    var damaged = Array(bytes.prefix(record.end))
    damaged[text.contentOffset + 5] ^= 1
    #expect(try Self.extended(damaged).writer.completedDocumentCount == nil)
    // A writer that discards bytes after the archive does not complete the generation.
    let writer = try ArchiveWriter(
      MemoryStorage(Array(bytes.prefix(record.end))),
      options: {
        var options = ArchiveOptions()
        options.discardsTail = true
        return options
      }())
    #expect(writer.completedDocumentCount == nil && writer.documentCount == 30)
  }

  @Test func `A cancelled writer leaves the generation complete`() throws {
    let bytes = try Self.archive(10)
    let archive = try ArchiveReader(MemoryStorage(bytes))
    let record = try #require(
      archive.directory.members.first { $0.name == .record(generation: 2) })
    let storage = MemoryStorage(Array(bytes.prefix(record.end + 50)))
    let writer = try ArchiveWriter(AdditionStorage(storage))
    try writer.cancel()
    let completed = try ArchiveReader(storage)
    #expect(try completed.verify().isIntact && completed.documentCount == 50)
  }
}
