import IAArchive
import IACodec
import IATestSupport
import IAText
import Testing

/// Each precondition of the public interface stops the process and states the passed value.
@Suite struct PreconditionTests {
  private static func finished() throws -> ArchiveWriter {
    let writer = try ArchiveWriter(MemoryStorage(), mode: .create)
    _ = try writer.append(IADocument(IAString("abc")), name: "a")
    _ = try writer.finish()
    return writer
  }

  static let options = [
    Misuse("101 % of recovery data") { _ = ArchiveOptions(recoveryPercent: 101) },
    Misuse("-1 % of recovery data") { _ = ArchiveOptions(recoveryPercent: -1) },
    Misuse("empty blocks") { _ = ArchiveOptions(blockTextBytes: 0) },
    Misuse("empty blocks") { _ = ArchiveOptions(blockDocuments: 0) },
    Misuse("0 % of recovery data") {
      let storage = MemoryStorage()
      let writer = try ArchiveWriter(storage, mode: .create)
      _ = try writer.append(IADocument(IAString("abc")), name: "a")
      _ = try writer.finish()
      try ArchiveRecoveryFile.write(
        for: ArchiveReader(storage), to: MemoryStorage(), percent: 0)
    },
    Misuse("a hole before offset 5") { MemoryStorage([1]).write([2], at: 5) },
  ]

  static let writers = [
    Misuse("the archive is finished") {
      _ = try finished().append(IADocument(IAString("abc")), name: "b")
    },
    Misuse("the archive is finished") { _ = try finished().remove(at: 0) },
    Misuse("the archive is finished") { _ = try finished().finish() },
    Misuse("the archive is finished") { try finished().describe(nil, []) },
    Misuse("no document 1") {
      let writer = try ArchiveWriter(MemoryStorage(), mode: .create)
      _ = try writer.append(IADocument(IAString("abc")), name: "a")
      try writer.describe(1, [MetadataStatement("title", "a")].compactMap { $0 })
    },
  ]

  static let all = options + writers

  @Test(arguments: all.indices)
  func `A violated precondition stops the process and names the value`(index: Int) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [index] in
      try PreconditionTests.all[index].call()
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(Self.all[index].isNamed(in: said), "\(index): \(said.prefix(300))")
  }
}
