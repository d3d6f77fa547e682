import IABytes
import IASyntax
import IATestSupport
import IAText
import Testing

@testable import IAArchive

/// Word indexes, with which a search skips blocks.
@Suite struct WordIndexTests {
  /// Parts of texts: words of several scripts, characters whose lower-case form has another size or
  /// kind, separators, escape sequences, long words, a lone surrogate and the unit of an
  /// attachment.
  private static let pieces: [[UInt16]] =
    [
      "storm", "Storm", "sto", "rm", "wind", "Käse", "KÄSE", "STRASSE", "straße", "Ǆ", "İstanbul",
      "istanbul", "\u{212A}elvin", "kelvin", "ΣΊΣΥΦΟΣ", "σίσυφος", "再见", "再", "见面", "さようなら", "안녕",
      "แมว",
      "🎉", "👨\u{200D}👩", "e\u{301}", "é", "42", "don't", "a\\b", "Ꭰ", "ꭰ",
      String(repeating: "long", count: 20), String(repeating: "long", count: 70),
      String(repeating: "\u{212A}", count: 90), String(repeating: "k", count: 90),
      " ", " ", " ", " ", "\n", "\r", "\t", "。", "-", "\u{FEFF}", "\u{FFFD}", "\u{1F}", ".",
      "\u{2028}",
    ].map { Array($0.utf16) } + [[0xD800], [0xFFFC], [0xDC00]]

  private static func text(_ count: Int, _ random: inout SeededGenerator) -> [UInt16] {
    (0..<count).flatMap { _ in pieces[random.below(pieces.count)] }
  }

  /// Returns an archive of several generations with an index each, with versions and removed
  /// documents.
  private static func archive(seed: UInt64, indexes: Bool = true) throws -> (
    MemoryStorage, [[UInt16]]
  ) {
    var random = SeededGenerator(seed: seed)
    let storage = MemoryStorage()
    var options = ArchiveOptions(recoveryPercent: 0, blockDocuments: 2, includesDescription: false)
    options.indexesWords = indexes
    var texts: [[UInt16]] = []
    for generation in 0..<3 {
      let writer = try ArchiveWriter(storage, mode: .create, options: options)
      for document in 0..<8 {
        let text = text(random.below(12), &random)
        let string = IAString(units: text, intensities: text.map { _ in 50 })
        try writer.append(
          IADocument(string), name: "n\((document * 7 + generation * 5) % 20)", existing: .replace)
        texts.append(text)
      }
      if generation == 2 { try writer.remove(at: 3) }
      _ = try writer.finish()
    }
    return (storage, texts)
  }

  private static func hits(
    _ archive: ArchiveReader, _ query: ArchiveQuery, usesIndex: Bool
  ) throws -> [String] {
    var hits: [String] = []
    try archive.search(query, usesIndex: usesIndex) {
      Issue.record("\($0)")
    } _: {
      hits.append("\($0) \($1)")
    }
    return hits
  }

  @Test func `A search with an index finds the same as a scan of all documents`() throws {
    var (skipped, found) = (0, 0)
    for seed in 0..<UInt64(RandomInputs.count(ofAll: 60)) {
      let (storage, texts) = try Self.archive(seed: seed)
      let archive = try ArchiveReader(storage)
      #expect(archive.hasWordIndex)
      var random = SeededGenerator(seed: seed + 1000)
      for _ in 0..<60 {
        // A part of a text, or a different text.
        var part = Self.text(1 + random.below(3), &random)
        if random.below(3) > 0, let text = texts.randomElement(using: &random), !text.isEmpty {
          let start = random.below(text.count)
          part = Array(text[start..<min(text.count, start + 1 + random.below(9))])
        }
        let needle = String(decoding: part, as: UTF16.self)
        for ignoresCase in [false, true] {
          guard let query = ArchiveQuery(needle, ignoresCase: ignoresCase) else { continue }
          let expected = try Self.hits(archive, query, usesIndex: false)
          #expect(try Self.hits(archive, query, usesIndex: true) == expected, "\(seed) \(part)")
          found += expected.count
          skipped += try ArchiveWords(archive: archive).blocks(without: query) {
            Issue.record("\($0)")
          }.count
        }
      }
    }
    #expect(found > RandomInputs.count(ofAll: 1000), "\(found) found")
    #expect(skipped > RandomInputs.count(ofAll: 10_000), "\(skipped) blocks skipped")
  }

  @Test func `No lower-case mapping changes the kind of a scalar`() {
    for number in 0...0x10_FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let text = String(scalar)
      let lower = text.lowercased()
      guard lower != text || !lower.unicodeScalars.elementsEqual(text.unicodeScalars) else {
        continue
      }
      let kinds = Set(lower.unicodeScalars.map { WordRule.kind(of: $0.value) })
      #expect(kinds == [WordRule.kind(of: number)], "U+\(String(number, radix: 16))")
    }
  }

  @Test func `The lower-case form of a list is that of its words`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let text = String(decoding: Self.text(8, &random), as: UTF16.self)
      #expect(LowerCase.bytes(of: Array(text.utf8)) == Array(text.lowercased().utf8), "\(text)")
    }
  }

  @Test func `An index is equal after writing and reading, and matches its texts`() throws {
    let (storage, _) = try Self.archive(seed: 7)
    let archive = try ArchiveReader(storage)
    #expect(try archive.verify(.deep).isIntact)
    for member in archive.directory.members where member.isWordIndex {
      let index = try ArchiveWords(archive: archive).index(member)
      #expect(index.blocks.count == 4)
      #expect(try WordIndex(index.bytes, limits: .standard) == index)
      let words = index.words.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
      #expect(zip(words, words.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }
  }

  @Test func `Words, wide characters and long words`() {
    var collector = WordCollector()
    let long = String(repeating: "x", count: 256)
    let texts = ["Ab c-d\\n再见面 早\n", "\(long) ab\n", String(repeating: "y", count: 255) + "\n"]
    for (number, text) in texts.enumerated() {
      collector.add(block: number + 5, text: Array(text.utf8), check: 1)
    }
    let index = collector.finish()
    #expect(
      String(decoding: index.words, as: UTF8.self)
        == "\nAb\nab\nc\nd\n" + String(repeating: "y", count: 255) + "\n再见\n早\n见面\n")
    #expect(index.blocks == 5..<8)
    for (text, expected) in [
      ("Ab", [true, true, false]), ("ab", [false, true, false]), ("b", [true, true, false]),
      (" c", [true, true, false]), ("-d\\", [true, false, false]), ("见", [true, true, false]),
      ("见早", [false, true, false]), ("yyy", [false, true, true]),
      // A complete word does not match longer words.
      (" yyy ", [false, false, false]), (" Ab ", [true, false, false]),
      (" ab c", [false, true, false]),
      // Earlier programs listed only words of up to 64 bytes.
      (" \(String(repeating: "z", count: 65)) ", [false, true, false]),
      (" \(long) ", [false, true, false]),
    ] {
      let query = WordQuery(Array(text.utf8), ignoresCase: false)
      #expect(query.flatMap { try? index.mayContain($0) } == expected, "\(text)")
    }
    #expect(WordQuery(Array(" -。".utf8), ignoresCase: false) == nil)
  }

  @Test
  func `A damaged index is reported and not used, and a forged one is found by verification`()
    throws
  {
    let (storage, _) = try Self.archive(seed: 3)
    let archive = try ArchiveReader(storage)
    let query = try #require(ArchiveQuery("storm"))
    let expected = try Self.hits(archive, query, usesIndex: false)
    let member = try #require(archive.directory.members.first { $0.isWordIndex })
    for place in stride(from: member.contentOffset, to: member.end, by: 3) {
      let damaged = MemoryStorage(storage.bytes)
      damaged.bytes[place] ^= 4
      var (errors, hits): ([InputError], [String]) = ([], [])
      try ArchiveReader(damaged).search(query) {
        errors.append($0)
      } _: {
        hits.append("\($0) \($1)")
      }
      // A verification finds damage in parts that the search does not read.
      let codes: Set<InputError.Code> = [
        .archiveChecksum, .archiveIndex, .archiveVersion, .bytesTruncated,
      ]
      #expect(errors.count <= 1 && errors.allSatisfy { codes.contains($0.code) })
      #expect(hits == expected)
      #expect(try !ArchiveReader(damaged).verify().isIntact)
    }
    // A forged index without words, whose hashes are valid.
    let index = try ArchiveWords(archive: archive).index(member)
    let empty = WordIndex(
      firstBlock: index.firstBlock, checks: index.checks,
      list: WordList(words: [], sizes: [], postings: [], blockCount: index.checks.count))
    #expect(try WordIndex(empty.bytes, limits: .standard) == empty)
    #expect { try ArchiveWords(archive: archive).compare(empty, at: 9) } throws: {
      ($0 as? InputError)?.code == .archiveIndex
    }
  }

  @Test(arguments: [1, 2])
  func `Invalid indexes are refused`(version: Int) throws {
    let (storage, _) = try Self.archive(seed: 3)
    let archive = try ArchiveReader(storage)
    let member = try #require(archive.directory.members.first { $0.isWordIndex })
    let index = try ArchiveWords(archive: archive).index(member)
    let bytes = version == 1 ? index.bytesOfVersion1 : index.bytes
    #expect(try WordIndex(bytes, limits: .standard) == index)
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        // It is refused, or searched without a trap.
        if let index = try? WordIndex(changed, limits: .standard),
          let query = WordQuery(Array("storm".utf8), ignoresCase: true)
        {
          _ = try? index.mayContain(query)
        }
      }
      #expect(throws: InputError.self) { try WordIndex(Array(bytes[..<place]), limits: .standard) }
    }
    #expect(throws: InputError.self) { try WordIndex(bytes, limits: Limits(outputBytes: 10)) }
  }

  @Test func `Merging, compaction and additions keep the index; otherwise nothing changes`()
    throws
  {
    let (storage, _) = try Self.archive(seed: 11)
    let (plain, _) = try Self.archive(seed: 11, indexes: false)
    #expect(try !ArchiveReader(plain).hasWordIndex)
    let target = MemoryStorage()
    _ = try ArchiveReader(storage).compact(to: target, keepsVersions: true)
    let compacted = try ArchiveReader(target)
    #expect(compacted.hasWordIndex && compacted.blockCount == 1)
    #expect(try compacted.verify(.deep).isIntact)
    // Without the option, a small addition has no index and a large one has.
    for (count, expected) in [(1, 1), (9000, 2)] {
      let writer = try ArchiveWriter(target)
      for index in 0..<count { try writer.append(IADocument(IAString("message \(index)"))) }
      _ = try writer.finish()
      let archive = try ArchiveReader(target)
      #expect(archive.directory.members.count { $0.isWordIndex } == expected)
      #expect(try archive.verify(.deep).isIntact)
    }
    let merged = MemoryStorage()
    for index in 0..<5 {
      var options = ArchiveOptions()
      options.indexesWords = index > 2
      let writer = try ArchiveWriter(merged, mode: .create, options: options)
      try writer.append(IADocument(IAString("wind \(index)")))
      _ = try writer.finish()
    }
    #expect(try GenerationMerge().run(on: merged) == 4)
    let archive = try ArchiveReader(merged)
    #expect(archive.directory.members.count { $0.isWordIndex } == 1 && archive.attachmentCount == 0)
    #expect(try archive.verify(.deep).isIntact)
    let query = try #require(ArchiveQuery("wind"))
    #expect(try Self.hits(archive, query, usesIndex: true).count == 5)
  }

  @Test func `A repair restores the index byte by byte`() throws {
    var options = ArchiveOptions()
    options.indexesWords = true
    let bytes = try ArchiveFixture.archive([ArchiveFixture.messages(40, seed: 2)], options: options)
    let member = try #require(
      try ArchiveReader(MemoryStorage(bytes)).directory.members.first { $0.isWordIndex })
    var damaged = bytes
    damaged[member.contentOffset + 30] ^= 255
    #expect(try !ArchiveReader(MemoryStorage(damaged)).verify().isIntact)
    #expect(try ArchiveFixture.repair(damaged).bytes == bytes)
  }
}
