/// One cell of a JSON table: the description of the value at a byte offset.
///
/// 64 bits: the tag (8), an extra (24), the byte offset (32). A scalar takes one word. A container
/// takes a head, an extent word, the words of its content, and an end word:
///
///     [7, "ab"]      array @0 | extent 2 elements, end at 4 | small 7 @1 | plain "ab" @4 | end @8
///
/// The extra is the value of a small integer, or the length in bytes of other numbers and of
/// strings (without the quotes); `longExtra` indicates that the length did not fit and must be
/// found by scanning from the offset.
struct JSONWord {
  /// The kind of a word.
  ///
  /// There are more kinds of strings and numbers than in the grammar, so that the common ones can
  /// be used without examining them again.
  enum Tag: UInt8 {
    case null, bool, smallInteger, integer, real
    /// ASCII without escapes; no escapes; escapes; escapes with lone surrogates among them.
    case asciiString, plainString, escapedString, loneString
    case array, object
    case end
  }

  static let longExtra: UInt64 = 0xFF_FFFF
  static let smallIntegers = -0x80_0000...0x7F_FFFF

  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// Creates a word for a value that begins at a byte offset.
  @inline(__always) init(_ tag: Tag, at byteOffset: Int, extra: Int = 0) {
    bits =
      UInt64(tag.rawValue) << 56
      | (UInt64(truncatingIfNeeded: extra) & 0xFF_FFFF) << 32
      | UInt64(UInt32(truncatingIfNeeded: byteOffset))
  }

  /// Creates a word for a value with a length, which may be too large to store.
  @inline(__always) init(_ tag: Tag, at byteOffset: Int, length: Int) {
    self.init(tag, at: byteOffset, extra: min(length, Int(Self.longExtra)))
  }

  /// Creates the word that follows the head of a container.
  init(extent count: Int, end: Int) {
    bits = UInt64(UInt32(truncatingIfNeeded: count)) << 32 | UInt64(UInt32(truncatingIfNeeded: end))
  }

  @inline(__always) var tag: Tag {
    // The top bits always contain a valid tag.
    Tag(rawValue: UInt8(truncatingIfNeeded: bits >> 56)) ?? .null
  }
  @inline(__always) var byteOffset: Int { Int(UInt32(truncatingIfNeeded: bits)) }

  /// The length, or `nil` if it was too large to store.
  @inline(__always) var length: Int? {
    let extra = bits >> 32 & 0xFF_FFFF
    return extra == Self.longExtra ? nil : Int(extra)
  }

  /// The value of a small integer, or of a Boolean: 0 or 1.
  @inline(__always) var smallValue: Int {
    Int(Int32(truncatingIfNeeded: bits >> 32) << 8) >> 8
  }

  /// The number of elements or members of an extent.
  var count: Int { Int(bits >> 32) }
  /// The index of the end word of an extent.
  var end: Int { Int(UInt32(truncatingIfNeeded: bits)) }

  @inline(__always) var isContainer: Bool { tag == .array || tag == .object }
  var isString: Bool { isPlain || hasEscapes }
  /// Whether the text equals the bytes between the quotes.
  var isPlain: Bool { tag == .asciiString || tag == .plainString }
  var hasEscapes: Bool { tag == .escapedString || tag == .loneString }
}
