public import IABytes

extension JSONValue {
  /// The number of elements of an array or members of an object; 0 for other values.
  public var count: Int { word.isContainer ? table.word(index + 1).count : 0 }

  /// The elements of an array in order; `nil` if the value is not an array.
  public var elements: JSONElements? {
    word.tag == .array ? JSONElements(table: table, start: index + 2, count: count) : nil
  }

  /// The members of an object in order; `nil` if the value is not an object.
  public var members: JSONMembers? {
    word.tag == .object ? JSONMembers(table: table, start: index + 2, count: count) : nil
  }

  /// Returns the elements of an array.
  ///
  /// - Throws: `json.type`.
  public func requireElements() throws(InputError) -> JSONElements {
    guard let elements else { throw wrongKind(expected: .array) }
    return elements
  }

  /// Returns the members of an object.
  ///
  /// - Throws: `json.type`.
  public func requireMembers() throws(InputError) -> JSONMembers {
    guard let members else { throw wrongKind(expected: .object) }
    return members
  }

  /// Returns the value of a member, or `nil` if there is none, or the value is not an object.
  ///
  /// - Complexity: O(members); to read many members, iterate over `members` once.
  public subscript(key: String) -> JSONValue? {
    members?.first { $0.key.isText(key) }?.value
  }

  /// Returns the value of a member.
  ///
  /// - Throws: `json.type` if the value is not an object or has no such member.
  public func require(_ key: String) throws(InputError) -> JSONValue {
    for member in try requireMembers() where member.key.isText(key) { return member.value }
    throw InputError(.jsonType, at: byteOffset, detail: "no member \"\(key)\"")
  }
}

/// The elements of a JSON array, in order.
public struct JSONElements: Sequence, Sendable {
  let table: JSONTable
  let start: Int

  /// The number of elements.
  public let count: Int

  /// The exact number of elements.
  public var underestimatedCount: Int { count }

  /// Returns an iterator at the first element.
  public func makeIterator() -> Iterator {
    Iterator(table: table, index: start, remaining: count)
  }

  /// An iterator over the elements.
  public struct Iterator: IteratorProtocol, Sendable {
    let table: JSONTable
    var index: Int
    var remaining: Int

    /// Returns the next element, or `nil` after the last.
    public mutating func next() -> JSONValue? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      defer { index = table.index(after: index) }
      return JSONValue(table: table, index: index)
    }
  }
}

/// The members of a JSON object, in order.
public struct JSONMembers: Sequence, Sendable {
  let table: JSONTable
  let start: Int

  /// The number of members.
  public let count: Int

  /// The exact number of members.
  public var underestimatedCount: Int { count }

  /// Returns an iterator at the first member.
  public func makeIterator() -> Iterator {
    Iterator(table: table, index: start, remaining: count)
  }

  /// An iterator over the members.
  public struct Iterator: IteratorProtocol, Sendable {
    let table: JSONTable
    var index: Int
    var remaining: Int

    /// Returns the next member, or `nil` after the last.
    public mutating func next() -> (key: JSONValue, value: JSONValue)? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      let key = JSONValue(table: table, index: index)
      let value = JSONValue(table: table, index: index + 1)
      index = table.index(after: index + 1)
      return (key, value)
    }
  }
}
