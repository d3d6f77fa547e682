import CSHA
import Testing

/// Examples of FIPS 180-4 and vectors of NIST's Cryptographic Algorithm Validation Program (CAVP):
/// `SHA256ShortMsg.rsp`, `SHA256Monte.rsp`, `SHA512ShortMsg.rsp` and `SHA512Monte.rsp`.
@Suite struct NISTVectorTests {
  struct Vector {
    var function: HashFunction
    var message: [UInt8]
    var digest: String

    init(_ function: HashFunction, _ text: String, _ digest: String) {
      self.function = function
      message = Array(text.utf8)
      self.digest = digest
    }

    init(_ function: HashFunction, bytes: [UInt8], _ digest: String) {
      self.function = function
      message = bytes
      self.digest = digest
    }
  }

  static let twoBlocks256 = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
  static let twoBlocks512 =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

  static let vectors = [
    Vector(.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Vector(.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Vector(
      .sha256, twoBlocks256, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Vector(
      .sha256, twoBlocks512, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    Vector(
      .sha256, bytes: [0xd3], "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
    Vector(
      .sha256, bytes: [0x11, 0xaf],
      "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
    Vector(
      .sha256, bytes: [0x74, 0xba, 0x25, 0x21],
      "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e"),
    Vector(
      .sha512, "",
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"),
    Vector(
      .sha512, "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"),
    Vector(
      .sha512, twoBlocks512,
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"),
    Vector(
      .sha512, bytes: [0x21],
      "3831a6a6155e509dee59a7f451eb35324d8f8f2df6e3708894740f98fdee2388"
        + "9f4de5adb0c5010dfb555cda77c8ab5dc902094c52de3278f35a75ebc25f093a"),
    Vector(
      .sha512, bytes: [0x90, 0x83],
      "55586ebba48768aeb323655ab6f4298fc9f670964fc2e5f2731e34dfa4b0c09e"
        + "6e1e12e3d7286b3145c61c2047fb1a2a1297f36da64160b31fa4c8c2cddd2fb4"),
  ]

  @Test(arguments: HashPath.available)
  func `Short messages have the digests of the standard`(path: HashPath) {
    for vector in Self.vectors where vector.function == path.function {
      #expect(path.digest(vector.message) == vector.digest)
    }
  }

  @Test(arguments: HashPath.available)
  func `A million times the letter a has the digest of the standard`(path: HashPath) {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    switch path.function {
    case .sha256:
      #expect(
        path.digest(bytes) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    case .sha512:
      #expect(
        path.digest(bytes)
          == "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
          + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b")
    }
  }

  /// The seed, and the digests after 1,000, 2,000 and 100,000 hashes.
  static let monteCarlo: [HashFunction: (seed: String, checkpoints: [Int: String])] = [
    .sha256: (
      "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691",
      [
        0: "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788",
        1: "2e78f8c8772ea7c9331d41ed3f9cdf27d8f514a99342ee766ee3b8b0d0b121c0",
        99: "6a912ba4188391a78e6f13d88ed2d14e13afce9db6f7dcbf4a48c24f3db02778",
      ]
    ),
    .sha512: (
      "5c337de5caf35d18ed90b5cddfce001ca1b8ee8602f367e7c24ccca6f893802f"
        + "b1aca7a3dae32dcd60800a59959bc540d63237876b799229ae71a2526fbc52cd",
      [
        0: "ada69add0071b794463c8806a177326735fa624b68ab7bcab2388b9276c036e4"
          + "eaaff87333e83c81c0bca0359d4aeebcbcfd314c0630e0c2af68c1fb19cc470e",
        99: "4aa7dad74eb51d09a6ae7735c4b795b078f51c314f14f42a0d63071e13bdc5fd"
          + "9f51612e77b36d44567502a3b5eb66c609ec017e51d8df93e58d1a44f3c1e375",
      ]
    ),
  ]

  @Test(arguments: HashPath.available)
  func `The Monte Carlo test has the checkpoints of CAVP`(path: HashPath) throws {
    let expected = try #require(Self.monteCarlo[path.function])
    var seed = bytes(ofHex: expected.seed)
    for round in 0..<100 {
      var last = [seed, seed, seed]
      for _ in 0..<1000 {
        let digest = bytes(ofHex: path.digest(last.lazy.map { $0[...] }))
        last = [last[1], last[2], digest]
      }
      seed = last[2]
      if let checkpoint = expected.checkpoints[round] {
        #expect(seed == bytes(ofHex: checkpoint), "checkpoint \(round)")
      }
    }
  }

  private func bytes(ofHex text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
      let value = digit > 0x39 ? digit - 0x57 : digit - 0x30
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
