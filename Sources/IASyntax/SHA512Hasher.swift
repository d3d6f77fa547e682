internal import CSHA

/// A SHA-512 computation (FIPS 180-4) over bytes that arrive in parts.
///
/// The suite identifies bytes by SHA-256. This type is for formats that prescribe SHA-512.
public struct SHA512Hasher: Sendable {
  private var state = ia_sha512()

  /// Creates a computation over an empty message.
  public init() { unsafe ia_sha512_start(&state, ia_sha512_fastest()) }

  /// Appends the bytes of an array to the message.
  ///
  /// - Complexity: O(*n*).
  public mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe ia_sha512_update(&state, $0.baseAddress, $0.count) }
  }

  /// Returns the digest of the message so far as 128 lower-case hexadecimal digits.
  ///
  /// The computation can continue.
  ///
  /// - Complexity: O(1).
  public func finish() -> String {
    var words: InlineArray<8, UInt64> = .init(repeating: 0)
    var span = words.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { words in
      unsafe withUnsafePointer(to: state) { unsafe ia_sha512_finish($0, words.baseAddress) }
    }
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(128)
    for index in words.indices {
      for shift in stride(from: 60, through: 0, by: -4) {
        text.append(digits[Int(words[index] >> UInt64(shift) & 15)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
