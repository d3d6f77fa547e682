import IABytes
import IACodec
import IACorpus
import IATestSupport
import IAText
import Testing

@Suite struct CompactTests {
  @Test(arguments: [true, false]) func `Compact frames give equal documents`(
    embedsBlobs: Bool
  ) throws {
    var random = RandomDocument(seed: 41)
    var encoder = CompactEncoder()
    var decoder = CompactDecoder(limits: .standard)
    let documents = try Corpus.documents().map(\.document) + (0..<200).map { _ in random.next() }
    for document in documents {
      let frame = encoder.encode(document, embedsBlobs: embedsBlobs)
      var found = try decoder.decode(frame)
      if !embedsBlobs { found.attachments = document.attachments }
      #expect(found == document)
      #expect(found.identity == document.identity)
      #expect(
        try decoder.units(of: frame) == document.string.units(in: document.string.utf16Range))
    }
  }

  @Test func `A dictionary makes frames shorter and must be the same for decoding`() throws {
    let messages = CorpusDocument.messages(count: 3000, seed: 9)
    let dictionary = try #require(
      CompressionDictionary.trained(
        on: messages.prefix(2000).map { CompactEncoder.body(of: $0) }, byteCount: 16_384))
    let other = try #require(
      CompressionDictionary.trained(
        on: messages.dropFirst(1000).map { CompactEncoder.body(of: $0) }, byteCount: 8192))
    #expect(dictionary.id != other.id)
    var plain = CompactEncoder()
    var encoder = CompactEncoder(dictionary: dictionary)
    var decoder = CompactDecoder(limits: .standard, dictionary: dictionary)
    var wrong = CompactDecoder(limits: .standard, dictionary: other)
    var none = CompactDecoder(limits: .standard)
    var (with, without, refused) = (0, 0, 0)
    for message in messages.suffix(500) {
      let frame = encoder.encode(message)
      with += frame.count
      without += plain.encode(message).count
      #expect(try decoder.decode(frame) == message)
      guard frame[0] & 3 == 2 else { continue }
      refused += 1
      #expect(throws: InputError.self) { try wrong.decode(frame) }
      #expect(throws: InputError.self) { try none.decode(frame) }
    }
    #expect(refused > 400)
    #expect(with < without * 4 / 5, "\(with) of \(without)")
  }
}
