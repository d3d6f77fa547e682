internal import IABytes

extension JSONParser {
  /// Reads `true`, `false` or `null`.
  mutating func literal(
    _ name: StaticString, _ tag: JSONWord.Tag, _ value: Int, _ input: Span<UInt8>
  ) throws(InputError) {
    let start = position
    for index in 0..<name.utf8CodeUnitCount {
      let byte = try peek(input)
      guard byte == (unsafe name.utf8Start[index]) else {
        throw unexpected(byte, expected: "'\(name)'")
      }
      position += 1
    }
    words.append(JSONWord(tag, at: start, extra: value).bits)
  }

  /// Reads a number, and computes the value of a small integer at the same time.
  mutating func number(_ input: Span<UInt8>) throws(InputError) {
    let start = position
    let isNegative = input[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = position
    // Seven digits always fit in a small integer; longer ones are only checked here.
    var small = 0
    while position < input.count {
      let digit = input[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      if position - firstDigit < 7 { small = small * 10 + Int(digit) }
      position += 1
    }
    let digitCount = position - firstDigit
    if digitCount == 0 { throw unexpected(try peek(input), expected: "a digit") }
    if digitCount > 1, input[firstDigit] == UInt8(ascii: "0") {
      throw InputError(.jsonSyntax, at: firstDigit + 1, detail: "a digit after a leading zero")
    }
    if position < input.count {
      let next = input[position]
      if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") {
        try fractionAndExponent(input)
        words.append(JSONWord(.real, at: start, length: position - start).bits)
        return
      }
    }
    let value = isNegative ? -small : small
    if digitCount <= 7, JSONWord.smallIntegers.contains(value), !(isNegative && value == 0) {
      words.append(JSONWord(.smallInteger, at: start, extra: value).bits)
    } else {
      words.append(JSONWord(.integer, at: start, length: position - start).bits)
    }
  }

  private mutating func fractionAndExponent(_ input: Span<UInt8>) throws(InputError) {
    if input[position] == UInt8(ascii: ".") {
      position += 1
      try digits(input)
    }
    guard position < input.count, input[position] | 0x20 == UInt8(ascii: "e") else { return }
    position += 1
    let sign = try peek(input)
    if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
    try digits(input)
  }

  /// Reads one or more digits.
  private mutating func digits(_ input: Span<UInt8>) throws(InputError) {
    let start = position
    while position < input.count, input[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    if position == start { throw unexpected(try peek(input), expected: "a digit") }
  }
}
