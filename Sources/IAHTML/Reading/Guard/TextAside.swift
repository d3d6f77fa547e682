internal import IABytes

/// The text of a page that goes around the parser, and what was left out of the page besides.
///
/// The parser takes each character through the rules of HTML5 on its own, though within a text
/// nothing depends on the characters after the first: letters and spaces change no state. Long pieces
/// of text are therefore set aside; the parser gets a mark for each, two characters of planes 15 and
/// 16 that hold its number, and `MarkedText` puts the pieces back where the marks come out.
///
/// A page that holds characters of these planes itself is parsed whole (`canMark(_:)`), and so is
/// one of which a mark does not come out as text.
struct TextAside {
  /// A part of the page that the parser does not get; empty where it gets something else besides.
  struct Cut {
    /// The byte of the parser's page at which the page goes on.
    var place: UInt32
    /// The first byte that was taken out.
    var start: UInt32
    /// The byte after the last.
    var end: UInt32
    /// Whether a mark stands for it.
    var isMarked: Bool
  }

  /// What was taken out, in the order of the page.
  private(set) var cuts: [Cut] = []
  /// How many of the cuts have marks.
  private(set) var markCount = 0

  /// The fewest bytes that are worth it.
  static let leastCount = 16

  /// The first code points of the planes of which marks are made.
  static let planes: (first: UInt32, second: UInt32) = (0xF_0000, 0x10_0000)
  /// How many values each character of a mark has, as a power of two.
  static let bits: UInt32 = 15

  /// Takes note of bytes that are left out for good, or before which something was put in.
  mutating func add(_ range: Range<Int>, place: Int) {
    cut(range, place: place, isMarked: false)
  }

  /// Takes note of text that is set aside, and writes its mark.
  mutating func add(_ range: Range<Int>, markingIn output: inout [UInt8]) {
    let index = UInt32(cuts.count)
    Self.append(Self.planes.first | index >> Self.bits, to: &output)
    Self.append(Self.planes.second | index & (1 << Self.bits - 1), to: &output)
    markCount += 1
    cut(range, place: output.count, isMarked: true)
  }

  private mutating func cut(_ range: Range<Int>, place: Int, isMarked: Bool) {
    cuts.append(
      Cut(
        place: UInt32(clamping: place), start: UInt32(clamping: range.lowerBound),
        end: UInt32(clamping: range.upperBound), isMarked: isMarked))
  }

  private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    output.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
    output.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
    output.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    output.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }

  // MARK: What can be set aside

  /// Whether text of a page can be set aside: it must not come to characters of the marks, neither
  /// written nor by reference, its length must fit, and it has no second byte order mark, which the
  /// parser leaves out.
  ///
  /// - Complexity: O(*n*).
  static func canMark(_ bytes: [UInt8]) -> Bool {
    guard bytes.count < UInt32.max >> 1, !bytes.starts(with: [0xEF, 0xBB, 0xBF]),
      UnitLoops.index(of: 0xF3, in: bytes.span, from: 0) == nil,
      UnitLoops.index(of: 0xF4, in: bytes.span, from: 0) == nil
    else { return false }
    var at = 0
    while let reference = UnitLoops.index(of: UInt8(ascii: "&"), in: bytes.span, from: at) {
      at = reference + 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "#") {
        guard value(ofReference: bytes[(at + 1)...]) < planes.first else { return false }
      }
    }
    return true
  }

  /// The number of a character reference from behind its `#`, at most 0x110000.
  private static func value(ofReference digits: ArraySlice<UInt8>) -> UInt32 {
    let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    var value: UInt32 = 0
    for byte in isHexadecimal ? digits.dropFirst() : digits {
      let letter = byte | 0x20
      switch byte {
      case 0x30...0x39: value = value * (isHexadecimal ? 16 : 10) + UInt32(byte - 0x30)
      case _ where isHexadecimal && (0x61...0x66).contains(letter):
        value = value * 16 + UInt32(letter - 0x57)
      default: return value
      }
      if value > 0x10_FFFF { return 0x11_0000 }
    }
    return value
  }

  /// The first piece of a text that can be set aside, or nil.
  ///
  /// Of what a text starts with, white space and the character after it stay: they decide where the
  /// text goes. So do references, characters that the parser replaces, and short pieces.
  ///
  /// - Parameters:
  ///   - bytes: Well-formed UTF-8.
  ///   - start: Where the text starts, or where the piece before ended.
  ///   - end: Where it ends.
  ///   - leastCount: The fewest bytes of a piece.
  /// - Complexity: O(*n*).
  static func piece(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, leastCount: Int
  ) -> Range<Int>? {
    var at = start
    while at < end, bytes[at] <= 0x20 { at += 1 }
    at = afterStop(bytes, at, end)
    while end - at >= leastCount {
      let stop = endOfPlain(bytes, from: at, to: end)
      if stop - at >= leastCount { return at..<stop }
      at = afterStop(bytes, stop, end)
    }
    return nil
  }

  /// Where the character ends that starts at a place, the two of a line end, or what may be a
  /// reference.
  private static func afterStop(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Int {
    var at = start + 1
    if start < end, bytes[start] == UInt8(ascii: "&") {
      while at < end, bytes[at] == UInt8(ascii: "#") || isLetterOrDigit(bytes[at]) { at += 1 }
      return at < end && bytes[at] == UInt8(ascii: ";") ? at + 1 : at
    }
    if start < end, bytes[start] == 0x0D { return at < end && bytes[at] == 0x0A ? at + 1 : at }
    while at < end, bytes[at] & 0xC0 == 0x80 { at += 1 }
    return at
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Where the first character is that starts a reference or that the parser replaces: a control
  /// character or a noncharacter.
  private static func endOfPlain(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var at = start
    while at < end {
      let byte = bytes[at]
      if byte < 0x80 {
        let isPlain =
          byte >= 0x20 ? byte != UInt8(ascii: "&") && byte != 0x7F : byte == 0x0A || byte == 0x09
        guard isPlain else { return at }
        at += 1
      } else if byte < 0xE0 {
        guard byte != 0xC2 || at + 1 < end && bytes[at + 1] >= 0xA0 else { return at }
        at += 2
      } else if byte < 0xF0 {
        guard
          byte != 0xEF
            || at + 2 < end && bytes[at + 1] != 0xB7
              && (bytes[at + 1] != 0xBF || bytes[at + 2] < 0xBE)
        else { return at }
        at += 3
      } else {
        guard at + 2 < end, bytes[at + 1] & 0x0F != 0x0F || bytes[at + 2] != 0xBF else { return at }
        at += 4
      }
    }
    return min(at, end)
  }
}
