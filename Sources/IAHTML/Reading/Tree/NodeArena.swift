/// The memory of one parse: handed out in pieces, given back piece by piece or all at once.
///
/// gumbo frees its trees by recursion, which a deep tree turns into a crash; here a tree is freed by
/// freeing its arena. Pieces that gumbo gives back are kept by size and handed out again. Once more
/// is taken than the budget allows, the parser is asked to stop at its next chance.
final class NodeArena {
  /// How many bytes were taken from the system.
  private(set) var reserved = 0
  /// Whether more was asked for than the budget allows.
  private(set) var isOverBudget = false

  private let budget: Int
  private var slabs: [UnsafeMutableRawPointer] = []
  private var next = UnsafeMutableRawPointer(bitPattern: 16)
  private var room = 0
  /// For each size class the last piece given back; each holds the address of the one before.
  private var free: [UnsafeMutableRawPointer?]
  private let stop: () -> Void

  private static let slabSize = 1 << 20
  /// The bytes before a piece that hold its size class.
  private static let header = 8
  private static let classSize = 16
  private static let classCount = 64

  /// Starts an arena.
  ///
  /// - Parameters:
  ///   - budget: How many bytes may be taken.
  ///   - stop: What is called once when more is taken.
  init(budget: Int, stop: @escaping () -> Void) {
    self.budget = budget
    self.stop = stop
    free = Array(repeating: nil, count: Self.classCount)
  }

  deinit { for slab in slabs { slab.deallocate() } }

  /// A piece of memory of at least so many bytes, on an address divisible by 8.
  func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    let sizeClass = (size + Self.classSize - 1) / Self.classSize
    if sizeClass < Self.classCount, let piece = free[sizeClass] {
      free[sizeClass] = piece.load(as: UnsafeMutableRawPointer?.self)
      return piece
    }
    let whole = Self.header + max(sizeClass, 1) * Self.classSize
    if whole > room { grow(whole) }
    guard let start = next else { return nil }
    next = start + whole
    room -= whole
    start.storeBytes(of: max(sizeClass, 1), as: Int.self)
    return start + Self.header
  }

  /// Takes a piece back.
  func deallocate(_ piece: UnsafeMutableRawPointer?) {
    guard let piece else { return }
    let sizeClass = (piece - Self.header).load(as: Int.self)
    guard sizeClass < Self.classCount else { return }
    piece.storeBytes(of: free[sizeClass], as: UnsafeMutableRawPointer?.self)
    free[sizeClass] = piece
  }

  private func grow(_ least: Int) {
    let size = max(least, Self.slabSize)
    let slab = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    slabs.append(slab)
    next = slab
    room = size
    reserved += size
    if reserved > budget, !isOverBudget {
      isOverBudget = true
      stop()
    }
  }
}
