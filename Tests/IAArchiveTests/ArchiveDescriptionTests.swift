import Foundation
import IABytes
import IACodec
import IAFiles
import IAFormats
import IAJSON
import IASyntax
import IATestSupport
import IAText
import Testing

@testable import IAArchive

/// Descriptions that archives contain, and the reader program in them.
@Suite struct ArchiveDescriptionTests {
  @Test(arguments: ArchiveDescription.allCases)
  func `The files in the program equal those in the repository`(part: ArchiveDescription) throws {
    let path = part == .reader ? "Specs/reference/reader.py" : "Specs" + part.rawValue.dropFirst(5)
    let url = ExternalCorpora.packageRoot.appending(path: path)
    let isCurrent = try ArchiveDescription.files[part]?.content == Array(Data(contentsOf: url))
    #expect(isCurrent, "\(path) has changed: run Scripts/generate-description")
  }

  @Test func `The description takes at most 40 KB`() throws {
    let documents = ArchiveFixture.messages(3, seed: 61)
    func size(_ isDescribed: Bool) throws -> Int {
      let storage = MemoryStorage()
      let writer = try ArchiveWriter(
        storage, mode: .createNew,
        options: ArchiveOptions(recoveryPercent: 0, includesDescription: isDescribed))
      for document in documents { try writer.append(document) }
      return try writer.finish().byteCount
    }
    #expect(try size(true) - size(false) <= 40_000 - ArchiveText.readMe.utf8.count)
  }

  @Test func `Lists of names are equal after writing and reading`() throws {
    var list = NameList()
    let digest = SHA256Digest(of: [1, 2, 3])
    let names = ["", "-", "a b", "tab\there", "line\nend", "\\", "letters/ä 🎉", "\u{FEFF}"]
    for (index, name) in names.enumerated() {
      list.entries.append(
        .init(
          ordinal: 7 + index, name: name,
          origin: index % 2 == 0
            ? nil
            : DocumentOrigin(
              fileName: name + ".md", mediaType: index == 3 ? nil : "text/markdown",
              byteCount: index * 1000, digest: digest)))
    }
    let again = try #require(NameList(list.bytes))
    #expect(again.entries == list.entries)
    let text = String(decoding: list.bytes, as: UTF8.self)
    #expect(text.split(separator: "\n").count == names.count + 1)
    for broken in ["", "ordinal", text + "x", NameList.heading + "1\ta\n"] {
      #expect(NameList(Array(broken.utf8)) == nil)
    }
  }

  /// More than a megabyte of lines, which are compressed in parts, with the first original file at
  /// different places.
  @Test(arguments: [nil, 0, 9_000, 19_998])
  func `Long lists of names equal lists written without parts`(firstOriginal: Int?) throws {
    var expected =
      firstOriginal == nil ? NameList.heading : NameList.headingWithOriginals
    var writer = NameListWriter()
    for ordinal in 0..<20_000 {
      let name = ordinal % 7 == 0 ? "" : "folder \(ordinal / 100)/name \(ordinal)"
      var origin: DocumentOrigin?
      if ordinal % 3 != 1 {
        let digest = SHA256Digest(of: Array("\(ordinal)".utf8))
        origin = DocumentOrigin(
          fileName: "name \(ordinal).md", mediaType: "text/markdown", byteCount: ordinal,
          digest: digest)
        if let firstOriginal,
          ordinal == firstOriginal || ordinal > firstOriginal && ordinal % 2 == 0
        {
          origin?.originalSuffix = "md"
        }
      }
      writer.append(.init(ordinal: ordinal, name: name, origin: origin))
      let fields: [String?] =
        ["\(ordinal)", name.isEmpty ? nil : name, origin?.fileName, origin?.mediaType]
        + [origin.map { "\($0.byteCount)" }, origin.map { "\($0.digest)" }]
        + (firstOriginal == nil
          ? [] : [origin?.isKept == true ? origin.map { "originals/\($0.digest).md" } : nil])
      expected += fields.map { $0 ?? "-" }.joined(separator: "\t") + "\n"
    }
    #expect(writer.hasNamesOrOrigins)
    let bytes = writer.finish()
    // The lists are too long for a failure message.
    let isExpected = bytes.elementsEqual(expected.utf8)
    #expect(isExpected)
    let isReadAlike = NameList(bytes)?.bytes == bytes
    #expect(isReadAlike)
    #expect(writer.finish().elementsEqual(NameList.heading.utf8))
  }

  @Test func `Origins of documents are kept in further generations and in compaction`() throws {
    let documents = ArchiveFixture.messages(4, seed: 62)
    let origin = DocumentOrigin(
      fileName: "chat.json", mediaType: "application/json", byteCount: 12,
      digest: SHA256Digest(of: [9]))
    let storage = MemoryStorage()
    for half in [0..<2, 2..<4] {
      let writer = try ArchiveWriter(storage, mode: .create)
      for index in half {
        try writer.append(documents[index], name: "\(index)", origin: index == 1 ? nil : origin)
      }
      _ = try writer.finish()
    }
    let archive = try ArchiveReader(storage)
    #expect(try archive.origins() == [0: origin, 2: origin, 3: origin])
    #expect(try archive.verify(.deep).isIntact)
    let target = MemoryStorage()
    _ = try archive.compact(to: target)
    #expect(try ArchiveReader(target).origins() == [0: origin, 2: origin, 3: origin])
  }

  @Test(
    .enabled(if: ArchiveToolTests.has("python3") && ArchiveToolTests.has("unzip")),
    arguments: [0, 1])
  func `The reader in an archive reads the archive without other files`(manner: Int) throws {
    let corpus = try Corpus.documents().map(\.document)
    let documents =
      corpus + ArchiveFixture.documents(40, seed: 63)
      + ArchiveFixture.messages(40, seed: 64)
    let dictionary =
      manner == 0
      ? nil
      : CompressionDictionary.trained(
        on: ArchiveFixture.messages(2000, seed: 65).map { CompactEncoder.body(of: $0) },
        byteCount: 8192)
    let bytes = try ArchiveFixture.archive(
      [Array(documents[..<60]), Array(documents[60...])],
      options: ArchiveOptions(blockDocuments: 50, dictionary: dictionary))
    let archive = try ArchiveReader(MemoryStorage(bytes))
    try ArchiveToolTests.withFolder { folder in
      try Data(bytes).write(to: folder.appending(path: "a.iaa"))
      _ = try ArchiveToolTests.run("unzip -q a.iaa reader.py", in: folder)
      let command = "python3 -I reader.py a.iaa"
      #expect(
        try ArchiveToolTests.run(command + " verify", in: folder)
          == "\(documents.count) documents, no fault\n")
      var expected = ""
      try archive.forEachEntry { expected += "\($0.ordinal)\t\($0.id)\t\($0.name)\n" }
      #expect(try ArchiveToolTests.run(command, in: folder) == expected)
      _ = try ArchiveToolTests.run(command + " extract out", in: folder)
      for (ordinal, document) in documents.enumerated() {
        let digits = String(ordinal)
        let name = "out/" + String(repeating: "0", count: 6 - digits.count) + digits + ".json"
        let theirs = try Data(contentsOf: folder.appending(path: name))
        let read = try JSONDocumentReader().read(
          BytesSource(Array(theirs), name: nil), options: ReadOptions())
        #expect(read.document.dump() == document.dump(), "document \(ordinal)")
      }
      // A flipped bit in a text is detected.
      var damaged = bytes
      let text = try #require(archive.blocks.first?.text)
      damaged[text.contentOffset + text.storedByteCount / 2] ^= 4
      try Data(damaged).write(to: folder.appending(path: "b.iaa"))
      let status = try ArchiveToolTests.run(
        "python3 -I reader.py b.iaa verify 2>&1 || echo $?", in: folder)
      #expect(status.hasSuffix("3\n") && status.contains("damaged"))
    }
  }

  @Test(.enabled(if: ArchiveToolTests.has("python3") && ArchiveToolTests.has("unzip")))
  func `The reader in an archive detects each changed, missing and additional byte`() throws {
    let bytes = try ArchiveFixture.archive(
      [ArchiveFixture.messages(6, seed: 66), ArchiveFixture.messages(3, seed: 67)],
      options: ArchiveOptions(recoveryPercent: 10))
    let script = """
      import reader, struct, sys, zipfile, zlib
      found = (reader.Bad, ValueError, KeyError, IndexError, struct.error, zlib.error, EOFError,
               zipfile.BadZipFile, NotImplementedError)
      good = open("a.iaa", "rb").read()
      def is_sound(content):
          open("b.iaa", "wb").write(content)
          try:
              reader.Archive("b.iaa").verify()
          except found:
              return False
          return True
      assert is_sound(good)
      changes = [good[:at] + bytes([good[at] ^ 1 << at % 8]) + good[at + 1:]
                 for at in range(0, len(good), 149)]
      changes += [good + b"x", b"x" + good, good[:-1], good[1:], good + good, good[:len(good) // 2]]
      print(sum(map(is_sound, changes)), "of", len(changes) > 300)
      """
    try ArchiveToolTests.withFolder { folder in
      try Data(bytes).write(to: folder.appending(path: "a.iaa"))
      try Data(script.utf8).write(to: folder.appending(path: "changes.py"))
      _ = try ArchiveToolTests.run("unzip -q a.iaa reader.py", in: folder)
      #expect(try ArchiveToolTests.run("python3 changes.py", in: folder) == "0 of True\n")
    }
  }
}
