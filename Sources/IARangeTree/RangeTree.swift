/// PLACEHOLDER with the agreed interface, over plain arrays. The B+tree replaces it.
public struct RangeTree: Sendable {
  public typealias Attribute = UInt32

  public struct Run: Hashable, Sendable {
    public var count: Int
    public var attribute: Attribute
    public init(count: Int, attribute: Attribute) { self.count = count; self.attribute = attribute }
  }

  private var text: [UInt16] = []
  private var levels: [UInt8] = []
  private var ids: [UInt32] = []

  public init() {}

  public init(units: Span<UInt16>, intensity: UInt8, attribute: Attribute) {
    for i in units.indices { text.append(units[i]) }
    levels = Array(repeating: intensity, count: text.count)
    ids = Array(repeating: attribute, count: text.count)
  }

  /// Precondition: counts agree, intensities <= 100.
  public init(units: Span<UInt16>, intensities: Span<UInt8>, runs: Span<Run>) {
    for i in units.indices { text.append(units[i]); levels.append(intensities[i]) }
    for i in runs.indices { ids.append(contentsOf: repeatElement(runs[i].attribute, count: runs[i].count)) }
    precondition(ids.count == text.count)
  }

  public var count: Int { text.count }
  public var summary: Summary { summary(in: 0..<count) }

  public func unit(at offset: Int) -> UInt16 { text[offset] }
  public func intensity(at offset: Int) -> UInt8 { levels[offset] }
  public func attribute(at offset: Int) -> Attribute { ids[offset] }

  /// Maximal run containing the unit at offset.
  public func attributeRun(at offset: Int) -> (range: Range<Int>, attribute: Attribute) {
    let a = ids[offset]
    var lo = offset, hi = offset + 1
    while lo > 0, ids[lo - 1] == a { lo -= 1 }
    while hi < ids.count, ids[hi] == a { hi += 1 }
    return (lo..<hi, a)
  }

  public func summary(in range: Range<Int>) -> Summary {
    var s = Summary(count: range.count)
    var last: UInt32?
    for i in range {
      s.intensitySum += Int(levels[i]); s.intensityMin = min(s.intensityMin, levels[i]); s.intensityMax = max(s.intensityMax, levels[i])
      if text[i] == 10 { s.lineBreaks += 1 }
      if last != ids[i] { s.runCount += 1; last = ids[i] }
    }
    return s
  }
  public func intensitySum(in range: Range<Int>) -> Int { levels[range].reduce(0) { $0 + Int($1) } }
  public func lineBreakCount(in range: Range<Int>) -> Int { text[range].reduce(0) { $0 + ($1 == 10 ? 1 : 0) } }

  public func units(in range: Range<Int>) -> [UInt16] { Array(text[range]) }
  public func intensities(in range: Range<Int>) -> [UInt8] { Array(levels[range]) }
  /// Attribute runs clipped to range, neighbours differ.
  public func attributeRuns(in range: Range<Int>) -> [Run] {
    var out: [Run] = []
    for i in range {
      if let l = out.last, l.attribute == ids[i] { out[out.count - 1].count += 1 } else { out.append(Run(count: 1, attribute: ids[i])) }
    }
    return out
  }
  /// Runs of equal intensity clipped to range, neighbours differ.
  public func intensityRuns(in range: Range<Int>) -> [(count: Int, intensity: UInt8)] {
    var out: [(count: Int, intensity: UInt8)] = []
    for i in range {
      if let l = out.last, l.intensity == levels[i] { out[out.count - 1].count += 1 } else { out.append((1, levels[i])) }
    }
    return out
  }

  /// The offset of the n-th U+000A (n from 0), nil if fewer.
  public func offset(ofLineBreak n: Int) -> Int? {
    var k = n
    for i in text.indices where text[i] == 10 { if k == 0 { return i }; k -= 1 }
    return nil
  }
  /// First U+000A at or after offset.
  public func firstLineBreak(from offset: Int) -> Int? { text[offset...].firstIndex(of: 10) }
  /// Last U+000A before offset (exclusive).
  public func lastLineBreak(before offset: Int) -> Int? { text[..<offset].lastIndex(of: 10) }

  public mutating func replace(_ range: Range<Int>, with units: Span<UInt16>, intensity: UInt8, attribute: Attribute) {
    replace(range, with: RangeTree(units: units, intensity: intensity, attribute: attribute))
  }
  public mutating func replace(_ range: Range<Int>, with other: RangeTree) {
    text.replaceSubrange(range, with: other.text); levels.replaceSubrange(range, with: other.levels); ids.replaceSubrange(range, with: other.ids)
  }
  public mutating func remove(_ range: Range<Int>) {
    text.removeSubrange(range); levels.removeSubrange(range); ids.removeSubrange(range)
  }
  public func subtree(_ range: Range<Int>) -> RangeTree {
    var t = RangeTree(); t.text = Array(text[range]); t.levels = Array(levels[range]); t.ids = Array(ids[range]); return t
  }
  public mutating func setIntensity(_ value: UInt8, in range: Range<Int>) { for i in range { levels[i] = value } }
  public mutating func setIntensities(_ values: Span<UInt8>, at offset: Int) { for i in values.indices { levels[offset + i] = values[i] } }
  public mutating func setAttribute(_ value: Attribute, in range: Range<Int>) { for i in range { ids[i] = value } }
  /// Calls transform once for each run in range (clipped), in order.
  public mutating func mapAttributes(in range: Range<Int>, _ transform: (Attribute) -> Attribute) {
    var at = range.lowerBound
    for run in attributeRuns(in: range) { setAttribute(transform(run.attribute), in: at..<at + run.count); at += run.count }
  }
}

extension RangeTree: Equatable {
  public static func == (a: RangeTree, b: RangeTree) -> Bool { a.text == b.text && a.levels == b.levels && a.ids == b.ids }
}
