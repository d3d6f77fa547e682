internal import IABytes

/// The UTF-16 units of a string in a checked JSON text, one at a time.
struct JSONUnits {
  private(set) var position: Int
  private let end: Int
  private var lowSurrogate: UInt16 = 0

  /// Creates an iterator at the start of the content of a string or key.
  init(_ word: JSONWord, in input: Span<UInt8>) {
    position = word.byteOffset + 1
    if let length = word.length {
      end = position + length
    } else {
      end = JSONBytes.endOfString(in: input, from: position)
    }
  }

  /// Returns the next unit, or `nil` at the end.
  mutating func next(_ input: Span<UInt8>) -> UInt16? {
    if lowSurrogate != 0 {
      defer { lowSurrogate = 0 }
      return lowSurrogate
    }
    guard position < end else { return nil }
    let byte = input[position]
    if byte == UInt8(ascii: "\\") { return escaped(input) }
    if byte < 0x80 {
      position += 1
      return UInt16(byte)
    }
    let sequence = UTF8Sequence(in: input, at: position)
    position += sequence.byteCount
    guard sequence.value > 0xFFFF else { return UInt16(sequence.value) }
    let offset = sequence.value - 0x1_0000
    lowSurrogate = UInt16(0xDC00 | offset & 0x3FF)
    return UInt16(0xD800 | offset >> 10)
  }

  private mutating func escaped(_ input: Span<UInt8>) -> UInt16 {
    let byte = input[position + 1]
    position += 2
    switch byte {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      var unit: UInt16 = 0
      for offset in 0..<4 {
        unit = unit << 4 | (JSONBytes.hexDigit(input[position + offset]) ?? 0)
      }
      position += 4
      return unit
    default: return UInt16(byte)
    }
  }
}
