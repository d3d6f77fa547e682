internal import Crypto

/// Computes a SHA-512 digest (FIPS 180-4) of bytes that come in pieces.
///
/// The suite names bytes by SHA-256; this one is for formats that prescribe it.
public struct SHA512Hasher: Sendable {
  private var state = SHA512()

  /// Creates a hasher of no bytes.
  public init() {}

  /// Continues with the bytes of an array.
  public mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe state.update(bufferPointer: $0) }
  }

  /// Returns the digest of all bytes so far, as 128 lower-case hexadecimal digits.
  public func finish() -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in state.finalize() {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
