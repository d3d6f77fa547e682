import Foundation
import IAConvert
import IATestSupport
import Testing

@Suite struct DocumentFormatTests {
  @Test func `Each format has a constant by its name`() {
    let constants: [FormatID] = [
      .ia, .json, .iakit, .html, .rtf, .rtfd, .markdown, .text, .ansi, .png, .apng, .svg, .pdf,
    ]
    #expect(constants == FormatRegistry.standard.entries.map(\.descriptor.id))
  }

  @Test func `The format is detected where none is given`() throws {
    let page = Array("<!DOCTYPE html><p>A <em>b</em>.".utf8)
    #expect(try IADocument(page).string.text == "A b.\n")
    #expect(try convert(page, to: .markdown).text == "A *b*.\n")
    #expect(throws: FormatError.undetected) { try IADocument([0, 1, 2, 0xFF]) }
  }

  @Test func `Losses of reading and of writing are in one report`() throws {
    let markdown = Array("A ![b](http://example.org/a.png) *c*.\n".utf8)
    let output = try convert(markdown, from: .markdown, to: .text)
    let features = Set(output.report.losses.map(\.kind.feature.rawValue))
    #expect(features.isSuperset(of: ["attachment", "italic"]))
    var report = ConversionReport()
    let page = Array("<p>a<script>b</script>".utf8)
    _ = try IADocument(page, as: .html, report: &report)
    #expect(!report.losses.isEmpty)
  }

  @Test func `Hidden information is no loss`() throws {
    var document = IADocument("text")
    document.string.setIntensity(80, in: 0..<4)
    let output = try document.data(as: .markdown)
    #expect(output.report.losses.isEmpty && !output.report.notes.isEmpty)
    #expect(try IADocument(output.bytes, as: .markdown).string.intensity(at: 0) == 80)
  }

  @Test func `A format that cannot be written is refused before the input is read`() {
    let broken = Array("no keyed archive".utf8)
    #expect(throws: FormatError.self) { try convert(broken, from: .json, to: .iakit) }
    #expect(throws: FormatError.drawnElsewhere("png")) { try IADocument("a").data(as: .png) }
    #expect(throws: UnknownProfile.self) {
      try IADocument("a").data(as: .html, options: WriteOptions(profile: "none"))
    }
    #expect(throws: InputError.self) { try IADocument(broken, as: .json) }
  }

  @Test func `A folder keeps its attachments, in memory and on the disk`() throws {
    var document = IADocument("a ")
    let picture: [UInt8] = Array("not a known type".utf8)
    document.append(picture, as: .file, name: "b.bin")
    let output = try document.data(as: .rtfd)
    #expect(output.sideFiles.map(\.bytes) == [picture])
    #expect(try document.data(as: .rtf).sideFiles.isEmpty)
    let path = FileManager.default.temporaryDirectory.path + "/ia-\(UUID().uuidString).rtfd"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try document.write(to: path)
    let back = try IADocument(contentsOf: path)
    #expect(back.string.text == document.string.text && back.attachments == document.attachments)
  }

  @Test func `Errors of files have the path, and nothing is left behind`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/ia-\(UUID().uuidString)"
    let missing = #expect(throws: FileError.self) { try IADocument(contentsOf: path + ".rtf") }
    #expect(missing?.path == path + ".rtf" && missing?.isMissing == true)
    #expect(missing?.advice == "Check the path.")
    #expect(throws: UnknownProfile.self) {
      try IADocument("a").write(to: path + ".html", options: WriteOptions(profile: "none"))
    }
    #expect(!FileManager.default.fileExists(atPath: path + ".html"))
    let unknown = #expect(throws: FormatError.self) { try IADocument("a").write(to: path) }
    #expect(unknown?.advice.contains("markdown") == true)
  }

  @Test func `A cancelled task converts nothing`() async {
    let task = Task {
      try await Task.sleep(for: .seconds(60))
      return try await convert([0x61], from: .text, to: .html)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await IADocument.read([0x61], as: .text)
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test @MainActor func `The asynchronous functions return the same as the others`() async throws {
    let bytes = Array("# A\n\nb\n".utf8)
    let document = try await IADocument.read(bytes, as: .markdown)
    #expect(try IADocument(bytes, as: .markdown) == document)
    let output = try await document.export(as: .html)
    #expect(try document.data(as: .html) == output)
    let path = FileManager.default.temporaryDirectory.path + "/ia-\(UUID().uuidString).html"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let report = try await document.save(to: path)
    #expect(report == output.report)
    #expect(try IADocument(contentsOf: path).string == document.string)
    let back = try await IADocument.read(contentsOf: path)
    #expect(back.string == document.string)
  }
}
