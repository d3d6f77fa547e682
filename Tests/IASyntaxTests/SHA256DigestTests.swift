import IASyntax
import IATestSupport
import Testing

@Suite struct SHA256DigestTests {
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func `The digests of the standard's examples are right`(text: String, hex: String) throws {
    let digest = SHA256Digest(of: Array(text.utf8))
    #expect(digest.description == hex)
    #expect(SHA256Digest(hex: hex) == digest)
    #expect(SHA256Digest(hex: hex.uppercased()) == digest)
    let bytes = digest.bytes
    #expect(SHA256Digest(bytes: bytes.span) == digest)
  }

  @Test func `Pieces give the digest of the whole, and more may follow`() {
    var random = SeededGenerator(seed: 2)
    let bytes = (0..<10_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var hasher = SHA256Hasher()
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + random.below(300))
      hasher.update(Array(bytes[position..<end]))
      position = end
      if random.below(20) == 0 {
        #expect(hasher.finish() == SHA256Digest(of: Array(bytes[..<position])))
      }
    }
    #expect(hasher.finish() == SHA256Digest(of: bytes))
  }

  @Test func `Digests are ordered as their texts`() {
    let digests = (0..<200).map { SHA256Digest(of: [UInt8($0)]) }
    #expect(digests.sorted().map(\.description) == digests.map(\.description).sorted())
    #expect(Set(digests).count == 200)
  }

  @Test func `Text that is no digest is refused`() {
    let good = String(repeating: "0a", count: 32)
    #expect(SHA256Digest(hex: good) != nil)
    for bad in ["", String(good.dropLast()), good + "00", good.replacing("a", with: "g")] {
      #expect(SHA256Digest(hex: bad) == nil)
    }
    let short = [UInt8](repeating: 0, count: 31)
    #expect(SHA256Digest(bytes: short.span) == nil)
  }
}
