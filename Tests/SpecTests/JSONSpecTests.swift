import IABytes
import IAFiles
import IAFormats
import IAJSON
import IAText
import Testing

@Suite struct JSONSpecTests {
  /// An example of the specification, and the fence with the expected result.
  struct Example: Sendable, CustomTestStringConvertible {
    var input: SpecFence
    var outcome: SpecFence
    var testDescription: String { input.testDescription }
  }

  static func examples() throws -> [Example] {
    let fences = try SpecFence.all(of: "json.md")
    return zip(fences, fences.dropFirst()).filter { $0.0.words.prefix(2) == ["json", "example"] }
      .map { Example(input: $0, outcome: $1) }
  }

  @Test(arguments: try examples()) func `An example does what the specification says`(
    example: Example
  ) throws {
    let words = example.input.words
    let source = BytesSource(example.input.content)
    switch example.outcome.words.first {
    case "dump":
      let result = try JSONDocumentReader().read(source, options: ReadOptions(isStrict: true))
      #expect(result.document.dump() == example.outcome.content)
      #expect(result.report.notes == [])
      guard words.contains("canonical") else { return }
      let isLegacy = words.contains("legacy")
      var sink = BytesSink()
      _ = try JSONDocumentWriter().write(
        result.document, to: &sink,
        options: WriteOptions(profile: isLegacy ? "legacy" : "document"))
      let written = sink.text
      // The fence adds a line feed to a file that ends without one.
      #expect(written + (isLegacy ? "\n" : "") == example.input.content)
    case "error":
      let error = #expect(throws: InputError.self) {
        try JSONDocumentReader().read(source, options: ReadOptions(isStrict: true))
      }
      let found = error.map { "\($0.code.rawValue) \($0.byteOffset)\n" }
      #expect(found == example.outcome.content)
    default: Issue.record("no outcome after \(example.testDescription)")
    }
  }

  @Test func `The specification has its examples`() throws {
    #expect(try Self.examples().count >= 8)
  }
}
