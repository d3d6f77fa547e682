import Foundation
import IAFormats
import IAHTML
import IAJSON
import IAText
import Testing

@Suite struct HTMLSpecTests {
  /// An example of the specification: a document, the body it becomes, the classes it needs.
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
    var sink: any DocumentSink = BytesSink()
    _ = try HTMLWriter().write(
      read.document, to: &sink,
      options: WriteOptions(
        profile: words.contains("semantic") ? "semantic" : "styled",
        keepsHiddenData: words.contains("hidden")))
    let page = try #require(sink as? BytesSink).text
    let body = try #require(page.firstMatch(of: /(?s)<main>\n(.*)<\/main>/))
    #expect(String(body.1) == example.body.content)
    guard let classes = example.classes else { return }
    let light = try #require(page.split(separator: "@media (prefers-color-scheme:dark)").first)
    let found = light.split(separator: "\n").filter {
      $0.wholeMatch(of: /\.[cpst][0-9]+\{.*\}/) != nil
    }
    #expect(found.joined(separator: "\n") + "\n" == classes.content)
  }

  @Test func `The specification has its examples`() throws {
    #expect(try Self.examples().count >= 5)
  }
}
