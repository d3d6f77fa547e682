internal import IABytes

extension XMLPropertyListParser {
  /// Reads a value that is not a container, whose opening tag has been read; returns its node.
  mutating func scalar(
    _ tag: XMLTag, at start: Int, _ input: Span<UInt8>
  ) throws(InputError) -> Int {
    switch tag.name {
    case "string", "key":
      let first = builder.units.count
      if !tag.isEmpty { try text(endingWith: tag.name, input) }
      let node = try builder.addString(at: start, unitsFrom: first)
      place(node)
      return node
    case "true", "false":
      if !tag.isEmpty { try end(of: tag.name, input) }
      return try add(.bool, at: start, payload: tag.name == "true" ? 1 : 0)
    case "integer", "real", "date", "data": break
    default: throw unexpected(tag, at: start)
    }
    let contentStart = position
    let content = tag.isEmpty ? [] : try plainContent(endingWith: tag.name, input)
    switch tag.name {
    case "integer":
      let node = try integer(content, at: contentStart, start)
      place(node)
      return node
    case "real":
      guard let value = Self.real(content) else { throw InputError(.plistNumber, at: contentStart) }
      return try add(.real, at: start, payload: value.bitPattern)
    case "date":
      guard let value = Self.date(content) else { throw InputError(.plistDate, at: contentStart) }
      return try add(.date, at: start, payload: value.bitPattern)
    default:
      let first = builder.blobs.count
      let digits = content.filter { !Self.isSpace($0) }
      do {
        builder.blobs.append(contentsOf: try Base64.decode(digits.span))
      } catch {
        throw InputError(.plistData, at: contentStart, detail: error.code.rawValue)
      }
      let node = try builder.addData(at: start, blobsFrom: first)
      place(node)
      return node
    }
  }

  /// Reads the closing tag of an element.
  private mutating func end(of name: String, _ input: Span<UInt8>) throws(InputError) {
    let start = position
    let tag = try tag(input)
    guard tag.isEnd, tag.name == name else { throw unexpected(tag, at: start) }
  }

  /// Reads content without markup, up to and with the closing tag.
  private mutating func plainContent(
    endingWith name: String, _ input: Span<UInt8>
  ) throws(InputError) -> [UInt8] {
    var content: [UInt8] = []
    while position < input.count, input[position] != UInt8(ascii: "<") {
      content.append(input[position])
      position += 1
    }
    try end(of: name, input)
    return content
  }

  // MARK: - Text

  /// Appends the text of an element to the units, up to and with the closing tag.
  private mutating func text(
    endingWith name: String, _ input: Span<UInt8>
  ) throws(InputError) {
    while position < input.count {
      let byte = input[position]
      switch byte {
      case UInt8(ascii: "<"):
        if starts(with: "<!--", input) {
          try skipComment(input)
        } else if starts(with: "<![CDATA[", input) {
          try characterData(input)
        } else {
          try end(of: name, input)
          return
        }
      case UInt8(ascii: "&"): try entity(input)
      default: try character(input)
      }
    }
    throw InputError(.plistTruncated, at: input.count)
  }

  private mutating func characterData(_ input: Span<UInt8>) throws(InputError) {
    position += 9
    while position < input.count {
      if starts(with: "]]>", input) {
        position += 3
        return
      }
      try character(input)
    }
    throw InputError(.plistTruncated, at: input.count)
  }

  /// Appends one character; CR and CR LF become line feeds, as in XML.
  private mutating func character(_ input: Span<UInt8>) throws(InputError) {
    let byte = input[position]
    if byte == 0x0D {
      position += 1
      if position < input.count, input[position] == 0x0A { position += 1 }
      builder.units.append(0x0A)
      return
    }
    guard byte >= 0x20 || byte == 0x0A || byte == 0x09 else {
      throw InputError(.plistSyntax, at: position, detail: "a control character")
    }
    let sequence = UTF8Sequence(in: input, at: position)
    guard sequence.isWellFormed else { throw InputError(.plistEncoding, at: position) }
    append(sequence.value)
    position += sequence.byteCount
  }

  private mutating func append(_ scalar: UInt32) {
    if scalar > 0xFFFF {
      builder.units.append(UInt16(truncatingIfNeeded: 0xD800 | (scalar - 0x1_0000) >> 10))
      builder.units.append(UInt16(truncatingIfNeeded: 0xDC00 | scalar & 0x3FF))
    } else {
      builder.units.append(UInt16(truncatingIfNeeded: scalar))
    }
  }

  private mutating func entity(_ input: Span<UInt8>) throws(InputError) {
    for (name, value) in Self.entities where starts(with: name, input) {
      builder.units.append(value)
      position += name.utf8CodeUnitCount
      return
    }
    let start = position
    guard starts(with: "&#", input) else { throw InputError(.plistEntity, at: start) }
    position += 2
    var radix: UInt32 = 10
    if position < input.count, input[position] == UInt8(ascii: "x") {
      radix = 16
      position += 1
    }
    var value: UInt32 = 0
    let firstDigit = position
    while position < input.count, let digit = JSONBytes.hexDigit(input[position]), digit < radix {
      value = min(value * radix + UInt32(digit), 0x11_0000)
      position += 1
    }
    guard position < input.count else { throw InputError(.plistTruncated, at: input.count) }
    guard position > firstDigit, input[position] == UInt8(ascii: ";"), value > 0,
      Unicode.Scalar(value) != nil
    else { throw InputError(.plistEntity, at: start) }
    position += 1
    append(value)
  }

  private static let entities: [(StaticString, UInt16)] = [
    ("&lt;", 0x3C), ("&gt;", 0x3E), ("&amp;", 0x26), ("&quot;", 0x22), ("&apos;", 0x27),
  ]

  // MARK: - Numbers and dates

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func trimmed(_ content: [UInt8]) -> ArraySlice<UInt8> {
    var slice = content[...]
    while let first = slice.first, isSpace(first) { slice.removeFirst() }
    while let last = slice.last, isSpace(last) { slice.removeLast() }
    return slice
  }

  /// Returns a decimal integer, or a hexadecimal one with `0x`, with an optional sign.
  private mutating func integer(
    _ content: [UInt8], at contentStart: Int, _ start: Int
  ) throws(InputError) -> Int {
    var digits = Self.trimmed(content)
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    var radix: UInt64 = 10
    if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
      radix = 16
      digits.removeFirst(2)
    }
    guard !digits.isEmpty else { throw InputError(.plistNumber, at: contentStart) }
    var value: UInt64 = 0
    for byte in digits {
      guard let digit = JSONBytes.hexDigit(byte), digit < radix else {
        throw InputError(.plistNumber, at: contentStart)
      }
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, overflow2) = product.addingReportingOverflow(UInt64(digit))
      guard !overflow, !overflow2 else {
        throw InputError(.plistNumber, at: contentStart, detail: "an integer of more than 64 bits")
      }
      value = sum
    }
    return try builder.addInteger(magnitude: value, isNegative: isNegative, at: start)
  }

  /// Returns a number in decimal form, or one of the names for NaN and infinity.
  private static func real(_ content: [UInt8]) -> Double? {
    let text = String(decoding: trimmed(content), as: UTF8.self)
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    let allowed = text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    // No double needs a longer text; the limit bounds the time of the standard library's parser.
    guard allowed, text.utf8.count <= 1100 else { return nil }
    return Double(text)
  }

  /// Returns the seconds from 2001-01-01T00:00:00Z to a date of the form `2026-11-21T09:30:00Z`.
  private static func date(_ content: [UInt8]) -> Double? {
    let text = Array(trimmed(content))
    let pattern = Array("0000-00-00T00:00:00Z".utf8)
    guard text.count == pattern.count else { return nil }
    var fields = [0]
    for (byte, model) in zip(text, pattern) {
      if model == UInt8(ascii: "0") {
        guard byte &- UInt8(ascii: "0") < 10 else { return nil }
        fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
      } else {
        guard byte == model else { return nil }
        fields.append(0)
      }
    }
    let (year, month, day) = (fields[0], fields[1], fields[2])
    let (hour, minute, second) = (fields[3], fields[4], fields[5])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard 1...12 ~= month, 1...lengths[month - 1] ~= day, hour < 24, minute < 60, second < 60 else {
      return nil
    }
    // Days before a year, counted from year 0 in the Gregorian calendar; 2001 begins at 730851.
    let before =
      year == 0 ? 0 : 366 + (year - 1) * 365 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400
    let days = before + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 730_851
    return Double(days * 86400 + hour * 3600 + minute * 60 + second)
  }
}
