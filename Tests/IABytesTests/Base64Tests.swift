import Foundation
import IABytes
import IATestSupport
import Testing

@Suite struct Base64Tests {
  @Test func `Bytes of each length are encoded as by Foundation, and decoded again`() throws {
    var random = SeededGenerator(seed: 9)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let text = Base64.encode(bytes.span)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(text.utf8.count == Base64.encodedCount(ofByteCount: count))
      let utf8 = Array(text.utf8)
      #expect(try Base64.decode(utf8.span) == bytes)
    }
  }

  @Test(
    arguments: [
      ("A", "base64.length", 1), ("AA", "base64.length", 2), ("AAA", "base64.length", 3),
      ("AA=", "base64.length", 3), ("AAAA=", "base64.length", 5), ("A===", "base64.character", 1),
      ("AA==AAAA", "base64.character", 2), ("AB==", "base64.bits", 1), ("AAB=", "base64.bits", 2),
      ("AA A", "base64.character", 2), ("AAAA\n", "base64.character", 4),
      ("AA-_", "base64.character", 2), ("====", "base64.character", 0), ("=", "base64.length", 1),
    ])
  func `A text that is not canonical is refused with the offset of the error`(
    text: String, code: String, offset: Int
  ) {
    let error = #expect(throws: InputError.self) {
      let utf8 = Array(text.utf8)
      return try Base64.decode(utf8.span)
    }
    #expect(error?.code.rawValue == code)
    #expect(error?.byteOffset == offset)
  }

  @Test func `Accepted text equals the encoding of its bytes`() {
    var random = SeededGenerator(seed: 10)
    let alphabet = Array("AQgw+/=09z".utf8)
    var accepted = 0
    for _ in 0..<20_000 {
      let text = (0..<random.below(9)).map { _ in alphabet[random.below(alphabet.count)] }
      guard let bytes = try? Base64.decode(text.span) else { continue }
      accepted += 1
      #expect(Array(Base64.encode(bytes.span).utf8) == text)
    }
    #expect(accepted > 1000)
  }
}
