internal import CSHA
internal import IABytes

/// A SHA-256 digest (FIPS 180-4), which identifies the bytes that it was computed from.
public struct SHA256Digest: Hashable, Sendable {
  /// The digest as four numbers, the most significant first.
  private let words: SIMD4<UInt64>

  /// The number of bytes of a digest.
  public static let byteCount = 32

  /// Creates a digest from its words, the most significant first.
  fileprivate init(words: SIMD4<UInt64>) { self.words = words }

  /// Creates the digest of bytes.
  ///
  /// - Complexity: O(*n*).
  public init(of bytes: Span<UInt8>) {
    var hasher = SHA256Hasher()
    hasher.update(bytes)
    self = hasher.finish()
  }

  /// Creates the digest of the bytes of an array.
  ///
  /// - Complexity: O(*n*).
  public init(of bytes: [UInt8]) { self.init(of: bytes.span) }

  /// Creates a digest from its 32 bytes, or returns `nil` if the count differs.
  public init?(bytes: Span<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var words = SIMD4<UInt64>.zero
    for index in 0..<Self.byteCount {
      words[index / 8] = words[index / 8] << 8 | UInt64(bytes[index])
    }
    self.words = words
  }

  /// Creates a digest from 64 hexadecimal digits of either case, or returns `nil` for other text.
  public init?(hex: String) {
    guard hex.utf8.count == 2 * Self.byteCount else { return nil }
    var words = SIMD4<UInt64>.zero
    var index = 0
    for digit in hex.utf8 {
      guard let value = JSONBytes.hexDigit(digit) else { return nil }
      words[index / 16] = words[index / 16] << 4 | UInt64(value)
      index += 1
    }
    self.words = words
  }

  /// The 32 bytes of the digest.
  public var bytes: [UInt8] {
    (0..<Self.byteCount).map { index in
      let shift = UInt64(56 - index % 8 * 8)
      return UInt8(truncatingIfNeeded: words[index / 8] >> shift)
    }
  }
}

extension SHA256Digest: Comparable {
  /// Returns whether the bytes of `left` precede those of `right` in lexicographical order.
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

/// A SHA-256 computation over bytes that arrive in parts.
///
/// The compression function uses the processor's SHA instructions if there are any
/// (`Documentation/Decisions/0052-sha-in-c.md`).
public struct SHA256Hasher: Sendable {
  private var state = ia_sha256()

  /// Creates a computation over an empty message.
  public init() { unsafe ia_sha256_start(&state, ia_sha256_fastest()) }

  /// Appends bytes to the message.
  ///
  /// - Complexity: O(*n*).
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe ia_sha256_update(&state, $0.baseAddress, $0.count) }
  }

  /// Appends the bytes of an array to the message.
  ///
  /// - Complexity: O(*n*).
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Returns the digest of the message so far; the computation can continue.
  ///
  /// - Complexity: O(1).
  public func finish() -> SHA256Digest {
    var words: InlineArray<4, UInt64> = .init(repeating: 0)
    var span = words.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { words in
      unsafe withUnsafePointer(to: state) { unsafe ia_sha256_finish($0, words.baseAddress) }
    }
    return SHA256Digest(words: SIMD4(words[0], words[1], words[2], words[3]))
  }
}
