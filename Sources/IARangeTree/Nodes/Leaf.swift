/// A run of equal attributes inside a leaf.
struct LeafRun {
  /// How many units it covers, at least 1.
  var count: UInt32
  /// The attribute; neighbours in a leaf differ.
  var attribute: UInt32
}

/// A node with text: units and intensities share one gap, attribute runs lie behind.
///
///     header 32 | intensities | units, one byte each (Latin-1) or two (UTF-16) | runs × 8
///
/// Intensities come first: where they lie does not depend on the header, so that a sum need not
/// wait for one cache line before it asks for the next.
/// All three parts are sized for the leaf: a small document has a small leaf, a leaf gets a larger
/// run table when its attributes change often, and wide units when one does not fit a byte.
@safe struct Leaf {
  let node: Node

  @inline(__always) init(_ node: Node) { self.node = node }

  /// Makes an empty leaf.
  ///
  /// - Parameters:
  ///   - capacity: Units, rounded up to a multiple of 8.
  ///   - runCapacity: Attribute runs.
  ///   - isWide: Whether units take two bytes.
  init(capacity: Int, runCapacity: Int, isWide: Bool) {
    let capacity = (capacity + 7) & ~7
    let offset = NodeHeader.size + capacity * (isWide ? 3 : 2)
    node = Node.allocate(
      byteCount: offset + runCapacity * MemoryLayout<LeafRun>.stride, level: 0)
    unsafe node.header.pointee.capacity = UInt32(capacity)
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

  /// Where the gap starts: units before it lie at their offset, others `gapLength` further.
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

  var intensities: UnsafeMutablePointer<UInt8> {
    @inline(__always) get {
      unsafe (node.base + NodeHeader.size).assumingMemoryBound(to: UInt8.self)
    }
  }

  /// The units of a leaf that is not wide.
  var narrowUnits: UnsafeMutablePointer<UInt8> {
    @inline(__always) get { unsafe intensities + capacity }
  }

  /// The units of a wide leaf.
  var wideUnits: UnsafeMutablePointer<UInt16> {
    @inline(__always) get {
      unsafe UnsafeMutableRawPointer(intensities + capacity).assumingMemoryBound(to: UInt16.self)
    }
  }

  /// Where the unit at an offset lies in the arrays.
  @inline(__always) func place(_ offset: Int) -> Int {
    offset < gap ? offset : offset &+ gapLength
  }

  func unit(at offset: Int) -> UInt16 {
    let place = place(offset)
    return unsafe isWide ? wideUnits[place] : UInt16(narrowUnits[place])
  }

  func intensity(at offset: Int) -> UInt8 { unsafe intensities[place(offset)] }

  /// The index of the run that holds a unit, and where in the leaf that run starts.
  ///
  /// - Parameter known: A run that starts at or before the unit: the search begins there.
  func run(
    at offset: Int, from known: (index: Int, start: Int) = (0, 0)
  ) -> (index: Int, start: Int) {
    var (index, start) = known
    while unsafe start &+ Int(runs[index].count) <= offset {
      unsafe start &+= Int(runs[index].count)
      index &+= 1
    }
    return (index, start)
  }

  /// The stretches of the arrays that hold a range of offsets: before and after the gap.
  @inline(__always) func places(_ range: Range<Int>) -> (head: Range<Int>, tail: Range<Int>) {
    let gap = gap
    let shift = gapLength
    let middle = min(max(gap, range.lowerBound), range.upperBound)
    return (range.lowerBound..<middle, (middle &+ shift)..<(range.upperBound &+ shift))
  }

  /// What a parent should know about this leaf.
  func measured() -> Subtree {
    var slot = Slot(node)
    measureIntensities(into: &slot)
    measureRuns(into: &slot)
    slot.lineBreaks = lineBreaks(in: 0..<count)
    return Subtree(slot: slot, count: count, level: 0)
  }
}
