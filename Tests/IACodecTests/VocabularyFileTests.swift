import IABytes
import IACorpus
import IAText
import Testing

@testable import IACodec

/// Valid and invalid vocabulary files.
@Suite struct VocabularyFileTests {
  /// Returns a model with END and ESCAPE in class 0, and `a`, `ab` and `b` in class 1.
  static var model: VocabularyModel {
    var strings = TokenStrings()
    for string in ["", "", "a", "ab", "b"] { strings.append(string.utf16) }
    return VocabularyModel(
      strings: strings, classes: [0, 0, 1, 1, 1], lengths: [1, 1, 1, 2, 2], classCount: 2,
      transitions: [1, 1, 1, 1, 1, 1, 1, 1])
  }

  /// Returns a file with unchecked content.
  static func file(_ content: [UInt8]) -> [UInt8] {
    let check = CRC32C.of(content.span)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: check >> UInt32(8 * $0)) }
    return Vocabulary.magic + [1] + bytes + [0] + content
  }

  private static func error(_ bytes: [UInt8]) -> InputError? {
    do {
      _ = try Vocabulary(bytes)
      return nil
    } catch { return error }
  }

  @Test func `The content has the specified bytes and is read`() throws {
    let content = Self.model.content
    #expect(
      content == [
        3, 2, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0x62, 0, 0x61, 0, 0, 1, 0,
        1, 0, 0,
      ])
    let vocabulary = try Vocabulary(Self.file(content))
    #expect(vocabulary.stringCount == 3)
    var encoder = CompactEncoder(vocabulary: vocabulary)
    var decoder = CompactDecoder(limits: .standard, vocabulary: vocabulary)
    for text in ["", "a", "b", "ab", "abab", "abba", "abc", "ccc"] {
      let document = IADocument(IAString(text))
      #expect(try decoder.decode(encoder.encode(document)) == document)
    }
  }

  @Test func `A violated rule is reported with its offset`() {
    // The content begins at byte 14.
    func changed(_ place: Int, to byte: UInt8) -> InputError? {
      var content = Self.model.content
      content[place] = byte
      return Self.error(Self.file(content))
    }
    let cases: [(Int, UInt8, InputError.Code, Int)] = [
      (1, 0, .iaDictionary, 15), (1, 1, .iaDictionary, 15), (2, 2, .iaDictionary, 16),
      (7, 2, .iaDictionary, 21), (7, 16, .iaDictionary, 21), (8, 0, .iaDictionary, 21),
      (12, 2, .iaDictionary, 26), (14, 13, .iaDictionary, 28), (20, 255, .bytesTruncated, 45),
      (25, 1, .iaDictionary, 39), (26, 0xF1, .iaDictionary, 40), (28, 2, .iaDictionary, 42),
      (28, 0, .iaDictionary, 44),
    ]
    for (place, byte, code, offset) in cases {
      let error = changed(place, to: byte)
      #expect(error?.code == code, "byte \(place) as \(byte): \(error?.description ?? "read")")
      #expect(error?.byteOffset == offset, "byte \(place) as \(byte)")
    }
  }

  @Test func `Invalid headers are refused`() throws {
    let file = Self.file(Self.model.content)
    #expect(Self.error(Array(file.prefix(5)))?.code == .iaDictionary)
    #expect(Self.error(Array(file.prefix(8)))?.code == .bytesTruncated)
    var other = file
    other[8] = 2
    #expect(Self.error(other)?.code == .iaVersion)
    other = file
    other[9] ^= 1
    #expect(Self.error(other)?.code == .iaChecksum)
    other = file
    other[13] = 7
    #expect(Self.error(other)?.code == .iaReserved)
    #expect(Self.error(Self.file(Self.model.content + [0]))?.code == .iaTrailing)
    #expect(throws: InputError.self) { try Vocabulary(file, limits: Limits(inputBytes: 8)) }
  }

  @Test func `Damaged files are refused, or are read and can be used`() throws {
    let vocabulary = try #require(VocabularyTests.trained)
    let stored = Self.file(try Self.content(of: vocabulary))
    var dice = SeededGenerator(seed: 3)
    var read = 0
    for _ in 0..<300 {
      var content = Array(stored.dropFirst(14))
      for _ in 0...dice.below(3) {
        let place = dice.chance(50) ? dice.below(content.count) : dice.below(64)
        content[place] = UInt8(dice.below(256))
      }
      if dice.chance(20) { content.removeLast(dice.below(content.count)) }
      guard let damaged = try? Vocabulary(Self.file(content)) else { continue }
      read += 1
      var encoder = CompactEncoder(vocabulary: damaged)
      var decoder = CompactDecoder(limits: .standard, vocabulary: damaged)
      let message = VocabularyTests.messages[dice.below(700)]
      #expect(try decoder.decode(encoder.encode(message)) == message)
    }
    #expect(read > 0)
  }

  /// Returns the content of a vocabulary file after decompression.
  private static func content(of vocabulary: Vocabulary) throws -> [UInt8] {
    var stored = StoredBytes(limits: .standard, inputByteCount: 1 << 20, dictionary: nil)
    let bytes = vocabulary.bytes
    var reader = ByteReader(13..<bytes.count)
    let content = try stored.payload(&reader, bytes.span)
    return content
  }

  @Test func `Code lengths are optimal within a limit`() {
    #expect(PrefixCodeLengths.lengths(of: [5], atMost: 15) == [0])
    #expect(PrefixCodeLengths.lengths(of: [1, 1], atMost: 15) == [1, 1])
    #expect(PrefixCodeLengths.lengths(of: [8, 4, 2, 1, 1], atMost: 15) == [1, 2, 3, 4, 4])
    #expect(PrefixCodeLengths.lengths(of: [8, 4, 2, 1, 1], atMost: 3) == [1, 3, 3, 3, 3])
    var dice = SeededGenerator(seed: 8)
    for count in 2...300 {
      let weights = (0..<count).map { _ in 1 << dice.below(30) + dice.below(5) }
      let lengths = PrefixCodeLengths.lengths(of: weights, atMost: 12)
      #expect(PrefixCode.isComplete(lengths, atMost: 12))
      for (left, right) in zip(weights.indices, weights.indices.dropFirst())
      where weights[left] > weights[right] { #expect(lengths[left] <= lengths[right]) }
    }
  }

  @Test func `Integer logarithms are right, and their sums are sufficiently exact`() {
    #expect(FixedLogarithm.log2(1) == 0)
    #expect(FixedLogarithm.log2(8) == 3 * FixedLogarithm.one)
    #expect(FixedLogarithm.log2(3) == 405)
    let products = FixedLogarithm.products(upTo: 1000)
    #expect(products[1000] >> 24 == 9965)
    for number in 2...999 {
      #expect(products[number + 1] - products[number] > products[number] - products[number - 1])
    }
  }
}
