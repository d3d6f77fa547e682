// Typing: one unit put in or taken out at the caret, where nothing has to be looked for. Whatever
// is not the plain case answers false, having changed nothing, and is left to `insert` and `remove`.
extension TreeCore {
  /// Inserts one unit at the caret, if it continues the run there and nothing above the leaf
  /// changes but counts and sums.
  ///
  /// - Precondition: the storage is held alone.
  /// - Complexity: O(height).
  @inline(__always) func types(
    _ unit: UInt16, at offset: Int, intensity: UInt8, attribute: UInt32
  ) -> Bool {
    guard unsafe state.pointee.caret == offset else { return false }
    let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    let run = unsafe leaf.runs + state.pointee.fingerRun.index
    let slot = unsafe state.pointee.fingerSlot
    let count = leaf.count
    guard unsafe run.pointee.attribute == attribute, count < leaf.capacity, unit != 10,
      unsafe intensity >= slot.pointee.minimum && intensity <= slot.pointee.maximum
    else { return false }
    let gap = leaf.gap
    if leaf.isWide {
      unsafe leaf.wideUnits[gap] = unit
    } else {
      if unit > 0xFF { return false }
      unsafe leaf.narrowUnits[gap] = UInt8(truncatingIfNeeded: unit)
    }
    unsafe leaf.intensities[gap] = intensity
    leaf.gap = gap &+ 1
    leaf.count = count &+ 1
    unsafe run.pointee.count &+= 1
    unsafe state.pointee.caret = offset &+ 1
    addAlongFinger(count: 1, intensitySum: Int(intensity))
    return true
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
