internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A block of memory for the nodes of a large text that is built at once.
///
/// The nodes of a text of 10⁷ units are on six thousand pages, more than the entries of a
/// processor's TLB, so that each access to a leaf also waits for the page table. A slab requests
/// one huge page instead. It exists as long as a node in it exists: nodes never move, and the
/// memory of a freed node is not reused, so that a text that is edited everywhere can need twice
/// its memory.
///
///     number of nodes 8 | unused 56 | nodes, at multiples of 16
@safe struct Slab {
  private let base: UnsafeMutableRawPointer

  /// The size and alignment of a slab: that of a huge page of x86-64 and of ARM64.
  static let byteCount = 2 << 20
  /// The offset of the first node.
  static let headerSize = 64

  /// Creates the slab that contains a node.
  init(of node: Node) {
    let distance = unsafe Int(bitPattern: node.base) & (Self.byteCount - 1)
    unsafe base = node.base - distance
  }

  /// Creates a slab by mapping memory, with its creator counted as one node, or `nil` if there is
  /// no memory.
  ///
  /// - Parameter requestsHugePage: Whether a huge page is requested; set to false if mapping it was
  ///   slow.
  init?(requestsHugePage: inout Bool) {
    let start = Self.now()
    guard let memory = unsafe Self.map(isHuge: requestsHugePage) else { return nil }
    unsafe base = memory
    unsafe base.initializeMemory(as: Atomic<Int>.self, to: Atomic(1))
    if Self.now() - start > Self.slowNanoseconds { requestsHugePage = false }
  }

  /// The minimum duration of a slow mapping: twice that of as many small pages.
  ///
  /// A virtual machine that has returned free memory to its host waits for the host at the first
  /// access to a huge page, which takes many times longer than with small pages of memory that it
  /// kept.
  private static let slowNanoseconds = 1_500_000

  private var nodes: UnsafeMutablePointer<Atomic<Int>> {
    unsafe base.assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// The number of nodes in the slab, with its creator counted as one, for checks.
  var nodeCount: Int { unsafe nodes.pointee.load(ordering: .relaxed) }

  /// Counts a new node and returns its memory, at an offset in bytes.
  func node(at offset: Int) -> UnsafeMutableRawPointer {
    unsafe nodes.pointee.wrappingAdd(1, ordering: .relaxed)
    return unsafe base + offset
  }

  /// Counts a freed node; the last one unmaps the slab.
  func release() {
    let rest = unsafe nodes.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    if rest.newValue == 0 { unsafe Self.unmap(base, Self.byteCount) }
  }

  #if os(Linux)
    /// Returns the time of a monotonic clock in nanoseconds.
    private static func now() -> Int {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Maps twice the size of a slab, and unmaps the memory before and after the aligned slab.
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
      // This is only advice: a kernel without huge pages uses small ones.
      if isHuge { _ = unsafe madvise(slab, byteCount, MADV_HUGEPAGE) }
      return unsafe slab
    }

    private static func unmap(_ start: UnsafeMutableRawPointer, _ byteCount: Int) {
      _ = unsafe munmap(start, byteCount)
    }
  #else
    /// Returns 0, because other systems cannot request huge pages: nodes come from the heap one by
    /// one.
    private static func now() -> Int { 0 }
    private static func map(isHuge: Bool) -> UnsafeMutableRawPointer? { nil }
    private static func unmap(_ start: UnsafeMutableRawPointer, _ byteCount: Int) {}
  #endif
}

/// Allocates the nodes of a text that is built at once: in slabs while the remaining nodes fill
/// one, then on the heap.
struct NodeSource: ~Copyable {
  /// The minimum number of remaining bytes for a new slab, or `nil` if all nodes come from the
  /// heap.
  private let minimumBytes: Int?
  /// Whether the number of remaining nodes is unknown.
  private let isUnbounded: Bool
  private var slab: Slab?
  private var used = 0
  private var requestsHugePages = true

  /// Creates a source for a text with `count` units.
  init(count: Int, geometry: Geometry) {
    minimumBytes = count >= geometry.slabUnits ? min(geometry.slabUnits, Slab.byteCount / 2) : nil
    isUnbounded = false
  }

  /// Creates a source for a text that is built in parts, in slabs or on the heap.
  init(usesSlabs: Bool) {
    minimumBytes = usesSlabs ? 0 : nil
    isUnbounded = true
  }

  deinit { slab?.release() }

  /// Returns a new node without content.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the node.
  ///   - level: Its level.
  ///   - nodesLeft: The number of similar nodes still to be built, including this one.
  mutating func allocate(byteCount: Int, level: Int, nodesLeft: Int) -> Node {
    guard let minimumBytes else { return Node.allocate(byteCount: byteCount, level: level) }
    let size = (byteCount + 15) & ~15
    if slab == nil || used + size > Slab.byteCount {
      slab?.release()
      let needsSlab = isUnbounded || nodesLeft &* size >= minimumBytes
      slab =
        needsSlab && size <= Slab.byteCount / 16
        ? Slab(requestsHugePage: &requestsHugePages) : nil
      used = Slab.headerSize
    }
    guard let slab else { return Node.allocate(byteCount: byteCount, level: level) }
    defer { used += size }
    return unsafe Node.make(at: slab.node(at: used), level: level, isInSlab: true)
  }
}

/// Allocates the nodes of a text that is built in consecutive parts.
///
/// The nodes of the first parts come from the heap; those of a long text come from slabs that the
/// parts share.
public final class NodeSupply {
  var source = NodeSource(usesSlabs: false)
  private var count = 0
  let geometry: Geometry

  /// Creates a supply for a text without any part yet.
  public convenience init() { self.init(geometry: .standard) }

  /// Creates a supply for trees with other limits.
  package init(geometry: Geometry) { self.geometry = geometry }

  /// Records that a part was built.
  func add(_ units: Int) {
    let wasLong = count >= geometry.slabUnits / 2
    count += units
    if !wasLong, count >= geometry.slabUnits / 2 { source = NodeSource(usesSlabs: true) }
  }
}
