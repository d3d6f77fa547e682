/// A list of distinct marks, at most one of each kind.
struct MarkList: RandomAccessCollection {
  /// The raw values of the marks, the first one in the lowest byte.
  private var bits: UInt32 = 0
  private(set) var count = 0

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> MarkSet {
    MarkSet(rawValue: UInt8(truncatingIfNeeded: bits &>> UInt32(8 * index)))
  }

  /// The set of the marks.
  var set: MarkSet {
    let pairs = bits | bits &>> 16
    return MarkSet(rawValue: UInt8(truncatingIfNeeded: pairs | pairs &>> 8))
  }

  /// Inserts a mark at an index.
  ///
  /// - Precondition: The list does not contain the mark.
  mutating func insert(_ mark: MarkSet, at index: Int) {
    precondition(count < 4 && set.isDisjoint(with: mark), "a mark twice")
    let below = UInt32(1) &<< UInt32(8 * index) &- 1
    bits = bits & below | UInt32(mark.rawValue) &<< UInt32(8 * index) | (bits & ~below) &<< 8
    count += 1
  }

  /// Appends the marks of another list.
  ///
  /// - Precondition: The lists have no mark in common.
  mutating func append(contentsOf other: MarkList) {
    precondition(set.isDisjoint(with: other.set), "a mark twice")
    bits |= other.bits &<< UInt32(8 * count)
    count += other.count
  }

  /// Removes the marks from an index on, and returns them in reverse order.
  mutating func removeReversed(from index: Int) -> MarkList {
    var removed = MarkList()
    guard index < count else { return removed }
    removed.bits = (bits &>> UInt32(8 * index)).byteSwapped &>> UInt32(8 * (4 - count + index))
    removed.count = count - index
    if index == 0 { self = MarkList() } else { self = MarkList(prefix: index, of: self) }
    return removed
  }

  /// Creates an empty list.
  init() {}

  /// Creates the list of the first marks of another list, at least one.
  private init(prefix count: Int, of other: MarkList) {
    bits = other.bits & (UInt32.max &>> UInt32(8 * (4 - count)))
    self.count = count
  }

  /// Returns the set of the first marks.
  func set(prefix count: Int) -> MarkSet {
    count == 0 ? [] : MarkList(prefix: count, of: self).set
  }
}
