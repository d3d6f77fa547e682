/// PLACEHOLDER with the agreed interface, over an array of runs. The summary tree replaces it.
public struct RunTree<Value: Hashable & Sendable>: Sendable, Equatable {
  public struct Run: Hashable, Sendable {
    public var count: Int
    public var value: Value
    public init(count: Int, value: Value) { self.count = count; self.value = value }
  }
  private var runs: [Run] = []
  public private(set) var count = 0
  public init() {}
  public init(count: Int, value: Value) { if count > 0 { runs = [Run(count: count, value: value)]; self.count = count } }
  public init(runs list: some Sequence<Run>) { for r in list { append(r) } }

  private mutating func append(_ r: Run) {
    guard r.count > 0 else { return }
    count += r.count
    if let l = runs.last, l.value == r.value { runs[runs.count - 1].count += r.count } else { runs.append(r) }
  }
  public var runCount: Int { runs.count }
  /// Maximal run containing offset.
  public func run(at offset: Int) -> (range: Range<Int>, value: Value) {
    var at = 0
    for r in runs { if offset < at + r.count { return (at..<at + r.count, r.value) }; at += r.count }
    preconditionFailure("offset \(offset) of \(count)")
  }
  public func value(at offset: Int) -> Value { run(at: offset).value }
  /// Runs clipped to range.
  public func runs(in range: Range<Int>) -> [Run] {
    var out: [Run] = []; var at = 0
    for r in runs { let lo = max(at, range.lowerBound), hi = min(at + r.count, range.upperBound); if lo < hi { out.append(Run(count: hi - lo, value: r.value)) }; at += r.count }
    return out
  }
  public func subtree(_ range: Range<Int>) -> RunTree { RunTree(runs: runs(in: range)) }
  public mutating func replace(_ range: Range<Int>, with other: RunTree) {
    self = RunTree(runs: runs(in: 0..<range.lowerBound) + other.runs + runs(in: range.upperBound..<count))
  }
  public mutating func replace(_ range: Range<Int>, withCount n: Int, value: Value) { replace(range, with: RunTree(count: n, value: value)) }
  public mutating func set(_ value: Value, in range: Range<Int>) { replace(range, withCount: range.count, value: value) }
}
