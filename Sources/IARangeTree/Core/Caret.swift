public import Synchronization

/// The words of a tree's state that threads which share its storage may write.
@usableFromInline struct SharedWords: ~Copyable {
  /// A value of `SettleProtocol`: 0 if the tree is up to date.
  ///
  /// A sole owner sets it to 1; threads that share the storage change it by `SettleProtocol`.
  @usableFromInline let progress = Atomic(0)
  /// The offset of the caret in the text, or -1 if there is no caret.
  ///
  /// A thread that shares nodes removes the caret by storing -1; only a sole owner reads it.
  @usableFromInline let caretOffset = Atomic(-1)
  /// Whether nodes may have a further owner since the finger was moved.
  ///
  /// If so, the finger must not be used to write. Readers also set it; only a sole owner reads and
  /// clears it.
  let isFingerShared = Atomic(false)

  init() {}
}

/// The caret: the gap of the finger's leaf, where a unit can be inserted or removed without access
/// to the tree.
///
/// It stores the conditions under which an edit changes no node except the leaf. Such an edit immediately changes the
/// units and intensities of the leaf. The header and runs of the leaf and the nodes above are not updated: their counts
/// are off by `change` units and by `intensitySum` until `TreeCore.settle`. Every other access to the tree calls
/// `settle` first.
///
/// This is the part of a tree that clients inline, so that typing needs no call.
@usableFromInline @safe struct Caret {
  /// The start of the gap, as an index of the leaf's arrays.
  @usableFromInline var gap = 0
  /// The end of the gap.
  @usableFromInline var gapEnd = 0
  /// The sum of the intensities inserted minus those removed since the tree was up to date.
  @usableFromInline var intensitySum = 0
  /// The value of `gap - gapEnd` when the tree was up to date.
  @usableFromInline var settled = 0
  /// The minimum of `gap - gapEnd` after a removal, so that the run remains and the leaf has its
  /// minimum count.
  @usableFromInline var floor = Int.max
  /// The start of the run at the caret: units before the gap can be removed from here on.
  @usableFromInline var runStart = 0
  /// The end of that run: units after the gap can be removed up to here.
  @usableFromInline var runEnd = 0
  /// The intensities of the leaf.
  @usableFromInline var intensities: UnsafeMutablePointer<UInt8>
  /// The units of the leaf.
  @usableFromInline var units: UnsafeMutableRawPointer
  /// The attribute of the run.
  @usableFromInline var attribute: UInt32 = 0
  /// The highest unit that the leaf can store: 0xFF, or 0xFFFF in a wide leaf.
  @usableFromInline var highestUnit: UInt16 = 0
  /// The lowest intensity in the leaf.
  @usableFromInline var lowest: UInt8 = 0
  /// The highest minus the lowest intensity of the leaf; an inserted intensity must be in this
  /// range.
  @usableFromInline var span: UInt8 = 0
  /// The lowest intensity that can be removed without a change of the extremes.
  @usableFromInline var lowestErasable: UInt8 = 0
  /// The number of intensities, from that one on, that can be removed.
  @usableFromInline var erasableSpan: UInt8 = 0

  /// Creates the state without a caret; the pointers only have to be valid memory.
  init(node: Node) {
    unsafe units = node.base
    unsafe intensities = node.base.assumingMemoryBound(to: UInt8.self)
  }

  /// The number of units inserted minus those removed since the tree was up to date.
  var change: Int { gap &- gapEnd &- settled }

  /// Inserts a unit at the caret if possible, and returns whether it was inserted.
  ///
  /// A unit is inserted if it continues the run and the nodes above the leaf change only in counts and sums. Otherwise
  /// nothing changes.
  ///
  /// - Precondition: The storage has one owner.
  /// - Complexity: O(1).
  @inlinable @inline(__always) mutating func type(
    _ unit: UInt16, at offset: Int, intensity: UInt8, attribute: UInt32,
    _ shared: borrowing SharedWords
  ) -> Bool {
    let gap = gap
    guard offset == shared.caretOffset.load(ordering: .relaxed), offset >= 0, unit != 10,
      unit <= highestUnit, attribute == self.attribute, intensity &- lowest <= span, gap < gapEnd
    else { return false }
    unsafe intensities[gap] = intensity
    if highestUnit > 0xFF {
      unsafe units.assumingMemoryBound(to: UInt16.self)[gap] = unit
    } else {
      unsafe units.assumingMemoryBound(to: UInt8.self)[gap] = UInt8(truncatingIfNeeded: unit)
    }
    self.gap = gap &+ 1
    shared.caretOffset.store(offset &+ 1, ordering: .relaxed)
    intensitySum &+= Int(intensity)
    shared.progress.store(1, ordering: .relaxed)
    return true
  }

  /// Removes the unit at an offset if possible, and returns whether it was removed.
  ///
  /// A unit is removed if it is before or after the caret, its run remains, and the nodes above the leaf change only in
  /// counts and sums. Otherwise nothing changes.
  ///
  /// - Precondition: The storage has one owner.
  /// - Complexity: O(1).
  @inlinable @inline(__always) mutating func erase(
    at offset: Int, _ shared: borrowing SharedWords
  ) -> Bool {
    guard offset >= 0, gap &- gapEnd > floor else { return false }
    let caret = shared.caretOffset.load(ordering: .relaxed)
    let isBefore = offset &+ 1 == caret
    let place = isBefore ? gap &- 1 : gapEnd
    guard isBefore ? place >= runStart : offset == caret && place < runEnd else {
      return false
    }
    let unit =
      unsafe highestUnit > 0xFF
      ? units.assumingMemoryBound(to: UInt16.self)[place]
      : UInt16(units.assumingMemoryBound(to: UInt8.self)[place])
    let intensity = unsafe intensities[place]
    guard unit != 10, intensity &- lowestErasable < erasableSpan else { return false }
    if isBefore {
      gap = place
    } else {
      gapEnd = place &+ 1
    }
    shared.caretOffset.store(offset, ordering: .relaxed)
    intensitySum &-= Int(intensity)
    shared.progress.store(1, ordering: .relaxed)
    return true
  }
}
