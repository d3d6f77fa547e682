import IAHighlighting
import IASyntax
import IAText
import Testing

@Suite struct HighlightingSpecTests {
  /// An example of the specification: rules, a text, and the attributes that the rules set.
  struct Example: Sendable, CustomTestStringConvertible {
    var rules: SpecFence
    var text: SpecFence
    var stretches: SpecFence
    var testDescription: String { rules.testDescription }
  }

  static func examples() throws -> [Example] {
    let fences = try SpecFence.all(of: "highlighting.md")
    return fences.indices.filter { fences[$0].words == ["json", "example"] }.map {
      Example(rules: fences[$0], text: fences[$0 + 1], stretches: fences[$0 + 2])
    }
  }

  @Test(arguments: try examples()) func `An example sets what is specified`(
    example: Example
  ) throws {
    let string = try HighlightedString(
      IAString(example.text.content, intensity: 0),
      rules: HighlightRules(json: Array(example.rules.content.utf8))
    ).shown
    var found = ""
    for run in string.attributeRuns(in: 0..<string.utf16Count) where !run.attributes.isPlain {
      var writer = JSONWriter(style: .compact)
      run.attributes.write(to: &writer)
      found += string.text(in: run.utf16Range)
      found += " " + String(decoding: writer.finish(), as: UTF8.self) + "\n"
    }
    #expect(found == example.stretches.content)
  }

  @Test func `The specification has its examples`() throws {
    #expect(try Self.examples().count >= 2)
  }
}
