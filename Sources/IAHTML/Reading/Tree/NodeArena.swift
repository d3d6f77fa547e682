/// The memory of one parse: handed out in pieces, given back piece by piece or all at once.
///
/// gumbo frees its trees by recursion, which a deep tree turns into a crash; here a tree is freed by
/// freeing its arena. Pieces that gumbo gives back are kept by size and handed out again. Once more
/// is taken than the budget allows, the parser is asked to stop at its next chance.
struct NodeArena {
  /// How many bytes were taken from the system.
  private(set) var reserved = 0
  /// Whether more was asked for than the budget allows.
  private(set) var isOverBudget = false

  private let budget: Int
  private var slabs: [UnsafeMutableRawPointer] = []
  private var next: UnsafeMutableRawPointer?
  private var room = 0
  /// For each size class the last piece given back; each holds the address of the one before.
  private let free: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let stop: UnsafeMutablePointer<Bool>

  private static let slabSize = 1 << 20
  /// The bytes before a piece that hold its size class.
  private static let header = 8
  private static let classSize = 16
  private static let classCount = 64

  /// Starts an arena.
  ///
  /// - Parameters:
  ///   - budget: How many bytes may be taken.
  ///   - stop: What is set when more is taken; valid as long as the parse.
  init(budget: Int, stop: UnsafeMutablePointer<Bool>) {
    self.budget = budget
    self.stop = stop
    free = .allocate(capacity: Self.classCount)
    free.initialize(repeating: nil, count: Self.classCount)
  }

  /// Gives all memory back to the system.
  func destroy() {
    for slab in slabs { slab.deallocate() }
    free.deallocate()
  }

  /// A piece of memory of at least so many bytes, on an address divisible by 8.
  mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    let sizeClass = max((size + Self.classSize - 1) / Self.classSize, 1)
    if sizeClass < Self.classCount, let piece = free[sizeClass] {
      free[sizeClass] = piece.load(as: UnsafeMutableRawPointer?.self)
      return piece
    }
    let whole = Self.header + sizeClass * Self.classSize
    if whole > room { grow(whole) }
    guard let start = next else { return nil }
    next = start + whole
    room -= whole
    start.storeBytes(of: sizeClass, as: Int.self)
    return start + Self.header
  }

  /// Takes a piece back.
  mutating func deallocate(_ piece: UnsafeMutableRawPointer) {
    let sizeClass = (piece - Self.header).load(as: Int.self)
    guard sizeClass < Self.classCount else { return }
    piece.storeBytes(of: free[sizeClass], as: UnsafeMutableRawPointer?.self)
    free[sizeClass] = piece
  }

  private mutating func grow(_ least: Int) {
    let size = max(least, Self.slabSize)
    let slab = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    slabs.append(slab)
    next = slab
    room = size
    reserved += size
    if reserved > budget {
      isOverBudget = true
      stop.pointee = true
    }
  }
}
