/// Runs of equal values over a length, for example one value for each unit of a text.
///
/// No run is empty and adjacent runs differ: edits coalesce equal neighbours.
///
/// The methods are specialised for 32-bit values, which strings use: other modules cannot inline
/// them, and generic code takes several times longer.
public struct RunTree<Value: Hashable & Sendable>: Sendable, Equatable {
  /// A run with one value.
  public struct Run: Hashable, Sendable {
    /// The length of the run.
    public var count: Int
    /// The value of the run.
    public var value: Value

    /// Creates a run.
    ///
    /// - Complexity: O(1).
    public init(count: Int, value: Value) {
      self.count = count
      self.value = value
    }
  }

  var tree = SummaryTree<Run>()

  /// Creates a tree of length 0.
  ///
  /// - Complexity: O(1).
  public init() {}

  /// Creates a tree with one value.
  ///
  /// - Precondition: The length is not negative.
  /// - Complexity: O(1).
  @_specialize(where Value == UInt32)
  public init(count: Int, value: Value) {
    self.init(runs: CollectionOfOne(Run(count: count, value: value)))
  }

  /// Creates a tree of runs in order; empty runs are omitted and equal neighbours coalesced.
  ///
  /// - Precondition: No run has a negative length.
  /// - Complexity: O(*r*) in the runs.
  public init(runs list: some Sequence<Run>) { self.init(list: Array(list)) }

  /// Creates a tree of runs in order; empty runs are omitted and equal neighbours coalesced.
  ///
  /// - Precondition: No run has a negative length.
  /// - Complexity: O(*r*) in the runs.
  @_specialize(where Value == UInt32)
  public init(list: [Run]) { tree = SummaryTree(array: Self.merged(list)) }

  @_specialize(where Value == UInt32)
  private static func merged(_ list: [Run]) -> [Run] {
    var runs: [Run] = []
    runs.reserveCapacity(list.count)
    for run in list {
      precondition(run.count >= 0, "run of length \(run.count)")
      if run.count == 0 { continue }
      if let last = runs.last, last.value == run.value {
        runs[runs.count - 1].count += run.count
      } else {
        runs.append(run)
      }
    }
    return runs
  }

  /// The total length.
  public var count: Int { tree.total }

  /// The number of runs.
  public var runCount: Int { tree.count }

  /// Returns the maximal run that contains an offset.
  ///
  /// - Precondition: The offset is in `0..<count`.
  /// - Complexity: O(log *r*) in the runs.
  @_specialize(where Value == UInt32)
  public func run(at offset: Int) -> (range: Range<Int>, value: Value) {
    let (_, run, start) = find(offset)
    return (start..<start + run.count, run.value)
  }

  @_specialize(where Value == UInt32)
  private func find(_ offset: Int) -> (index: Int, run: Run, start: Int) {
    guard offset >= 0, let found = tree.first(where: { $0 > offset }) else {
      preconditionFailure("offset \(offset) of \(count)")
    }
    return (found.index, found.element, found.before)
  }

  /// Returns the value at an offset.
  ///
  /// - Precondition: The offset is in `0..<count`.
  /// - Complexity: O(log *r*) in the runs.
  @_specialize(where Value == UInt32)
  public func value(at offset: Int) -> Value { find(offset).run.value }

  /// Calls `body` for each run in a range, clipped to it, in order, until it returns false.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *r* + *m*) in the runs visited.
  @_specialize(where Value == UInt32)
  public func forEachRun(in range: Range<Int>, _ body: (Range<Int>, Value) -> Bool) {
    check(range)
    if range.isEmpty { return }
    let first = find(range.lowerBound)
    var start = first.start
    tree.forEach(from: first.index) { _, run in
      if start >= range.upperBound { return false }
      let end = start + run.count
      let clipped = max(start, range.lowerBound)..<min(end, range.upperBound)
      start = end
      return body(clipped, run.value)
    }
  }

  /// Returns the runs in a range, clipped to it.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *r* + *m*) in the runs of the range.
  @_specialize(where Value == UInt32)
  public func runs(in range: Range<Int>) -> [Run] {
    var runs: [Run] = []
    forEachRun(in: range) { range, value in
      runs.append(Run(count: range.count, value: value))
      return true
    }
    return runs
  }

  /// Returns a part as a separate tree.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *r*) in the runs.
  @_specialize(where Value == UInt32)
  public func subtree(_ range: Range<Int>) -> RunTree {
    check(range)
    var part = RunTree()
    guard !range.isEmpty else { return part }
    let (first, last) = (find(range.lowerBound), find(range.upperBound - 1))
    part.tree = tree.subtree(first.index..<last.index + 1)
    part.tree.clip(
      first: range.lowerBound - first.start, last: last.start + last.run.count - range.upperBound)
    return part
  }

  /// Replaces a range by another tree.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *r* + log *s* + *f*) in the runs of both trees and the freed nodes.
  @_specialize(where Value == UInt32)
  public mutating func replace(_ range: Range<Int>, with other: RunTree) {
    check(range)
    let tail = subtree(range.upperBound..<count)
    self = subtree(0..<range.lowerBound)
    append(other)
    append(tail)
  }

  private mutating func append(_ other: RunTree) {
    guard let first = other.runs(in: 0..<min(1, other.count)).first else { return }
    guard runCount > 0, tree[runCount - 1].value == first.value else {
      tree.replace(runCount..<runCount, with: other.tree)
      return
    }
    // The last run here and the first run there become one run.
    let joined = Run(count: tree[runCount - 1].count + other.tree[0].count, value: first.value)
    tree.replace(runCount - 1..<runCount, with: CollectionOfOne(joined))
    tree.replace(runCount..<runCount, with: other.tree.subtree(1..<other.runCount))
  }

  /// Replaces a range by one value over a new length.
  ///
  /// - Precondition: The range is in `0...count`; the length is not negative.
  /// - Complexity: O(log *r* + *f*) in the freed nodes.
  @_specialize(where Value == UInt32)
  public mutating func replace(_ range: Range<Int>, withCount newCount: Int, value: Value) {
    check(range)
    precondition(newCount >= 0, "length \(newCount)")
    // The common edit is inside one run of the same value, and changes only the length of this run.
    if newCount > 0, range.lowerBound < count {
      let found = find(range.lowerBound)
      if found.run.value == value, range.upperBound <= found.start + found.run.count {
        let length = found.run.count - range.count + newCount
        tree.replace(
          found.index..<found.index + 1, with: CollectionOfOne(Run(count: length, value: value)))
        return
      }
    }
    replace(range, with: RunTree(count: newCount, value: value))
  }

  /// Sets the value of a range.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *r* + *f*) in the freed nodes.
  @_specialize(where Value == UInt32)
  public mutating func set(_ value: Value, in range: Range<Int>) {
    replace(range, withCount: range.count, value: value)
  }

  private func check(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "range \(range) of length \(count)")
  }

  /// Returns whether two trees have equal runs.
  ///
  /// - Complexity: O(*r*) in the runs.
  public static func == (left: RunTree, right: RunTree) -> Bool {
    guard left.count == right.count, left.runCount == right.runCount else { return false }
    return left.runs(in: 0..<left.count) == right.runs(in: 0..<right.count)
  }
}

extension RunTree.Run: Summarized {
  /// The length of the run.
  public var total: Int { count }
}

extension SummaryTree {
  /// Shortens the first and last run, which must be longer.
  fileprivate mutating func clip<Value>(
    first: Int, last: Int
  ) where Element == RunTree<Value>.Run {
    if first > 0 {
      var run = self[0]
      run.count -= first
      replace(0..<1, with: CollectionOfOne(run))
    }
    if last > 0 {
      var run = self[count - 1]
      run.count -= last
      replace(count - 1..<count, with: CollectionOfOne(run))
    }
  }
}

extension RunTree where Value == UInt32 {
  /// Returns whether the tree consists of one run with this value.
  ///
  /// - Complexity: O(1).
  public func isAll(_ value: UInt32) -> Bool {
    guard let root = tree.root, root.count == 1, case .elements(let runs) = root.content else {
      return false
    }
    return runs[0].value == value
  }
}
