extension RangeTree {
  /// Calls `body` for each attribute run in a range, clipped to it, in order, until it returns
  /// false.
  ///
  /// Runs are maximal: adjacent runs differ.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the leaves and runs of the range.
  public func forEachAttributeRun(in range: Range<Int>, _ body: (Run) -> Bool) {
    check(range)
    var pending: Run?
    func add(_ run: Run) -> Bool {
      guard let last = pending else {
        pending = run
        return true
      }
      if last.attribute == run.attribute {
        pending = Run(count: last.count + run.count, attribute: run.attribute)
        return true
      }
      pending = run
      return body(last)
    }
    let isComplete = read { core in
      core.forEachLeaf(in: range) { leaf, slot, part in
        if slot.facts.runs == 1 { return add(Run(count: part.count, attribute: slot.facts.first)) }
        var (index, start) = leaf.run(at: part.lowerBound)
        while start < part.upperBound {
          let run = unsafe leaf.runs[index]
          let end = start + Int(run.count)
          let covered = min(end, part.upperBound) - max(start, part.lowerBound)
          if !add(Run(count: covered, attribute: run.attribute)) { return false }
          start = end
          index += 1
        }
        return true
      }
    }
    if isComplete, let pending { _ = body(pending) }
  }

  /// Returns the offsets of the units U+000A in a range, in order.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m* / 8) in the length of the range; leaves without U+000A are
  ///   skipped.
  public func lineBreaks(in range: Range<Int>) -> [Int] {
    check(range)
    var found: [Int] = []
    var start = range.lowerBound
    read { core in
      _ = core.forEachLeaf(in: range) { leaf, slot, part in
        var at = part.lowerBound
        while slot.facts.lineBreaks > 0, at < part.upperBound,
          let place = leaf.firstLineBreak(in: at..<part.upperBound)
        {
          found.append(start + place - part.lowerBound)
          at = place + 1
        }
        start += part.count
        return true
      }
    }
    return found
  }

  /// Calls `latin1` or `utf16` for each contiguous chunk of units in a range, without intensities.
  ///
  /// Otherwise it is like ``forEachChunk(in:latin1:utf16:)``.
  ///
  /// - Parameters:
  ///   - range: The units to visit.
  ///   - latin1: Receives units stored as one byte; returns whether to continue.
  ///   - utf16: Receives units stored as two bytes; returns whether to continue.
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the leaves of the range, without the time of the closures.
  public func forEachTextChunk(
    in range: Range<Int>, latin1: (_ units: Span<UInt8>) -> Bool,
    utf16: (_ units: Span<UInt16>) -> Bool
  ) {
    check(range)
    read { core in
      _ = core.forEachLeaf(in: range) { leaf, _, part in
        func visit(_ places: Range<Int>) -> Bool {
          places.isEmpty || leaf.withUnits(atPlaces: places, latin1: latin1, utf16: utf16)
        }
        let places = leaf.places(part)
        return visit(places.head) && visit(places.tail)
      }
    }
  }

  /// Calls `latin1` or `utf16` for each contiguous chunk of units in a range, with their
  /// intensities.
  ///
  /// Chunks come in order, without copying and without an allocation for each. Text whose units all
  /// fit into one byte is often stored as bytes (Latin-1), other text as UTF-16. A chunk may end
  /// anywhere, also inside a surrogate pair or a CR LF. The spans are valid only during the call.
  ///
  /// - Parameters:
  ///   - range: The units to visit.
  ///   - latin1: Receives units stored as one byte, and their intensities; returns whether to
  ///     continue.
  ///   - utf16: Receives units stored as two bytes, and their intensities; returns whether to
  ///     continue.
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *m*) in the leaves of the range, without the time of the closures.
  public func forEachChunk(
    in range: Range<Int>,
    latin1: (_ units: Span<UInt8>, _ intensities: Span<UInt8>) -> Bool,
    utf16: (_ units: Span<UInt16>, _ intensities: Span<UInt8>) -> Bool
  ) {
    check(range)
    // Replaces intensities that are pending; created when first needed.
    var uniform: [UInt8] = []
    read { core in
      _ = core.forEachLeaf(in: range) { leaf, slot, part in
        if let pending = slot.pendingIntensity, uniform.count < part.count || uniform[0] != pending
        {
          uniform = Array(repeating: pending, count: max(part.count, core.geometry.leafCapacity))
        }
        func visit(_ places: Range<Int>) -> Bool {
          if places.isEmpty { return true }
          func visit(_ intensities: Span<UInt8>) -> Bool {
            leaf.withUnits(atPlaces: places) {
              latin1($0, intensities)
            } utf16: {
              utf16($0, intensities)
            }
          }
          if slot.link.hasPendingIntensity {
            return visit(uniform.span.extracting(first: places.count))
          }
          let own = unsafe UnsafeBufferPointer(
            start: leaf.intensities + places.lowerBound, count: places.count)
          return unsafe visit(Span(_unsafeElements: own))
        }
        let places = leaf.places(part)
        return visit(places.head) && visit(places.tail)
      }
    }
  }
}
