import Foundation
import IABytes
import IASyntax
import IATestSupport
import IAText
import Testing

@testable import IAArchive

/// Archives that contain the files from which documents were read.
@Suite struct ArchiveOriginalTests {
  /// A file that compresses well, one that does not, and an empty one.
  private static let files: [(name: String, bytes: [UInt8])] = {
    var random = SeededGenerator(seed: 71)
    return [
      ("letter.MD", [UInt8](repeating: 0x61, count: 40_000)),
      ("noise", (0..<3000).map { _ in UInt8(random.below(256)) }),
      ("nothing.very-long-suffix", []),
    ]
  }()

  private static func origin(_ index: Int) -> DocumentOrigin {
    DocumentOrigin(
      fileName: files[index].name, mediaType: nil, byteCount: files[index].bytes.count,
      digest: SHA256Digest(of: files[index].bytes))
  }

  /// Returns an archive of two generations with three documents each, read from the same three
  /// files.
  private static func archive(_ options: ArchiveOptions = ArchiveOptions()) throws -> [UInt8] {
    let storage = MemoryStorage()
    for generation in 0..<2 {
      let writer = try ArchiveWriter(storage, mode: .create, options: options)
      for (index, document) in ArchiveFixture.messages(3, seed: 72).enumerated() {
        try writer.append(
          document, name: "\(generation)/\(index)", origin: origin(index),
          original: files[index].bytes)
      }
      _ = try writer.finish()
    }
    return storage.bytes
  }

  private static func check(_ archive: ArchiveReader, _ ordinals: [Int]) throws {
    let origins = try archive.origins()
    for (place, ordinal) in ordinals.enumerated() {
      let origin = try #require(origins[ordinal])
      #expect(origin.isKept && origin.isSameFile(as: Self.origin(place % 3)))
      #expect(try archive.original(origin) == files[place % 3].bytes)
    }
    #expect(archive.originalCount == 3)
    #expect(try archive.verify(.deep).isIntact)
  }

  @Test func `Original files are stored once, and compacting keeps them`() throws {
    let archive = try ArchiveReader(MemoryStorage(Self.archive()))
    try Self.check(archive, Array(0..<6))
    let names = archive.directory.members.map(\.name).filter(\.isOriginal).map(\.path)
    #expect(names.map { String($0.dropFirst(74)) } == [".md", "", ""])
    #expect(archive.overview.originalCount == 3 && archive.overview.sizes.originals < 4000)
    let target = MemoryStorage()
    _ = try archive.compact(to: target)
    try Self.check(ArchiveReader(target), Array(0..<6))
  }

  @Test func `Archives without a description list only the kept files`() throws {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(
      storage, mode: .createNew, options: ArchiveOptions(includesDescription: false))
    let documents = ArchiveFixture.messages(2, seed: 73)
    try writer.append(documents[0], name: "a", origin: Self.origin(0))
    try writer.append(
      documents[1], name: "b", origin: Self.origin(1), original: Self.files[1].bytes)
    _ = try writer.finish()
    let archive = try ArchiveReader(storage)
    #expect(try archive.origins().mapValues(\.isKept) == [1: true])
  }

  @Test func `Original bytes that do not match their hash are refused`() throws {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(storage, mode: .createNew)
    let error = #expect(throws: InputError.self) {
      try writer.append(IADocument(), origin: Self.origin(0), original: [1])
    }
    #expect(error?.code == .archiveAttachment)
  }

  @Test func `Lists refuse members with another hash`() throws {
    let digest = SHA256Digest(of: [1])
    let line = "0\ta\ta.md\t-\t1\t\(digest)\t"
    func list(_ member: String) -> NameList? {
      NameList(Array((NameList.headingWithOriginals + line + member + "\n").utf8))
    }
    #expect(list("originals/\(digest).md")?.entries.first?.origin?.isKept == true)
    #expect(list("-")?.entries.first?.origin?.isKept == false)
    for member in [
      "originals/\(SHA256Digest(of: [2])).md", "attachments/\(digest).md", "originals/\(digest).",
      "../\(digest)", "", "originals/\(digest).MD",
    ] {
      #expect(list(member) == nil, "\(member)")
    }
    let unknown = "0\ta\t-\t-\t-\t-\toriginals/\(digest)\n"
    #expect(NameList(Array((NameList.headingWithOriginals + unknown).utf8)) == nil)
  }

  @Test func `A member whose name is not its hash is found, and its bytes are not returned`() throws
  {
    var bytes = try Self.archive()
    let archive = try ArchiveReader(MemoryStorage(bytes))
    let member = try #require(archive.directory.members.first { $0.name.isOriginal })
    let origin = try #require(try archive.origins()[0])
    bytes[member.contentOffset + 8] ^= 1
    let damaged = try ArchiveReader(MemoryStorage(bytes))
    let error = #expect(throws: InputError.self) { try damaged.original(origin) }
    #expect(error?.code == .archiveChecksum && error?.byteOffset == member.contentOffset)
    #expect(try damaged.verify(.stored).damages.map(\.member) == [member.name.path])
  }

  @Test func `Salvaged archives keep original files and report lost ones`() throws {
    var bytes = try Self.archive(ArchiveOptions(recoveryPercent: 0))
    let archive = try ArchiveReader(MemoryStorage(bytes))
    for generation in archive.directory.generations {
      for place in generation.directoryOffset..<generation.end { bytes[place] = 0x55 }
    }
    let members = archive.directory.members.filter(\.name.isOriginal)
    let lost = try #require(members.last { $0.storedByteCount > 1000 })
    for place in lost.contentOffset..<lost.end { bytes[place] = 0x55 }
    // The record, from which the directory could be rebuilt, is also lost.
    for member in archive.directory.members {
      guard case .record = member.name else { continue }
      for place in member.contentOffset..<member.end { bytes[place] = 0x55 }
    }
    let repaired = try ArchiveFixture.repair(bytes)
    #expect(repaired.report.documentCount == 6)
    #expect(repaired.report.lost.map(\.kind) == [.original, .original])
    #expect(repaired.report.lost.map(\.ordinal) == [1, 4])
    let reader = try ArchiveReader(MemoryStorage(repaired.bytes))
    #expect(try reader.verify(.deep).isIntact)
    let origins = try reader.origins()
    for ordinal in 0..<6 {
      let origin = try #require(origins[ordinal])
      #expect(origin.isKept == (ordinal % 3 != 1))
      if origin.isKept { #expect(try reader.original(origin) == Self.files[ordinal % 3].bytes) }
    }
    #expect(try reader.losses().flatMap(\.documents).map(\.kind) == [.original, .original])
  }
}
