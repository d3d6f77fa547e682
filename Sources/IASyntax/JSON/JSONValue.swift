public import IABytes

/// A reference to one value or one key of a JSON table.
///
/// A reference has two words and keeps its table alive. The optional properties return `nil` if the value
/// is of another kind; the `require…` methods throw an error with the offset of the value.
public struct JSONValue: Sendable {
  /// The kind of a value.
  public enum Kind: String, Hashable, Sendable {
    /// The kinds of RFC 8259; `true` and `false` are one kind.
    case null, bool, number, string, array, object
  }

  /// The table that contains the value.
  public let table: JSONTable
  let index: Int

  init(table: JSONTable, index: Int) {
    self.table = table
    self.index = index
  }

  var word: JSONWord { table.word(index) }

  /// The kind of the value.
  public var kind: Kind {
    switch word.tag {
    case .null: .null
    case .bool: .bool
    case .smallInteger, .integer, .real: .number
    case .asciiString, .plainString, .escapedString, .loneString: .string
    case .array, .end: .array
    case .object: .object
    }
  }

  /// The offset of the first byte of the value; for a string that of the opening quote.
  public var byteOffset: Int { word.byteOffset }

  /// The range of the value in the bytes, including its quotes or brackets.
  ///
  /// - Complexity: O(1); for numbers and for strings over 16 MB, O(*n*) in their length.
  public var byteRange: Range<Int> {
    let word = word
    let start = word.byteOffset
    switch word.tag {
    case .null: return start..<start + 4
    case .bool: return start..<start + (word.smallValue == 1 ? 4 : 5)
    case .smallInteger, .integer, .real:
      let bytes = table.bytes
      return start..<JSONBytes.endOfNumber(in: bytes.span, from: start)
    case .asciiString, .plainString, .escapedString, .loneString:
      return start..<contentRange.upperBound + 1
    case .array, .object, .end: return start..<table.word(endIndex).byteOffset + 1
    }
  }

  /// The range of the bytes between the quotes of a string.
  var contentRange: Range<Int> {
    let start = word.byteOffset + 1
    if let length = word.length { return start..<start + length }
    let bytes = table.bytes
    return start..<JSONBytes.endOfString(in: bytes.span, from: start)
  }

  /// The index of the end word of a container.
  var endIndex: Int { table.word(index + 1).end }

  /// Whether the value is `null`.
  public var isNull: Bool { word.tag == .null }

  /// The Boolean value, or `nil` if the value is neither `true` nor `false`.
  public var bool: Bool? { word.tag == .bool ? word.smallValue == 1 : nil }

  /// Returns whether the value is `true`.
  ///
  /// - Throws: `json.type`.
  public func requireBool() throws(InputError) -> Bool {
    guard let bool else { throw wrongKind(expected: .bool) }
    return bool
  }

  /// Returns the error for a value of another kind than expected.
  public func wrongKind(expected: Kind) -> InputError {
    InputError(
      .jsonType, at: byteOffset, detail: "expected \(expected.rawValue), found \(kind.rawValue)")
  }
}
