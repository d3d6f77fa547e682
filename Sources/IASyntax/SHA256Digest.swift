internal import Crypto
internal import IABytes

/// A SHA-256 digest (FIPS 180-4): the name of some bytes.
public struct SHA256Digest: Hashable, Sendable {
  /// The digest as four numbers, most significant first.
  private let words: SIMD4<UInt64>

  /// The number of bytes of a digest.
  public static let byteCount = 32

  /// Creates the digest of bytes.
  ///
  /// - Complexity: O(*n*).
  public init(of bytes: Span<UInt8>) {
    var hasher = SHA256Hasher()
    hasher.update(bytes)
    self = hasher.finish()
  }

  /// Creates the digest of an array.
  ///
  /// - Complexity: O(*n*).
  public init(of bytes: [UInt8]) { self.init(of: bytes.span) }

  /// Creates a digest from its 32 bytes, or `nil` if the count is not 32.
  public init?(bytes: Span<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var words = SIMD4<UInt64>.zero
    for index in 0..<Self.byteCount {
      words[index / 8] = words[index / 8] << 8 | UInt64(bytes[index])
    }
    self.words = words
  }

  /// Creates a digest from 64 hexadecimal digits of either case, or `nil` for other text.
  public init?(hex: String) {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in hex.utf8 {
      guard let value = JSONBytes.hexDigit(digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
    guard high == nil else { return nil }
    self.init(bytes: bytes.span)
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    (0..<Self.byteCount).map { index in
      UInt8(truncatingIfNeeded: words[index / 8] >> UInt64(56 - index % 8 * 8))
    }
  }
}

extension SHA256Digest: Comparable {
  /// Returns whether the bytes of one come before the bytes of another in lexical order.
  public static func < (left: Self, right: Self) -> Bool {
    for index in 0..<4 where left.words[index] != right.words[index] {
      return left.words[index] < right.words[index]
    }
    return false
  }
}

extension SHA256Digest: CustomStringConvertible {
  /// The digest as 64 lower-case hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(Self.byteCount * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Computes a SHA-256 digest of bytes that come in pieces.
public struct SHA256Hasher: Sendable {
  private var state = SHA256()

  /// Creates a hasher of no bytes.
  public init() {}

  /// Continues with more bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe state.update(bufferPointer: $0) }
  }

  /// Continues with the bytes of an array.
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Returns the digest of all bytes so far; more may follow.
  public func finish() -> SHA256Digest {
    let bytes = Array(state.finalize())
    guard let digest = SHA256Digest(bytes: bytes.span) else {
      preconditionFailure("SHA-256 has 32 bytes")
    }
    return digest
  }
}
