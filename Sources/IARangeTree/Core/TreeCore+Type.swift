internal import Synchronization

// Typing at the caret goes on in `Caret`, ahead of the tree; here the caret is set, and the tree
// brought up to date.
extension TreeCore {
  /// Puts the caret where the gap of the finger's leaf is.
  ///
  /// - Precondition: the finger's leaf may be written, is up to date in all nodes above, and is
  ///   not empty; `fingerRun` touches the gap.
  func openCaret() {
    let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    let (index, start) = unsafe state.pointee.fingerRun
    let run = unsafe leaf.runs[index]
    let extremes = unsafe state.pointee.fingerExtremes
    let (gap, count, covered) = (leaf.gap, leaf.count, Int(run.count))
    let caret = unsafe withUnsafeMutablePointer(to: &state.pointee.caret) { unsafe $0 }
    let gapEnd = gap &+ leaf.gapLength
    unsafe caret.pointee.offset = state.pointee.fingerStart &+ gap
    unsafe caret.pointee.gap = gap
    unsafe caret.pointee.gapEnd = gapEnd
    unsafe caret.pointee.settled = gap &- gapEnd
    // What may go: all but one unit of the run, and what the leaf has above its minimum.
    let smallest = height > 0 ? geometry.leafMinimum : 0
    unsafe caret.pointee.floor = gap &- gapEnd &- min(covered &- 1, count &- smallest)
    unsafe caret.pointee.runStart = start
    unsafe caret.pointee.runEnd = gapEnd &+ (start &+ covered &- gap)
    unsafe caret.pointee.intensities = leaf.intensities
    unsafe caret.pointee.units = UnsafeMutableRawPointer(leaf.narrowUnits)
    unsafe caret.pointee.attribute = run.attribute
    unsafe caret.pointee.highestUnit = leaf.isWide ? 0xFFFF : 0xFF
    let (lowest, highest) = unsafe (extremes.pointee.minimum, extremes.pointee.maximum)
    let isUniform = lowest == highest
    unsafe caret.pointee.lowest = lowest
    unsafe caret.pointee.span = highest &- lowest
    unsafe caret.pointee.lowestErasable = isUniform ? lowest : lowest &+ 1
    unsafe caret.pointee.erasableSpan = isUniform ? 1 : highest &- lowest &- 1
  }

  /// Brings the tree up to date with what was typed at the caret.
  ///
  /// Who is first does it, others wait for him: many threads may read copies of one tree.
  @inline(__always) func settle() {
    if unsafe atomic(.isAhead).pointee.load(ordering: .acquiring) != 0 { settleAhead() }
  }

  @inline(never) private func settleAhead() {
    while true {
      let (isOurs, found) = unsafe atomic(.isAhead).pointee.compareExchange(
        expected: 1, desired: 2, ordering: .acquiring)
      if found == 0 { return }
      if isOurs { break }
    }
    writeCaret()
    unsafe atomic(.isAhead).pointee.store(0, ordering: .releasing)
  }

  private func writeCaret() {
    let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    let (gap, change) = unsafe (state.pointee.caret.gap, state.pointee.caret.change)
    let sum = unsafe state.pointee.caret.intensitySum
    leaf.gap = gap
    leaf.count &+= change
    let run = unsafe leaf.runs + state.pointee.fingerRun.index
    unsafe run.pointee.count = UInt32(truncatingIfNeeded: Int(run.pointee.count) &+ change)
    unsafe state.pointee.caret.settled &+= change
    unsafe state.pointee.caret.intensitySum = 0
    addAlongFinger(count: change, intensitySum: sum)
  }
}
