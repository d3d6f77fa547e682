extension RangeTree {
  /// Calls the body for each attribute run in a range, clipped to it, in order.
  ///
  /// Runs are maximal: neighbours differ. The body returns whether it wants more.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + leaves and runs in the range).
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

  /// The offsets of the units U+000A in a range, in order.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + length / 8), less over leaves without any.
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

  /// Calls one of two bodies for each range of text in a range that lies together in memory,
  /// without its intensities.
  ///
  /// Otherwise as ``forEachChunk(in:latin1:utf16:)``.
  ///
  /// - Parameters:
  ///   - range: What to visit.
  ///   - latin1: Gets units that take one byte; returns whether it wants more.
  ///   - utf16: Gets other units; returns whether it wants more.
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + leaves in the range), without what the bodies do.
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

  /// Calls one of two bodies for each range of text in a range that lies together in memory.
  ///
  /// Stretches come in order; each is passed with its intensities, without copying and without
  /// an allocation for each. Text whose units all fit a byte often comes as bytes (each a Latin-1
  /// character), other text as UTF-16. A stretch may end anywhere, also between the units of a
  /// surrogate pair or of a line end. The spans are valid while the body runs.
  ///
  /// - Parameters:
  ///   - range: What to visit.
  ///   - latin1: Gets units that take one byte, and as many intensities; returns whether it
  ///     wants more.
  ///   - utf16: Gets other units, and as many intensities; returns whether it wants more.
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + leaves in the range), without what the bodies do.
  public func forEachChunk(
    in range: Range<Int>,
    latin1: (_ units: Span<UInt8>, _ intensities: Span<UInt8>) -> Bool,
    utf16: (_ units: Span<UInt16>, _ intensities: Span<UInt8>) -> Bool
  ) {
    check(range)
    // Stands in for intensities that are pending; made when first needed.
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
