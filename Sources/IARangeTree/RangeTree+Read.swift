extension RangeTree {
  /// The unit at an offset.
  ///
  /// - Precondition: the offset lies in `0..<count`.
  /// - Complexity: O(log *n*).
  public func unit(at offset: Int) -> UInt16 {
    check(offset..<offset + 1)
    return read { core in
      let (leaf, _, local) = core.leaf(at: offset)
      return leaf.unit(at: local)
    }
  }

  /// The intensity at an offset.
  ///
  /// - Precondition: the offset lies in `0..<count`.
  /// - Complexity: O(log *n*).
  public func intensity(at offset: Int) -> UInt8 {
    check(offset..<offset + 1)
    return read { core in
      let (leaf, slot, local) = core.leaf(at: offset)
      return slot.pendingIntensity ?? leaf.intensity(at: local)
    }
  }

  /// The attribute at an offset.
  ///
  /// - Precondition: the offset lies in `0..<count`.
  /// - Complexity: O(log *n*).
  public func attribute(at offset: Int) -> Attribute {
    check(offset..<offset + 1)
    return read { core in
      let (leaf, slot, local) = core.leaf(at: offset)
      if let pending = slot.pendingAttribute { return pending }
      return unsafe leaf.runs[leaf.run(at: local).index].attribute
    }
  }

  /// The maximal run that holds the unit at an offset.
  ///
  /// - Precondition: the offset lies in `0..<count`.
  /// - Complexity: O(log *n*), however long the run is.
  public func attributeRun(at offset: Int) -> (range: Range<Int>, attribute: Attribute) {
    let attribute = attribute(at: offset)
    return read { core in
      let probe = OtherAttributeProbe(attribute: attribute)
      let start = core.last(probe, before: offset).map { $0 + 1 } ?? 0
      let end = core.first(probe, from: offset) ?? core.count
      return (start..<end, attribute)
    }
  }

  /// A copy of the units in a range.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + length).
  public func units(in range: Range<Int>) -> [UInt16] {
    check(range)
    // The standard library would write a count of 0 into the one empty array all threads share.
    if range.isEmpty { return [] }
    return unsafe [UInt16](unsafeUninitializedCapacity: range.count) { buffer, initialized in
      read { core in
        _ = core.forEachLeaf(in: range) { leaf, _, part in
          let places = leaf.places(part)
          for place in [places.head, places.tail] {
            for i in place {
              unsafe buffer[initialized] =
                leaf.isWide ? leaf.wideUnits[i] : UInt16(leaf.narrowUnits[i])
              initialized += 1
            }
          }
          return true
        }
      }
    }
  }

  /// A copy of the intensities in a range.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + length).
  public func intensities(in range: Range<Int>) -> [UInt8] {
    check(range)
    var values: [UInt8] = []
    values.reserveCapacity(range.count)
    read { core in
      _ = core.forEachLeaf(in: range) { leaf, slot, part in
        if let pending = slot.pendingIntensity {
          values.append(contentsOf: repeatElement(pending, count: part.count))
        } else {
          let places = leaf.places(part)
          unsafe values.append(
            contentsOf: UnsafeBufferPointer(
              start: leaf.intensities + places.head.lowerBound, count: places.head.count))
          unsafe values.append(
            contentsOf: UnsafeBufferPointer(
              start: leaf.intensities + places.tail.lowerBound, count: places.tail.count))
        }
        return true
      }
    }
    return values
  }

  /// The attribute runs in a range, clipped to it; neighbours differ.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + leaves and runs in the range).
  public func attributeRuns(in range: Range<Int>) -> [Run] {
    var runs: [Run] = []
    forEachAttributeRun(in: range) { run in
      runs.append(run)
      return true
    }
    return runs
  }

  /// The runs of equal intensity in a range, clipped to it; neighbours differ.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + length), less over text set to one intensity.
  public func intensityRuns(in range: Range<Int>) -> [(count: Int, intensity: UInt8)] {
    check(range)
    var runs: [(count: Int, intensity: UInt8)] = []
    func add(_ count: Int, _ intensity: UInt8) {
      if let last = runs.last, last.intensity == intensity {
        runs[runs.count - 1].count += count
      } else {
        runs.append((count, intensity))
      }
    }
    read { core in
      _ = core.forEachLeaf(in: range) { leaf, slot, part in
        if slot.facts.minimum == slot.facts.maximum {
          add(part.count, slot.facts.minimum)
        } else {
          for offset in part { add(1, leaf.intensity(at: offset)) }
        }
        return true
      }
    }
    return runs
  }
}
