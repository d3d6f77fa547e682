internal import IABytes

extension JSONParser {
  /// Reads a string from its opening to its closing quote.
  mutating func string(_ input: Span<UInt8>) throws(InputError) {
    position += 1
    let start = position
    var tag = JSONWord.Tag.asciiString
    while true {
      position = JSONBytes.endOfPlainASCII(in: input, from: position)
      let byte = try peek(input)
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        let isLone = try escape(input)
        tag = isLone || tag == .loneString ? .loneString : .escapedString
      } else if byte >= 0x80 {
        try nonASCII(input)
        if tag == .asciiString { tag = .plainString }
      } else {
        throw unexpected(byte, expected: "an escaped control character")
      }
    }
    words.append(JSONWord(tag, at: start - 1, length: position - start).bits)
    position += 1
  }

  private mutating func nonASCII(_ input: Span<UInt8>) throws(InputError) {
    while position < input.count, input[position] >= 0x80 {
      let sequence = UTF8Sequence(in: input, at: position)
      guard sequence.isWellFormed else {
        throw InputError(.jsonEncoding, at: position, detail: "ill-formed UTF-8")
      }
      position += sequence.byteCount
    }
  }

  /// Reads one escape, or two that make a surrogate pair.
  ///
  /// - Returns: Whether the escape is a lone surrogate.
  private mutating func escape(_ input: Span<UInt8>) throws(InputError) -> Bool {
    position += 1
    let byte = try peek(input)
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return false
    case UInt8(ascii: "u"):
      position += 1
      let unit = try hexUnit(input)
      guard unit & 0xF800 == 0xD800 else { return false }
      guard unit & 0xFC00 == 0xD800, position + 1 < input.count,
        input[position] == UInt8(ascii: "\\"), input[position + 1] == UInt8(ascii: "u")
      else { return true }
      let next = position
      position += 2
      if try hexUnit(input) & 0xFC00 == 0xDC00 { return false }
      position = next
      return true
    default: throw unexpected(byte, expected: "an escape")
    }
  }

  private mutating func hexUnit(_ input: Span<UInt8>) throws(InputError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let byte = try peek(input)
      guard let digit = JSONBytes.hexDigit(byte) else {
        throw unexpected(byte, expected: "a hexadecimal digit")
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }
}

/// Functions on the bytes of a JSON text that the parser and the cursor share.
enum JSONBytes {
  /// Returns the first offset from `start` on with a quote, a backslash, a control character or a
  /// byte of a non-ASCII character, or the end of the input if there is none.
  @inline(__always) static func endOfPlainASCII(in input: Span<UInt8>, from start: Int) -> Int {
    var position = start
    let raw = unsafe input.bytes
    let ones: UInt64 = 0x0101_0101_0101_0101
    while position + 8 <= input.count {
      let word = unsafe UInt64(
        littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
      // The top bit of a byte is set if the byte is zero, that is, if it is the byte that is searched for. A borrow can
      // set further bits only above a match, so the lowest set bit is always a match.
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let hits =
        (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
        | (word &- (ones &* 0x20)) | word
      let found = hits & (ones &* 0x80)
      if found != 0 {
        return position + found.trailingZeroBitCount / 8
      }
      position += 8
    }
    while position < input.count {
      let byte = input[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { break }
      position += 1
    }
    return position
  }

  /// Returns the end of the string whose content begins at `start`: the offset of its closing
  /// quote.
  ///
  /// - Precondition: The input was checked.
  static func endOfString(in input: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < input.count, input[position] != UInt8(ascii: "\"") {
      position += input[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, input.count)
  }

  /// Returns the end of the number that begins at `start`, in checked input.
  static func endOfNumber(in input: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < input.count {
      switch input[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        position += 1
      default: return position
      }
    }
    return position
  }

  /// Returns the value of a hexadecimal digit of either case.
  @inline(__always) static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
