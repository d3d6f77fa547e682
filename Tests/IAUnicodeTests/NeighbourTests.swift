import IATestSupport
import Testing

@testable import IAUnicode

/// Search from one offset, and continuation from the last boundary, give the same results as a scan
/// of the whole text.
@Suite struct NeighbourTests {
  @Test(arguments: [UInt64](11...14))
  func `Every offset of random texts has the neighbours that a scan finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var segmenter = TextSegmenter()
    for index in 0..<300 {
      let text = TrickyText.make(&generator, index: index)
      for unit in TextUnit.allCases {
        for offset in 0...text.count {
          try check(offset, unit, text, &segmenter, "seed \(seed), text \(index)")
        }
      }
    }
  }

  @Test(arguments: LongText.allCases)
  func `Some offsets of long texts have the neighbours that a scan finds`(
    kind: LongText
  ) throws {
    var generator = SeededGenerator(seed: 21)
    var segmenter = TextSegmenter()
    let text = kind.text(count: 30_000)
    for unit in TextUnit.allCases {
      let boundaries = try segmenter.boundaries(of: unit, in: text.span)
      for _ in 0..<40 {
        let offset = generator.below(text.count + 1)
        try check(offset, unit, text, &segmenter, "\(kind)", boundaries)
      }
    }
  }

  @Test(arguments: LongText.allCases)
  func `A cursor finds what a scan finds`(kind: LongText) throws {
    var segmenter = TextSegmenter()
    let text = kind.text(count: 30_000)
    for unit in TextUnit.allCases {
      var cursor = BoundaryCursor(unit)
      var found: [Int] = []
      while let offset = try cursor.next(in: text.span, using: &segmenter) { found.append(offset) }
      #expect(try found == segmenter.boundaries(of: unit, in: text.span), "\(kind), \(unit)")
    }
  }

  private func check(
    _ offset: Int, _ unit: TextUnit, _ text: [UInt16], _ segmenter: inout TextSegmenter,
    _ label: String, _ known: [Int]? = nil
  ) throws {
    let boundaries = try known ?? segmenter.boundaries(of: unit, in: text.span)
    let before = boundaries.last { $0 < offset }
    let after = boundaries.first { $0 > offset }
    let isBoundary = boundaries.contains(offset)
    let found = try (
      segmenter.boundary(before: offset, of: unit, in: text.span),
      segmenter.isBoundary(offset, of: unit, in: text.span),
      segmenter.boundary(after: offset, of: unit, in: text.span)
    )
    if found != (before, isBoundary, after) {
      let hex = text.prefix(80).map { String($0, radix: 16) }.joined(separator: " ")
      Issue.record(
        """
        \(unit) at \(offset) of [\(hex)]: \(found), \
        a scan finds \((before, isBoundary, after)) (\(label))
        """)
    }
  }
}

/// Long texts in which our rules can begin at few offsets or at none.
enum LongText: CaseIterable {
  case letters, ideographs, thai, thaiPhrases, flags, mixed, combining, surrogates, spaces, prose

  func text(count: Int) -> [UInt16] {
    if self == .mixed {
      var generator = SeededGenerator(seed: 31)
      var text: [UInt16] = []
      var index = 0
      while text.count < count {
        text += TrickyText.make(&generator, index: index)
        index += 1
      }
      return text
    }
    let piece = Array(pattern.utf16)
    var text: [UInt16] = []
    text.reserveCapacity(count + piece.count)
    while text.count < count {
      if self == .surrogates { text += [0xD83D, 0xDE00, 0xDE00, 0xD83D] } else { text += piece }
    }
    return text
  }

  private var pattern: String {
    switch self {
    case .letters: "a"
    case .ideographs: "天地玄黄。宇宙洪荒、日月盈昃"
    case .thai: "ภาษาไทยเป็นภาษา"
    case .thaiPhrases: "ภาษาไทยเป็นภาษา ที่มีระดับเสียง "
    case .flags: "🇩🇪"
    case .combining: "\u{301}"
    case .spaces: " "
    case .prose:
      "It is a truth, said J. Austen in no. 5, e.g. here: “I am” (not) well-known. But no! "
    case .mixed, .surrogates: ""
    }
  }
}
