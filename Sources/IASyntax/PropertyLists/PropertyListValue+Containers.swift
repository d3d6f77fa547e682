public import IABytes

extension PropertyListValue {
  /// The number of elements of an array or members of a dictionary; 0 for other values.
  public var count: Int {
    switch kind {
    case .array: range.count
    case .dictionary: range.count / 2
    default: 0
    }
  }

  /// The elements of an array; `nil` if the value is not an array.
  public var elements: PropertyListElements? {
    kind == .array ? PropertyListElements(table: table, range: range) : nil
  }

  /// The members of a dictionary in the order of the input; `nil` if the value is not a dictionary.
  public var members: PropertyListMembers? {
    kind == .dictionary ? PropertyListMembers(table: table, range: range) : nil
  }

  /// Returns the elements of an array.
  ///
  /// - Throws: `plist.type`.
  public func requireElements() throws(InputError) -> PropertyListElements {
    guard let elements else { throw wrongKind(expected: .array) }
    return elements
  }

  /// Returns the members of a dictionary.
  ///
  /// - Throws: `plist.type`.
  public func requireMembers() throws(InputError) -> PropertyListMembers {
    guard let members else { throw wrongKind(expected: .dictionary) }
    return members
  }

  /// Returns the value of a member; `nil` if there is none, or the value is not a dictionary.
  ///
  /// - Complexity: O(members).
  public subscript(key: String) -> PropertyListValue? {
    members?.first { $0.key.isText(key) }?.value
  }

  /// Returns the value of a member.
  ///
  /// - Throws: `plist.type` if the value is not a dictionary or has no such member.
  public func require(_ key: String) throws(InputError) -> PropertyListValue {
    for member in try requireMembers() where member.key.isText(key) { return member.value }
    throw InputError(.plistType, at: byteOffset, detail: "no member \"\(key)\"")
  }
}

/// The elements of an array of a property list.
public struct PropertyListElements: RandomAccessCollection, Sendable {
  let table: PropertyListTable
  let range: Range<Int>

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { range.count }

  /// Returns the element at an index.
  ///
  /// - Precondition: `position` is in `indices`.
  public subscript(position: Int) -> PropertyListValue {
    precondition(position >= 0 && position < range.count, "element \(position) of \(range.count)")
    return PropertyListValue(
      table: table, index: Int(table.children[range.lowerBound + position]))
  }
}

/// The members of a dictionary of a property list.
public struct PropertyListMembers: RandomAccessCollection, Sendable {
  let table: PropertyListTable
  let range: Range<Int>

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { range.count / 2 }

  /// Returns the key, which is a string, and the value at an index.
  ///
  /// - Precondition: `position` is in `indices`.
  public subscript(position: Int) -> (key: PropertyListValue, value: PropertyListValue) {
    precondition(position >= 0 && position < endIndex, "member \(position) of \(endIndex)")
    let place = range.lowerBound + position * 2
    return (
      PropertyListValue(table: table, index: Int(table.children[place])),
      PropertyListValue(table: table, index: Int(table.children[place + 1]))
    )
  }
}
