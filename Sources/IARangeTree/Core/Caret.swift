public import Synchronization

/// The words of a tree's state that threads write which share its storage.
@usableFromInline struct SharedWords: ~Copyable {
  /// A value of `SettleProtocol`: 0 while the tree is up to date.
  ///
  /// A sole owner sets it to 1; threads that share the storage change it by `SettleProtocol`.
  @usableFromInline let progress = Atomic(0)
  /// The offset of the caret in the text; -1 if there is no caret.
  ///
  /// A thread that shares nodes removes the caret by storing -1; only a sole owner reads it.
  @usableFromInline let caretOffset = Atomic(-1)
  /// Whether nodes may have got another owner since the finger was moved.
  ///
  /// Then the finger may not be used to write. Readers set it, too; only a sole owner reads and
  /// clears it.
  let isFingerShared = Atomic(false)

  init() {}
}

/// Where a key may be typed or a unit erased without looking at the tree: the gap of the finger's
/// leaf, and what must hold of a unit so that nothing has to be asked of the nodes.
///
/// Edits here change the leaf's units and intensities at once, but neither its header, nor its
/// runs, nor anything above it: those lag behind by `change` units and by `intensitySum` until
/// `TreeCore.settle`, which whoever looks at the tree does first.
///
/// It is the part of a tree that clients inline, so that a key costs no call.
@usableFromInline @safe struct Caret {
  /// Where the gap starts, in places of the leaf's arrays.
  @usableFromInline var gap = 0
  /// Where the gap ends.
  @usableFromInline var gapEnd = 0
  /// The intensities put in, less those taken out, since the tree was up to date.
  @usableFromInline var intensitySum = 0
  /// `gap - gapEnd` when the tree was up to date.
  @usableFromInline var settled = 0
  /// An erasure must leave `gap - gapEnd` at least this: the run stays, the leaf is not too small.
  @usableFromInline var floor = Int.max
  /// Where the run that the caret touches starts: units before the gap from here on may go.
  @usableFromInline var runStart = 0
  /// Where that run ends: units behind the gap up to here may go.
  @usableFromInline var runEnd = 0
  /// The leaf's intensities.
  @usableFromInline var intensities: UnsafeMutablePointer<UInt8>
  /// The leaf's units.
  @usableFromInline var units: UnsafeMutableRawPointer
  /// The run's attribute.
  @usableFromInline var attribute: UInt32 = 0
  /// The highest unit that fits: 0xFF, or 0xFFFF in a wide leaf.
  @usableFromInline var highestUnit: UInt16 = 0
  /// The lowest intensity in the leaf.
  @usableFromInline var lowest: UInt8 = 0
  /// The highest intensity in the leaf, less the lowest: what is put in lies between.
  @usableFromInline var span: UInt8 = 0
  /// The lowest intensity that may be taken out: no extreme, unless all are equal.
  @usableFromInline var lowestErasable: UInt8 = 0
  /// How many intensities from there on may be taken out.
  @usableFromInline var erasableSpan: UInt8 = 0

  /// No caret; the pointers are only to be valid memory.
  init(node: Node) {
    unsafe units = node.base
    unsafe intensities = node.base.assumingMemoryBound(to: UInt8.self)
  }

  /// How many more units there are than the tree knows.
  var change: Int { gap &- gapEnd &- settled }

  /// Inserts a unit at the caret, if it continues the run and nothing above the leaf changes but
  /// counts and sums; else tells so (false) and changes nothing.
  ///
  /// - Precondition: the storage is held alone.
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

  /// Removes the unit at an offset, if it is before or behind the caret, its run stays, and nothing
  /// above the leaf changes but counts and sums; else tells so (false) and changes nothing.
  ///
  /// - Precondition: the storage is held alone.
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
