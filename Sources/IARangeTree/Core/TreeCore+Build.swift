// Building a tree from whole arrays, bottom up: leaves first, then a level above as long as there
// is more than one node.
extension TreeCore {
  /// A tree of units with one intensity and one attribute.
  ///
  /// - Complexity: O(*n*).
  static func build(
    _ units: UnsafeBufferPointer<UInt16>, intensity: UInt8, attribute: UInt32, geometry: Geometry
  ) -> Subtree {
    build(count: units.count, geometry: geometry) { range, source in
      let leaf = unsafe leaf(units, range, runs: 1, &source, geometry: geometry)
      leaf.fill(intensity: intensity)
      leaf.setSingleRun(attribute: attribute)
      return leaf
    }
  }

  /// A tree of units with an intensity each, and attribute runs that cover them.
  ///
  /// - Complexity: O(*n*).
  static func build(
    _ units: UnsafeBufferPointer<UInt16>, _ intensities: UnsafeBufferPointer<UInt8>,
    _ runs: Span<RangeTree.Run>, geometry: Geometry
  ) -> Subtree {
    var index = 0
    var used = 0
    return build(count: units.count, geometry: geometry) { range, source in
      // Count first: the leaf is laid out for its runs.
      var (last, reached) = (index, range.lowerBound - used)
      while reached < range.upperBound {
        reached += runs[last].count
        last += 1
      }
      let leaf = unsafe leaf(units, range, runs: last - index, &source, geometry: geometry)
      for i in range { unsafe leaf.intensities[i - range.lowerBound] = intensities[i] }
      var left = range.count
      while left > 0 {
        let taken = min(left, runs[index].count - used)
        leaf.appendRun(count: taken, attribute: runs[index].attribute)
        left -= taken
        used += taken
        if used == runs[index].count { (index, used) = (index + 1, 0) }
      }
      return leaf
    }
  }

  /// A leaf with units, whose intensities and runs the caller fills in.
  private static func leaf(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, runs: Int,
    _ source: inout NodeSource, geometry: Geometry
  ) -> Leaf {
    var bits: UInt16 = 0
    for i in range { unsafe bits |= units[i] }
    // One leaf alone is a small document: it gets little room to grow.
    let isAlone = range.count == units.count
    let capacity =
      isAlone
      ? min(geometry.leafCapacity, range.count + range.count / 8 + 8) : geometry.leafCapacity
    let nodesLeft = (units.count - range.lowerBound) / range.count
    let leaf = Leaf(
      capacity: capacity, runCapacity: Leaf.runCapacity(for: runs), isWide: bits > 0xFF
    ) { byteCount in
      source.allocate(byteCount: byteCount, level: 0, nodesLeft: nodesLeft)
    }
    leaf.count = range.count
    leaf.gap = range.count
    if leaf.isWide {
      let target = unsafe leaf.wideUnits
      for i in 0..<range.count { unsafe target[i] = units[range.lowerBound + i] }
    } else {
      let target = unsafe leaf.narrowUnits
      for i in 0..<range.count {
        unsafe target[i] = UInt8(truncatingIfNeeded: units[range.lowerBound + i])
      }
    }
    return leaf
  }

  private static func build(
    count: Int, geometry: Geometry, makeLeaf: (Range<Int>, inout NodeSource) -> Leaf
  ) -> Subtree {
    guard count > 0 else { return empty(geometry) }
    var source = NodeSource(count: count, geometry: geometry)
    var nodes: [Subtree] = []
    for part in parts(of: count, atMost: count <= geometry.leafCapacity ? count : geometry.leafFill)
    {
      nodes.append(makeLeaf(part, &source).measured())
    }
    while nodes.count > 1 {
      nodes = parts(of: nodes.count, atMost: geometry.fanOutFill).map { part in
        let inner = Inner(
          source.allocate(
            byteCount: Inner.byteCount, level: nodes[part.lowerBound].level + 1,
            nodesLeft: (nodes.count - part.lowerBound) / part.count))
        for i in part { inner.put(nodes[i], at: i - part.lowerBound) }
        inner.count = part.count
        return inner.measured()
      }
    }
    return nodes[0]
  }

  /// Ranges of nearly equal length that cover `0..<count`.
  private static func parts(of count: Int, atMost limit: Int) -> [Range<Int>] {
    let number = (count + limit - 1) / limit
    return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
  }
}
