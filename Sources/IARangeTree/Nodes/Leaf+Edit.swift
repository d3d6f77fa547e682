extension Leaf {
  /// Moves the gap to an offset.
  @inline(__always) func moveGap(to offset: Int) {
    let gap = gap
    if gap != offset { slideGap(from: gap, to: offset) }
  }

  @inline(never) private func slideGap(from gap: Int, to offset: Int) {
    let shift = gapLength
    let (source, target, length) =
      offset < gap
      ? (offset, offset &+ shift, gap &- offset) : (gap &+ shift, gap, offset &- gap)
    unsafe (intensities + target).update(from: intensities + source, count: length)
    if isWide {
      unsafe (wideUnits + target).update(from: wideUnits + source, count: length)
    } else {
      unsafe (narrowUnits + target).update(from: narrowUnits + source, count: length)
    }
    self.gap = offset
  }

  /// Writes units with one intensity into the gap, which starts at the offset and is long enough.
  ///
  /// - Returns: The number of U+000A.
  @inline(never) func write(
    _ units: UnsafeBufferPointer<UInt16>, at offset: Int, intensity: UInt8
  ) -> Int {
    let levels = unsafe intensities + offset
    var lineBreaks = 0
    if isWide {
      let target = unsafe wideUnits + offset
      for i in 0..<units.count {
        let unit = unsafe units[i]
        unsafe target[i] = unit
        unsafe levels[i] = intensity
        if unit == 10 { lineBreaks &+= 1 }
      }
    } else {
      let target = unsafe narrowUnits + offset
      for i in 0..<units.count {
        let unit = unsafe units[i]
        unsafe target[i] = UInt8(truncatingIfNeeded: unit)
        unsafe levels[i] = intensity
        if unit == 10 { lineBreaks &+= 1 }
      }
    }
    return lineBreaks
  }

  /// Returns the sum and extremes of intensities and the line breaks of contiguous units that will
  /// be removed.
  @inline(never) func losses(
    _ places: Range<Int>
  ) -> (sum: Int, minimum: UInt8, maximum: UInt8, lineBreaks: Int) {
    var losses = (sum: 0, minimum: UInt8(255), maximum: UInt8(0), lineBreaks: 0)
    for i in places {
      let level = unsafe intensities[i]
      losses.sum &+= Int(level)
      losses.minimum = min(losses.minimum, level)
      losses.maximum = max(losses.maximum, level)
      let isLineBreak = unsafe isWide ? wideUnits[i] == 10 : narrowUnits[i] == 10
      if isLineBreak { losses.lineBreaks &+= 1 }
    }
    return losses
  }

  /// Sets the intensity of all units.
  func fill(intensity: UInt8) { fill(intensity: intensity, in: 0..<count) }

  /// Sets the intensity of a range.
  func fill(intensity: UInt8, in range: Range<Int>) {
    let places = places(range)
    unsafe (intensities + places.head.lowerBound)
      .update(repeating: intensity, count: places.head.count)
    unsafe (intensities + places.tail.lowerBound)
      .update(repeating: intensity, count: places.tail.count)
  }

  /// Replaces all runs by one.
  func setSingleRun(attribute: UInt32) {
    unsafe runs[0] = LeafRun(count: UInt32(count), attribute: attribute)
    runCount = 1
  }

  /// Inserts units with one attribute into the runs, in all cases that are not simple.
  ///
  /// - Parameters:
  ///   - offset: The offset in the leaf.
  ///   - count: The number of units.
  ///   - attribute: Their attribute.
  ///   - known: A run that starts before the offset, or the first: the search starts there.
  /// - Precondition: The run table has capacity for two more runs.
  /// - Returns: The run that contains the units, and the offset of its start.
  @inline(never) func insertRun(
    at offset: Int, count: Int, attribute: UInt32, from known: (index: Int, start: Int) = (0, 0)
  ) -> (index: Int, start: Int) {
    var index = known.index
    var rest = offset - known.start
    while index < runCount, unsafe rest >= Int(runs[index].count) {
      unsafe rest -= Int(runs[index].count)
      index += 1
    }
    // The run before the offset is preferred to the one after it.
    if rest == 0, index > 0, unsafe runs[index - 1].attribute == attribute {
      let start = unsafe offset - Int(runs[index - 1].count)
      unsafe runs[index - 1].count += UInt32(count)
      return (index - 1, start)
    } else if index < runCount, unsafe runs[index].attribute == attribute {
      unsafe runs[index].count += UInt32(count)
      return (index, offset - rest)
    } else if rest == 0 {
      openRuns(at: index, 1)
      unsafe runs[index] = LeafRun(count: UInt32(count), attribute: attribute)
      return (index, offset)
    } else {
      openRuns(at: index, 2)
      let old = unsafe runs[index + 2]
      unsafe runs[index] = LeafRun(count: UInt32(rest), attribute: old.attribute)
      unsafe runs[index + 1] = LeafRun(count: UInt32(count), attribute: attribute)
      unsafe runs[index + 2].count = old.count - UInt32(rest)
      return (index + 1, offset)
    }
  }

  private func openRuns(at index: Int, _ number: Int) {
    unsafe (runs + index + number).update(from: runs + index, count: runCount - index)
    runCount += number
  }

  /// Removes units from the runs, in all cases that are not simple.
  ///
  /// - Parameters:
  ///   - range: The units, as offsets in the leaf.
  ///   - first: The run that contains the first of them.
  @inline(never) func removeRuns(in range: Range<Int>, from first: (index: Int, start: Int)) {
    replaceRuns(in: range, with: 0, attribute: 0, from: first)
  }

  /// Sets the attribute of a range.
  ///
  /// - Precondition: The run table has capacity for two more runs.
  func setRun(in range: Range<Int>, attribute: UInt32) {
    replaceRuns(in: range, with: range.count, attribute: attribute)
  }

  /// Replaces the runs of a range, which is not empty, by one run, or by nothing if `count` is 0.
  private func replaceRuns(
    in range: Range<Int>, with count: Int, attribute: UInt32,
    from known: (index: Int, start: Int) = (0, 0)
  ) {
    let (first, firstStart) = run(at: range.lowerBound, from: known)
    let (last, lastStart) = run(at: range.upperBound - 1, from: (first, firstStart))
    var parts = (
      LeafRun(
        count: UInt32(range.lowerBound - firstStart), attribute: unsafe runs[first].attribute),
      LeafRun(count: UInt32(count), attribute: attribute),
      LeafRun(
        count: UInt32(lastStart + Int(unsafe runs[last].count) - range.upperBound),
        attribute: unsafe runs[last].attribute)
    )
    // The remaining parts of the first and last run, and the runs beyond, are coalesced with equal
    // ones.
    var start = first
    var end = last + 1
    if parts.0.count == 0, start > 0 {
      start -= 1
      parts.0 = unsafe runs[start]
    }
    if parts.2.count == 0, end < runCount {
      parts.2 = unsafe runs[end]
      end += 1
    }
    let tail = runCount - end
    var kept: (LeafRun, LeafRun, LeafRun) = (parts.0, parts.1, parts.2)
    var number = 0
    func keep(_ run: LeafRun) {
      guard run.count > 0 else { return }
      switch number {
      case 0: kept.0 = run
      case 1 where kept.0.attribute == run.attribute: kept.0.count += run.count; return
      case 1: kept.1 = run
      case 2 where kept.1.attribute == run.attribute: kept.1.count += run.count; return
      default: kept.2 = run
      }
      number += 1
    }
    keep(parts.0)
    keep(parts.1)
    keep(parts.2)
    unsafe (runs + start + number).update(from: runs + end, count: tail)
    if number > 0 { unsafe runs[start] = kept.0 }
    if number > 1 { unsafe runs[start + 1] = kept.1 }
    if number > 2 { unsafe runs[start + 2] = kept.2 }
    runCount = start + number + tail
  }
}
