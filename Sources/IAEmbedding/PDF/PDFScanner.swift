internal import IABytes

/// A token of the PDF syntax (ISO 32000-1, section 7.2).
enum PDFToken: Hashable {
  case name(String)
  case integer(Int)
  /// A number with a fraction, or a large one.
  case real
  /// A number from 0 to 0.01.
  case small
  case string([UInt8])
  /// An operator or keyword.
  case word(String)
  case openDictionary, closeDictionary, openArray, closeArray
}

/// Divides bytes into tokens.
struct PDFScanner {
  private let bytes: [UInt8]
  /// The offset of the next byte.
  private(set) var at: Int
  private let end: Int
  /// The offset in the file of a decompressed stream; `nil` if the bytes are those of the file.
  private let origin: Int?

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil, origin: Int? = nil) {
    self.bytes = bytes
    at = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
    self.origin = origin
  }

  private func error(_ detail: String) -> InputError {
    InputError(.embeddedForm, at: origin ?? at, detail: detail)
  }

  /// Returns the next token; `nil` at the end.
  mutating func next() throws(InputError) -> PDFToken? {
    skipSpace()
    guard at < end else { return nil }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "/"): return .name(word())
    case UInt8(ascii: "["): return .openArray
    case UInt8(ascii: "]"): return .closeArray
    case UInt8(ascii: "("): return .string(try literal())
    case UInt8(ascii: "<"):
      guard at < end, bytes[at] == byte else { return .string(try hexadecimal()) }
      at += 1
      return .openDictionary
    case UInt8(ascii: ">"):
      guard at < end, bytes[at] == byte else { throw error("'>'") }
      at += 1
      return .closeDictionary
    case UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      throw error("an unexpected delimiter")
    default:
      at -= 1
      return Self.number(word())
    }
  }

  /// Skips white space and comments.
  private mutating func skipSpace() {
    while at < end {
      if bytes[at] == UInt8(ascii: "%") {
        while at < end, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
      } else if Self.isSpace(bytes[at]) {
        at += 1
      } else {
        return
      }
    }
  }

  private mutating func word() -> String {
    let start = at
    while at < end, !Self.isSpace(bytes[at]), !Self.isDelimiter(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private static func number(_ word: String) -> PDFToken {
    guard let first = word.utf8.first,
      (0x30...0x39).contains(first) || [0x2B, 0x2D, 0x2E].contains(first)
    else { return .word(word) }
    if word.utf8.count <= 10, let number = Int(word) { return .integer(number) }
    return Double(word).map { (0...0.01).contains($0) } == true ? .small : .real
  }

  /// Returns the bytes of a string in parentheses.
  private mutating func literal() throws(InputError) -> [UInt8] {
    var result: [UInt8] = []
    var depth = 1
    while at < end {
      var byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return result }
      case UInt8(ascii: "\\"):
        guard let escaped = try escape() else { continue }
        byte = escaped
      default: break
      }
      result.append(byte)
    }
    throw error("a string does not end")
  }

  /// Returns the byte of an escape; `nil` for the end of a line.
  private mutating func escape() throws(InputError) -> UInt8? {
    guard at < end else { throw error("a string does not end") }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case 0x0A: return nil
    case 0x30...0x37:
      var value = Int(byte - 0x30)
      var digits = 1
      while digits < 3, at < end, (0x30...0x37).contains(bytes[at]) {
        value = value * 8 + Int(bytes[at] - 0x30)
        at += 1
        digits += 1
      }
      return UInt8(truncatingIfNeeded: value)
    default: return byte
    }
  }

  /// Returns the bytes of a string in angle brackets.
  private mutating func hexadecimal() throws(InputError) -> [UInt8] {
    var result: [UInt8] = []
    var high: UInt8?
    while at < end {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: ">") {
        if let high { result.append(high << 4) }
        return result
      }
      if Self.isSpace(byte) { continue }
      guard let digit = Self.digit(byte) else { throw error("a hexadecimal digit") }
      if let first = high {
        result.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    throw error("a string does not end")
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    "()<>[]{}/%".utf8.contains(byte)
  }
}

/// The entries of a dictionary, each with the tokens of its value.
struct PDFDictionary {
  private var values: [String: ArraySlice<PDFToken>] = [:]

  /// Creates a dictionary from its tokens including the brackets; returns `nil` if they are not one
  /// dictionary, or if a name occurs twice.
  init?(_ tokens: ArraySlice<PDFToken>) {
    guard tokens.first == .openDictionary, tokens.last == .closeDictionary, tokens.count >= 2
    else { return nil }
    var name: String?
    var start = tokens.startIndex
    var depth = 0
    for index in (tokens.startIndex + 1)..<tokens.endIndex {
      let token = tokens[index]
      if depth == 0, isEnd(of: tokens, index, start, name) {
        if let name {
          guard values[name] == nil else { return nil }
          values[name] = tokens[start..<index]
        }
        guard case .name(let next) = token else {
          if index != tokens.endIndex - 1 { return nil }
          return
        }
        name = next
        start = index + 1
        continue
      }
      switch token {
      case .openArray, .openDictionary: depth += 1
      case .closeArray, .closeDictionary:
        depth -= 1
        guard depth >= 0 else { return nil }
      default: break
      }
    }
    return nil
  }

  /// Returns whether a token is the name of the next entry, or the end.
  private func isEnd(
    of tokens: ArraySlice<PDFToken>, _ index: Int, _ start: Int, _ name: String?
  ) -> Bool {
    switch tokens[index] {
    case .closeDictionary: true
    // The first token of a value may be a name itself.
    case .name: name == nil || index > start
    default: false
    }
  }

  /// The names of the entries.
  var names: [String] { values.keys.sorted() }

  /// Returns the tokens of a value.
  func tokens(_ name: String) -> ArraySlice<PDFToken>? { values[name] }

  /// Returns a value that is a name.
  func name(_ key: String) -> String? {
    guard let value = values[key], value.count == 1, case .name(let name)? = value.first else {
      return nil
    }
    return name
  }

  /// Returns a value that is an integer.
  func integer(_ key: String) -> Int? {
    guard let value = values[key], value.count == 1, case .integer(let number)? = value.first
    else { return nil }
    return number
  }

  /// Returns a value that is a reference to an object.
  func reference(_ key: String) -> Int? {
    guard let value = values[key], value.count == 3 else { return nil }
    return Self.reference(value)
  }

  /// Returns the references of an array; `nil` if it has other elements.
  func references(_ key: String) -> [Int]? {
    guard let value = values[key], value.first == .openArray, value.last == .closeArray,
      value.count % 3 == 2
    else { return nil }
    let inner = value.dropFirst().dropLast()
    var numbers: [Int] = []
    for start in stride(from: inner.startIndex, to: inner.endIndex, by: 3) {
      guard let number = Self.reference(inner[start..<start + 3]) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns a value that is a dictionary.
  func dictionary(_ key: String) -> PDFDictionary? { values[key].flatMap { PDFDictionary($0) } }

  /// Returns the object number of a reference, which has three tokens.
  static func reference(_ tokens: ArraySlice<PDFToken>) -> Int? {
    let start = tokens.startIndex
    guard tokens.count == 3, case .integer(let number) = tokens[start], number > 0,
      tokens[start + 1] == .integer(0), tokens[start + 2] == .word("R")
    else { return nil }
    return number
  }
}
