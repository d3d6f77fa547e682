import IATestSupport
import IAUnicode
import Testing

/// Extreme texts, which must not take more than linear time.
@Suite struct StressTests {
  @Test func `A million combining marks are one character`() throws {
    var segmenter = TextSegmenter()
    let text = [0x61] + [UInt16](repeating: 0x301, count: 1_000_000)
    let seconds = try ThreadClock.seconds(runs: 1) { () throws in
      #expect(try segmenter.boundaries(of: .character, in: text.span) == [0, text.count])
      #expect(try segmenter.boundaries(of: .word, in: text.span) == [0, text.count])
      #expect(try segmenter.boundary(before: 999_999, of: .character, in: text.span) == 0)
      #expect(try segmenter.lineBreaks(in: text.span).count == 1)
    }
    #expect(seconds < 20)
  }

  @Test(arguments: [LongText.letters, .ideographs, .thaiPhrases, .mixed, .spaces, .prose])
  func `Moving through ten megabytes does not segment them`(kind: LongText) throws {
    var segmenter = TextSegmenter()
    let text = kind.text(count: 5_000_000)
    let isOneUnit = [LongText.letters, .spaces].contains(kind)
    let units: [TextUnit] = isOneUnit ? [.character] : [.character, .word]
    // A scan of the whole text would take some seconds each time.
    let seconds = try ThreadClock.seconds(runs: 1) { () throws in
      for unit in units {
        for step in 1...50 {
          let offset = text.count / 51 * step
          let before = try #require(try segmenter.boundary(before: offset, of: unit, in: text.span))
          let after = try #require(try segmenter.boundary(after: offset, of: unit, in: text.span))
          #expect(before < offset && after > offset && after - before < 100)
        }
      }
    }
    #expect(seconds < 10, "\(kind): \(seconds)")
  }

  @Test(arguments: TextUnit.allCases)
  func `Lone surrogates and NUL are units like others`(unit: TextUnit) throws {
    var segmenter = TextSegmenter()
    for text: [UInt16] in [
      [0], [0xD800], [0xDC00], [0xDC00, 0xD800], [0x61, 0xD83D], [0, 0, 0xD83D],
    ] {
      let boundaries = try segmenter.boundaries(of: unit, in: text.span)
      #expect(boundaries.first == 0)
      #expect(boundaries.last == text.count)
    }
    let text: [UInt16] = [0x61, 0xD83D, 0x62, 0xDE00, 0]
    if unit == .character {
      #expect(try segmenter.boundaries(of: unit, in: text.span) == [0, 1, 2, 3, 4, 5])
    }
  }
}
