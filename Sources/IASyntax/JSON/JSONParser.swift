internal import IABytes

/// Turns bytes into the words of a JSON table, in one pass without recursion.
struct JSONParser {
  /// An array or object that is still open.
  struct Frame {
    var head: Int
    var isObject: Bool
    var count = 0
  }

  var words: [UInt64] = []
  var position = 0

  private let limits: Limits
  private let allowsDuplicateKeys: Bool
  private var keys = JSONKeyIndex()
  private var open: [Frame] = []
  private var frame = Frame(head: -1, isObject: false)
  private var valueCount = 0

  init(limits: Limits, allowsDuplicateKeys: Bool) {
    self.limits = limits
    self.allowsDuplicateKeys = allowsDuplicateKeys
  }

  /// Reads a whole text.
  mutating func run(_ input: Span<UInt8>) throws(InputError) {
    try refuseOtherEncodings(input)
    var hasValue = false
    while !hasValue {
      try value(input)
      hasValue = try advance(input)
    }
    skipSpace(input)
    guard position == input.count else { throw InputError(.jsonTrailing, at: position) }
  }

  /// Reads a scalar, or the opening of containers up to the first scalar or empty container.
  private mutating func value(_ input: Span<UInt8>) throws(InputError) {
    while true {
      skipSpace(input)
      let byte = try peek(input)
      try countValue()
      switch byte {
      case UInt8(ascii: "\""): try string(input)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(input)
      case UInt8(ascii: "t"): try literal("true", .bool, 1, input)
      case UInt8(ascii: "f"): try literal("false", .bool, 0, input)
      case UInt8(ascii: "n"): try literal("null", .null, 0, input)
      case UInt8(ascii: "["):
        try begin(isObject: false)
        skipSpace(input)
        guard try peek(input) == UInt8(ascii: "]") else {
          frame.count = 1
          continue
        }
        try end(input)
      case UInt8(ascii: "{"):
        try begin(isObject: true)
        skipSpace(input)
        guard try peek(input) == UInt8(ascii: "}") else {
          try key(input)
          continue
        }
        try end(input)
      default: throw unexpected(byte, expected: "a value")
      }
      return
    }
  }

  /// Closes the containers that end after a value, and stops before the next value.
  ///
  /// - Returns: Whether the outermost value has ended.
  private mutating func advance(_ input: Span<UInt8>) throws(InputError) -> Bool {
    while frame.head >= 0 {
      skipSpace(input)
      let byte = try peek(input)
      if byte == UInt8(ascii: ",") {
        position += 1
        if frame.isObject {
          skipSpace(input)
          try key(input)
        } else {
          frame.count += 1
        }
        return false
      }
      guard byte == (frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw unexpected(byte, expected: frame.isObject ? "',' or '}'" : "',' or ']'")
      }
      try end(input)
    }
    return true
  }

  /// Reads a key and its colon.
  private mutating func key(_ input: Span<UInt8>) throws(InputError) {
    let byte = try peek(input)
    guard byte == UInt8(ascii: "\"") else { throw unexpected(byte, expected: "a key") }
    try string(input)
    frame.count += 1
    skipSpace(input)
    let colon = try peek(input)
    guard colon == UInt8(ascii: ":") else { throw unexpected(colon, expected: "':'") }
    position += 1
  }

  private mutating func begin(isObject: Bool) throws(InputError) {
    let depth = open.count + 1
    guard depth <= limits.depth else {
      throw .exceeds(
        .jsonDepth, limit: "depth", maximum: limits.depth, seen: depth, at: position)
    }
    open.append(frame)
    frame = Frame(head: words.count, isObject: isObject)
    words.append(JSONWord(isObject ? .object : .array, at: position).bits)
    words.append(0)
    position += 1
  }

  private mutating func end(_ input: Span<UInt8>) throws(InputError) {
    words[frame.head + 1] = JSONWord(extent: frame.count, end: words.count).bits
    words.append(JSONWord(.end, at: position).bits)
    if frame.isObject, frame.count > 1, !allowsDuplicateKeys {
      try keys.check(objectAt: frame.head, count: frame.count, words: words, input: input)
    }
    position += 1
    frame = open.removeLast()
  }

  private mutating func countValue() throws(InputError) {
    valueCount += 1
    guard valueCount <= limits.entries else {
      throw .exceeds(
        .jsonLimit, limit: "entries", maximum: limits.entries, seen: valueCount, at: position)
    }
  }

  private func refuseOtherEncodings(_ input: Span<UInt8>) throws(InputError) {
    guard input.count >= 2 else { return }
    let mark =
      switch (input[0], input[1]) {
      case (0xEF, 0xBB) where input.count > 2 && input[2] == 0xBF: "a byte order mark"
      case (0xFE, 0xFF), (0xFF, 0xFE): "UTF-16 or UTF-32 with a byte order mark"
      case (0, _), (_, 0): "a zero byte, as in UTF-16 or UTF-32"
      default: ""
      }
    guard mark.isEmpty else { throw InputError(.jsonEncoding, at: 0, detail: mark) }
  }
}

// MARK: - Bytes

extension JSONParser {
  @inline(__always) mutating func skipSpace(_ input: Span<UInt8>) {
    while position < input.count {
      let byte = input[position]
      // Most calls end at this first test, because the next byte is not white space.
      if byte > 0x20 { return }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  @inline(__always) func peek(_ input: Span<UInt8>) throws(InputError) -> UInt8 {
    guard position < input.count else { throw InputError(.jsonTruncated, at: input.count) }
    return input[position]
  }

  @inline(never) func unexpected(_ byte: UInt8, expected: String) -> InputError {
    InputError(.jsonSyntax, at: position, detail: "expected \(expected), found \(name(of: byte))")
  }

  private func name(of byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    let hex = String(byte, radix: 16, uppercase: true)
    return "byte 0x" + (hex.utf8.count < 2 ? "0" : "") + hex
  }
}
