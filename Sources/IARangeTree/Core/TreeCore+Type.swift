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
    let facts = unsafe state.pointee.fingerFacts.pointee
    let (gap, count, covered) = (leaf.gap, leaf.count, Int(run.count))
    var caret = Caret(node: leaf.node)
    caret.offset = unsafe state.pointee.fingerStart &+ gap
    caret.gap = gap
    caret.gapEnd = gap &+ leaf.gapLength
    caret.settled = caret.gap &- caret.gapEnd
    // What may go: all but one unit of the run, and what the leaf has above its minimum.
    let smallest = height > 0 ? geometry.leafMinimum : 0
    caret.floor = caret.settled &- min(covered &- 1, count &- smallest)
    caret.runStart = start
    caret.runEnd = caret.gapEnd &+ (start &+ covered &- gap)
    unsafe caret.intensities = leaf.intensities
    unsafe caret.units = UnsafeMutableRawPointer(leaf.narrowUnits)
    caret.attribute = run.attribute
    caret.highestUnit = leaf.isWide ? 0xFFFF : 0xFF
    caret.lowest = facts.minimum
    caret.span = facts.maximum &- facts.minimum
    let isUniform = facts.minimum == facts.maximum
    caret.lowestErasable = isUniform ? facts.minimum : facts.minimum &+ 1
    caret.erasableSpan = isUniform ? 1 : facts.maximum &- facts.minimum &- 1
    unsafe state.pointee.caret = caret
  }

  /// Brings the tree up to date with what was typed at the caret.
  ///
  /// Who is first does it, others wait for him: many threads may read copies of one tree.
  @inline(__always) func settle() {
    if unsafe isAhead.pointee.load(ordering: .acquiring) != 0 { settleAhead() }
  }

  @inline(never) private func settleAhead() {
    while true {
      let (isOurs, found) = unsafe isAhead.pointee.compareExchange(
        expected: 1, desired: 2, ordering: .acquiring)
      if found == 0 { return }
      if isOurs { break }
    }
    writeCaret()
    unsafe isAhead.pointee.store(0, ordering: .releasing)
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

  private var isAhead: UnsafeMutablePointer<Atomic<Int>> {
    @inline(__always) get {
      unsafe withUnsafeMutablePointer(to: &state.pointee.caret.isAhead) {
        unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Atomic<Int>.self)
      }
    }
  }
}
