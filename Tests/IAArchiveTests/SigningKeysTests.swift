import IAArchive
import IABytes
import Testing

@Suite struct SigningKeysTests {
  /// RFC 8410, section 10.
  private static let publicText = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
    -----END PUBLIC KEY-----

    """
  private static let privateText = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
    -----END PRIVATE KEY-----

    """
  private static let longPrivateText = """
    -----BEGIN PRIVATE KEY-----
    MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
    oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
    Z9w7lshQhqowtrbLDFw4rXAxZuE=
    -----END PRIVATE KEY-----

    """

  @Test func `The keys of RFC 8410 are equal after reading and writing`() throws {
    let privateKey = try SigningKeys.privateKey(in: Array(Self.privateText.utf8))
    let publicKey = try SigningKeys.publicKey(in: Array(Self.publicText.utf8))
    #expect(privateKey.prefix(4) == [0xD4, 0xEE, 0x72, 0xDB])
    #expect(publicKey.prefix(4) == [0x19, 0xBF, 0x44, 0x09])
    #expect(try SigningKeys.publicKey(of: privateKey) == publicKey)
    #expect(SigningKeys.pem(privateKey: privateKey) == Array(Self.privateText.utf8))
    #expect(SigningKeys.pem(publicKey: publicKey) == Array(Self.publicText.utf8))
  }

  @Test func `Attributes and a public key after the private key are skipped`() throws {
    let long = try SigningKeys.privateKey(in: Array(Self.longPrivateText.utf8))
    #expect(try long == SigningKeys.privateKey(in: Array(Self.privateText.utf8)))
  }

  @Test func `Raw keys, text before the key, and other line ends are accepted`() throws {
    let key = try SigningKeys.privateKey(in: Array(Self.privateText.utf8))
    #expect(try SigningKeys.privateKey(in: key) == key)
    #expect(try SigningKeys.publicKey(in: key) == key)
    let text = "Key of the archive.\n" + Self.privateText
    #expect(try SigningKeys.privateKey(in: Array(text.utf8)) == key)
    let windows = Self.privateText.split(separator: "\n").joined(separator: "\r\n")
    #expect(try SigningKeys.privateKey(in: Array(windows.utf8)) == key)
  }

  @Test func `The wrong kind of key is refused with advice`() throws {
    #expect {
      try SigningKeys.publicKey(in: Array(Self.privateText.utf8))
    } throws: { ($0 as? InputError)?.detail.contains("public-key derives it") == true }
    #expect {
      try SigningKeys.privateKey(in: Array(Self.publicText.utf8))
    } throws: { ($0 as? InputError)?.detail.contains("a public key") == true }
    let encrypted = Self.privateText.replacing("PRIVATE", with: "ENCRYPTED PRIVATE")
    #expect {
      try SigningKeys.privateKey(in: Array(encrypted.utf8))
    } throws: { ($0 as? InputError)?.detail.contains("openssl pkey") == true }
  }

  @Test func `Each changed, missing or added byte gives another key or an error`() throws {
    let texts = [Self.privateText, Self.longPrivateText, Self.publicText].map { Array($0.utf8) }
    for text in texts {
      for place in text.indices {
        for change in [1, 0x20, 0x80] as [UInt8] {
          var bytes = text
          bytes[place] ^= change
          do { #expect(try SigningKeys.privateKey(in: bytes).count == 32) } catch {
            #expect(error.code == .archiveKey)
          }
          do { #expect(try SigningKeys.publicKey(in: bytes).count == 32) } catch {
            #expect(error.code == .archiveKey)
          }
        }
        #expect(throws: InputError.self) {
          try SigningKeys.publicKey(in: Array(Self.privateText.utf8.prefix(place)))
        }
      }
    }
    let large = [UInt8](repeating: 0x41, count: SigningKeys.maximumByteCount + 1)
    #expect(throws: InputError.self) { try SigningKeys.privateKey(in: large) }
  }
}
