import Foundation
import IABytes
import IASyntax
import IATestSupport
import IAText
import Testing

@testable import IAArchive

/// Statements about archives and documents.
@Suite struct ArchiveMetadataTests {
  private static func statement(_ element: String, _ value: String) throws -> MetadataStatement {
    try #require(MetadataStatement(element, value))
  }

  @Test func `Lists are equal after writing and reading`() throws {
    var list = MetadataList()
    for value in ["", "-", "a\tb", "line\nend", "\\", "ä 🎉", "\u{FEFF}"] {
      list.archive.append(try Self.statement("title", value))
      list.documents[value.utf8.count, default: []].append(try Self.statement("iaa:loss", value))
    }
    #expect(try MetadataList(list.bytes) == list)
    #expect(try MetadataList(MetadataList().bytes).isEmpty)
  }

  @Test(arguments: [
    ("", 0), ("ordinal\telement\n", 0), ("+", 22), ("-\ttitle", 22), ("-\ttitle\tx", 22),
    ("-\ttitle\tx\ty\n", 22), ("x\ttitle\tx\n", 22), ("-1\ttitle\tx\n", 22),
    ("00\ttitle\tx\n", 22), ("2147483648\ttitle\tx\n", 22), ("0\t\tx\n", 22),
    ("0\tti tle\tx\n", 22), ("0\ttitle\t\\q\n", 22),
    ("-\ttitle\ta\n1\ttitle\ta\n0\ttitle\ta\n", 42),
    ("0\ttitle\ta\n-\ttitle\ta\n", 32),
  ])
  func `Other lines are refused with their offset`(text: String, offset: Int) throws {
    let bytes = Array((offset == 0 ? text : MetadataList.heading + text).utf8)
    let error = #expect(throws: InputError.self) { try MetadataList(bytes) }
    #expect(error?.code == .archiveRecord && error?.byteOffset == offset, "\(text)")
  }

  @Test func `Elements and values have limits`() {
    #expect(MetadataStatement("", "x") == nil && MetadataStatement("a b", "x") == nil)
    #expect(MetadataStatement(String(repeating: "a", count: 65), "x") == nil)
    #expect(MetadataStatement("a", String(repeating: "ä", count: (1 << 15) + 1)) == nil)
    #expect(MetadataStatement("a", String(repeating: "ä", count: 1 << 15)) != nil)
  }

  /// Returns an archive of two generations; the second one replaces a title, removes a creator and
  /// describes a document of the first one.
  private static func archive() throws -> MemoryStorage {
    let storage = MemoryStorage()
    var options = ArchiveOptions()
    options.program = "test 1"
    var writer = try ArchiveWriter(storage, mode: .createNew, options: options)
    for index in 0..<3 { try writer.append(IADocument(IAString("\(index)")), name: "\(index)") }
    try writer.describe(nil, [statement("title", "Old"), statement("creator", "A")])
    try writer.describe(1, [statement("title", "One"), statement("subject", "a")])
    _ = try writer.finish()
    writer = try ArchiveWriter(storage, options: options)
    try writer.describe(nil, [statement("title", "New"), statement("creator", "")])
    try writer.describe(1, [statement("subject", "b"), statement("subject", "c")])
    try writer.describe(2, [])
    #expect(try writer.finish().addedDocumentCount == 0)
    return storage
  }

  private static func check(_ archive: ArchiveReader) throws {
    let metadata = try archive.metadata()
    #expect(
      try Set(metadata.archive) == [statement("iaa:program", "test 1"), statement("title", "New")])
    #expect(
      try metadata.documents == [
        1: [statement("title", "One"), statement("subject", "b"), statement("subject", "c")]
      ])
    #expect(try archive.verify(.deep).isIntact)
  }

  @Test func `Later statements replace earlier ones, and compacting keeps the result`() throws {
    let archive = try ArchiveReader(Self.archive())
    #expect(archive.generation == 2)
    try Self.check(archive)
    // The program is recorded only if it changes.
    let list = try archive.metadataList(archive.metadataMembers[1])
    #expect(!list.archive.contains { $0.element == MetadataStatement.program })
    let target = MemoryStorage()
    _ = try archive.compact(to: target)
    try Self.check(ArchiveReader(target))
  }

  @Test func `Salvaged archives keep metadata`() throws {
    var bytes = try Self.archive().bytes
    let archive = try ArchiveReader(MemoryStorage(bytes))
    let spoiled = archive.directory.members.filter { member in
      if case .record = member.name { true } else { member.name.isRecovery }
    }
    for member in spoiled {
      for place in member.contentOffset..<member.end { bytes[place] = 0x55 }
    }
    for generation in archive.directory.generations {
      for place in generation.directoryOffset..<generation.end { bytes[place] = 0x55 }
    }
    let repaired = try ArchiveFixture.repair(bytes)
    #expect(repaired.report.outcome == .salvaged && repaired.report.documentCount == 3)
    try Self.check(ArchiveReader(MemoryStorage(repaired.bytes)))
  }

  @Test func `Results of verifications accumulate`() throws {
    let one = try Self.statement(MetadataStatement.fixity, "{}")
    let both = ArchiveMetadata.replaced([one], by: [one])
    #expect(both == [one, one])
  }

  @Test func `A statement about a document that does not exist is damage`() throws {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(storage, mode: .createNew)
    try writer.append(IADocument(IAString("a")))
    var list = MetadataList()
    list.documents[7] = [try Self.statement("title", "x")]
    writer.metadata = list
    _ = try writer.finish()
    let archive = try ArchiveReader(storage)
    let error = #expect(throws: InputError.self) { try archive.metadata() }
    #expect(error?.code == .archiveRecord)
    #expect(try archive.verify(.deep).damages.map(\.error.code) == [.archiveRecord])
  }
}
