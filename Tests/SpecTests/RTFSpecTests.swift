import IAFiles
import IAFormats
import IARTF
import IAText
import Testing

@Suite struct RTFSpecTests {
  /// An example of the specification: RTF, and the dump of the document that is read.
  struct Example: Sendable, CustomTestStringConvertible {
    var input: SpecFence
    var dump: SpecFence
    var testDescription: String { input.testDescription }
  }

  static func examples() throws -> [Example] {
    let fences = try SpecFence.all(of: "rtf.md")
    return fences.indices.filter { fences[$0].words.prefix(2) == ["rtf", "example"] }.map {
      Example(input: fences[$0], dump: fences[$0 + 1])
    }
  }

  @Test(arguments: try examples()) func `An example reads as is specified`(
    example: Example
  ) throws {
    #expect(example.dump.words == ["dump"])
    let source = BytesSource(Array(example.input.content.utf8))
    #expect(try RTFReader().read(source).document.dump() == example.dump.content)
  }

  @Test func `The specification has its examples`() throws {
    #expect(try Self.examples().count >= 2)
  }
}
