internal import CSodium

/// Ed25519 signatures (RFC 8032) by libsodium.
///
/// `sodium_init` is not called: it seeds random numbers and selects implementations of other
/// algorithms, none of which is used here.
enum Ed25519 {
  /// The number of bytes of a private key (the seed of RFC 8032) and of a public key.
  static let keyByteCount = 32
  /// The number of bytes of a signature.
  static let signatureByteCount = 64

  /// Returns new keys from the random numbers of the system.
  static func makeKeys() -> (privateKey: [UInt8], publicKey: [UInt8]) {
    var random = SystemRandomNumberGenerator()
    let privateKey = (0..<keyByteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
    return (privateKey, expanded(privateKey).publicKey)
  }

  /// Returns the public key that belongs to a private key, or `nil` if `privateKey` has another
  /// number of bytes.
  static func publicKey(of privateKey: [UInt8]) -> [UInt8]? {
    privateKey.count == keyByteCount ? expanded(privateKey).publicKey : nil
  }

  /// Returns the signature of a message, or `nil` if `privateKey` does not have 32 bytes.
  static func signature(of message: [UInt8], privateKey: [UInt8]) -> [UInt8]? {
    guard privateKey.count == keyByteCount else { return nil }
    var signature = [UInt8](repeating: 0, count: signatureByteCount)
    _ = unsafe crypto_sign_ed25519_detached(
      &signature, nil, message, UInt64(message.count), expanded(privateKey).secretKey)
    return signature
  }

  /// Returns whether the owner of a public key has signed a message.
  ///
  /// Signatures and keys with a wrong number of bytes, keys of small order and other encodings of
  /// valid numbers are refused.
  static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard signature.count == signatureByteCount, publicKey.count == keyByteCount else {
      return false
    }
    return unsafe crypto_sign_ed25519_verify_detached(
      signature, message, UInt64(message.count), publicKey) == 0
  }

  /// Returns both keys in the form of libsodium, whose secret key is the private key of 32 bytes and
  /// the public key.
  ///
  /// The functions of libsodium for keys and signatures cannot fail and always return 0.
  private static func expanded(
    _ privateKey: [UInt8]
  ) -> (secretKey: [UInt8], publicKey: [UInt8]) {
    var publicKey = [UInt8](repeating: 0, count: keyByteCount)
    var secretKey = [UInt8](repeating: 0, count: 2 * keyByteCount)
    _ = unsafe crypto_sign_ed25519_seed_keypair(&publicKey, &secretKey, privateKey)
    return (secretKey, publicKey)
  }
}
