package import IABytes
package import IASyntax
internal import IAText

extension DocumentSchema {
  /// Ranges `[start, end, index]` of one kind, as runs that cover the text; gaps have index 0.
  ///
  /// Indices are greater by one than in the JSON text, because entry 0 of the columns' table is the default.
  struct Runs {
    private(set) var runs: [StringColumns.Run] = []
    /// The starts and ends of ranges, each with the value that defines it.
    private(set) var edges: [(utf16Offset: Int, value: JSONValue)] = []

    init(
      _ members: Members, _ tableKey: Key, _ runsKey: Key, total: Int,
      _ reading: inout FieldReading
    ) throws(InputError) {
      var table = TableUse(members[tableKey])
      var end = 0
      if let list = members[runsKey] {
        var last: JSONValue?
        for value in try list.requireElements() {
          let (first, second, entry) = try value.requireTriple()
          let range = try Self.range(first, second, of: value, total: total)
          guard range.lowerBound >= end else {
            throw InputError(
              .order, at: value.byteOffset, detail: "\(range) after one to \(end)",
              other: last?.byteOffset)
          }
          append(range.lowerBound - end, 0)
          append(range.count, try table.index(entry) + 1)
          edges.append((range.lowerBound, first))
          edges.append((range.upperBound, second))
          end = range.upperBound
          last = value
        }
      }
      append(total - end, 0)
      try table.finish(&reading)
    }

    private static func range(
      _ start: JSONValue, _ end: JSONValue, of value: JSONValue, total: Int
    ) throws(InputError) -> Range<Int> {
      let lower = try start.requireInteger(in: 0 ... .max)
      let upper = try end.requireInteger(in: 0 ... .max)
      guard lower < upper else {
        throw InputError(.range, at: value.byteOffset, detail: "\(lower)..<\(upper) is empty")
      }
      guard upper <= total else {
        throw InputError(.range, at: end.byteOffset, detail: "the text has \(total) units")
      }
      return lower..<upper
    }

    private mutating func append(_ count: Int, _ index: Int) {
      if count > 0 { runs.append(.init(count: count, index: index)) }
    }
  }

  /// A table whose entries are referred to by index; records which entries were used.
  struct TableUse {
    private let table: JSONValue?
    private var isUsed: [Bool]

    init(_ table: JSONValue?) {
      self.table = table
      isUsed = Array(repeating: false, count: table?.count ?? 0)
    }

    /// Reads an index.
    mutating func index(_ value: JSONValue) throws(InputError) -> Int {
      let index = try value.requireInteger(in: 0 ... .max)
      guard index < isUsed.count else {
        throw InputError(
          .index, at: value.byteOffset, detail: "\(index), the table has \(isUsed.count) entries")
      }
      isUsed[index] = true
      return index
    }

    /// Reports the entries to which no index refers.
    func finish(_ reading: inout FieldReading) throws(InputError) {
      guard let elements = table?.elements, isUsed.contains(false) else { return }
      for (index, value) in elements.enumerated() where !isUsed[index] {
        try reading.tolerate(
          InputError(.unused, at: value.byteOffset, detail: "entry \(index)"))
      }
    }
  }
}

extension JSONValue {
  /// Returns the elements of an array of two.
  func requirePair() throws(InputError) -> (JSONValue, JSONValue) {
    var elements = try requireElements().makeIterator()
    guard count == 2, let first = elements.next(), let second = elements.next() else {
      throw wrongCount(expected: 2)
    }
    return (first, second)
  }

  /// Returns the elements of an array of three.
  package func requireTriple() throws(InputError) -> (JSONValue, JSONValue, JSONValue) {
    var elements = try requireElements().makeIterator()
    guard count == 3, let first = elements.next(), let second = elements.next(),
      let third = elements.next()
    else { throw wrongCount(expected: 3) }
    return (first, second, third)
  }

  private func wrongCount(expected: Int) -> InputError {
    InputError(.length, at: byteOffset, detail: "expected \(expected) elements, found \(count)")
  }
}
