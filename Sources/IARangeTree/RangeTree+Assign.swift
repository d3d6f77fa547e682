extension RangeTree {
  /// Sets the intensity of a range.
  ///
  /// - Precondition: The range is in `0...count`; the value is at most 100.
  /// - Complexity: O(log *n*), independent of the length of the range.
  public mutating func setIntensity(_ value: UInt8, in range: Range<Int>) {
    precondition(value <= 100, "intensity \(value)")
    check(range)
    if range.isEmpty { return }
    var assignment = IntensityAssignment(intensity: value)
    write { $0.assign(range, &assignment) }
    checkInvariantsIfEnabled()
  }

  /// Sets the intensities of the units from an offset on.
  ///
  /// - Precondition: There are as many units from the offset on; all values are at most 100.
  /// - Complexity: O(log *n* + *m*) in the number of values.
  public mutating func setIntensities(_ values: Span<UInt8>, at offset: Int) {
    check(offset..<offset + values.count)
    if values.isEmpty { return }
    var highest: UInt8 = 0
    for i in values.indices { highest = max(highest, values[i]) }
    precondition(highest <= 100, "intensity \(highest)")
    unsafe values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return }
      var assignment = unsafe IntensitiesAssignment(values: first)
      write { $0.assign(offset..<offset + values.count, &assignment) }
    }
    checkInvariantsIfEnabled()
  }

  /// Sets the attribute of a range.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *f*) in the freed nodes, independent of the length of the range.
  public mutating func setAttribute(_ value: Attribute, in range: Range<Int>) {
    check(range)
    if range.isEmpty { return }
    var assignment = AttributeAssignment(attribute: value)
    write { $0.assign(range, &assignment) }
    checkInvariantsIfEnabled()
  }

  /// Replaces the attribute of each run in a range by the result of a function.
  ///
  /// The function is called once for each maximal run, clipped to the range, in order.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the nodes and runs of the range.
  public mutating func mapAttributes(
    in range: Range<Int>, _ transform: (Attribute) -> Attribute
  ) {
    check(range)
    var runs: [Run] = []
    var isChanged = false
    forEachAttributeRun(in: range) { run in
      let attribute = transform(run.attribute)
      isChanged = isChanged || attribute != run.attribute
      runs.append(Run(count: run.count, attribute: attribute))
      return true
    }
    guard isChanged else { return }
    var assignment = AttributeRunsAssignment(runs: runs)
    write { $0.assign(range, &assignment) }
    checkInvariantsIfEnabled()
  }
}
