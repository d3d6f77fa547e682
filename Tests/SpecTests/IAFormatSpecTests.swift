import IABytes
import IACodec
import IAText
import Testing

@Suite struct IAFormatSpecTests {
  /// An example of the specification, and the fence with the expected result.
  struct Example: Sendable, CustomTestStringConvertible {
    var input: SpecFence
    var outcome: SpecFence
    var testDescription: String { input.testDescription }

    var bytes: [UInt8] { IAFormatSpecTests.bytes(of: input) }

    /// Returns the decoder of compact frames.
    func decoder() throws -> CompactDecoder {
      guard input.words.contains("vocabulary") else { return CompactDecoder(limits: .standard) }
      return CompactDecoder(limits: .standard, vocabulary: try IAFormatSpecTests.vocabulary())
    }

    /// Returns the encoder of compact frames.
    func encoder() throws -> CompactEncoder {
      guard input.words.contains("vocabulary") else { return CompactEncoder() }
      return CompactEncoder(vocabulary: try IAFormatSpecTests.vocabulary())
    }
  }

  /// Returns the bytes of a fence: two digits each; text after two spaces is a comment.
  static func bytes(of fence: SpecFence) -> [UInt8] {
    fence.content.split(separator: "\n").flatMap { line in
      var digits = Substring(line)
      for index in line.indices.dropLast() where line[index...].hasPrefix("  ") {
        digits = line[..<index]
        break
      }
      return digits.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
  }

  /// Returns the vocabulary of the examples.
  static func vocabulary() throws -> Vocabulary {
    let fence = try SpecFence.all(of: "ia-format.md").first { $0.words == ["hex", "vocabulary"] }
    return try Vocabulary(bytes(of: try #require(fence)))
  }

  static func examples() throws -> [Example] {
    let fences = try SpecFence.all(of: "ia-format.md")
    return zip(fences, fences.dropFirst()).filter { $0.0.words.prefix(2) == ["hex", "example"] }
      .map { Example(input: $0, outcome: $1) }
  }

  @Test func `The block has the intensities that the specification says`() throws {
    let fences = try SpecFence.all(of: "ia-format.md")
    let index = try #require(fences.firstIndex { $0.words == ["hex", "block"] })
    let lines = fences[index + 1].content.split(separator: "\n").map { $0.split(separator: ":") }
    var decoder = try BlockDecoder(Self.bytes(of: fences[index]), limits: .standard)
    #expect(decoder.documentCount == lines.count)
    #expect(!decoder.holdsText)
    for (number, line) in lines.enumerated() {
      let units = Array(line[0].utf16)
      let document = try decoder.document(at: number, units: units)
      let values = line[1].split(separator: " ").compactMap { UInt8($0) }
      #expect(document == IADocument(IAString(units: units, intensities: values)))
    }
  }

  @Test(arguments: try examples()) func `An example does what the specification says`(
    example: Example
  ) throws {
    let words = example.input.words
    switch example.outcome.words.first {
    case "dump":
      let isCompact = words.contains("compact")
      var decoder = try example.decoder()
      let document =
        isCompact
        ? try decoder.decode(example.bytes)
        : try DocumentDecoder.decode(example.bytes, limits: .standard).document
      #expect(document.dump() == example.outcome.content)
      guard words.contains("canonical") else { return }
      var encoder = DocumentEncoder()
      var compact = try example.encoder()
      let written = isCompact ? compact.encode(document) : encoder.encode(document)
      #expect(written == example.bytes)
    case "error":
      let error = #expect(throws: InputError.self) {
        if words.contains("compact") {
          var decoder = try example.decoder()
          _ = try decoder.decode(example.bytes)
        } else {
          _ = try DocumentDecoder.decode(example.bytes, limits: .standard)
        }
      }
      #expect(error.map { "\($0.code.rawValue) \($0.byteOffset)\n" } == example.outcome.content)
    default: Issue.record("no outcome after \(example.testDescription)")
    }
  }

  @Test func `The specification has its examples and the tables of the code`() throws {
    #expect(try Self.examples().count >= 5)
    let fence = try #require(
      try SpecFence.all(of: "ia-format.md").first { $0.words == ["tables"] })
    let tables = fence.content.split(separator: "\n").map { String($0.dropFirst(2)) }
    #expect(tables == FrozenTables.lengths)
  }
}
