import Foundation
import IABytes
import IAConvert
import IAFiles
import IAFormats
import IASyntax
import IATestSupport
import IAText
import Testing

/// Reading and writing RTFD in a ZIP archive.
@Suite("Zipped RTFD") struct ZippedFolderTests {
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zipped-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func document() throws -> IADocument {
    var document = try Corpus.document("attachments")
    document.append([1, 2, 3], as: .file, name: "notes.bin")
    document.append([4], as: .file, name: "CON.txt")
    return document
  }

  private func write(_ document: IADocument, to path: URL) throws {
    let json = path.deletingLastPathComponent().appending(path: "in.json")
    var sink = BytesSink()
    let writer = try FormatRegistry.standard.writer(id: FormatID("json"))
    _ = try writer.write(document, to: &sink, options: WriteOptions())
    try Data(sink.bytes).write(to: json)
    _ = try Conversion(to: FormatID("rtfd")).run(from: .file(json.path), to: .file(path.path))
  }

  private func read(_ path: URL, _ format: String? = nil) throws -> IADocument {
    var conversion = Conversion(to: FormatID("json"))
    conversion.inputFormat = format.map { FormatID($0) }
    return try conversion.read(Place.file(path.path).source).document
  }

  @Test("A document is equal after the round trip, with every attachment and any archive name")
  func roundTrip() throws {
    try withFolder { folder in
      let document = try document()
      let path = folder.appending(path: "letter.rtfd.zip")
      try write(document, to: path)
      let bytes = try Data(contentsOf: path)
      #expect(bytes.starts(with: Data("PK\u{3}\u{4}".utf8)))
      let isSame = try read(path).dump() == document.dump()
      #expect(isSame)
      for name in ["letter.zip", "letter", "letter.rtfd", "letter.rtf"] {
        let other = folder.appending(path: name)
        try bytes.write(to: other)
        let isSame = try read(other).dump() == document.dump()
        #expect(isSame, "\(name)")
      }
      let again = folder.appending(path: "again.zip")
      try bytes.write(to: again)
      let isRead = try read(again, "rtfd").dump() == document.dump()
      #expect(isRead)
    }
  }

  @Test("Equal documents give equal archives, with the same files as a folder")
  func determinism() throws {
    try withFolder { folder in
      let document = try document()
      let path = folder.appending(path: "x.rtfd.zip")
      try write(document, to: path)
      let first = try Data(contentsOf: path)
      try write(document, to: path)
      #expect(try Data(contentsOf: path) == first)
      try write(document, to: folder.appending(path: "x.rtfd"))
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: "x.rtfd").path)
      #expect(names.count == 5, "\(names)")
      for name in names {
        #expect(first.range(of: Data("x.rtfd/\(name)".utf8)) != nil, "\(name)")
      }
    }
  }

  @Test("Archives of the Finder are read: folder entries, resource forks and any file order")
  func finder() throws {
    let zip = ZipBuilder([
      .init("Letter.rtfd/"), .init("__MACOSX/._Letter.rtfd", "?"),
      .init("Letter.rtfd/a b.txt", "attached"),
      .init("Letter.rtfd/TXT.rtf", "{\\rtf1 x{{\\NeXTGraphic a b.txt}\\'ac}}"),
      .init("__MACOSX/Letter.rtfd/._TXT.rtf", "?"),
    ])
    let read = try Conversion(to: FormatID("json")).read(BytesSource(zip.bytes))
    #expect(read.format.id == FormatID("rtfd"))
    let attachment = try #require(read.document.string.attachments.first?.attachment)
    #expect(attachment.name == "a b.txt" && attachment.state == .ready)
  }

  @Test("Names outside the folder are ignored, and other archives are refused")
  func hostile() throws {
    let zip = ZipBuilder([
      .init("../up.txt", "1"), .init("other/up.txt", "2"),
      .init("L.rtfd/TXT.rtf", "{\\rtf1 x{{\\NeXTGraphic ../up.txt}\\'ac}}"),
    ])
    let read = try Conversion(to: FormatID("json")).read(BytesSource(zip.bytes))
    #expect(read.document.string.attachments.first?.attachment.state == .missing)
    #expect(read.report.counts.keys.contains { $0.feature == .archiveEntry })

    let other = ZipBuilder([.init("word/document.xml", "<x/>"), .init("a/b/TXT.rtf", "{\\rtf1 x}")])
    for name in ["a.rtf", "a.rtfd", "a.html"] {
      #expect(throws: (any Error).self, "\(name)") {
        try Conversion(to: FormatID("json")).read(BytesSource(other.bytes, name: name))
      }
    }
  }

  @Test("Archives beyond the input limit and inconsistent archives are refused")
  func limits() throws {
    var conversion = Conversion(to: FormatID("json"))
    conversion.readOptions.limits.inputBytes = 1000
    let zeros = ZipBuilder([
      .init("L.rtfd/TXT.rtf", "{\\rtf1 x}"),
      .init("L.rtfd/a", String(repeating: "0", count: 400)),
    ])
    #expect(try conversion.read(BytesSource(zeros.bytes)).document.string.utf16Count == 1)
    conversion.readOptions.limits.inputBytes = 399 + zeros.bytes.count
    var large = zeros.bytes
    let size = try #require(zeros.fields.last { $0.name == "central.size" })
    large[size.byteRange.lowerBound] ^= 1
    let error = #expect(throws: InputError.self) { try conversion.read(BytesSource(large)) }
    #expect(error?.code.rawValue.hasPrefix("zip.") == true)
  }
}
