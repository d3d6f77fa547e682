extension RangeTree {
  /// The summary of the whole text.
  ///
  /// - Complexity: O(1).
  public var summary: Summary { read { $0.root.summary(count: $0.count) } }

  /// Returns the summary of a range.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n*).
  public func summary(in range: Range<Int>) -> Summary {
    check(range)
    return read { $0.summary(of: range).summary(count: range.count) }
  }

  /// Returns the sum of the intensities in a range.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n*).
  public func intensitySum(in range: Range<Int>) -> Int {
    check(range)
    return range.isEmpty ? 0 : read { $0.intensitySum(in: range) }
  }

  /// Returns the number of U+000A in a range.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n*).
  public func lineBreakCount(in range: Range<Int>) -> Int {
    check(range)
    return read {
      $0.lineBreaks(before: range.upperBound) - $0.lineBreaks(before: range.lowerBound)
    }
  }

  /// Returns the offset of the *n*-th U+000A, counted from 0; `nil` if there are fewer.
  ///
  /// - Precondition: `n` is not negative.
  /// - Complexity: O(log *n*) in the number of units.
  public func offset(ofLineBreak n: Int) -> Int? {
    precondition(n >= 0, "line break \(n)")
    return read { core in
      guard n < core.root.facts.lineBreaks else { return nil }
      var node = core.root.child
      var rest = n
      var start = 0
      for _ in 0..<core.height {
        let inner = Inner(node)
        var index = 0
        while unsafe rest >= inner.facts[index].lineBreaks {
          unsafe rest -= inner.facts[index].lineBreaks
          unsafe start += inner.counts[index]
          index += 1
        }
        node = unsafe inner.links[index].node
      }
      let leaf = Leaf(node)
      for offset in 0..<leaf.count where leaf.unit(at: offset) == 10 {
        if rest == 0 { return start + offset }
        rest -= 1
      }
      return nil
    }
  }

  /// Returns the offset of the first U+000A at or after an offset, or `nil`.
  ///
  /// - Precondition: The offset is in `0...count`.
  /// - Complexity: O(log *n*).
  public func firstLineBreak(from offset: Int) -> Int? {
    check(offset..<offset)
    return read { $0.first(LineBreakProbe(), from: offset) }
  }

  /// Returns the offset of the last U+000A before an offset, or `nil`.
  ///
  /// - Precondition: The offset is in `0...count`.
  /// - Complexity: O(log *n*).
  public func lastLineBreak(before offset: Int) -> Int? {
    check(offset..<offset)
    return read { $0.last(LineBreakProbe(), before: offset) }
  }
}
