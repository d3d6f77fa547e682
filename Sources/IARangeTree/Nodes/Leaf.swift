/// A run of equal attributes in a leaf.
struct LeafRun {
  /// The number of units, at least 1.
  var count: UInt32
  /// The attribute; adjacent runs of a leaf differ.
  var attribute: UInt32
}

/// A node with text: units and intensities share one gap; attribute runs follow.
///
///     header 32 | intensities | units, one byte each (Latin-1) or two (UTF-16) | runs × 8
///
/// Intensities come first: their position does not depend on the header, so that a sum need not
/// wait for one cache line before it reads the next.
///
/// A leaf without intensities has one pending intensity in its slot. Long texts are built from such
/// leaves, which need one half to two thirds of the memory; the first access for writing replaces
/// one by a complete leaf.
///
/// The size of all parts depends on the leaf: a small document has a small leaf; a leaf gets a
/// larger run table if its attributes change often, and wide units if a unit does not fit into one
/// byte.
@safe struct Leaf {
  let node: Node

  @inline(__always) init(_ node: Node) { self.node = node }

  /// Creates an empty leaf.
  ///
  /// - Parameters:
  ///   - capacity: The number of units, rounded up to a multiple of 8.
  ///   - runCapacity: The number of attribute runs.
  ///   - isWide: Whether a unit takes two bytes.
  init(capacity: Int, runCapacity: Int, isWide: Bool) {
    self.init(capacity: capacity, runCapacity: runCapacity, isWide: isWide) { byteCount in
      Node.allocate(byteCount: byteCount, level: 0)
    }
  }

  /// Creates an empty leaf in allocated memory.
  ///
  /// - Parameters:
  ///   - capacity: The number of units, rounded up to a multiple of 8.
  ///   - runCapacity: The number of attribute runs.
  ///   - isWide: Whether a unit takes two bytes.
  ///   - omitsIntensities: Whether the leaf has no memory for intensities.
  ///   - allocate: Returns a node with a number of bytes.
  @inline(__always) init(
    capacity: Int, runCapacity: Int, isWide: Bool, omitsIntensities: Bool = false,
    allocate: (_ byteCount: Int) -> Node
  ) {
    let capacity = (capacity + 7) & ~7
    let unitOffset = NodeHeader.size + (omitsIntensities ? 0 : capacity)
    let offset = unitOffset + capacity * (isWide ? 2 : 1)
    node = allocate(offset + runCapacity * MemoryLayout<LeafRun>.stride)
    unsafe node.header.pointee.capacity = UInt16(capacity)
    unsafe node.header.pointee.unitOffset = UInt16(unitOffset)
    unsafe node.header.pointee.runCapacity = UInt16(runCapacity)
    unsafe node.header.pointee.isWide = isWide
    unsafe node.header.pointee.runOffset = UInt32(offset)
  }

  var count: Int {
    @inline(__always) get { Int(unsafe node.header.pointee.count) }
    @inline(__always) nonmutating set {
      unsafe node.header.pointee.count = UInt32(truncatingIfNeeded: newValue)
    }
  }

  /// The start of the gap: units before it are at the index of their offset, others `gapLength`
  /// further.
  var gap: Int {
    @inline(__always) get { Int(unsafe node.header.pointee.gap) }
    @inline(__always) nonmutating set {
      unsafe node.header.pointee.gap = UInt32(truncatingIfNeeded: newValue)
    }
  }

  var runCount: Int {
    @inline(__always) get { Int(unsafe node.header.pointee.runCount) }
    @inline(__always) nonmutating set {
      unsafe node.header.pointee.runCount = UInt16(truncatingIfNeeded: newValue)
    }
  }

  var capacity: Int { @inline(__always) get { Int(unsafe node.header.pointee.capacity) } }
  var runCapacity: Int { @inline(__always) get { Int(unsafe node.header.pointee.runCapacity) } }
  var isWide: Bool { @inline(__always) get { unsafe node.header.pointee.isWide } }
  var gapLength: Int { @inline(__always) get { capacity &- count } }

  var runs: UnsafeMutablePointer<LeafRun> {
    @inline(__always) get {
      unsafe (node.base + Int(node.header.pointee.runOffset))
        .assumingMemoryBound(to: LeafRun.self)
    }
  }

  /// Whether the leaf has no memory for intensities.
  var omitsIntensities: Bool {
    @inline(__always) get { Int(unsafe node.header.pointee.unitOffset) == NodeHeader.size }
  }

  /// The intensities; valid if the leaf stores them.
  var intensities: UnsafeMutablePointer<UInt8> {
    @inline(__always) get {
      unsafe (node.base + NodeHeader.size).assumingMemoryBound(to: UInt8.self)
    }
  }

  /// The units of a leaf that is not wide.
  var narrowUnits: UnsafeMutablePointer<UInt8> {
    @inline(__always) get {
      unsafe (node.base + Int(node.header.pointee.unitOffset))
        .assumingMemoryBound(to: UInt8.self)
    }
  }

  /// The units of a wide leaf.
  var wideUnits: UnsafeMutablePointer<UInt16> {
    @inline(__always) get {
      unsafe (node.base + Int(node.header.pointee.unitOffset))
        .assumingMemoryBound(to: UInt16.self)
    }
  }

  /// Returns the index of the unit at an offset in the arrays.
  @inline(__always) func place(_ offset: Int) -> Int {
    offset < gap ? offset : offset &+ gapLength
  }

  func unit(at offset: Int) -> UInt16 {
    let place = place(offset)
    return unsafe isWide ? wideUnits[place] : UInt16(narrowUnits[place])
  }

  func intensity(at offset: Int) -> UInt8 { unsafe intensities[place(offset)] }

  /// Returns the index of the run that contains a unit, and the offset of the run's start in the
  /// leaf.
  ///
  /// - Parameters:
  ///   - offset: The offset of the unit in the leaf.
  ///   - known: Any run and its start: the search starts there, at the first run or after the last
  ///     one, whichever is nearest.
  @inline(__always) func run(
    at offset: Int, from known: (index: Int, start: Int) = (0, 0)
  ) -> (index: Int, start: Int) {
    let rest = offset &- known.start
    if rest >= 0, unsafe rest < Int(runs[known.index].count) { return known }
    return searchRun(at: offset, from: known)
  }

  @inline(never) private func searchRun(
    at offset: Int, from known: (index: Int, start: Int)
  ) -> (index: Int, start: Int) {
    let isBehind = offset >= known.start
    let front = isBehind ? known : (index: 0, start: 0)
    let back = isBehind ? (index: runCount, start: count) : known
    return offset &- front.start <= back.start &- offset
      ? searchRunForward(at: offset, from: front) : searchRunBackward(at: offset, from: back)
  }

  @inline(__always) private func searchRunForward(
    at offset: Int, from known: (index: Int, start: Int)
  ) -> (index: Int, start: Int) {
    var (index, start) = known
    let last = runCount &- 8
    while index <= last {
      let end = start &+ unitsOfEightRuns(from: index)
      if end > offset { return searchEightRuns(at: offset, from: (index, start)) }
      start = end
      index &+= 8
    }
    while unsafe start &+ Int(runs[index].count) <= offset {
      unsafe start &+= Int(runs[index].count)
      index &+= 1
    }
    return (index, start)
  }

  @inline(__always) private func searchRunBackward(
    at offset: Int, from known: (index: Int, start: Int)
  ) -> (index: Int, start: Int) {
    var (index, start) = known
    while index >= 8 {
      index &-= 8
      start &-= unitsOfEightRuns(from: index)
      if start <= offset { return searchEightRuns(at: offset, from: (index, start)) }
    }
    while start > offset {
      index &-= 1
      unsafe start &-= Int(runs[index].count)
    }
    return (index, start)
  }

  /// Finds a unit in eight runs that contain it, without branches that depend on the position.
  @inline(__always) private func searchEightRuns(
    at offset: Int, from known: (index: Int, start: Int)
  ) -> (index: Int, start: Int) {
    var (index, start) = known
    var end = known.start
    for i in known.index..<known.index &+ 7 {
      unsafe end &+= Int(runs[i].count)
      let isBefore = end <= offset
      index &+= isBefore ? 1 : 0
      start = isBefore ? end : start
    }
    return (index, start)
  }

  /// Returns the number of units that eight runs cover.
  ///
  /// Runs are added as words: the counts are their lower halves (on a little-endian machine), which
  /// no carry from the upper halves reaches.
  @inline(__always) private func unitsOfEightRuns(from index: Int) -> Int {
    #if _endian(little)
      let words = unsafe UnsafeRawPointer(runs + index)
      func word(_ i: Int) -> UInt64 {
        unsafe words.load(fromByteOffset: i &* MemoryLayout<LeafRun>.stride, as: UInt64.self)
      }
      let sum = (word(0) &+ word(1)) &+ (word(2) &+ word(3))
      return Int(UInt32(truncatingIfNeeded: sum &+ ((word(4) &+ word(5)) &+ (word(6) &+ word(7)))))
    #else
      return (index..<index &+ 8).reduce(0) { unsafe $0 &+ Int(runs[$1].count) }
    #endif
  }

  /// Returns the ranges of the arrays for a range of offsets: before and after the gap.
  @inline(__always) func places(_ range: Range<Int>) -> (head: Range<Int>, tail: Range<Int>) {
    let gap = gap
    let shift = gapLength
    let middle = min(max(gap, range.lowerBound), range.upperBound)
    return (range.lowerBound..<middle, (middle &+ shift)..<(range.upperBound &+ shift))
  }

  /// Returns this leaf as a subtree with its computed slot.
  func measured() -> Subtree {
    var slot = Slot(node)
    measureIntensities(into: &slot)
    measureRuns(into: &slot.facts)
    slot.facts.lineBreaks = lineBreaks(in: 0..<count)
    return Subtree(slot: slot, count: count, level: 0)
  }

  /// Returns this leaf as a subtree with its computed slot, in which one intensity is pending.
  func measured(pending intensity: UInt8) -> Subtree {
    var slot = Slot(node)
    slot.setPending(intensity: intensity, count: count)
    measureRuns(into: &slot.facts)
    slot.facts.lineBreaks = lineBreaks(in: 0..<count)
    return Subtree(slot: slot, count: count, level: 0)
  }
}
