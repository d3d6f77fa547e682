import IAText
import Testing

@testable import IAArchive

@Suite struct ArchiveDifferenceTests {
  static func archive(
    _ documents: [(name: String, document: IADocument)], _ options: ArchiveOptions
  ) throws -> ArchiveReader {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(storage, mode: .createNew, options: options)
    for (name, document) in documents { try writer.append(document, name: name) }
    _ = try writer.finish()
    return try ArchiveReader(storage)
  }

  @Test func `Added, removed and changed documents are reported, whatever the blocks`() throws {
    let all = ArchiveFixture.documents(40, seed: 71).enumerated().map {
      (name: ArchiveFixture.name($0.offset), document: $0.element)
    }
    var other = all
    other[7].document.string.append(IAString("!"))
    other[21].document.metadata.title = "another"
    other.remove(at: 30)
    other.shuffle()
    other.append((name: "new", document: IADocument(IAString("new"))))
    let first = try Self.archive(all, ArchiveOptions(blockDocuments: 7))
    let second = try Self.archive(other, ArchiveOptions(recoveryPercent: 0, blockDocuments: 11))
    let difference = try ArchiveDifference(first, second)
    let found = difference.changes.map { "\($0.kind) \($0.entry.name)" }
    #expect(
      found == [
        "changed \(ArchiveFixture.name(7))", "changed \(ArchiveFixture.name(21))",
        "removed \(ArchiveFixture.name(30))", "added new",
      ])
    #expect(difference.equalCount == 37)
    #expect(try ArchiveDifference(first, Self.archive(all, ArchiveOptions())).isEqual)
  }

  @Test func `Generations of one archive differ by the added documents`() throws {
    let documents = ArchiveFixture.messages(9, seed: 72)
    let bytes = try ArchiveFixture.archive([Array(documents[..<5]), Array(documents[5...])])
    let archive = try ArchiveReader(MemoryStorage(bytes))
    let first = try #require(try archive.opened(atGeneration: 1))
    let difference = try ArchiveDifference(first, archive)
    #expect(difference.equalCount == 5)
    #expect(difference.changes.map(\.entry.ordinal) == [5, 6, 7, 8])
    #expect(difference.changes.allSatisfy { $0.kind == .added })
  }
}
