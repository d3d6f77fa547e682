import IATestSupport
import IAUnicode
import Testing

/// Unicode's test files, version 15.0, which Debian's `unicode-data` installs.
@Suite(.enabled(if: ConformanceFile.areExpected, "the Unicode test files are not installed"))
struct ConformanceTests {
  @Test func `Characters break where GraphemeBreakTest says, CR LF aside`() throws {
    try check("GraphemeBreakTest", deviations: []) { segmenter, units in
      try segmenter.boundaries(of: .character, in: units.span)
    } adapt: { item in
      // The only deliberate difference: CR and LF are two characters.
      let inside = item.units.indices.dropFirst().filter {
        item.units[$0] == 0x0A && item.units[$0 - 1] == 0x0D
      }
      return (item.boundaries + inside).sorted()
    }
  }

  @Test func `Words break where WordBreakTest says`() throws {
    try check("WordBreakTest", deviations: Deviations.words) { segmenter, units in
      try segmenter.boundaries(of: .word, in: units.span)
    }
  }

  @Test func `Sentences break where SentenceBreakTest says`() throws {
    try check("SentenceBreakTest", deviations: []) { segmenter, units in
      try segmenter.boundaries(of: .sentence, in: units.span)
    }
  }

  @Test func `Lines break where LineBreakTest says`() throws {
    try check("LineBreakTest", deviations: Deviations.lineBreaks) { segmenter, units in
      try segmenter.lineBreaks(in: units.span).map(\.utf16Offset)
    }
  }

  /// Checks that every case passes or is a listed deviation, and that no listed deviation passes.
  private func check(
    _ name: String, deviations: Set<String>,
    found: (inout TextSegmenter, [UInt16]) throws -> [Int],
    adapt: (ConformanceFile.Item) -> [Int] = { $0.boundaries }
  ) throws {
    let items = try ConformanceFile.items(of: name)
    #expect(items.count > 500)
    var segmenter = TextSegmenter()
    var deviating: Set<String> = []
    for item in items where try found(&segmenter, item.units) != adapt(item) {
      deviating.insert(item.source)
    }
    let unlisted = deviating.subtracting(deviations).sorted()
    let gone = deviations.subtracting(deviating).sorted()
    #expect(unlisted.isEmpty, "\(unlisted.count) cases fail:\n\(unlisted.joined(separator: "\n"))")
    #expect(gone.isEmpty, "listed deviations that pass:\n\(gone.joined(separator: "\n"))")
  }
}
