internal import IARangeTree

extension IAString {
  /// Replaces all inline attributes of a range.
  ///
  /// - Complexity: O(log *n*).
  public mutating func setAttributes(_ attributes: InlineAttributes, in utf16Range: Range<Int>) {
    tree.setAttribute(inlineTable.id(of: attributes), in: utf16Range)
  }

  /// Changes some attributes of a range and keeps all others.
  ///
  /// - Parameters:
  ///   - utf16Range: The units to change.
  ///   - update: Called once for each distinct attribute set in the range.
  /// - Complexity: O(log *n* + *r*) in the runs of the range.
  public mutating func updateAttributes(
    in utf16Range: Range<Int>, _ update: (inout InlineAttributes) -> Void
  ) {
    guard !utf16Range.isEmpty else { return }
    var changed: [UInt32: UInt32] = [:]
    let table = inlineTable
    tree.mapAttributes(in: utf16Range) { id in
      if let known = changed[id] { return known }
      var attributes = table[id]
      update(&attributes)
      let new = table.id(of: attributes)
      changed[id] = new
      return new
    }
  }

  /// Sets one attribute of a range and keeps all others.
  ///
  /// - Complexity: O(log *n* + *r*) in the runs of the range.
  public mutating func set<Value>(
    _ attribute: WritableKeyPath<InlineAttributes, Value>, to value: Value,
    in utf16Range: Range<Int>
  ) {
    updateAttributes(in: utf16Range) { $0[keyPath: attribute] = value }
  }

  /// Sets a Boolean attribute to false if the whole range has it, otherwise to true for the whole
  /// range.
  ///
  /// - Returns: The new value.
  @discardableResult
  public mutating func toggle(
    _ attribute: WritableKeyPath<InlineAttributes, Bool>, in utf16Range: Range<Int>
  ) -> Bool {
    let value = !(constantValue(of: attribute, in: utf16Range) ?? false)
    set(attribute, to: value, in: utf16Range)
    return value
  }

  /// Returns the value of an attribute if it is equal in the whole range, or `nil` for an empty or
  /// mixed range.
  ///
  /// - Complexity: O(log *n* + *r*) for *r* attribute runs in the range.
  public func constantValue<Value: Equatable>(
    of attribute: KeyPath<InlineAttributes, Value>, in utf16Range: Range<Int>
  ) -> Value? {
    var found: Value?
    for run in attributeRuns(in: utf16Range) {
      let value = run.attributes[keyPath: attribute]
      if let found, found != value { return nil }
      found = value
    }
    return found
  }

  /// Returns the mean font size of a range in points, weighted by units; text without a size counts
  /// with the default.
  ///
  /// - Complexity: O(log *n* + *r*) for *r* attribute runs in the range.
  public func meanFontSize(
    in utf16Range: Range<Int>, default size: Double = DisplayOptions.defaultFontSize
  ) -> Double {
    guard !utf16Range.isEmpty else { return size }
    let total = attributeRuns(in: utf16Range).reduce(0.0) {
      $0 + ($1.attributes.fontSize ?? size) * Double($1.utf16Range.count)
    }
    return total / Double(utf16Range.count)
  }
}
