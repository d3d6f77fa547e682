import IABytes
import IACorpus
import IATestSupport
import IAText
import Testing

@testable import IACodec

/// Vocabularies of extreme sizes: the largest, the smallest, and some constructed to take much
/// memory.
@Suite struct VocabularySizeTests {
  /// Returns a vocabulary of strings in two classes; the strings need not be sorted.
  private static func model(_ texts: [[UInt16]]) -> VocabularyModel {
    var strings = TokenStrings()
    for _ in 0..<SpecialToken.count { strings.append([]) }
    for text in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }) { strings.append(text) }
    let half = strings.count / 2
    let classes = (0..<strings.count).map { UInt8($0 < half ? 0 : 1) }
    let sizes = [half, strings.count - half]
    let lengths = sizes.flatMap {
      PrefixCodeLengths.lengths(
        of: [Int](repeating: 1, count: $0), atMost: VocabularyModel.maximumTokenLength)
    }
    return VocabularyModel(
      strings: strings, classes: classes, lengths: lengths, classCount: 2,
      transitions: [UInt8](repeating: 1, count: 8))
  }

  private func expectRoundTrips(_ vocabulary: Vocabulary, _ texts: [[UInt16]]) throws {
    var encoder = CompactEncoder(vocabulary: vocabulary)
    var decoder = CompactDecoder(limits: .standard, vocabulary: try Vocabulary(vocabulary.bytes))
    for text in texts {
      let document = IADocument(IAString(units: text))
      #expect(try decoder.decode(encoder.encode(document)) == document)
    }
  }

  /// Texts for a trie with gaps: the branches start with units so high that no free node near the
  /// start can be used.
  private static var gapTexts: (fillers: [[UInt16]], branches: [[UInt16]]) {
    var fresh: UInt16 = 1500
    let fillers = (1...1500).map { number in
      [UInt16(number)]
        + (1...15).map { _ in
          fresh += 1
          return fresh
        }
    }
    let branches = (1...700).flatMap { number -> [[UInt16]] in
      let first = fresh + UInt16(number)
      return [[first, 0xFFF0], [first, 0xFFF1]]
    }
    return (fillers, branches)
  }

  @Test func `A vocabulary constructed to leave gaps takes little additional memory`() throws {
    let (fillers, branches) = Self.gapTexts
    let model = Self.model(fillers + branches)
    let trie = TokenCodes(model).trie
    let distinct = trie.numbers.count { $0 > 0 }
    #expect(trie.nodes.count { $0.parent >= 0 } == distinct - 2 + branches.count)
    #expect(trie.nodes.count < 4 * distinct)
    try expectRoundTrips(
      Vocabulary(model),
      [Array(fillers.joined()), Array(branches.joined()), fillers[2], branches[6]])
  }

  @Test func `Tokens beyond the node limit are omitted, and texts use the other tokens`() {
    let (fillers, branches) = Self.gapTexts
    let model = Self.model(fillers + branches)
    let text = Array((fillers + branches).joined()) + [0xFFF1, 0x20]
    var counts: [Int] = []
    for room in [0, 23_000, 25_000, 27_000, 40_000, 60_000, 1 << 30] {
      let trie = TokenTrie(model.strings, model.costs, maximumNodeCount: room)
      #expect(trie.nodes.count <= max(room, trie.numbers.count { $0 > 0 } + 2))
      var parser = TokenParser(trie, model.costs)
      var tokens: [Int32] = []
      parser.parse(text.span, start: 0, to: &tokens)
      var place = 0
      for token in tokens.dropLast() {
        guard Int(token) != SpecialToken.escape else {
          place += 1
          continue
        }
        let string = model.strings[Int(token)]
        #expect(text[place...].starts(with: string))
        place += string.count
      }
      #expect(place == text.count)
      counts.append(tokens.count)
    }
    #expect(counts.first == text.count + 1, "without room all units are escaped")
    #expect(counts.last == 2900 + 2 + 1)
    #expect(counts == counts.sorted(by: >))
  }

  @Test func `A vocabulary of all UTF-16 code units leaves one unit to be escaped`() throws {
    let units = (0...UInt16.max).map { $0 }
    let texts = stride(from: 0, to: units.count, by: 2).map { Array(units[$0..<$0 + 2]) }
    let vocabulary = Vocabulary(Self.model(texts))
    try expectRoundTrips(vocabulary, [units, texts.flatMap { $0.reversed() }, [0xFFFF], [0xFFFE]])
  }

  @Test func `A trained vocabulary is far below the limit of nodes`() throws {
    let vocabulary = try VocabularyTests.vocabulary()
    let trie = vocabulary.codes.trie
    let distinct = trie.numbers.count { $0 > 0 }
    let used = trie.nodes.count { $0.parent >= 0 }
    #expect(2 * trie.nodes.count < TokenTrie.maximumNodeCount(units: used, distinct: distinct))
  }

  @Test func `The rarest tokens of a class that is too large move to the smallest classes`() {
    let classes: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 2, 2]
    let counts = [9, 1, 8, 2, 7, 3, 5, 5, 5]
    func spread(atMost most: Int) -> [UInt8]? {
      VocabularyTrainer.spread(classes, classCount: 3, counts: counts, atMost: most)
    }
    #expect(spread(atMost: 6) == nil)
    #expect(spread(atMost: 5) == [0, 1, 0, 0, 0, 0, 1, 2, 2])
    #expect(spread(atMost: 4) == [0, 1, 0, 1, 0, 0, 1, 2, 2])
    #expect(spread(atMost: 3) == [0, 1, 0, 1, 0, 2, 1, 2, 2])
    // Of equally frequent tokens, the last one moves.
    #expect(
      VocabularyTrainer.spread([0, 0, 0], classCount: 2, counts: [4, 4, 4], atMost: 2)
        == [0, 0, 1])
  }

  @Test func `More strings than codes of a class are distributed over the classes`() throws {
    var text = TrainingText()
    // Each unit once, and words that occur often.
    for first in stride(from: 0x1000, to: 0x9000, by: 64) {
      text.append((first..<first + 64).map { UInt16($0) }, start: 0)
    }
    for word in 0..<1200 {
      let units = (0..<3).map { UInt16(0x1000 + word + 2000 * $0) }
      for _ in 0..<4 { text.append(units, start: 0) }
    }
    var trainer = VocabularyTrainer(text)
    let model = trainer.train(stringCount: 100_000, classCount: 2)
    #expect(model.strings.count > 1 << VocabularyModel.maximumTokenLength)
    let sizes = model.members.map(\.count)
    #expect(sizes.allSatisfy { $0 <= 1 << VocabularyModel.maximumTokenLength }, "\(sizes)")
    try expectRoundTrips(
      Vocabulary(model), [Array(text.units[..<1000]), [0x1000, 0x17D0, 0x1FA0]])
  }

  @Test(arguments: 0..<40) func `A vocabulary trained on very little text is read again`(seed: Int)
    throws
  {
    var dice = SeededGenerator(seed: UInt64(seed))
    let kinds = 1 + dice.below(4)
    let documents = (0...dice.below(6)).map { _ in
      IADocument(
        IAString(units: (0..<dice.below(30)).map { _ in UInt16(0x61 + dice.below(kinds)) }))
    }
    let byteCount = 30 + dice.below(400)
    guard let vocabulary = Vocabulary.trained(on: documents, byteCount: byteCount) else { return }
    try expectRoundTrips(vocabulary, [Array("abcd".utf16), Array("aaaaaa".utf16), []])
  }
}
