import IABytes
import IACodec
import IATestSupport
import IAText
import Testing

@Suite struct BlockTests {
  @Test(arguments: [true, false]) func `Documents are equal after encoding and decoding in a block`(
    holdsText: Bool
  ) throws {
    var random = RandomDocument(seed: 31)
    let documents = try Corpus.documents().map(\.document) + (0..<200).map { _ in random.next() }
    var encoder = BlockEncoder(holdsText: holdsText)
    for document in documents { encoder.append(document) }
    let block = encoder.finish()
    var decoder = try BlockDecoder(block, limits: .standard)
    #expect(decoder.documentCount == documents.count)
    for (index, document) in documents.enumerated().reversed() {
      var found =
        holdsText
        ? try decoder.document(at: index)
        : try decoder.document(
          at: index, units: document.string.units(in: document.string.utf16Range))
      found.attachments = document.attachments
      #expect(found.dump(includesOrigin: true) == document.dump(includesOrigin: true))
      #expect(found == document)
    }
  }

  @Test func `All texts of a block are read together, with the end of each document`() throws {
    var encoder = BlockEncoder(holdsText: true)
    let texts = ["one", "", "three 👍"]
    for (index, text) in texts.enumerated() {
      encoder.append(IADocument(IAString(text, intensity: UInt8(index * 10))))
    }
    var decoder = try BlockDecoder(encoder.finish(), limits: .standard)
    let flat = try decoder.flattened()
    #expect(flat.units == texts.flatMap { Array($0.utf16) })
    #expect(flat.utf16Ends == [3, 3, 11])
    #expect(flat.intensities == [0, 0, 0] + Array(repeating: 20, count: 8))
  }
}
