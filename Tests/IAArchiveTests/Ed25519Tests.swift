import IATestSupport
import Testing

@testable import IAArchive

/// Keys and signatures of RFC 8032, section 7.1.
@Suite struct Ed25519Tests {
  struct Example: Sendable {
    let privateKey: String
    let publicKey: String
    let message: String
    let signature: String
  }

  static let examples = [
    Example(
      privateKey: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
      signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555f"
        + "b8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    Example(
      privateKey: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      message: "72",
      signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da08"
        + "5ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    Example(
      privateKey: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
      message: "af82",
      signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18"
        + "ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
  ]

  private func bytes(_ hex: String) throws -> [UInt8] {
    let digits = Array(hex)
    return try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(digits[$0..<$0 + 2]), radix: 16))
    }
  }

  @Test(arguments: examples.indices)
  func `The examples of RFC 8032 have their keys and signatures`(index: Int) throws {
    let example = Self.examples[index]
    let privateKey = try bytes(example.privateKey)
    let message = try bytes(example.message)
    let publicKey = try #require(Ed25519.publicKey(of: privateKey))
    #expect(publicKey == (try bytes(example.publicKey)))
    let signature = try #require(Ed25519.signature(of: message, privateKey: privateKey))
    #expect(signature == (try bytes(example.signature)))
    #expect(Ed25519.isValid(signature, of: message, publicKey: publicKey))
    #expect(!Ed25519.isValid(signature, of: message + [0], publicKey: publicKey))
    for place in signature.indices {
      var changed = signature
      changed[place] ^= 1
      #expect(!Ed25519.isValid(changed, of: message, publicKey: publicKey))
    }
  }

  @Test func `Wrong sizes and keys of small order are refused`() throws {
    let (privateKey, publicKey) = Ed25519.makeKeys()
    #expect(Ed25519.publicKey(of: privateKey) == publicKey)
    let signature = try #require(Ed25519.signature(of: [1, 2], privateKey: privateKey))
    #expect(Ed25519.publicKey(of: Array(privateKey.dropLast())) == nil)
    #expect(Ed25519.signature(of: [], privateKey: privateKey + [0]) == nil)
    #expect(!Ed25519.isValid(signature + [0], of: [1, 2], publicKey: publicKey))
    #expect(!Ed25519.isValid(signature, of: [1, 2], publicKey: Array(publicKey.dropLast())))
    // With the neutral element as key, R = S = 0 would sign every message.
    let neutral: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
    let zero = neutral + [UInt8](repeating: 0, count: 32)
    #expect(!Ed25519.isValid(zero, of: [1, 2], publicKey: neutral))
  }
}
