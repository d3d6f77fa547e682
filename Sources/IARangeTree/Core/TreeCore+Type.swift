internal import Synchronization

// `Caret` edits a leaf before the tree is updated; these methods set the caret and bring the tree up to date.
extension TreeCore {
  /// Sets the caret to the gap of the finger's leaf.
  ///
  /// - Precondition: The finger's leaf is writable and not empty, all nodes above are up to date,
  ///   and `fingerRun` touches the gap.
  func openCaret() {
    let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    let (index, start) = unsafe state.pointee.fingerRun
    let run = unsafe leaf.runs[index]
    let extremes = fingerExtremes
    let (gap, count, covered) = (leaf.gap, leaf.count, Int(run.count))
    let gapEnd = gap &+ leaf.gapLength
    unsafe state.pointee.shared.caretOffset.store(
      state.pointee.fingerStart &+ gap, ordering: .relaxed)
    unsafe state.pointee.caret.gap = gap
    unsafe state.pointee.caret.gapEnd = gapEnd
    unsafe state.pointee.caret.settled = gap &- gapEnd
    // At most all units of the run but one can be removed, and those above the leaf's minimum.
    let smallest = height > 0 ? geometry.leafMinimum : 0
    unsafe state.pointee.caret.floor =
      gap &- gapEnd &- min(covered &- 1, count &- smallest)
    unsafe state.pointee.caret.runStart = start
    unsafe state.pointee.caret.runEnd = gapEnd &+ (start &+ covered &- gap)
    unsafe state.pointee.caret.intensities = leaf.intensities
    unsafe state.pointee.caret.units = UnsafeMutableRawPointer(leaf.narrowUnits)
    unsafe state.pointee.caret.attribute = run.attribute
    unsafe state.pointee.caret.highestUnit = leaf.isWide ? 0xFFFF : 0xFF
    let (lowest, highest) = (extremes.minimum, extremes.maximum)
    let isUniform = lowest == highest
    unsafe state.pointee.caret.lowest = lowest
    unsafe state.pointee.caret.span = highest &- lowest
    unsafe state.pointee.caret.lowestErasable = isUniform ? lowest : lowest &+ 1
    unsafe state.pointee.caret.erasableSpan = isUniform ? 1 : highest &- lowest &- 1
  }

  /// Writes the units typed at the caret into the tree, so that the tree is up to date.
  ///
  /// Threads that share the storage may call it at the same time: `SettleProtocol` admits one and
  /// makes the others wait.
  ///
  /// - Complexity: O(*h*) in the height if units were typed since the last call, otherwise O(1).
  @inline(__always) func settle() {
    let progress = unsafe state.pointee.shared.progress.load(ordering: .acquiring)
    if progress != SettleProtocol.settled { settleAhead() }
  }

  @inline(never) private func settleAhead() {
    var turn = SettleProtocol()
    while true {
      switch turn.step {
      case .claim:
        let (isOurs, found) = unsafe state.pointee.shared.claim()
        turn.didClaim(isOurs, found: found)
      case .wait:
        waitWhileBusy(turn.claims)
        turn.didWait()
      case .write:
        writeCaret()
        turn.didWrite()
      case .publish:
        unsafe state.pointee.shared.publish()
        turn.didPublish()
      case .done: return
      }
    }
  }

  /// Waits until the thread that writes may have finished.
  ///
  /// A write takes some tens of nanoseconds, so the first six waits spin, each twice as long as the
  /// previous one. After them the thread yields the processor, because the writer may have been
  /// preempted.
  @inline(never) private func waitWhileBusy(_ round: Int) {
    if round > 6 { return Processor.yield() }
    for _ in 0..<(1 << round) {
      let progress = unsafe state.pointee.shared.progress.load(ordering: .relaxed)
      if progress != SettleProtocol.busy { return }
    }
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
