import CSHA
import CSodium
import IATestSupport
import Testing

/// Compares the C target with libsodium.
@Suite struct CryptoPeerTests {
  private func digestOfPeer(_ function: HashFunction, _ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: function == .sha256 ? 32 : 64)
    let status =
      function == .sha256
      ? crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
      : crypto_hash_sha512(&digest, bytes, UInt64(bytes.count))
    #expect(status == 0)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func randomBytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  @Test(arguments: HashPath.available)
  func `Every length up to five blocks has the digest of libsodium`(path: HashPath) {
    var random = SeededGenerator(seed: 41)
    for count in 0...5 * path.function.blockByteCount {
      let bytes = randomBytes(count, &random)
      #expect(path.digest(bytes) == digestOfPeer(path.function, bytes), "\(count) bytes")
    }
  }

  @Test(arguments: HashPath.available)
  func `Random messages in random parts have the digest of libsodium`(path: HashPath) {
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

  @Test func `Reading the digest of a prefix does not change the computation`() {
    var hash = ia_sha256()
    ia_sha256_start(&hash, ia_sha256_fastest())
    var random = SeededGenerator(seed: 43)
    let bytes = randomBytes(400, &random)
    for count in 0..<bytes.count {
      var words = [UInt64](repeating: 0, count: 4)
      ia_sha256_finish(&hash, &words)
      let digest = words.map { word in
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }
      #expect(digest.joined() == digestOfPeer(.sha256, Array(bytes[..<count])))
      ia_sha256_update(&hash, [bytes[count]], 1)
    }
  }

  @Test func `The portable path exists on each processor, and the fastest path can run`() {
    #expect(ia_sha256_has(ia_sha_portable) == 1)
    #expect(ia_sha512_has(ia_sha_portable) == 1)
    #expect(ia_sha256_has(ia_sha256_fastest()) == 1)
    #expect(ia_sha512_has(ia_sha512_fastest()) == 1)
    #expect(ia_sha256_has(ia_sha_path(rawValue: 9)) == 0)
  }
}
