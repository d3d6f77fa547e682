import CSHA
import Crypto
import IATestSupport
import Testing

/// The C target beside swift-crypto.
@Suite struct CryptoPeerTests {
  private func digestOfPeer(_ function: HashFunction, _ bytes: [UInt8]) -> String {
    func hex(_ digest: some Sequence<UInt8>) -> String {
      digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    return switch function {
    case .sha256: hex(SHA256.hash(data: bytes))
    case .sha512: hex(SHA512.hash(data: bytes))
    }
  }

  private func randomBytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  @Test(arguments: HashPath.available)
  func `Every length up to five blocks has the digest of swift-crypto`(path: HashPath) {
    var random = SeededGenerator(seed: 41)
    for count in 0...5 * path.function.blockByteCount {
      let bytes = randomBytes(count, &random)
      #expect(path.digest(bytes) == digestOfPeer(path.function, bytes), "\(count) bytes")
    }
  }

  @Test(arguments: HashPath.available)
  func `Random messages in random parts have the digest of swift-crypto`(path: HashPath) {
    var random = SeededGenerator(seed: 42)
    let block = path.function.blockByteCount
    for _ in 0..<300 {
      let bytes = randomBytes(random.below(20 * block), &random)
      let longest = [1, 7, block, 3 * block, 20 * block][random.below(5)]
      var parts: [ArraySlice<UInt8>] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + random.below(longest + 1))
        parts.append(bytes[start..<end])
        start = end
      }
      #expect(path.digest(parts) == digestOfPeer(path.function, bytes), "\(parts.map(\.count))")
    }
  }

  @Test func `The digest of a prefix leaves the computation as it was`() {
    var hash = ia_sha256()
    ia_sha256_start(&hash, ia_sha256_fastest())
    var random = SeededGenerator(seed: 43)
    let bytes = randomBytes(400, &random)
    for count in 0..<bytes.count {
      var words = [UInt64](repeating: 0, count: 4)
      ia_sha256_finish(&hash, &words)
      let prefix = SHA256.hash(data: bytes[..<count])
      #expect(words[0].bigEndian == prefix.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
      ia_sha256_update(&hash, [bytes[count]], 1)
    }
  }

  @Test func `The portable path exists on every processor, and the fastest one can run`() {
    #expect(ia_sha256_has(ia_sha_portable) == 1)
    #expect(ia_sha512_has(ia_sha_portable) == 1)
    #expect(ia_sha256_has(ia_sha256_fastest()) == 1)
    #expect(ia_sha512_has(ia_sha512_fastest()) == 1)
    #expect(ia_sha256_has(ia_sha_path(rawValue: 9)) == 0)
  }
}
