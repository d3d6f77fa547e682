import Foundation
import IAArchive
import IACodec
import IATestSupport
import IAText
import Testing

/// Other programs that open, verify and read archives of this suite.
@Suite struct ArchiveToolTests {
  /// Runs a shell command and returns its output; records an issue if it fails.
  static func run(_ command: String, in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(command): \(text.suffix(500))")
    return text
  }

  static func has(_ tool: String) -> Bool {
    ["/usr/bin/", "/usr/local/bin/", "/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + tool)
    }
  }

  static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "ia-archive-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  static let reader = ExternalCorpora.packageRoot.appending(path: "Specs/reference/iaa.py").path

  @Test func `ZIP programs open an archive, and sha256sum verifies it`() throws {
    let bytes = try ArchiveFixture.archive(
      [ArchiveFixture.documents(20, seed: 51), ArchiveFixture.messages(20, seed: 52)])
    let commands = [
      ("unzip", "unzip -tq a.iaa"), ("bsdtar", "bsdtar tf a.iaa"), ("7zz", "7zz t a.iaa"),
      ("python3", "python3 -m zipfile -t a.iaa"),
      (
        "unzip",
        "unzip -q a.iaa -d x && cd x && sha256sum --quiet -c META-INF/*/manifest-sha256.txt"
      ),
    ]
    try Self.withFolder { folder in
      try Data(bytes).write(to: folder.appending(path: "a.iaa"))
      for (tool, command) in commands where Self.has(tool) {
        _ = try Self.run(command, in: folder)
      }
    }
  }

  @Test(.enabled(if: has("python3"))) func `A reader made from the specification agrees`() throws {
    let documents = ArchiveFixture.documents(60, seed: 53)
    let bytes = try ArchiveFixture.archive(
      [Array(documents[..<40]), Array(documents[40...])],
      options: ArchiveOptions(blockDocuments: 16))
    let archive = try ArchiveReader(MemoryStorage(bytes))
    try Self.withFolder { folder in
      try Data(bytes).write(to: folder.appending(path: "a.iaa"))
      #expect(try Self.run("python3 \(Self.reader) verify a.iaa", in: folder) == "intact\n")
      let list = try Self.run("python3 \(Self.reader) list a.iaa", in: folder)
      var expected = ""
      try archive.forEachEntry { expected += "\($0.ordinal)\t\($0.id)\t\($0.name)\n" }
      #expect(list == expected)
      let texts = try Self.run("python3 \(Self.reader) texts a.iaa", in: folder)
        .split(separator: "\n")
      #expect(texts.count == 60)
      for (index, line) in texts.enumerated() {
        #expect(
          Self.units(ofJSON: line)
            == documents[index].string.units(
              in: documents[index].string.utf16Range), "document \(index)")
      }
      // The other program restores a gap in the middle.
      var damaged = bytes
      for place in bytes.count / 3..<bytes.count / 3 + 3000 { damaged[place] = 0x55 }
      try Data(damaged).write(to: folder.appending(path: "b.iaa"))
      _ = try Self.run("python3 \(Self.reader) restore b.iaa c.iaa", in: folder)
      let restored = try Data(contentsOf: folder.appending(path: "c.iaa"))
      let report = try ArchiveReader(MemoryStorage(Array(restored))).verify()
      #expect(report.damages.allSatisfy { $0.member.contains("recovery") })
    }
  }

  @Test(
    .enabled(
      if: ReferenceReaders.python != nil,
      "python3 with the module zstandard; Scripts/bootstrap --tests"),
    arguments: [0, 1, 2])
  func `A reader written from the specifications reads complete documents`(manner: Int) throws {
    // The three kinds of name lookup: by bounds, by marks, and without names. The first one has a
    // dictionary for its columns.
    let dictionary =
      manner == 0
      ? CompressionDictionary.trained(
        on: ArchiveFixture.messages(2000, seed: 55).map { CompactEncoder.body(of: $0) },
        byteCount: 8192) : nil
    let options = ArchiveOptions(blockDocuments: 16, dictionary: dictionary)
    // The name lookup does not depend on the content of the documents.
    let documents =
      manner == 0
      ? try Corpus.documents().map(\.document) + ArchiveFixture.documents(80, seed: 56)
      : ArchiveFixture.documents(20, seed: 56) + ArchiveFixture.messages(90, seed: 57)
    let storage = MemoryStorage()
    for half in [documents[..<70], documents[70...]] {
      let writer = try ArchiveWriter(
        storage, mode: half.startIndex == 0 ? .create : .existing, options: options)
      for (index, document) in zip(half.indices, half) {
        let scattered = "\(index * 7919 % 1000) \(index)"
        try writer.append(
          document, name: ["\(1000 + index)", scattered, ""][manner])
      }
      _ = try writer.finish()
    }
    let archive = try ArchiveReader(MemoryStorage(storage.bytes))
    var expected = ""
    try archive.forEachEntry { expected += "\($0.ordinal)\t\($0.id)\t\($0.name)\n@" }
    var dumps = documents.map { $0.dump() }[...]
    expected = expected.split(separator: "@").map { $0 + (dumps.popFirst() ?? "") }.joined()
    try Self.withFolder { folder in
      let path = folder.appending(path: "a.iaa").path
      try Data(storage.bytes).write(to: URL(filePath: path))
      #expect(ReferenceReaders.output("iaa.py", ["verify", path]) == "intact\n")
      expectEqualLines(ReferenceReaders.output("iaa.py", ["dump", path]) ?? "", expected)
      for ordinal in manner == 2 ? [] : [0, 40, 99] {
        let name = manner == 0 ? "\(1000 + ordinal)" : "\(ordinal * 7919 % 1000) \(ordinal)"
        #expect(ReferenceReaders.output("iaa.py", ["find", path, name]) == "\(ordinal)\n")
      }
      #expect(ReferenceReaders.output("iaa.py", ["find", path, "nowhere"])?.isEmpty == true)
    }
  }

  /// Returns the units of an ASCII JSON string, as Python writes it.
  static func units(ofJSON line: Substring) -> [UInt16] {
    var units: [UInt16] = []
    var rest = Array(line.utf16.dropFirst().dropLast())[...]
    while let unit = rest.popFirst() {
      guard unit == 0x5C, let kind = rest.popFirst() else {
        units.append(unit)
        continue
      }
      let short: [UInt16: UInt16] = [0x6E: 10, 0x72: 13, 0x74: 9, 0x62: 8, 0x66: 12]
      if kind == 0x75 {
        let digits = String(decoding: rest.prefix(4), as: UTF16.self)
        units.append(UInt16(digits, radix: 16) ?? 0)
        rest = rest.dropFirst(4)
      } else {
        units.append(short[kind] ?? kind)
      }
    }
    return units
  }

  @Test(.enabled(if: has("openssl"))) func `openssl verifies a signature as documented`() throws {
    let bytes = try ArchiveFixture.archive([ArchiveFixture.messages(3, seed: 54)])
    let keys = ArchiveSignature.makeKeys()
    let signature = try ArchiveSignature(
      signing: ArchiveReader(MemoryStorage(bytes)), privateKey: keys.privateKey)
    try Self.withFolder { folder in
      try Data(signature.bytes).write(to: folder.appending(path: "a.iasig"))
      let head: [UInt8] = [0x30, 0x2A, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 3, 0x21, 0]
      let pem = """
        -----BEGIN PUBLIC KEY-----
        \(Data(head + keys.publicKey).base64EncodedString())
        -----END PUBLIC KEY-----

        """
      try Data(pem.utf8).write(to: folder.appending(path: "key.pem"))
      let verdict = try Self.run(
        """
        head -n 6 a.iasig > statement &&
        tail -n 1 a.iasig | cut -d ' ' -f 2 | base64 -d > signature &&
        openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in statement -sigfile signature
        """, in: folder)
      #expect(verdict.contains("Success"))
    }
  }
}
