import IABytes
import IAText
import Testing

@testable import IAArchive

/// Names are found by the bounds of blocks where these are apart, else by marks.
@Suite struct NameLookupTests {
  static func archive(_ names: [String]) throws -> ArchiveReader {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(
      storage, mode: .createNew, options: ArchiveOptions(recoveryPercent: 0, blockDocuments: 4))
    for name in names { try writer.append(IADocument(IAString(name)), name: name) }
    _ = try writer.finish()
    return try ArchiveReader(storage)
  }

  static func usesBounds(_ archive: ArchiveReader) -> Bool? {
    switch archive.indexes[0].lookup {
    case .none: nil
    case .bounds: true
    case .marks: false
    }
  }

  static func findsAll(_ names: [String], in archive: ArchiveReader) throws -> Bool {
    try names.enumerated().allSatisfy { index, name in
      try name.isEmpty || archive.entry(named: name)?.ordinal == index
    } && archive.entry(named: "no such name") == nil && archive.entry(named: "") == nil
  }

  @Test func `Names in order are found by bounds`() throws {
    let names = (0..<40).map { "chat/\($0 / 10)/message \($0)" } + ["", "", "", "", "zebra"]
    let archive = try Self.archive(names)
    #expect(Self.usesBounds(archive) == true)
    #expect(try Self.findsAll(names, in: archive))
  }

  @Test func `Names in no order are found by marks`() throws {
    let names = (0..<60).map { "\($0 &* 7919 % 61) and ж \($0)" }
    let archive = try Self.archive(names)
    #expect(Self.usesBounds(archive) == false)
    #expect(try Self.findsAll(names, in: archive))
  }

  @Test func `No names need nothing`() throws {
    let archive = try Self.archive(["", "", "", "", ""])
    #expect(Self.usesBounds(archive) == nil)
    #expect(try Self.findsAll([""], in: archive))
  }

  @Test func `The depth is that of the most bounds at one place`() {
    func bounds(_ low: UInt8, _ high: UInt8) -> NameBounds {
      NameBounds(lowest: [low], highest: [high])
    }
    #expect(NameBounds.maximumOverlap(of: []) == 0)
    #expect(NameBounds.maximumOverlap(of: [bounds(1, 2), bounds(3, 4)]) == 1)
    #expect(NameBounds.maximumOverlap(of: [bounds(1, 3), bounds(3, 4)]) == 2)
    #expect(
      NameBounds.maximumOverlap(of: [bounds(1, 9), bounds(2, 3), bounds(4, 8), bounds(5, 6)]) == 3)
  }
}
