/// Runs of equal values over a length, such as one value for each unit of a text.
///
/// No run is empty and neighbours differ, whatever is done: where an edit brings equal values
/// together, they become one run.
///
/// For values of 32 bits, those of strings, the methods are compiled apart: the modules that use
/// them cannot see the bodies, and code for any value is many times slower.
public struct RunTree<Value: Hashable & Sendable>: Sendable, Equatable {
  /// A stretch with one value.
  public struct Run: Hashable, Sendable {
    /// How long it is.
    public var count: Int
    /// What it holds.
    public var value: Value

    /// Creates a run.
    public init(count: Int, value: Value) {
      self.count = count
      self.value = value
    }
  }

  var tree = SummaryTree<Run>()

  /// Creates a tree of length 0.
  public init() {}

  /// Creates a tree with one value over a length.
  ///
  /// - Precondition: the length is not negative.
  @_specialize(where Value == UInt32)
  public init(count: Int, value: Value) {
    self.init(runs: CollectionOfOne(Run(count: count, value: value)))
  }

  /// Creates a tree of runs in order; empty runs are dropped, equal neighbours become one.
  ///
  /// - Precondition: no run is negative.
  /// - Complexity: O(*r*) in the number of runs.
  public init(runs list: some Sequence<Run>) { self.init(list: Array(list)) }

  /// Creates a tree of runs in order; empty runs are dropped, equal neighbours become one.
  ///
  /// - Precondition: no run is negative.
  /// - Complexity: O(*r*) in the number of runs.
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

  /// The whole length.
  public var count: Int { tree.total }

  /// The number of runs.
  public var runCount: Int { tree.count }

  /// The maximal run that holds an offset.
  ///
  /// - Precondition: the offset lies in `0..<count`.
  /// - Complexity: O(log *r*) in the number of runs.
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
  /// - Precondition: the offset lies in `0..<count`.
  /// - Complexity: O(log *r*).
  @_specialize(where Value == UInt32)
  public func value(at offset: Int) -> Value { find(offset).run.value }

  /// Calls the body for each run in a range, clipped to it, until the body returns false.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *r* + runs visited).
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

  /// The runs in a range, clipped to it.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *r* + runs in the range).
  @_specialize(where Value == UInt32)
  public func runs(in range: Range<Int>) -> [Run] {
    var runs: [Run] = []
    forEachRun(in: range) { range, value in
      runs.append(Run(count: range.count, value: value))
      return true
    }
    return runs
  }

  /// Returns a part as a tree of its own.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *r*).
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

  /// Puts another tree in place of a range.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *r* + log of the other's runs + freed nodes).
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
    // The seam is one run: it takes the place of the last one here and the first one there.
    let joined = Run(count: tree[runCount - 1].count + other.tree[0].count, value: first.value)
    tree.replace(runCount - 1..<runCount, with: CollectionOfOne(joined))
    tree.replace(runCount..<runCount, with: other.tree.subtree(1..<other.runCount))
  }

  /// Puts one value over a new length in place of a range.
  ///
  /// - Precondition: the range lies in `0...count`, the length is not negative.
  /// - Complexity: O(log *r* + freed nodes).
  @_specialize(where Value == UInt32)
  public mutating func replace(_ range: Range<Int>, withCount newCount: Int, value: Value) {
    check(range)
    precondition(newCount >= 0, "length \(newCount)")
    // A range inside one run of the same value is the common edit: only its length changes.
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

  /// Sets one value over a range.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *r* + freed nodes).
  @_specialize(where Value == UInt32)
  public mutating func set(_ value: Value, in range: Range<Int>) {
    replace(range, withCount: range.count, value: value)
  }

  private func check(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "range \(range) of length \(count)")
  }

  /// Returns whether two trees have the same runs.
  ///
  /// - Complexity: O(*r*).
  public static func == (left: RunTree, right: RunTree) -> Bool {
    guard left.count == right.count, left.runCount == right.runCount else { return false }
    return left.runs(in: 0..<left.count) == right.runs(in: 0..<right.count)
  }
}

extension RunTree.Run: Summarized {
  /// The length.
  public var total: Int { count }
}

extension SummaryTree {
  /// Shortens the first and last run, which are longer than that.
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
  /// Returns whether there is something and all of it has this value.
  ///
  /// - Complexity: O(1).
  public func isAll(_ value: UInt32) -> Bool {
    guard let root = tree.root, root.count == 1, case .elements(let runs) = root.content else {
      return false
    }
    return runs[0].value == value
  }
}
