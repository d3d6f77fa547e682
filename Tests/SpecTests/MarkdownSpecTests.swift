import IAFiles
import IAFormats
import IAMarkdown
import IAText
import Testing

@Suite struct MarkdownSpecTests {
  /// An example of the specification: Markdown, and the dump of the document that is read.
  struct Example: Sendable, CustomTestStringConvertible {
    var input: SpecFence
    var dump: SpecFence
    var testDescription: String { input.testDescription }
  }

  static func examples() throws -> [Example] {
    let fences = try SpecFence.all(of: "markdown.md")
    return fences.indices.filter { fences[$0].words.prefix(2) == ["markdown", "example"] }.map {
      Example(input: fences[$0], dump: fences[$0 + 1])
    }
  }

  @Test(arguments: try examples()) func `An example reads as is specified and comes back`(
    example: Example
  ) throws {
    #expect(example.dump.words == ["dump"])
    let document = try MarkdownReader().read(BytesSource(example.input.content)).document
    #expect(document.dump() == example.dump.content)
    guard example.input.words.contains("canonical") else { return }
    var sink = BytesSink()
    _ = try MarkdownWriter().write(document, to: &sink)
    #expect(sink.text == example.input.content)
  }

  @Test func `The specification has its examples`() throws {
    #expect(try Self.examples().count >= 6)
  }
}
