import IABytes
import IATestSupport
import IAText
import IAZip
import Testing

@testable import IAArchive

/// The parts of a word index of version 2 that a search reads, and the blocks it finds.
@Suite struct WordIndexPartTests {
  /// Words of several scripts, sorted by their bytes; some have variants with U+0130 and U+212A.
  private static let words: [String] = {
    var random = SeededGenerator(seed: 18)
    let letters = Array("abcxyzABCXYZ019ßéÉжЖик\u{130}\u{212A}ikIK再见")
    var words: Set<String> = ["", "storm", "Storm", "\u{212A}elvin", "kelvin", "\u{130}stanbul"]
    while words.count < 600 {
      let count = 1 + random.below(9)
      words.insert(String((0..<count).map { _ in letters[random.below(letters.count)] }))
    }
    return words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }()

  private static func index(_ words: [String], blockCount: Int, seed: UInt64) -> WordIndex {
    var random = SeededGenerator(seed: seed)
    var (list, sizes, postings): ([UInt8], ByteWriter, ByteWriter) = (
      [], ByteWriter(), ByteWriter()
    )
    for word in words {
      list += Array(word.utf8) + [0x0A]
      let before = postings.count
      let share = 1 + random.below(12)
      var blocks = (0..<UInt32(blockCount)).filter { _ in random.below(share) == 0 }
      if blocks.isEmpty { blocks = [UInt32(random.below(blockCount))] }
      WordList.append(blocks[...], of: blockCount, to: &postings)
      sizes.varint(postings.count - before)
    }
    return WordIndex(
      firstBlock: 5, checks: [UInt32](repeating: 7, count: blockCount),
      list: WordList(
        words: list, sizes: sizes.bytes, postings: postings.bytes, blockCount: blockCount))
  }

  private static func head(_ bytes: [UInt8]) throws -> WordIndexHead {
    let count = try WordIndexHead.byteCount(bytes, of: bytes.count)
    return try WordIndexHead(Array(bytes[..<count]), of: bytes.count)
  }

  @Test(arguments: [1, 20, 300, 32 << 10])
  func `A search of parts finds the blocks of a search of all words`(partByteCount: Int) throws {
    let index = Self.index(Self.words, blockCount: 40, seed: UInt64(partByteCount))
    let bytes = index.encoded(partByteCount: partByteCount)
    #expect(try WordIndex(bytes, limits: .standard) == index)
    let head = try Self.head(bytes)
    #expect(partByteCount > 300 || head.parts.count > 10)
    var random = SeededGenerator(seed: 3)
    var (reads, searches) = (0, 0)
    for _ in 0..<RandomInputs.count(ofAll: 800) {
      // A word, a part of it, or two parts of words.
      var texts: [String] = []
      for _ in 0...random.below(2) {
        let word = Array(Self.words[random.below(Self.words.count)])
        let start = word.isEmpty ? 0 : random.below(word.count)
        texts.append(String(word[start..<min(word.count, start + 1 + random.below(7))]))
      }
      let space = ["", " "]
      let text =
        space[random.below(2)] + texts.joined(separator: " ") + space[random.below(2)]
      for ignoresCase in [false, true] {
        let needle = Array((ignoresCase ? text.lowercased() : text).utf8)
        guard let query = WordQuery(needle, ignoresCase: ignoresCase) else { continue }
        searches += 1
        let found = try head.mayContain(query, limits: .standard) {
          reads += 1
          return Array(bytes[$0])
        }
        #expect(try found == index.mayContain(query), "\(text) \(ignoresCase)")
      }
    }
    #expect(reads <= searches * head.parts.count)
    #expect(head.parts.count < 10 || reads < searches * head.parts.count * 8 / 10)
  }

  @Test func `The smallest indexes are equal after writing and reading`() throws {
    for words in [[], [""], ["a"], ["", "a"]] {
      let index = Self.index(words, blockCount: 1, seed: 1)
      #expect(try WordIndex(index.bytes, limits: .standard) == index)
      #expect(try WordIndex(index.bytesOfVersion1, limits: .standard) == index)
    }
  }

  @Test func `Only U+0130 and U+212A have lower-case forms with ASCII letters`() {
    for number in 0x80...0x10_FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let lower = String(scalar).lowercased()
      let expected: String? = ["\u{130}": "i\u{307}", "\u{212A}": "k"][String(scalar)]
      if let expected {
        #expect(Array(lower.unicodeScalars) == Array(expected.unicodeScalars))
      } else {
        #expect(lower.utf8.allSatisfy { $0 >= 0x80 }, "U+\(String(number, radix: 16))")
      }
    }
  }

  @Test func `A filter contains the sequences of its words and few others`() {
    var filters = SequenceFilter()
    for step in 0..<30 {
      let words = Self.words[(step * 20)..<(step * 20 + 20)]
      let list: [UInt8] = words.flatMap { (word) -> [UInt8] in Array(word.utf8) + [0x0A] }
      for byteCount in [nil, 0, 1, 77, 4096] {
        let filter = filters.filter(of: list[...], byteCount: byteCount)
        #expect(byteCount.map { filter.count == $0 } ?? (filter.count <= list.count / 16))
        for word in words {
          for ignoresCase in [false, true] {
            let bytes = Array((ignoresCase ? word.lowercased() : word).utf8)
            let sequences = SequenceFilter.sequences(of: bytes, ignoresCase: ignoresCase)
            #expect(SequenceFilter.mayContain(sequences, filter: filter[...]), "\(word)")
          }
        }
        guard byteCount == 4096 else { continue }
        let others = (0..<1000).filter { number in
          let absent = Array("qq\(number)qq".utf8)
          return SequenceFilter.mayContain(
            SequenceFilter.sequences(of: absent, ignoresCase: false), filter: filter[...])
        }
        #expect(others.count < 10)
      }
    }
    // The filter of words that are too short for sequences.
    #expect(filters.filter(of: Array("a\nbc\n".utf8)[...]) == [])
    #expect(SequenceFilter.mayContain([1, 2], filter: []))
  }

  @Test func `A search of a large archive reads few parts, and damage of others does not matter`()
    throws
  {
    let storage = MemoryStorage()
    var options = ArchiveOptions(recoveryPercent: 0, includesDescription: false)
    options.indexesWords = true
    let writer = try ArchiveWriter(storage, mode: .create, options: options)
    for number in 0..<20_000 {
      var text = "message number\(number)"
      if number == 12_345 { text += " Zyzzyva" }
      try writer.append(IADocument(IAString(text)))
    }
    _ = try writer.finish()
    let archive = try ArchiveReader(storage)
    let member = try #require(archive.directory.members.first { $0.isWordIndex })
    let head = try Self.head(
      Array(storage.bytes[member.contentOffset..<member.end]))
    #expect(head.parts.count > 6)
    // The last part contains no word with an upper-case letter.
    let part = try #require(head.parts.last)
    let damaged = MemoryStorage(storage.bytes)
    damaged.bytes[member.contentOffset + part.stored.lowerBound + 9] ^= 1
    for (text, isDamageRead) in [("yzzyva", false), ("number19999", true), ("e number77", true)] {
      for ignoresCase in [false, true] {
        let query = try #require(ArchiveQuery(text, ignoresCase: ignoresCase))
        let skipped = try ArchiveWords(archive: archive).blocks(without: query) {
          Issue.record("\($0)")
        }
        #expect(skipped.count > archive.blockCount / 3)
        var (errors, found): ([InputError], [Int]) = ([], [])
        try ArchiveReader(damaged).search(query) {
          errors.append($0)
        } _: { entry, _ in
          found.append(entry.ordinal)
        }
        var expected: [Int] = []
        try archive.search(query, usesIndex: false) {
          Issue.record("\($0)")
        } _: { entry, _ in
          expected.append(entry.ordinal)
        }
        #expect(found == expected && !found.isEmpty)
        #expect(errors.isEmpty || isDamageRead && errors.map(\.code) == [.archiveChecksum])
        #expect(isDamageRead || errors.isEmpty)
      }
    }
    #expect(try !ArchiveReader(damaged).verify().isIntact)
    #expect(try archive.verify(.deep).isIntact)
  }
}

extension WordIndex {
  /// The index in the format of programs that support only version 1.
  var bytesOfVersion1: [UInt8] {
    let (words, sizes) = (Deflate.compress(list.words), Deflate.compress(list.sizes))
    var writer = ByteWriter()
    writer.append(Self.sync)
    writer.fixed(UInt16(1))
    writer.fixed(UInt16(0))
    for number in [
      firstBlock, checks.count, list.words.count { $0 == 0x0A }, list.words.count, words.count,
      list.sizes.count, sizes.count,
    ] {
      writer.fixed(UInt32(number))
    }
    for check in checks { writer.fixed(check) }
    writer.append(words)
    writer.append(sizes)
    writer.append(Array(list.postings))
    return writer.bytes
  }
}
