/// One step of decoding UTF-8: a scalar, or an ill-formed sequence.
///
/// Ill-formed bytes are divided by the rule of the WHATWG Encoding Standard, Unicode's "substitution of maximal
/// subparts": each part has as many bytes as could be the start of a scalar, at least one. Each part becomes one U+FFFD
/// in the decoded text.
public struct UTF8Sequence: Hashable, Sendable {
  /// The decoded scalar value, or `ill` if the bytes are ill-formed.
  public let value: UInt32
  /// The number of bytes of the step, 1 to 4.
  public let byteCount: Int

  /// The value of a step over ill-formed bytes; it is not a scalar value.
  public static let ill: UInt32 = .max

  /// Whether the bytes form a scalar.
  @inlinable public var isWellFormed: Bool { value != Self.ill }

  @inlinable init(value: UInt32, byteCount: Int) {
    self.value = value
    self.byteCount = byteCount
  }

  /// Creates the step that starts at an offset.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a whole text; its end truncates a sequence.
  ///   - offset: The first byte of the step.
  /// - Precondition: `offset` lies inside `bytes`.
  /// - Complexity: O(1).
  @inlinable public init(in bytes: Span<UInt8>, at offset: Int) {
    let lead = bytes[offset]
    if lead < 0x80 {
      self.init(value: UInt32(lead), byteCount: 1)
      return
    }
    // After some lead bytes the second byte has a narrower range, which excludes overlong forms, surrogates and values
    // above U+10FFFF.
    let length: Int
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { lowest = 0xA0 }
      if lead == 0xED { highest = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { lowest = 0x90 }
      if lead == 0xF4 { highest = 0x8F }
    default:
      self.init(value: Self.ill, byteCount: 1)
      return
    }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    var taken = 1
    while taken < length {
      guard offset + taken < bytes.count else { break }
      let byte = bytes[offset + taken]
      guard byte >= lowest, byte <= highest else { break }
      value = value << 6 | UInt32(byte & 0x3F)
      lowest = 0x80
      highest = 0xBF
      taken += 1
    }
    self.init(value: taken == length ? value : Self.ill, byteCount: taken)
  }
}
