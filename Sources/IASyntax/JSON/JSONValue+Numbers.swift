public import IABytes

extension JSONValue {
  /// The value of a number that is exactly an integer in the range of `Int`; `nil` otherwise.
  ///
  /// `1.0` and `1e2` are integers. The value is not rounded.
  ///
  /// - Complexity: O(1) for up to seven digits, otherwise O(*n*) in the length.
  public var integer: Int? {
    let word = word
    switch word.tag {
    case .smallInteger: return word.smallValue
    case .integer, .real: return number.integer
    default: return nil
    }
  }

  /// The `Double` nearest to a number; `nil` if the number is too large, or if the value is not a number.
  ///
  /// Numbers nearer to 0 than the smallest `Double` become 0 with their sign.
  ///
  /// - Complexity: O(*n*) in the length.
  public var double: Double? {
    let word = word
    switch word.tag {
    case .smallInteger: return Double(word.smallValue)
    case .integer, .real: return number.double
    default: return nil
    }
  }

  /// Returns the exact integer value.
  ///
  /// - Throws: `json.type` if the value is not a number, `json.number-range` if it is not an
  ///   integer or is outside `range`.
  public func requireInteger(in range: ClosedRange<Int> = .min ... .max) throws(InputError) -> Int {
    guard let integer else {
      guard kind == .number else { throw wrongKind(expected: .number) }
      throw outOfRange(expected: "an integer of 64 bits")
    }
    guard range.contains(integer) else {
      throw outOfRange(expected: "\(range.lowerBound)...\(range.upperBound)")
    }
    return integer
  }

  /// Returns the `Double` nearest to a number.
  ///
  /// - Throws: `json.type` if the value is not a number, `json.number-range` if it is too large.
  public func requireDouble() throws(InputError) -> Double {
    guard let double else {
      guard kind == .number else { throw wrongKind(expected: .number) }
      throw outOfRange(expected: "a double")
    }
    return double
  }

  /// Calls a closure with each element of an array of integers.
  ///
  /// - Parameter body: Receives the integers in order; it may throw to stop.
  /// - Throws: `json.type` if the value is not an array or an element is not a number;
  ///   `json.number-range` at the first element that is not an integer; any error of `body`.
  /// - Complexity: O(*n*), without parsing the text for numbers of up to six digits.
  func forEachInteger(
    _ body: (Int) throws(InputError) -> Void
  ) throws(InputError) {
    guard word.tag == .array else { throw wrongKind(expected: .array) }
    var index = index + 2
    let end = endIndex
    while index < end {
      let word = table.word(index)
      if word.tag == .smallInteger {
        try body(word.smallValue)
        index += 1
      } else {
        try body(JSONValue(table: table, index: index).requireInteger())
        index += 1
      }
    }
  }

  /// Returns the elements of an array of integers.
  ///
  /// - Throws: As `forEachInteger`.
  public func requireIntegers() throws(InputError) -> [Int] {
    var integers: [Int] = []
    integers.reserveCapacity(count)
    try forEachInteger { (integer) throws(InputError) in integers.append(integer) }
    return integers
  }

  private var number: JSONNumber {
    let bytes = table.bytes
    return JSONNumber(at: word, in: bytes.span)
  }

  private func outOfRange(expected: String) -> InputError {
    let text = table.bytes[byteRange]
    let shown = String(decoding: text.prefix(40), as: UTF8.self) + (text.count > 40 ? "…" : "")
    return InputError(
      .jsonNumberRange, at: byteOffset, detail: "expected \(expected), found \(shown)")
  }
}
