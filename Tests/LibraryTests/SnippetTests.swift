import Foundation
import IAArchive
import IAAttributedString
import IACodec
import IAConvert
import IAJSON
import IALayout
import IARenderFormats
import Testing

/// Short programs for the first tasks of a Swift developer.
///
/// Lines marked with a number are also in the README and must not become longer.
@Suite struct SnippetTests {
  private let rtfBytes = Array(#"{\rtf1\ansi A \b bold\b0  word.\par}"#.utf8)
  private let s: IAString = "a \("LOUD", intensity: 95) word"

  /// Creates a folder, passes its path to a function and removes it.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func `A folder of documents, continued after an interruption`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString)")
    let letters = folder.appending(path: "letters").path
    try FileManager.default.createDirectory(
      atPath: letters, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(rtfBytes).write(to: URL(filePath: letters + "/letter.rtf"))

    var sources = BatchSources([letters])
    sources.includes = [GlobPattern("*.rtf")]
    var options = BatchOptions()
    options.furtherFormats = [.text]
    options.scratchFolder = folder.path
    let runner = BatchRunner(
      sources, target: folder.path + "/pages", Conversion(to: .html), options: options)
    #expect(runner.isInProcess)
    var lines: [String] = []
    for try await event in runner {
      switch event {
      case .planned(let documents, _): lines.append("\(documents) documents")
      case .omitted(let omission): lines.append("\(omission.path): \(omission.reason)")
      case .finished(let document):
        if case .failed(let failure) = document.result { lines.append(failure.line) }
      case .ended(let summary): lines.append("\(summary.converted) converted")
      }
    }
    #expect(lines == ["1 documents", "1 converted"])
    let page = try String(contentsOfFile: folder.path + "/pages/letter.txt", encoding: .utf8)
    #expect(page == "A bold word.\n")
  }

  @Test func `1: literals, with intensity in an interpolation`() {
    let s: IAString = "softly"
    let t: IAString = "a \("LOUD", intensity: 95) word"
    #expect(s.text == "softly" && s.intensity(at: 0) == DisplayOptions.defaultIntensity)
    #expect(t.text == "a LOUD word")
    #expect(t.intensityRuns(in: t.utf16Range).map(\.intensity) == [40, 95, 40])
    #expect(t.intensityRuns(in: t.utf16Range)[1].utf16Range == 2..<6)
  }

  @Test func `2: a file to another format`() throws {
    try inFolder { folder in
      try Data(rtfBytes).write(to: URL(filePath: folder + "/letter.rtf"))
      try IADocument(contentsOf: "\(folder)/letter.rtf").write(to: "\(folder)/letter.html")
      let page = try String(contentsOfFile: folder + "/letter.html", encoding: .utf8)
      #expect(page.contains("A <strong>bold</strong> word."))
    }
  }

  @Test func `3: bytes of a format`() throws {
    let document = try IADocument(rtfBytes, as: .rtf)
    #expect(document.string.text == "A bold word.\n")
    #expect(document.string.attributes(at: 3).bold)
  }

  @Test func `4: a document as another format, with what is lost`() throws {
    let document = try IADocument(rtfBytes, as: .rtf)
    let output = try document.data(as: .html)
    #expect(output.bytes.count > 100 && output.report.losses.isEmpty)
    #expect(output.text.hasPrefix("<!DOCTYPE html>"))
    let plain = try document.data(as: .text)
    #expect(plain.text == "A bold word.\n")
    #expect(plain.report.losses.map(\.kind.feature.rawValue) == ["bold", "font-size"])
    #expect(plain.report.losses.first?.utf16Range == 2..<6)
  }

  @Test func `5: editing and reading a string`() {
    var s: IAString = "softly"
    s += " world"
    #expect(s.count == 12)
    #expect(s[0..<3].text == "sof" && s[9...].text == "rld" && s[..<0].isEmpty)
    s.set(\.bold, to: true, in: 0..<6)
    var found: [String] = []
    for run in s.runs { found.append("\(run.range) \(run.attributes.bold)") }
    #expect(found == ["0..<6 true", "6..<12 false"])
  }

  @Test func `6: the suite's own file`() throws {
    let document = IADocument(s)
    let bytes = document.encoded()
    #expect(try IADocument(decoding: bytes) == document)
    #expect(throws: InputError.self) { try IADocument(decoding: Array(bytes.dropLast())) }
  }

  private struct Message: Codable, Hashable {
    var body: IAString
  }

  @Test func `7: a string in a Codable type`() throws {
    let message = Message(body: s)
    let json = try JSONEncoder().encode(message)
    #expect(try JSONDecoder().decode(Message.self, from: json) == message)
    #expect(String(decoding: json, as: UTF8.self).contains("\"text\":\"a LOUD word\""))
  }

  @Test func `8: Foundation's attributed strings and back`() {
    let attributed = AttributedString(s)
    #expect(IAString(attributed) == s)
    #expect(attributed.runs.map { run in run.intensity ?? 0 } == [40, 95, 40])
  }

  @Test func `9: lines, carets and hits`() throws {
    let layout = try TextLayout(s, width: 200)
    let lines = layout.lines
    #expect(lines.map(\.utf16Range) == [0..<11])
    let caret = try #require(layout.caretRect(at: 3))
    #expect(caret.x > 5 && caret.x < 200 && caret.height >= 10)
    #expect(layout.caretRect(at: 12) == nil)
    let hit = try #require(layout.hit(Point(10, 20)))
    #expect((0..<3).contains(hit.caretOffset))
    #expect(try TextLayout(s, width: 40).lines.count > 1)
  }

  @Test func `10: a picture and a PDF`() throws {
    let document = IADocument(s)
    let picture = try document.png(width: 390, scale: 2)
    #expect(picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The width in the header, in big-endian order.
    #expect(picture.bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == 780)
    let pages = try document.pdf(page: .a4)
    #expect(pages.text.hasPrefix("%PDF-") && pages.text.contains("595 842"))
  }

  @Test func `11: the documents of an archive`() throws {
    try inFolder { folder in
      let storage = MemoryStorage()
      let writer = try ArchiveWriter(storage, mode: .createNew)
      try writer.append(IADocument("first"), name: "a letter", id: 3)
      try writer.append(IADocument(s), id: 5)
      _ = try writer.finish()
      let path = folder + "/letters.iaa"
      try Data(storage.bytes).write(to: URL(filePath: path))
      var found: [String: IADocument] = [:]
      for entry in try Archive(path: path) { found[entry.name] = try entry.document() }
      #expect(found == ["a letter": IADocument("first"), "5": IADocument(s)])
      #expect(throws: FileError.self) { try Archive(path: folder + "/none.iaa") }
      try Data(rtfBytes).write(to: URL(filePath: path))
      #expect(throws: InputError.self) { try Archive(path: path) }
    }
  }

  @Test func `12: a conversion in one call`() async throws {
    let html = try await convert(rtfBytes, from: .rtf, to: .html).bytes
    // The synchronous functions can be called in an asynchronous one.
    let document = try IADocument(rtfBytes, as: .rtf)
    #expect(try document.data(as: .html).bytes == html)
  }
}
