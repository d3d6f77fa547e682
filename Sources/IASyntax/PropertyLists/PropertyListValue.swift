public import IABytes

/// A reference to one value of a property list table.
///
/// The optional properties return `nil` if the value is of another kind; the `require…` methods throw an error with the
/// offset of the value.
public struct PropertyListValue: Sendable {
  /// The kind of a value.
  public enum Kind: String, Hashable, Sendable {
    /// The kinds of Foundation's property lists, and the references of keyed archives.
    case dictionary, array, string, integer, real, bool, date, data, uid
  }

  /// The table that contains the value.
  public let table: PropertyListTable
  let index: Int

  init(table: PropertyListTable, index: Int) {
    self.table = table
    self.index = index
  }

  private var node: PropertyListTable.Node { table.nodes[index] }

  /// The number of the object: two values of a table have the same number if they are the same object in the input.
  public var id: Int { index }

  /// The kind of the value.
  public var kind: Kind { node.kind }

  /// The start of the value in the input, in bytes.
  public var byteOffset: Int { Int(node.byteOffset) }

  /// The Boolean value, or `nil` if the value is of another kind.
  public var bool: Bool? { kind == .bool ? node.payload == 1 : nil }

  /// The integer, or `nil` if the value is not an integer or is above `Int.max`.
  public var integer: Int? {
    let node = node
    return node.kind == .integer && !node.isUnsigned
      ? Int(truncatingIfNeeded: node.payload) : nil
  }

  /// The integer as an unsigned number, or `nil` if the value is not an integer or is negative.
  public var unsignedInteger: UInt64? {
    let node = node
    guard node.kind == .integer, node.isUnsigned || node.payload >> 63 == 0 else { return nil }
    return node.payload
  }

  /// The real number, which may be infinite or NaN; an integer as the nearest double.
  public var double: Double? {
    let node = node
    switch node.kind {
    case .real: return Double(bitPattern: node.payload)
    case .integer:
      return node.isUnsigned
        ? Double(node.payload) : Double(Int64(bitPattern: node.payload))
    default: return nil
    }
  }

  /// The seconds from 2001-01-01T00:00:00Z, or `nil` if the value is not a date.
  public var secondsSinceReferenceDate: Double? {
    kind == .date ? Double(bitPattern: node.payload) : nil
  }

  /// The number of the referenced object in a keyed archive, or `nil` if the value is not a reference.
  public var uid: Int? { kind == .uid ? Int(node.payload) : nil }

  /// The UTF-16 units of a string, including lone surrogates; `nil` if the value is not a string.
  public var utf16: [UInt16]? { kind == .string ? Array(table.units[range]) : nil }

  /// The text of a string, in which lone surrogates become U+FFFD; `nil` if the value is not a string.
  public var text: String? {
    kind == .string ? String(decoding: table.units[range], as: UTF16.self) : nil
  }

  /// The bytes of data, or `nil` if the value is not data.
  public var data: [UInt8]? { kind == .data ? Array(table.blobs[range]) : nil }

  /// Returns whether the value is a string of exactly these units.
  public func isText(_ text: String) -> Bool {
    kind == .string && table.units[range].elementsEqual(text.utf16)
  }

  /// Returns the error for a value of another kind than expected.
  public func wrongKind(expected: Kind) -> InputError {
    InputError(
      .plistType, at: byteOffset, detail: "expected \(expected.rawValue), found \(kind.rawValue)")
  }

  var range: Range<Int> {
    let node = node
    return Int(node.start)..<Int(node.start) + Int(node.count)
  }
}

// MARK: - Or an error

extension PropertyListValue {
  /// Returns the integer.
  ///
  /// - Throws: `plist.type` if the value is not an integer, `plist.number` if it is outside
  ///   `range`.
  public func requireInteger(in range: ClosedRange<Int> = .min ... .max) throws(InputError) -> Int {
    guard kind == .integer else { throw wrongKind(expected: .integer) }
    guard let integer, range.contains(integer) else {
      throw InputError(
        .plistNumber, at: byteOffset, detail: "not in \(range.lowerBound)...\(range.upperBound)")
    }
    return integer
  }

  /// Returns the text of a string.
  ///
  /// - Throws: `plist.type`.
  public func requireText() throws(InputError) -> String {
    guard let text else { throw wrongKind(expected: .string) }
    return text
  }

  /// Returns the UTF-16 units of a string.
  ///
  /// - Throws: `plist.type`.
  public func requireUTF16() throws(InputError) -> [UInt16] {
    guard let utf16 else { throw wrongKind(expected: .string) }
    return utf16
  }

  /// Returns the bytes of data.
  ///
  /// - Throws: `plist.type`.
  public func requireData() throws(InputError) -> [UInt8] {
    guard let data else { throw wrongKind(expected: .data) }
    return data
  }

  /// Returns the number of the referenced object in a keyed archive.
  ///
  /// - Throws: `plist.type`.
  public func requireUID() throws(InputError) -> Int {
    guard let uid else { throw wrongKind(expected: .uid) }
    return uid
  }
}
