internal import Crypto

/// The SHA-256 hash of some bytes.
public struct SHA256Digest: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The 32 bytes of the hash.
  public let bytes: [UInt8]

  /// Hashes bytes.
  public init(hashing bytes: [UInt8]) {
    self.bytes = Array(SHA256.hash(data: bytes))
  }

  /// Reads 64 hexadecimal digits; nil for anything else.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for i in stride(from: 0, to: 64, by: 2) {
      guard let byte = UInt8(String(decoding: digits[i..<i + 2], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  /// The hash as 64 lower-case hexadecimal digits.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Orders hashes by their bytes.
  public static func < (left: SHA256Digest, right: SHA256Digest) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
