// Builds a tree from arrays, bottom up: first the leaves, then each level above until there is one
// node.
extension TreeCore {
  /// Returns a tree of units with one intensity and one attribute.
  ///
  /// - Complexity: O(*n*) in the units.
  static func build(
    _ units: UnsafeBufferPointer<UInt16>, intensity: UInt8, attribute: UInt32, geometry: Geometry
  ) -> Subtree {
    build(count: units.count, geometry: geometry) { range, source in
      let leaf = unsafe leaf(units, range, runs: 1, &source, geometry: geometry)
      leaf.fill(intensity: intensity)
      leaf.setSingleRun(attribute: attribute)
      return leaf.measured()
    }
  }

  /// Returns a tree of units with an intensity for each, and attribute runs that cover them.
  ///
  /// - Complexity: O(*n*) in the units.
  static func build(
    _ units: UnsafeBufferPointer<UInt16>, _ intensities: UnsafeBufferPointer<UInt8>,
    _ runs: Span<RangeTree.Run>, geometry: Geometry
  ) -> Subtree {
    var index = 0
    var used = 0
    return build(count: units.count, geometry: geometry) { range, source in
      // The runs are counted first, because the leaf's memory is laid out for them.
      var (last, reached) = (index, range.lowerBound - used)
      while reached < range.upperBound {
        reached += runs[last].count
        last += 1
      }
      let leaf = unsafe leaf(units, range, runs: last - index, &source, geometry: geometry)
      if let source = intensities.baseAddress {
        unsafe leaf.intensities.update(from: source + range.lowerBound, count: range.count)
      }
      leaf.appendRuns(runs, for: range.count, from: &index, &used)
      return leaf.measured()
    }
  }

  /// Returns a tree of units with one intensity, and attribute runs that cover them, with nodes
  /// from a supply.
  ///
  /// Its leaves store no intensities, unless there is only one leaf.
  ///
  /// - Complexity: O(*n*) in the units.
  static func build(
    _ units: UnsafeBufferPointer<UInt16>, intensity: UInt8, _ runs: Span<RangeTree.Run>,
    supply: NodeSupply
  ) -> Subtree {
    let geometry = supply.geometry
    var index = 0
    var used = 0
    return build(count: units.count, from: &supply.source, geometry: geometry) { range, source in
      var (last, reached) = (index, range.lowerBound - used)
      while reached < range.upperBound {
        reached += runs[last].count
        last += 1
      }
      let omitsIntensities = range.count < units.count
      let leaf = unsafe leaf(
        units, range, runs: last - index, omitsIntensities: omitsIntensities, &source,
        geometry: geometry)
      leaf.appendRuns(runs, for: range.count, from: &index, &used)
      if omitsIntensities { return leaf.measured(pending: intensity) }
      leaf.fill(intensity: intensity)
      return leaf.measured()
    }
  }

  /// Returns a leaf with units; the caller sets its intensities and runs.
  ///
  /// - Parameter omitsIntensities: Whether the leaf has no memory for intensities and for more units.
  private static func leaf(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, runs: Int,
    omitsIntensities: Bool = false, _ source: inout NodeSource, geometry: Geometry
  ) -> Leaf {
    let start = unsafe units.baseAddress.map { unsafe $0 + range.lowerBound }
    var bits: UInt16 = 0
    if let start = unsafe start {
      var i = 0
      while i < range.count {
        unsafe bits |= start[i]
        i &+= 1
      }
    }
    // A single leaf is a small document, which gets little spare capacity.
    let isAlone = range.count == units.count
    let capacity =
      isAlone
      ? min(geometry.leafCapacity, range.count + range.count / 8 + 8)
      : omitsIntensities ? range.count : geometry.leafCapacity
    let nodesLeft = (units.count - range.lowerBound) / range.count
    let leaf = Leaf(
      capacity: capacity, runCapacity: omitsIntensities ? runs : Leaf.runCapacity(for: runs),
      isWide: bits > 0xFF, omitsIntensities: omitsIntensities
    ) { byteCount in
      source.allocate(byteCount: byteCount, level: 0, nodesLeft: nodesLeft)
    }
    leaf.count = range.count
    leaf.gap = range.count
    guard let start = unsafe start else { return leaf }
    if leaf.isWide {
      unsafe leaf.wideUnits.update(from: start, count: range.count)
    } else {
      let target = unsafe leaf.narrowUnits
      var i = 0
      while i < range.count {
        unsafe target[i] = UInt8(truncatingIfNeeded: start[i])
        i &+= 1
      }
    }
    return leaf
  }

  private static func build(
    count: Int, geometry: Geometry, makeLeaf: (Range<Int>, inout NodeSource) -> Subtree
  ) -> Subtree {
    var source = NodeSource(count: count, geometry: geometry)
    return build(count: count, from: &source, geometry: geometry, makeLeaf: makeLeaf)
  }

  private static func build(
    count: Int, from source: inout NodeSource, geometry: Geometry,
    makeLeaf: (Range<Int>, inout NodeSource) -> Subtree
  ) -> Subtree {
    guard count > 0 else { return empty(geometry) }
    var nodes: [Subtree] = []
    for part in parts(of: count, atMost: count <= geometry.leafCapacity ? count : geometry.leafFill)
    {
      nodes.append(makeLeaf(part, &source))
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

  /// Returns ranges of nearly equal length that cover `0..<count`.
  private static func parts(of count: Int, atMost limit: Int) -> [Range<Int>] {
    let number = (count + limit - 1) / limit
    return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
  }
}

extension Leaf {
  /// Appends the runs that cover the next units of a text.
  ///
  /// - Parameters:
  ///   - runs: The runs of the text.
  ///   - count: The number of units.
  ///   - index: The run that contains the first of these units; updated.
  ///   - used: The number of units of that run already covered; updated.
  fileprivate func appendRuns(
    _ runs: Span<RangeTree.Run>, for count: Int, from index: inout Int, _ used: inout Int
  ) {
    var left = count
    while left > 0 {
      let taken = min(left, runs[index].count - used)
      appendRun(count: taken, attribute: runs[index].attribute)
      left -= taken
      used += taken
      if used == runs[index].count { (index, used) = (index + 1, 0) }
    }
  }
}
