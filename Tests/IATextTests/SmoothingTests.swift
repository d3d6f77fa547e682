import IATestSupport
import IAText
import Testing

@Suite struct SmoothingTests {
  private func runs(
    _ text: String, _ intensities: [UInt8], _ smoothing: Smoothing,
    _ averaging: IntensityAveraging = .byCharacter
  ) throws -> [String] {
    let string = IAString(units: Array(text.utf16), intensities: intensities)
    return try string.smoothedRuns(smoothing, averaging: averaging).map {
      "\(string.text(in: $0.utf16Range))=\($0.intensity)"
    }
  }

  private let text = "One two. Three\nfour\n"
  private let rising = (0..<20).map { UInt8($0 * 5) }

  @Test func wordsTakeInTheSeparatorsAfterThem() throws {
    #expect(
      try runs(text, rising, .word, .legacy)
        == ["One =7", "two. =30", "Three\n=57", "four\n=85"])
  }

  @Test func sentencesLinesParagraphsAndTheWholeMessage() throws {
    #expect(
      try runs(text, rising, .sentence, .legacy) == ["One two. =20", "Three\n=57", "four\n=85"])
    #expect(try runs(text, rising, .line, .legacy) == ["One two. Three\n=35", "four\n=85"])
    #expect(try runs(text, rising, .paragraph, .legacy) == ["One two. Three\n=35", "four\n=85"])
    #expect(try runs(text, rising, .message, .legacy) == [text + "=47"])
  }

  @Test func separatorsBeforeTheFirstWordJoinIt() throws {
    #expect(try runs("  a b", [0, 0, 90, 0, 40], .word, .legacy) == ["  a =22", "b=40"])
  }

  @Test func separatorsAloneAreOneUnit() throws {
    #expect(try runs(" .\n ", [10, 20, 30, 40], .word, .legacy) == [" .\n =25"])
  }

  @Test func linesAndParagraphsDifferAtALineSeparator() throws {
    #expect(try runs("a\u{2028}b", [0, 0, 60], .line) == ["a\u{2028}=0", "b=60"])
    #expect(try runs("a\u{2028}b", [0, 0, 60], .paragraph) == ["a\u{2028}b=20"])
  }

  @Test func neighboursOfEqualMeanAreOneRun() throws {
    #expect(try runs("a b c", [5, 5, 5, 5, 90], .word) == ["a b =5", "c=90"])
  }

  @Test func aCompositionCountsAsOneCharacter() throws {
    // One letter, and a family of eight UTF-16 units: the letter is half of the characters.
    let text = "x👨‍👩‍👧"
    let intensities: [UInt8] = [100] + Array(repeating: 0, count: text.utf16.count - 1)
    let string = IAString(units: Array(text.utf16), intensities: intensities)
    #expect(try string.smoothedRuns(.message).map(\.intensity) == [50])
    #expect(try string.smoothedRuns(.message, averaging: .legacy).map(\.intensity) == [11])
  }

  @Test func charactersShareTheMeanOfTheirUnits() throws {
    #expect(try runs("a😀", [10, 20, 41], .character) == ["a=10", "😀=31"])
    #expect(try runs("a😀", [10, 20, 41], .character, .legacy) == ["a=10", "😀=30"])
  }

  @Test func meansAreRoundedAndLegacyMeansTruncated() throws {
    #expect(try runs("ab", [0, 1], .message) == ["ab=1"])
    #expect(try runs("ab", [0, 1], .message, .legacy) == ["ab=0"])
  }

  @Test func emptyTextHasNoRuns() throws {
    for smoothing in Smoothing.allCases {
      #expect(try IAString().smoothedRuns(smoothing).isEmpty)
    }
  }

  @Test func stepsOfASchemeFollowTheSmoothedIntensity() throws {
    let string = IAString(
      units: Array("aa bb cc".utf16), intensities: [0, 20, 10, 90, 90, 90, 95, 99])
    let steps = try string.stepRuns(of: .weight(), smoothing: .word)
    #expect(steps.map(\.step) == [0, 8])
    #expect(steps.map(\.utf16Range) == [0..<3, 3..<8])
  }

  @Test func onlyWholeUnitsCanGoWithoutTouchingTheRest() throws {
    let string = IAString("one two three")
    #expect(try string.coversWholeSegments(4..<8, of: .word))
    #expect(try string.coversWholeSegments(4..<13, of: .word))
    #expect(try !string.coversWholeSegments(4..<7, of: .word))
    #expect(try !string.coversWholeSegments(5..<8, of: .word))
  }

  @Test(arguments: [["a", "b", "c"], ["a", "\u{E9}", "\u{44F}"], ["\u{44F}", "e\u{301}", "x"]])
  func manyWordsHaveTheMeansOfTheirCharacters(letters: [String]) throws {
    var random = SeededGenerator(seed: 41)
    var text: [UInt16] = []
    var intensities: [UInt8] = []
    var expected: [UInt8] = []
    for _ in 0..<2_000 {
      var sum = 0.0
      let count = Int.random(in: 1...20, using: &random)
      for place in 0...count {
        let character = place < count ? letters.randomElement(using: &random) ?? "" : " "
        let levels = character.utf16.map { _ in UInt8.random(in: 0...100, using: &random) }
        sum += levels.reduce(0) { $0 + Double($1) } / Double(levels.count)
        text += Array(character.utf16)
        intensities += levels
      }
      expected += [UInt8(sum / Double(count + 1) + 0.5)]
    }
    let string = IAString(units: text, intensities: intensities)
    let runs = try string.smoothedRuns(.word)
    var distinct: [UInt8] = []
    for mean in expected where distinct.last != mean { distinct.append(mean) }
    #expect(runs.map(\.intensity) == distinct)
    let scheme = RenderScheme.builtIn()[0]
    let steps = try string.stepRuns(of: scheme, smoothing: .word)
    var distinctSteps: [Int] = []
    for mean in expected where distinctSteps.last != scheme.step(of: mean) {
      distinctSteps.append(scheme.step(of: mean))
    }
    #expect(steps.map(\.step) == distinctSteps)
    #expect(steps.last?.utf16Range.upperBound == text.count)
  }

  @Test func everyUnitIsCoveredOnceWhateverTheSmoothing() throws {
    let text = "a\r\nb\u{301}c  d.\u{2029}é😀 \u{D7FF} \t\u{FEFF}z"
    let units = Array(text.utf16) + [0xD800, 0x20, 0xDC00]
    let string = IAString(units: units, intensities: units.indices.map { UInt8($0 * 7 % 101) })
    for smoothing in Smoothing.allCases {
      let runs = try string.smoothedRuns(smoothing)
      #expect(runs.first?.utf16Range.lowerBound == 0)
      #expect(runs.last?.utf16Range.upperBound == units.count)
      #expect(
        zip(runs, runs.dropFirst()).allSatisfy {
          $0.utf16Range.upperBound == $1.utf16Range.lowerBound
        })
    }
  }
}
