internal import IABytes
internal import IAFormats

/// Divides the bytes of a document into tokens.
///
/// The bytes are passed to each call, because a span cannot be stored. Each access to them is
/// bounds-checked. The tokenizer is independent of groups: `kind(in:)` returns the kind of the next
/// token, and the caller takes it with the function for this kind.
struct RTFTokenizer {
  /// The kinds of tokens.
  enum Kind: UInt8 {
    /// Printable ASCII.
    case text
    /// A backslash: a control word or a control symbol.
    case control
    case openingBrace
    case closingBrace
    /// A control character that RTF ignores.
    case ignored
    /// A byte of the current character set: from 0x80 on, or a tab.
    case byte
  }

  /// A control word or control symbol.
  enum Control {
    /// A control word with its number and the offset of its backslash.
    case word(RTFWord, Int32?, start: Int)
    /// A control word that is not read.
    case unread(RTFUnreadWord)
    /// A control symbol other than `\'`; a CR also represents the pair CR LF.
    case symbol(UInt8)
    /// The byte of `\'hh`.
    case byte(UInt8)
    /// `\'` without two digits.
    case damagedByte
    /// A backslash at the end of the input.
    case end
  }

  /// The offset of the next byte.
  private(set) var offset: Int
  /// Whether a closing brace was missing at the end of the input.
  private(set) var isCutOff = false
  private let words = RTFControlWords.standard

  /// Creates a tokenizer that starts at an offset.
  init(at offset: Int) { self.offset = offset }

  // MARK: Tokens

  /// Returns the kind of the next token, or `nil` at the end of the input.
  @inline(__always)
  func kind(in bytes: Span<UInt8>) -> Kind? {
    offset < bytes.count ? Self.kinds[Int(bytes[offset])] : nil
  }

  private static let kinds: InlineArray<256, Kind> = {
    var kinds = InlineArray<256, Kind>(repeating: .text)
    for byte in 0..<0x20 { kinds[byte] = .ignored }
    kinds[0x09] = .byte
    kinds[0x5C] = .control
    kinds[0x7B] = .openingBrace
    kinds[0x7D] = .closingBrace
    kinds[0x7F] = .ignored
    for byte in 0x80...0xFF { kinds[byte] = .byte }
    return kinds
  }()

  /// Takes one byte: a brace, an ignored byte, or a byte of the character set.
  @inline(__always)
  mutating func takeByte(_ bytes: Span<UInt8>) -> UInt8 {
    defer { offset &+= 1 }
    return bytes[offset]
  }

  /// Takes a closing brace, which is missing if the input has ended.
  @inline(__always)
  mutating func takeClosingBrace(_ bytes: Span<UInt8>) {
    if offset < bytes.count { offset &+= 1 } else { isCutOff = true }
  }

  private static let delimiters = UnitLoops.Delimiters("\\", "{", "}")

  /// Takes printable ASCII, starting with the next byte, which must be printable, up to the next byte of another kind.
  @inline(__always)
  mutating func takeText(_ bytes: Span<UInt8>) -> Range<Int> {
    let start = offset
    // The function stays within the buffer and does not keep a pointer to it.
    offset = unsafe bytes.withUnsafeBufferPointer {
      unsafe UnitLoops.endOfPlain(in: $0, from: start &+ 1, without: Self.delimiters)
    }
    return start..<offset
  }

  /// Takes a control word with its number and the space after it, or a control symbol.
  @inline(__always)
  mutating func takeControl(
    _ bytes: Span<UInt8>, report: inout ConversionReport
  ) -> Control {
    let start = offset
    let nameStart = start + 1
    guard nameStart < bytes.count else {
      offset = nameStart
      report.add(.repaired, .truncated, "ends in a control word", byteOffset: start)
      return .end
    }
    let name = Self.name(in: bytes, from: nameStart, to: bytes.count)
    guard name.end > nameStart else {
      offset = nameStart + 1
      return takeSymbol(bytes[nameStart], start, bytes, report: &report)
    }
    if name.end - nameStart > 32 {
      Self.noteLongWord(start, count: name.end - nameStart, report: &report)
    }
    var value: Int32?
    var end = name.end
    if let number = Self.number(in: bytes, from: end, to: bytes.count) {
      value = Int32(exactly: number.value) ?? Self.clamped(number.value, start, report: &report)
      end = number.end
    }
    if end < bytes.count, bytes[end] == 0x20 { end += 1 }
    offset = end
    if let word = words.word(name.hash) { return .word(word, value, start: start) }
    return .unread(
      RTFUnreadWord(hash: name.hash, value: value, start: start, nameEnd: name.end))
  }

  private mutating func takeSymbol(
    _ symbol: UInt8, _ start: Int, _ bytes: Span<UInt8>, report: inout ConversionReport
  ) -> Control {
    if symbol == UInt8(ascii: "'") { return takeHexByte(start, bytes, report: &report) }
    // CR LF is one line end.
    if symbol == 0x0D, offset < bytes.count, bytes[offset] == 0x0A { offset += 1 }
    return .symbol(symbol)
  }

  private mutating func takeHexByte(
    _ start: Int, _ bytes: Span<UInt8>, report: inout ConversionReport
  ) -> Control {
    let high = offset < bytes.count ? RTFHexBytes.value(of: bytes[offset]) : nil
    let low = offset + 1 < bytes.count ? RTFHexBytes.value(of: bytes[offset + 1]) : nil
    if let high, let low {
      offset += 2
      return .byte(high << 4 | low)
    }
    // A single digit is not text either; a delimiter is not consumed.
    if high != nil { offset += 1 }
    report.add(.repaired, .hexadecimal, "\\' without two digits", byteOffset: start)
    return .damagedByte
  }

  @inline(never)
  private static func noteLongWord(_ start: Int, count: Int, report: inout ConversionReport) {
    report.add(.repaired, .controlWord, "\(count) letters", byteOffset: start)
  }

  @inline(never)
  private static func clamped(
    _ value: Int64, _ start: Int, report: inout ConversionReport
  ) -> Int32 {
    report.add(.repaired, .number, "clamped to 32 bits", byteOffset: start)
    return Int32(clamping: value)
  }

  /// Takes up to `count` bytes of any kind: the data of `\bin`.
  mutating func takeBinary(_ count: Int, _ bytes: Span<UInt8>) -> Range<Int> {
    let start = offset
    offset += min(max(count, 0), bytes.count - start)
    return start..<offset
  }

  /// Skips the next token if it is `\par`, and line ends before it; returns whether it was skipped.
  mutating func skipParagraphEnd(_ bytes: Span<UInt8>) -> Bool {
    var next = offset
    while next < bytes.count, bytes[next] == 0x0A || bytes[next] == 0x0D { next += 1 }
    guard next + 4 < bytes.count, bytes[next] == UInt8(ascii: "\\"),
      bytes[next + 1] == UInt8(ascii: "p"), bytes[next + 2] == UInt8(ascii: "a"),
      bytes[next + 3] == UInt8(ascii: "r"), !Self.isLetter(bytes[next + 4])
    else { return false }
    offset = next + (bytes[next + 4] == 0x20 ? 5 : 4)
    return true
  }

  // MARK: Looking ahead

  /// Returns whether the note that starts next, within a few control words, is an endnote.
  func isEndnoteNext(in bytes: Span<UInt8>) -> Bool {
    var index = offset
    let end = min(offset + 256, bytes.count)
    while index < end {
      if bytes[index] == UInt8(ascii: "\\") {
        if Self.has("footnote", at: index + 1, in: bytes) {
          return isEndnote(at: index + 9, in: bytes)
        }
        if Self.has("chftn", at: index + 1, in: bytes) { return false }
      }
      index += 1
    }
    return false
  }

  /// Returns whether `\ftnalt` is at an offset, possibly after white space.
  func isEndnote(at start: Int, in bytes: Span<UInt8>) -> Bool {
    var index = start
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    return index < bytes.count && bytes[index] == UInt8(ascii: "\\")
      && Self.has("ftnalt", at: index + 1, in: bytes)
  }

  /// Returns whether a control word with a name, without its backslash, is at an offset.
  private static func has(_ name: StaticString, at start: Int, in bytes: Span<UInt8>) -> Bool {
    let end = start + name.utf8CodeUnitCount
    guard end <= bytes.count, end == bytes.count || !isLetter(bytes[end]) else { return false }
    return name.withUTF8Buffer { name in
      for index in name.indices where unsafe name[index] != bytes[start + index] { return false }
      return true
    }
  }

  /// Returns whether the second byte of a character is next, possibly after braces and control
  /// words for character formatting.
  ///
  /// Some writers start a group between the two bytes.
  func isSecondByteNext(from start: Int, in bytes: Span<UInt8>) -> Bool {
    var index = start
    let end = min(start + 128, bytes.count - 1)
    while index < end {
      switch bytes[index] {
      case 0x7B, 0x7D, 0x0A, 0x0D: index += 1
      case 0x5C:
        if bytes[index + 1] == UInt8(ascii: "'") { return true }
        let name = Self.name(in: bytes, from: index + 1, to: end)
        guard case .character? = words.word(name.hash) else { return false }
        index = Self.number(in: bytes, from: name.end, to: end)?.end ?? name.end
        if index < end, bytes[index] == 0x20 { index += 1 }
      default: return false
      }
    }
    return false
  }

  // MARK: Parts of control words

  /// Returns the hash of the letters from an offset on, and the offset of their end, at most
  /// `limit`.
  @inline(__always)
  private static func name(
    in bytes: Span<UInt8>, from start: Int, to limit: Int
  ) -> (hash: UInt64, end: Int) {
    var hash = RTFControlWords.emptyHash
    var at = start
    while at < limit {
      let byte = bytes[at]
      guard isLetter(byte) else { break }
      hash = RTFControlWords.hash(hash, byte)
      at &+= 1
    }
    return (hash, at)
  }

  /// Returns the number from an offset on, which may have a sign, and the offset of its end; `nil`
  /// if there is no digit.
  ///
  /// Digits after the value has reached 2⁴⁰ are ignored, because the number is beyond 32 bits
  /// anyway.
  @inline(__always)
  private static func number(
    in bytes: Span<UInt8>, from start: Int, to limit: Int
  ) -> (value: Int64, end: Int)? {
    var at = start
    let isNegative = at < limit && bytes[at] == UInt8(ascii: "-")
    if isNegative { at &+= 1 }
    let digits = at
    var value: Int64 = 0
    while at < limit {
      let digit = bytes[at] &- 0x30
      guard digit < 10 else { break }
      if value < 1 << 40 { value = value &* 10 &+ Int64(digit) }
      at &+= 1
    }
    return at == digits ? nil : (isNegative ? -value : value, at)
  }

  /// Returns whether a byte is an ASCII letter.
  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}
