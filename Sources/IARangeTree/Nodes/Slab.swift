internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A range of memory for the nodes of a large text that is built at once.
///
/// The nodes of a text of 10⁷ units lie on six thousand pages, more than a processor remembers the
/// places of: each look at a leaf then waits for the page table as well. A slab asks the kernel for
/// one huge page instead. It lives as long as a node in it: nodes never move, and the place of one
/// that has gone is not used again, so that a text edited all over may hold twice its memory.
///
///     nodes that live here 8 | unused 56 | nodes, at multiples of 16
@safe struct Slab {
  private let base: UnsafeMutableRawPointer

  /// The size of a slab, and the multiple at which it starts: a huge page of x86-64 and of ARM64.
  static let byteCount = 2 << 20
  /// Where the first node may lie.
  static let headerSize = 64

  /// Creates the slab in which a node lies.
  init(of node: Node) {
    let distance = unsafe Int(bitPattern: node.base) & (Self.byteCount - 1)
    unsafe base = node.base - distance
  }

  /// Maps a slab that counts one node, its maker, or `nil` if the system has none to give.
  ///
  /// - Parameter asksForHugePage: Whether it is to be one page; false once such a page was slow to come.
  init?(asksForHugePage: inout Bool) {
    let start = Self.now()
    guard let memory = unsafe Self.map(isHuge: asksForHugePage) else { return nil }
    unsafe base = memory
    unsafe base.initializeMemory(as: Atomic<Int>.self, to: Atomic(1))
    if Self.now() - start > Self.slowNanoseconds { asksForHugePage = false }
  }

  /// From when on a huge page is slow: twice what as many small ones cost there.
  ///
  /// A virtual machine that gave free memory back to its host waits for the host at the first touch of a huge
  /// page, many times as long; small pages are of memory that was not given back.
  private static let slowNanoseconds = 1_500_000

  private var nodes: UnsafeMutablePointer<Atomic<Int>> {
    unsafe base.assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// How many nodes live here, its maker counted as one, for checks.
  var nodeCount: Int { unsafe nodes.pointee.load(ordering: .relaxed) }

  /// Counts a node that has come, at an offset in bytes.
  func node(at offset: Int) -> UnsafeMutableRawPointer {
    unsafe nodes.pointee.wrappingAdd(1, ordering: .relaxed)
    return unsafe base + offset
  }

  /// Counts a node that has gone; the last one takes the slab along.
  func release() {
    let rest = unsafe nodes.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    if rest.newValue == 0 { unsafe Self.unmap(base, Self.byteCount) }
  }

  #if os(Linux)
    /// Returns the time of a clock that only continues, in nanoseconds.
    private static func now() -> Int {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Maps twice as much as is needed, and gives back what lies before and behind the slab.
    private static func map(isHuge: Bool) -> UnsafeMutableRawPointer? {
      let doubled = 2 * byteCount
      guard
        let start = unsafe mmap(
          nil, doubled, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
        unsafe start != MAP_FAILED
      else { return nil }
      let before = -Int(bitPattern: start) & (byteCount - 1)
      let slab = unsafe start + before
      if before > 0 { unsafe unmap(start, before) }
      unsafe unmap(slab + byteCount, byteCount - before)
      // Advice: a kernel without huge pages gives small ones.
      if isHuge { _ = unsafe madvise(slab, byteCount, MADV_HUGEPAGE) }
      return unsafe slab
    }

    private static func unmap(_ start: UnsafeMutableRawPointer, _ byteCount: Int) {
      _ = unsafe munmap(start, byteCount)
    }
  #else
    /// Elsewhere no huge pages can be asked for: nodes come from the heap one by one.
    private static func now() -> Int { 0 }
    private static func map(isHuge: Bool) -> UnsafeMutableRawPointer? { nil }
    private static func unmap(_ start: UnsafeMutableRawPointer, _ byteCount: Int) {}
  #endif
}

/// Where the nodes of a text that is built at once come from: slabs as long as what is still to be
/// built fills one, then the heap.
struct NodeSource: ~Copyable {
  /// How many bytes must be left to be built for a new slab, or `nil` if all nodes come from the
  /// heap.
  private let leastBytes: Int?
  /// Whether it is not known how much is still to be built.
  private let isEndless: Bool
  private var slab: Slab?
  private var used = 0
  private var asksForHugePages = true

  /// Creates a source for a text of so many units.
  init(count: Int, geometry: Geometry) {
    leastBytes = count >= geometry.slabUnits ? min(geometry.slabUnits, Slab.byteCount / 2) : nil
    isEndless = false
  }

  /// Creates a source for a text that is built part by part: slabs, or the heap.
  init(usesSlabs: Bool) {
    leastBytes = usesSlabs ? 0 : nil
    isEndless = true
  }

  deinit { slab?.release() }

  /// Makes a node without content.
  ///
  /// - Parameter nodesLeft: How many nodes like this one are still to be built, itself included.
  mutating func allocate(byteCount: Int, level: Int, nodesLeft: Int) -> Node {
    guard let leastBytes else { return Node.allocate(byteCount: byteCount, level: level) }
    let size = (byteCount + 15) & ~15
    if slab == nil || used + size > Slab.byteCount {
      slab?.release()
      let isWorthOne = isEndless || nodesLeft &* size >= leastBytes
      slab =
        isWorthOne && size <= Slab.byteCount / 16
        ? Slab(asksForHugePage: &asksForHugePages) : nil
      used = Slab.headerSize
    }
    guard let slab else { return Node.allocate(byteCount: byteCount, level: level) }
    defer { used += size }
    return unsafe Node.make(at: slab.node(at: used), level: level, isInSlab: true)
  }
}

/// Where the nodes of a text come from that is built part by part, one tree behind the other.
///
/// The first parts come from the heap. Once the text has become long, nodes come from slabs that
/// the parts share.
public final class NodeSupply {
  var source = NodeSource(usesSlabs: false)
  private var count = 0
  let geometry: Geometry

  /// Creates a supply for a text of which there is nothing yet.
  public convenience init() { self.init(geometry: .standard) }

  /// Creates a supply for trees with other limits.
  package init(geometry: Geometry) { self.geometry = geometry }

  /// Notes that a part was built.
  func add(_ units: Int) {
    let wasLong = count >= geometry.slabUnits / 2
    count += units
    if !wasLong, count >= geometry.slabUnits / 2 { source = NodeSource(usesSlabs: true) }
  }
}
