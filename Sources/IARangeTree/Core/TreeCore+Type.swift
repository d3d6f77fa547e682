internal import Synchronization

// Typing: one unit put in or taken out at the caret, where nothing has to be looked for. Whatever
// is not the plain case answers false, having changed nothing, and is left to `insert` and `remove`.
extension TreeCore {
  /// Whether a unit at an offset can be typed: it continues the run at the caret, and nothing
  /// above the leaf changes but counts and sums.
  ///
  /// Only reads, so that the storage may be shared; ask `isShared` again once it is held alone.
  @inline(__always) func takes(
    _ unit: UInt16, at offset: Int, intensity: UInt8, attribute: UInt32
  ) -> Bool {
    guard caret == offset else { return false }
    let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    let slot = unsafe state.pointee.fingerSlot
    if unit == 10 || leaf.count >= leaf.capacity { return false }
    if unsafe fingerRun.pointee.attribute != attribute { return false }
    if unsafe intensity < slot.pointee.minimum || intensity > slot.pointee.maximum { return false }
    return unit <= 0xFF || leaf.isWide
  }

  /// Inserts one unit at the caret.
  ///
  /// - Precondition: the storage is held alone, `takes` was true.
  /// - Complexity: O(height).
  @inline(__always) func type(_ unit: UInt16, intensity: UInt8) {
    let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    let gap = leaf.gap
    unsafe leaf.intensities[gap] = intensity
    if leaf.isWide {
      unsafe leaf.wideUnits[gap] = unit
    } else {
      unsafe leaf.narrowUnits[gap] = UInt8(truncatingIfNeeded: unit)
    }
    leaf.gap = gap &+ 1
    leaf.count &+= 1
    unsafe fingerRun.pointee.count &+= 1
    unsafe state.pointee.caret &+= 1
    addAlongFinger(count: 1, intensitySum: Int(intensity))
  }

  /// Inserts one unit at the caret after `takes` was true, but the storage was not held alone.
  ///
  /// - Parameter other: The core that answered.
  @inline(never) func type(_ unit: UInt16, intensity: UInt8, asAtCaretOf other: TreeCore) {
    // Its finger may still be read, even where sharing has taken its caret away.
    let leaf = unsafe other.state.pointee.finger.unsafelyUnwrapped
    let offset = unsafe other.state.pointee.fingerStart &+ leaf.gap
    let attribute = unsafe other.fingerRun.pointee.attribute
    unsafe withUnsafePointer(to: unit) {
      unsafe insert(
        UnsafeBufferPointer(start: $0, count: 1), at: offset, intensity: intensity,
        attribute: attribute)
    }
  }

  /// The caret, as it may be asked for while others read.
  @inline(__always) private var caret: Int {
    unsafe withUnsafeMutablePointer(to: &state.pointee.caret) {
      let field = unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Atomic<Int>.self)
      return unsafe field.pointee.load(ordering: .relaxed)
    }
  }

  @inline(__always) private var fingerRun: UnsafeMutablePointer<LeafRun> {
    unsafe state.pointee.finger.unsafelyUnwrapped.runs + state.pointee.fingerRun.index
  }

  /// Removes the unit before or behind the caret, if its run stays and nothing above the leaf
  /// changes but counts and sums.
  ///
  /// - Precondition: the storage is held alone.
  /// - Complexity: O(height).
  @inline(__always) func erases(at offset: Int) -> Bool {
    let caret = unsafe state.pointee.caret
    let isBefore = caret == offset &+ 1
    guard isBefore || (caret == offset && caret >= 0) else { return false }
    let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    let (index, start) = unsafe state.pointee.fingerRun
    let run = unsafe leaf.runs + index
    let covered = unsafe Int(run.pointee.count)
    let count = leaf.count &- 1
    let gap = leaf.gap &- (isBefore ? 1 : 0)
    guard covered > 1, gap >= start, gap &- start < covered,
      unsafe count >= state.pointee.floor
    else { return false }
    let place = isBefore ? gap : gap &+ leaf.gapLength
    let unit = unsafe leaf.isWide ? leaf.wideUnits[place] : UInt16(leaf.narrowUnits[place])
    let intensity = unsafe leaf.intensities[place]
    let slot = unsafe state.pointee.fingerSlot
    let (minimum, maximum) = unsafe (slot.pointee.minimum, slot.pointee.maximum)
    if unit == 10 { return false }
    if intensity == minimum || intensity == maximum, minimum != maximum { return false }
    leaf.gap = gap
    leaf.count = count
    unsafe run.pointee.count &-= 1
    unsafe state.pointee.caret = offset
    addAlongFinger(count: -1, intensitySum: 0 &- Int(intensity))
    return true
  }
}
