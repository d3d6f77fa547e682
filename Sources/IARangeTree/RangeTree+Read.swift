extension RangeTree {
  /// Returns the unit at an offset.
  ///
  /// - Precondition: The offset is in `0..<count`.
  /// - Complexity: O(log *n*).
  public func unit(at offset: Int) -> UInt16 {
    check(offset..<offset + 1)
    return read { core in
      let (leaf, _, local) = core.leaf(at: offset)
      return leaf.unit(at: local)
    }
  }

  /// Returns the intensity at an offset.
  ///
  /// - Precondition: The offset is in `0..<count`.
  /// - Complexity: O(log *n*).
  public func intensity(at offset: Int) -> UInt8 {
    check(offset..<offset + 1)
    return read { core in
      let (leaf, slot, local) = core.leaf(at: offset)
      return slot.pendingIntensity ?? leaf.intensity(at: local)
    }
  }

  /// Returns the attribute at an offset.
  ///
  /// - Precondition: The offset is in `0..<count`.
  /// - Complexity: O(log *n*).
  public func attribute(at offset: Int) -> Attribute {
    check(offset..<offset + 1)
    return read { core in
      let (leaf, slot, local) = core.leaf(at: offset)
      if let pending = slot.pendingAttribute { return pending }
      return unsafe leaf.runs[leaf.run(at: local).index].attribute
    }
  }

  /// Returns the maximal run that contains the unit at an offset.
  ///
  /// - Precondition: The offset is in `0..<count`.
  /// - Complexity: O(log *n*), independent of the length of the run.
  public func attributeRun(at offset: Int) -> (range: Range<Int>, attribute: Attribute) {
    let attribute = attribute(at: offset)
    return read { core in
      let probe = OtherAttributeProbe(attribute: attribute)
      let start = core.last(probe, before: offset).map { $0 + 1 } ?? 0
      let end = core.first(probe, from: offset) ?? core.count
      return (start..<end, attribute)
    }
  }

  /// Returns a copy of the units in a range.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  public func units(in range: Range<Int>) -> [UInt16] {
    var units: [UInt16] = []
    append(unitsIn: range, to: &units)
    return units
  }

  /// Appends the units in a range to an array, whose capacity can be reused.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  public func append(unitsIn range: Range<Int>, to units: inout [UInt16]) {
    check(range)
    if range.isEmpty { return }
    units.append(addingCapacity: range.count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let start = buffer.baseAddress else { return }
        unsafe copyUnits(in: range, to: start + initialized)
        initialized += range.count
      }
    }
  }

  /// Copies the units in a range to memory with sufficient capacity.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  package func copyUnits(in range: Range<Int>, to target: UnsafeMutablePointer<UInt16>) {
    check(range)
    var written = 0
    read { core in
      _ = core.forEachLeaf(in: range) { leaf, _, part in
        let places = leaf.places(part)
        unsafe leaf.copyUnits(places.head, to: target + written)
        unsafe leaf.copyUnits(places.tail, to: target + written + places.head.count)
        written += part.count
        return true
      }
    }
  }

  /// Returns a copy of the intensities in a range.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  public func intensities(in range: Range<Int>) -> [UInt8] {
    var values: [UInt8] = []
    append(intensitiesIn: range, to: &values)
    return values
  }

  /// Appends the intensities in a range to an array, whose capacity can be reused.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  public func append(intensitiesIn range: Range<Int>, to values: inout [UInt8]) {
    check(range)
    if range.isEmpty { return }
    values.append(addingCapacity: range.count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let start = buffer.baseAddress else { return }
        unsafe copyIntensities(in: range, to: start + initialized)
        initialized += range.count
      }
    }
  }

  /// Copies the intensities in a range to memory with sufficient capacity.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  package func copyIntensities(in range: Range<Int>, to target: UnsafeMutablePointer<UInt8>) {
    check(range)
    var target = unsafe target
    read { core in
      _ = core.forEachLeaf(in: range) { leaf, slot, part in
        if let pending = slot.pendingIntensity {
          unsafe target.update(repeating: pending, count: part.count)
        } else {
          let places = leaf.places(part)
          unsafe target.update(
            from: leaf.intensities + places.head.lowerBound, count: places.head.count)
          unsafe (target + places.head.count).update(
            from: leaf.intensities + places.tail.lowerBound, count: places.tail.count)
        }
        unsafe target += part.count
        return true
      }
    }
  }

  /// Returns the attribute runs in a range, clipped to it; adjacent runs differ.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the leaves and runs of the range.
  public func attributeRuns(in range: Range<Int>) -> [Run] {
    var runs: [Run] = []
    forEachAttributeRun(in: range) { run in
      runs.append(run)
      return true
    }
    return runs
  }

  /// Returns the runs of equal intensity in a range, clipped to it; adjacent runs differ.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the length of the range; leaves with one intensity take
  ///   constant time.
  public func intensityRuns(in range: Range<Int>) -> [(count: Int, intensity: UInt8)] {
    check(range)
    var runs = IntensityRuns()
    read { core in
      _ = core.forEachLeaf(in: range) { leaf, slot, part in
        if slot.extremes.minimum == slot.extremes.maximum {
          runs.append(slot.extremes.minimum, count: part.count)
        } else {
          let places = leaf.places(part)
          runs.append(leaf, places.head)
          runs.append(leaf, places.tail)
        }
        return true
      }
    }
    return runs.list
  }
}

/// Collects runs of equal intensity.
private struct IntensityRuns {
  var list: [(count: Int, intensity: UInt8)] = []

  mutating func append(_ intensity: UInt8, count: Int) {
    if let last = list.last, last.intensity == intensity {
      list[list.count - 1].count += count
    } else {
      list.append((count, intensity))
    }
  }

  /// Appends the intensities of contiguous units of a leaf.
  mutating func append(_ leaf: Leaf, _ places: Range<Int>) {
    let intensities = unsafe leaf.intensities
    var start = places.lowerBound
    while start < places.upperBound {
      let intensity = unsafe intensities[start]
      var end = start &+ 1
      while end < places.upperBound, unsafe intensities[end] == intensity { end &+= 1 }
      append(intensity, count: end &- start)
      start = end
    }
  }
}
