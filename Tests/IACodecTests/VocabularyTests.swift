import IABytes
import IACorpus
import IATestSupport
import IAText
import Testing

@testable import IACodec

/// Compact frames with a vocabulary.
@Suite struct VocabularyTests {
  static let messages = CorpusDocument.messages(count: 700, seed: 9)
  static let trained = Vocabulary.trained(on: messages.prefix(150), byteCount: 4096)

  static func vocabulary() throws -> Vocabulary { try #require(trained) }

  /// Texts that differ much from the training texts of the vocabulary.
  static var oddTexts: [[UInt16]] {
    var dice = SeededGenerator(seed: 5)
    return [
      [], [0x41], [0], [0xD800], [0xDC00], [0xDC00, 0xD800], [0xD83D, 0xDE00], [0xFFFF],
      Array("🎉😀👍❤️".utf16), Array(repeating: 0x20, count: 300),
      (0..<500).map { _ in UInt16(truncatingIfNeeded: dice.next()) },
      Array(String(repeating: "to be or not to be ", count: 6000).utf16.prefix(100_000)),
      (0..<100_000).map { _ in UInt16(0x61 + dice.below(26)) },
    ]
  }

  @Test func `Documents are equal after encoding and decoding with a vocabulary`() throws {
    let vocabulary = try Self.vocabulary()
    var encoder = CompactEncoder(vocabulary: vocabulary)
    var decoder = CompactDecoder(limits: .standard, vocabulary: vocabulary)
    var random = RandomDocument(seed: 43)
    let documents =
      try Corpus.documents().map(\.document) + (0..<200).map { _ in random.next() }
      + Self.messages.suffix(300)
      + Self.oddTexts.map { IADocument(IAString(units: $0)) }
    var byTokens = 0
    for document in documents {
      let frame = encoder.encode(document, embedsBlobs: true)
      if frame[0] & 3 == 2 { byTokens += 1 }
      #expect(try decoder.decode(frame) == document)
      let expected = document.string.units(in: document.string.utf16Range)
      #expect(try decoder.units(of: frame) == expected)
      var (units, intensities): ([UInt16], [UInt8]) = ([9], [9])
      try decoder.decode(frame, units: &units, intensities: &intensities)
      #expect(units == expected)
      #expect(intensities == document.string.intensities(in: document.string.utf16Range))
    }
    #expect(byTokens > 250)
  }

  @Test func `A vocabulary makes frames shorter`() throws {
    var encoder = CompactEncoder(vocabulary: try Self.vocabulary())
    var plain = CompactEncoder()
    let (found, other) = Self.messages.suffix(300).reduce((0, 0)) {
      ($0.0 + encoder.encode($1).count, $0.1 + plain.encode($1).count)
    }
    #expect(found < other * 4 / 5, "\(found) of \(other)")
  }

  @Test func `An encoder keeps the dictionary it was created with`() throws {
    let samples = Self.messages.map { CompactEncoder.body(of: $0) }
    let bytes = try #require(CompressionDictionary.trained(on: samples, byteCount: 4096)).bytes
    let dictionary = try CompressionDictionary(bytes)
    var expected = CompactEncoder(dictionary: dictionary)
    var encoder = CompactEncoder(dictionary: try CompressionDictionary(bytes))
    var decoder = CompactDecoder(limits: .standard, dictionary: try CompressionDictionary(bytes))
    for message in Self.messages.suffix(50) {
      let frame = encoder.encode(message)
      #expect(frame == expected.encode(message))
      #expect(try decoder.decode(frame) == message)
    }
  }

  @Test func `A vocabulary is equal after encoding, and must be the same for decoding`() throws {
    let vocabulary = try Self.vocabulary()
    #expect(vocabulary.bytes.count <= 4096)
    #expect(Vocabulary.isVocabulary(vocabulary.bytes))
    let again = try Vocabulary(vocabulary.bytes)
    #expect(again.id == vocabulary.id)
    let other = try #require(Vocabulary.trained(on: Self.messages.suffix(60), byteCount: 2048))
    var encoder = CompactEncoder(vocabulary: vocabulary)
    var decoder = CompactDecoder(limits: .standard, vocabulary: again)
    var wrong = CompactDecoder(limits: .standard, vocabulary: other)
    var none = CompactDecoder(limits: .standard)
    for message in Self.messages.suffix(50) {
      let frame = encoder.encode(message)
      #expect(try decoder.decode(frame) == message)
      guard frame[0] & 3 == 2 else { continue }
      #expect(throws: InputError.self) { try wrong.decode(frame) }
      #expect(throws: InputError.self) { try none.decode(frame) }
    }
  }

  @Test func `Equal documents give equal vocabularies`() throws {
    let messages = Self.messages.prefix(40)
    let (first, second) = (
      Vocabulary.trained(on: messages, byteCount: 2048),
      Vocabulary.trained(on: messages, byteCount: 2048)
    )
    #expect(first?.bytes == second?.bytes)
    #expect(first != nil)
    #expect(Vocabulary.trained(on: [], byteCount: 2048) == nil)
    #expect(Vocabulary.trained(on: messages, byteCount: 40) == nil)
    #expect(Vocabulary.trained(on: [IADocument("a")], byteCount: 2048) != nil)
  }

  @Test func `Flipped bits and wrong lengths of a frame are detected`() throws {
    let vocabulary = try Self.vocabulary()
    var encoder = CompactEncoder(vocabulary: vocabulary)
    var decoder = CompactDecoder(limits: .standard, vocabulary: vocabulary)
    for message in Self.messages.suffix(3) {
      var frame = encoder.encode(message)
      for bit in 0..<8 * frame.count {
        frame[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(throws: InputError.self, "bit \(bit)") { try decoder.decode(frame) }
        frame[bit / 8] ^= 1 << UInt8(bit % 8)
      }
      for count in 0..<frame.count {
        #expect(throws: InputError.self, "\(count) bytes") {
          try decoder.decode(Array(frame[..<count]))
        }
      }
    }
  }

  /// Returns the bytes with a valid checksum, so that the code after the checksum is reached.
  static func checked(_ bytes: [UInt8], _ vocabulary: Vocabulary) -> [UInt8] {
    let check = CompactDecoder.checksum(bytes.span, dictionaryID: vocabulary.id)
    return bytes + [UInt8(truncatingIfNeeded: check), UInt8(truncatingIfNeeded: check >> 8)]
  }

  @Test func `Invented streams are read, or refused with a valid offset`() throws {
    let vocabulary = try Self.vocabulary()
    var decoder = CompactDecoder(limits: .standard, vocabulary: vocabulary)
    var encoder = CompactEncoder(vocabulary: vocabulary)
    var dice = SeededGenerator(seed: 77)
    var (read, refused) = (0, 0)
    for message in Self.messages.suffix(300) {
      var bytes = encoder.encode(message).dropLast(2).map { $0 }
      for _ in 0..<4 {
        switch dice.below(3) {
        case 0: bytes[dice.below(bytes.count)] ^= 1 << UInt8(dice.below(8))
        case 1 where bytes.count > 2: bytes.removeLast()
        default: bytes.append(UInt8(dice.below(256)))
        }
        let frame = Self.checked(bytes, vocabulary)
        do {
          let document = try decoder.decode(frame)
          #expect(try decoder.decode(encoder.encode(document)) == document)
          read += 1
        } catch {
          #expect(error.byteOffset >= 0)
          refused += 1
        }
      }
    }
    #expect(refused > 300 && read > 0, "\(read) read, \(refused) refused")
  }

  @Test func `Padding other than zero and bytes after the stream are refused`() throws {
    let vocabulary = try Self.vocabulary()
    var decoder = CompactDecoder(limits: .standard, vocabulary: vocabulary)
    var encoder = CompactEncoder(vocabulary: vocabulary)
    let bytes = encoder.encode(Self.messages[600]).dropLast(2).map { $0 }
    let error = #expect(throws: InputError.self) {
      try decoder.decode(Self.checked(bytes + [0], vocabulary))
    }
    #expect(error?.code == .iaTrailing)
    #expect(error?.byteOffset == bytes.count || error?.byteOffset == bytes.count - 1)
  }

  @Test func `The decoded size of a frame is limited`() throws {
    let vocabulary = try Self.vocabulary()
    let units = Array(repeating: 0x20 as UInt16, count: 50_000)
    var encoder = CompactEncoder(vocabulary: vocabulary)
    var tokens = TokenFrameWriter(vocabulary)
    var intensities = IntensityEncoder()
    let frame = tokens.frame(units, units.map { _ in 40 }, [], &intensities)
    var decoder = CompactDecoder(limits: .standard, vocabulary: vocabulary)
    #expect(try decoder.units(of: frame) == units)
    #expect(encoder.encode(IADocument(IAString(units: units))).count <= frame.count)
    var small = CompactDecoder(limits: Limits(outputBytes: 20_000), vocabulary: vocabulary)
    let error = #expect(throws: InputError.self) { try small.units(of: frame) }
    #expect(error?.code == .iaLimit)
    #expect(error?.limit?.name == "outputBytes")
  }
}
