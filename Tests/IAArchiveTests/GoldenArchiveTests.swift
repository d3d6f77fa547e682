import Foundation
import IABytes
import IATestSupport
import IAText
import Testing

@testable import IAArchive

/// The archives in Corpus/iaa, which another program wrote from the specification.
@Suite struct GoldenArchiveTests {
  static func archive(_ name: String) throws -> ArchiveReader {
    try ArchiveReader(MemoryStorage(try Corpus.bytes(of: "iaa/" + name)))
  }

  @Test(arguments: try Corpus.paths(in: "iaa", suffix: ".iaa"))
  func `A golden archive is intact`(path: String) throws {
    let report = try ArchiveReader(MemoryStorage(try Corpus.bytes(of: path))).verify(.deep)
    #expect(report.damages == [])
    #expect(report.isIntact)
    #expect(report.decodedDocumentCount > 0)
  }

  @Test func `A plain archive has its texts and intensities`() throws {
    let archive = try Self.archive("plain.iaa")
    #expect(archive.documentCount == 3)
    #expect(try archive.document(at: 0).string == IAString("Hi!", intensity: 72))
    #expect(
      try archive.document(id: 2)?.string == IAString("two\nlines \\ and a backslash"))
    let last = try #require(try archive.document(id: 5)).string
    #expect(last.text == "loud and quiet")
    #expect(
      last.intensities(in: last.utf16Range)
        == [UInt8](repeating: 90, count: 5) + [UInt8](repeating: 10, count: 9))
    #expect(try archive.entry(named: "plain") == nil)
  }

  @Test func `Names are found by bounds and by marks, in each generation`() throws {
    let archive = try Self.archive("two-generations.iaa")
    #expect(archive.generation == 2)
    #expect(try archive.document(named: "letters/2")?.string.text == "Второе.")
    #expect(try archive.document(named: "letters/3")?.string.text == "Drittes.")
    #expect(try archive.document(named: "letters/10")?.string.text == "Later: 再见 🎉")
    for name in ["letters/4", "letters/", "letters/100", "a", "z"] {
      #expect(try archive.entry(named: name) == nil)
    }
    let first = try #require(try archive.opened(atGeneration: 1))
    #expect(first.documentCount == 4)
    #expect(try first.entry(named: "letters/10") == nil)
    #expect(try archive.opened(atGeneration: 3) == nil)
  }

  @Test(arguments: [("words", 1), ("words-2", 2)])
  func `A word index from another program has the words of its JSON file`(
    name: String, version: Int
  ) throws {
    let archive = try Self.archive(name + ".iaa")
    let json = try JSONDecoder().decode(
      [String: [Int]].self, from: Data(try Corpus.bytes(of: "iaa/\(name).json")))
    #expect(json.count > 40 && archive.hasWordIndex && archive.attachmentCount == 0)
    let member = try #require(archive.directory.members.first { $0.isWordIndex })
    let start = try archive.source.read(12, at: member.contentOffset)
    #expect(try WordIndex.version(start) == version)
    let index = try ArchiveWords(archive: archive).index(member)
    let words = index.words.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    #expect(words.map { String(decoding: $0, as: UTF8.self) }.sorted() == json.keys.sorted())
    for (word, blocks) in json where !word.isEmpty {
      let query = WordQuery(Array(" \(word) ".utf8), ignoresCase: false)
      let found = try query.map { try index.mayContain($0) } ?? []
      #expect(Set(index.blocks.filter { found[$0 - index.firstBlock] }) == Set(blocks), "\(word)")
    }
    // A longer word may begin with the searched word.
    let parts = try #require(WordQuery(Array(" wind".utf8), ignoresCase: false))
    let found = try index.mayContain(parts)
    for block in json[""] ?? [] {
      #expect(found[block - index.firstBlock])
    }
  }

  @Test(arguments: try Corpus.paths(in: "iaa/bad", suffix: ".iaa"))
  func `A bad archive is refused, or found by verification, with the code in its name`(
    path: String
  ) throws {
    let bytes = try Corpus.bytes(of: path)
    var errors: [InputError] = []
    var archive: ArchiveReader?
    do {
      let opened = try ArchiveReader(MemoryStorage(bytes))
      archive = opened
      for ordinal in 0..<opened.documentCount { _ = try opened.document(at: ordinal) }
    } catch let error as InputError {
      errors.append(error)
    }
    let damages = try archive?.verify(.deep).damages ?? []
    // An archive that opens is never reported as intact, even if its documents can be read.
    #expect(archive == nil || !damages.isEmpty)
    // If only hashes are wrong, all documents can be read.
    if errors.isEmpty { errors = damages.map(\.error) }
    let name = path.split(separator: "/").last?.split(separator: "+").first
    #expect(errors.contains { $0.code.rawValue == name.map(String.init) })
    #expect(errors.allSatisfy { $0.byteOffset <= bytes.count })
    // The hashes detect flipped bits. In the other files, and in word indexes with wrong checksums,
    // the hashes were computed after the change.
    if let archive, path.contains("/archive.checksum+"), !path.contains("+words-") {
      #expect(try !archive.verify(.stored).isIntact)
    }
  }

  @Test func `There are golden archives of both kinds`() throws {
    #expect(try Corpus.paths(in: "iaa", suffix: ".iaa").count >= 2)
    #expect(try Corpus.paths(in: "iaa/bad", suffix: ".iaa").count >= 8)
  }
}
