import Foundation
import IAFiles
import IAFormats
import IAHTML
import IAJSON
import IAText
import Testing

@Suite struct HTMLSpecTests {
  /// An example of the specification: a document, the body of its page, and the page's classes.
  struct Example: Sendable, CustomTestStringConvertible {
    var input: SpecFence
    var body: SpecFence
    var classes: SpecFence?
    var testDescription: String { input.testDescription }
  }

  static func examples() throws -> [Example] {
    let fences = try SpecFence.all(of: "html.md")
    return fences.indices.filter { fences[$0].words.prefix(2) == ["json", "example"] }.map {
      index in
      let next = fences.dropFirst(index + 2).first
      return Example(
        input: fences[index], body: fences[index + 1],
        classes: next?.words == ["css"] ? next : nil)
    }
  }

  @Test(arguments: try examples()) func `An example becomes the page that is specified`(
    example: Example
  ) throws {
    #expect(example.body.words == ["html"])
    let words = example.input.words
    let read = try JSONDocumentReader().read(
      BytesSource(example.input.content), options: ReadOptions(isStrict: true))
    var sink = BytesSink()
    _ = try HTMLWriter().write(
      read.document, to: &sink,
      options: WriteOptions(
        profile: words.contains("semantic") ? "semantic" : "styled",
        keepsHiddenData: words.contains("hidden")))
    let page = sink.text
    let body = try #require(page.firstMatch(of: /(?s)<main>\n(.*)<\/main>/))
    #expect(String(body.1) == example.body.content)
    guard let classes = example.classes else { return }
    let style = page.split(separator: "<style>").dropFirst().first?.split(separator: "</style>")
      .first
    let found = try #require(style).split(separator: "\n").filter {
      $0.wholeMatch(of: /\.[cpst][0-9]+\{.*\}/) != nil
    }
    #expect(found.joined(separator: "\n") + "\n" == classes.content)
  }

  /// An example of reading: a page and the dump of its document.
  struct Reading: Sendable, CustomTestStringConvertible {
    var page: SpecFence
    var dump: SpecFence
    var testDescription: String { page.testDescription }
  }

  static func readings() throws -> [Reading] {
    let fences = try SpecFence.all(of: "html.md")
    return fences.indices.filter { fences[$0].words.prefix(2) == ["html", "example"] }.map {
      Reading(page: fences[$0], dump: fences[$0 + 1])
    }
  }

  @Test(arguments: try readings()) func `An example is read as is specified`(
    reading: Reading
  ) throws {
    #expect(reading.dump.words == ["dump"])
    let read = try HTMLReader().read(BytesSource(reading.page.content))
    #expect(read.document.dump() == "ia-dump 1\n" + reading.dump.content)
  }

  @Test func `The specification has its examples`() throws {
    #expect(try Self.examples().count >= 5)
    #expect(try Self.readings().count >= 4)
  }
}
