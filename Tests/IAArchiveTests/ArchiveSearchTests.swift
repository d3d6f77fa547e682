import IAArchive
import IABytes
import IAText
import Testing

@Suite struct ArchiveSearchTests {
  private static let texts = [
    "The wind turned.\nNothing else.", "A back\\slash and a tab\t.", "", "Käse and KÄSE\nkäse",
    "n", "\n\nthird \u{1F3B9}", String(repeating: "ä", count: 2000) + "needle",
  ]

  private static func reader() throws -> ArchiveReader {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(
      storage, mode: .createNew, options: ArchiveOptions(blockDocuments: 2))
    for (index, text) in texts.enumerated() {
      try writer.append(IADocument(IAString(text)), name: "\(index)")
    }
    _ = try writer.finish()
    return try ArchiveReader(storage)
  }

  /// Returns the ordinal of the document and the number of the paragraph of each hit.
  private static func places(_ text: String, ignoresCase: Bool = false) throws -> [[Int]] {
    let query = try #require(ArchiveQuery(text, ignoresCase: ignoresCase))
    var places: [[Int]] = []
    try reader().search(query) {
      Issue.record("\($0)")
    } _: { entry, hits in
      places += hits.map { [entry.ordinal, $0.paragraph, $0.offset] }
    }
    return places
  }

  @Test func `Paragraphs are found by document, number and offset`() throws {
    #expect(try Self.places("wind") == [[0, 1, 0]])
    #expect(try Self.places("else") == [[0, 2, 17]])
    #expect(try Self.places("back\\sl") == [[1, 1, 0]])
    #expect(try Self.places("tab\t.") == [[1, 1, 0]])
    #expect(try Self.places("\u{1F3B9}") == [[5, 3, 2]])
    #expect(try Self.places("käse") == [[3, 2, 14]])
    #expect(try Self.places("käse", ignoresCase: true) == [[3, 1, 0], [3, 2, 14]])
    #expect(try Self.places("absent").isEmpty)
  }

  @Test func `The letter of an escape sequence is not text`() throws {
    // Document 5 begins with two line ends, whose escape sequences contain this letter.
    #expect(try Self.places("n").map { $0[0] } == [0, 0, 1, 3, 4, 6])
  }

  @Test func `An empty text and one with several lines cannot be searched for`() {
    #expect(ArchiveQuery("") == nil && ArchiveQuery("a\nb") == nil)
  }

  @Test func `Long paragraphs are shown around the match`() throws {
    let query = try #require(ArchiveQuery("needle"))
    var shown = ""
    try Self.reader().search(query) {
      Issue.record("\($0)")
    } _: {
      shown = $1[0].text
    }
    #expect(shown.hasPrefix("…ä") && shown.hasSuffix("needle"))
    #expect(shown.utf8.count <= ArchiveQuery.maximumExcerptByteCount + 6)
    #expect(!shown.contains("\u{FFFD}"))
  }

  @Test func `Removed documents and earlier versions are not found`() throws {
    let storage = MemoryStorage()
    var writer = try ArchiveWriter(storage, mode: .createNew)
    try writer.append(IADocument(IAString("word one")), name: "a")
    try writer.append(IADocument(IAString("word two")), name: "b")
    _ = try writer.finish()
    writer = try ArchiveWriter(storage)
    try writer.remove(at: 0)
    try writer.append(IADocument(IAString("word three")), name: "b", existing: .replace)
    _ = try writer.finish()
    var found: [Int] = []
    let query = try #require(ArchiveQuery("word"))
    try ArchiveReader(storage).search(query) {
      Issue.record("\($0)")
    } _: { entry, _ in
      found.append(entry.ordinal)
    }
    #expect(found == [2])
  }

  @Test func `Every changed byte of the texts is reported or changes nothing`() throws {
    let bytes = try ArchiveFixture.archive(
      [ArchiveFixture.messages(6, seed: 5)],
      options: ArchiveOptions(recoveryPercent: 0, blockDocuments: 2, includesDescription: false))
    let query = try #require(ArchiveQuery("a"))
    func hits(_ bytes: [UInt8]) throws -> (found: [[ArchiveQuery.Hit]], damages: Int) {
      var (found, damages): ([[ArchiveQuery.Hit]], Int) = ([], 0)
      try ArchiveReader(MemoryStorage(bytes)).search(query) { _ in
        damages += 1
      } _: {
        found.append($1)
      }
      return (found, damages)
    }
    let expected = try hits(bytes)
    #expect(expected.damages == 0 && !expected.found.isEmpty)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x11
      guard let actual = try? hits(damaged) else { continue }
      #expect(actual.damages > 0 || actual.found == expected.found, "byte \(place)")
    }
  }
}
