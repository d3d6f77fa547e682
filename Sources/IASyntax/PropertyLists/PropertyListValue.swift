public import IABytes

/// A place in a property list table: one value.
///
/// The optional properties answer `nil` if the value is of another kind; the `require…` methods
/// throw an error that names the place.
public struct PropertyListValue: Sendable {
  /// The kind of a value.
  public enum Kind: String, Hashable, Sendable {
    /// The kinds of Foundation's property lists, and the references of keyed archives.
    case dictionary, array, string, integer, real, bool, date, data, uid
  }

  /// The table this value is part of.
  public let table: PropertyListTable
  let index: Int

  init(table: PropertyListTable, index: Int) {
    self.table = table
    self.index = index
  }

  private var node: PropertyListTable.Node { table.nodes[index] }

  /// A number that two values of a table share when they are the same object in the input.
  public var id: Int { index }

  /// The kind of the value.
  public var kind: Kind { node.kind }

  /// The start of the value in the input, in bytes.
  public var byteOffset: Int { Int(node.byteOffset) }

  /// The truth value, or `nil` if it is not one.
  public var bool: Bool? { kind == .bool ? node.payload == 1 : nil }

  /// The integer, or `nil` if it is not one or over `Int.max`.
  public var integer: Int? {
    let node = node
    return node.kind == .integer && !node.isUnsigned
      ? Int(truncatingIfNeeded: node.payload) : nil
  }

  /// The integer without sign, or `nil` if it is not one or negative.
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

  /// The number of another object of a keyed archive, or `nil` if it is not one.
  public var uid: Int? { kind == .uid ? Int(node.payload) : nil }

  /// The UTF-16 units of a string, lone surrogates included; `nil` if it is not one.
  public var utf16: [UInt16]? { kind == .string ? Array(table.units[range]) : nil }

  /// The text of a string, each lone surrogate as U+FFFD; `nil` if it is not one.
  public var text: String? {
    kind == .string ? String(decoding: table.units[range], as: UTF16.self) : nil
  }

  /// The bytes of data, or `nil` if it is not one.
  public var data: [UInt8]? { kind == .data ? Array(table.blobs[range]) : nil }

  /// Returns whether the value is a string of exactly these units.
  public func isText(_ text: String) -> Bool {
    kind == .string && table.units[range].elementsEqual(text.utf16)
  }

  /// Describes that another kind was expected here.
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

  /// Returns the number of another object of a keyed archive.
  ///
  /// - Throws: `plist.type`.
  public func requireUID() throws(InputError) -> Int {
    guard let uid else { throw wrongKind(expected: .uid) }
    return uid
  }
}
