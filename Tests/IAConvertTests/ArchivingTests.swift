import Foundation
import IABytes
import IAConvert
import IAFormats
import IATestSupport
import IAText
import Testing

@Suite struct ArchivingTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  private func files(_ inputs: [String]) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    try FileCollection(inputs).forEach { file in
      files[file.path] = try file.source.bytes(limits: .standard)
    }
    return files
  }

  @Test func `The corpus is unchanged after an archive, a bag and two folders`() throws {
    try inFolder { folder in
      let corpus = ExternalCorpora.packageRoot.appending(path: "Corpus/markdown").path
      let original = try files([corpus])
      #expect(original.count > 3)
      var last = corpus
      for (step, isBag) in [("a.zip", false), ("b.tar.zst", true), ("c", false), ("d", true)] {
        let next = folder + "/" + step
        var archiving = Archiving(FileCollection([last]), conversion: nil)
        archiving.isBag = isBag
        #expect(try archiving.run(to: next) { _ in }.written == original.count)
        #expect(try files([next]) == original, "\(step)")
        #expect(try ArchiveCheck(FileCollection([next])).run().faults == [])
        last = next
      }
    }
  }

  @Test func `Inside archives, only archives by name and content are opened`() throws {
    try inFolder { folder in
      let inner = ZipBuilder([.init("x.md", "x")]).bytes
      var files: [ZipBuilder.File] = [
        .init("a.docx"), .init("b.iaa"), .init("c.zip"), .init("d"), .init("e.zip"),
        .init("f.tar"), .init("g.rtfd.zip"), .init("last.txt", "text"),
      ]
      for index in [0, 1, 2, 3, 6] { files[index].content = inner }
      // An inconsistent archive, and a tar archive that is truncated after its first entry.
      files[4].content = Array(inner.dropLast(3))
      files[5].content = Self.cutTar
      try write(ZipBuilder(files).bytes, to: folder + "/o.zip")
      var omitted: [String] = []
      var found: [String] = []
      try FileCollection([folder + "/o.zip"]).forEach { omission in
        omitted.append(omission.label + " " + omission.failure.code)
      } _: {
        found.append($0.path)
      }
      #expect(
        found == [
          "a.docx", "b.iaa", "c.zip/x.md", "d", "e.zip", "f.tar/first", "g.rtfd.zip", "last.txt",
        ])
      #expect(omitted == [folder + "/o.zip/f.tar unpack.damaged"])
    }
  }

  /// A tar archive with an empty file and a truncated next header.
  private static var cutTar: [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put("first", at: 0)
    put("0000644\u{0}0000000\u{0}0000000\u{0}00000000000\u{0}00000000000\u{0}        0", at: 100)
    put("ustar\u{0}00", at: 257)
    let digits = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - digits.count) + digits + "\u{0} ", at: 148)
    return header + [UInt8](repeating: 0x55, count: 100)
  }

  @Test func `Documents are converted, and equal names get numbers`() throws {
    try inFolder { folder in
      for name in ["one", "two"] {
        let path = folder + "/" + name
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true)
        try write(Array("# \(name)\n".utf8), to: path + "/note.md")
      }
      let collection = FileCollection([folder + "/one", folder + "/two"])
      let archiving = Archiving(collection, conversion: Conversion(to: FormatID("json")))
      let summary = try archiving.run(to: folder + "/out.zip") { _ in }
      #expect(summary.written == 2)
      #expect(Set(try files([folder + "/out.zip"]).keys) == ["note.json", "note-2.json"])
    }
  }

  @Test(arguments: [[], ["--scheme"], ["--changes"]])
  func `An archive of files is that of the documents converted one by one`(options: [String]) throws
  {
    try inFolder { folder in
      let corpus = ExternalCorpora.packageRoot.appending(path: "Corpus/documents").path
      var conversion = Conversion(to: .ia)
      if options == ["--scheme"] { conversion.writeOptions.display.renderScheme = "HueGYRScheme" }
      if options == ["--changes"] { conversion.writeOptions.changes = .reject }
      let collection = FileCollection([corpus])
      var steps: [Archiving] = []
      for _ in 0..<2 {
        var archiving = Archiving(collection, conversion: conversion)
        archiving.includesDescription = false
        steps.append(archiving)
      }
      _ = try steps[0].run(to: folder + "/direct.iaa") { _ in }
      _ = try steps[1].run(to: folder + "/files") { _ in }
      let direct = try files([folder + "/direct.iaa"])
      let converted = try files([folder + "/files"])
      // The archive has the names of documents; the folder has the names of files.
      #expect(direct.count > 5 && direct.count == converted.count)
      for (name, bytes) in direct {
        let file = converted[name.hasSuffix(".ia") ? name : name + ".ia"] ?? []
        let texts = try [bytes, file].map { try IADocument($0, as: .ia).data(as: .json).bytes }
        #expect(texts[0] == texts[1], "\(name)")
      }
    }
  }

  @Test func `A strict archive refuses losses`() throws {
    try inFolder { folder in
      try write(Array("<p>page <canvas></canvas>".utf8), to: folder + "/b.html")
      var conversion = Conversion(to: .ia)
      conversion.isStrict = true
      let archiving = Archiving(FileCollection([folder + "/b.html"]), conversion: conversion)
      #expect(throws: Failure.self) { try archiving.run(to: folder + "/out.iaa") { _ in } }
      #expect(!FileManager.default.fileExists(atPath: folder + "/out.iaa"))
    }
  }

  @Test func `Files with losses are counted`() throws {
    try inFolder { folder in
      try write(Array("plain\n".utf8), to: folder + "/a.md")
      try write(Array("<p>page <canvas></canvas>".utf8), to: folder + "/b.html")
      let archiving = Archiving(
        FileCollection([folder + "/a.md", folder + "/b.html"]),
        conversion: Conversion(to: FormatID("text")))
      let summary = try archiving.run(to: folder + "/out.zip") { _ in }
      #expect(summary.written == 2 && summary.lossy == 1)
    }
  }

  @Test func `An archive inside an archive is opened, but no deeper one`() throws {
    try inFolder { folder in
      let inner = ZipBuilder([.init("deep.txt", "deep")]).bytes
      var middle = ZipBuilder.File("inner.zip")
      middle.content = inner
      var outer = ZipBuilder.File("middle.zip")
      outer.content = ZipBuilder([middle, .init("m.txt", "m")]).bytes
      try write(ZipBuilder([outer, .init("o.txt", "o")]).bytes, to: folder + "/outer.zip")
      let found = try files([folder + "/outer.zip"])
      #expect(Set(found.keys) == ["o.txt", "middle.zip/m.txt", "middle.zip/inner.zip"])
      #expect(found["middle.zip/inner.zip"] == inner)
    }
  }

  @Test func `A damaged file is reported, and the others are read`() throws {
    try inFolder { folder in
      var bad = ZipBuilder.File("bad.txt", "bad")
      bad.crc32 = 1
      let path = folder + "/x.zip"
      try write(ZipBuilder([.init("a", "a"), bad, .init("b", "b")]).bytes, to: path)
      let outcome = try ArchiveCheck(FileCollection([path])).run()
      #expect(outcome.checked == 2)
      #expect(outcome.faults.map(\.path) == [path + "/bad.txt"])
      #expect(Set(try files([path]).keys) == ["a", "b"])
      let missing = try ArchiveCheck(FileCollection([folder + "/none.zip", path])).run()
      #expect(missing.unread.map(\.status) == [.noInput])
      #expect(missing.checked == 2 && missing.status == .damage)
    }
  }

  @Test func `A sample is a reproducible share of the files`() throws {
    try inFolder { folder in
      let path = folder + "/many.zip"
      try write(ZipBuilder((0..<400).map { .init("\($0).txt", "\($0)") }).bytes, to: path)
      var check = ArchiveCheck(FileCollection([path]))
      check.sample = 0.1
      let outcome = try check.run()
      #expect((20...60).contains(outcome.checked))
      #expect(outcome.checked + (outcome.counts[.notRead] ?? 0) == 400)
      #expect(try check.run() == outcome)
    }
  }

  @Test func `No file remains if an output cannot be completed`() throws {
    try inFolder { folder in
      try write(Array("# note\n".utf8), to: folder + "/a.md")
      var conversion = Conversion(to: FormatID("text"))
      conversion.isStrict = true
      for output in ["out.zip", "out"] {
        let archiving = Archiving(FileCollection([folder + "/a.md"]), conversion: conversion)
        #expect(throws: Failure.self) { try archiving.run(to: folder + "/" + output) { _ in } }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.md"])
    }
  }
}
