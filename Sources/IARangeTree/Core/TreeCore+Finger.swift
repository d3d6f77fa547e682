internal import Synchronization

// The finger: the leaf edited last and the path to it, so that typing needs no search.
extension TreeCore {
  @inline(__always) func step(_ level: Int) -> PathStep {
    // Callers check that the height is above 0, so the path exists.
    unsafe state.pointee.path.unsafelyUnwrapped[level]
  }

  /// Returns whether a unit can be inserted at an offset in the finger's leaf.
  @inline(__always) func fingerAccepts(_ offset: Int) -> Bool {
    guard let leaf = unsafe state.pointee.finger else { return false }
    let local = unsafe offset &- state.pointee.fingerStart
    return UInt(bitPattern: local) <= UInt(bitPattern: leaf.count) && ownsFinger
  }

  /// Returns whether the unit at an offset is in the finger's leaf and can be changed.
  @inline(__always) func fingerContains(_ offset: Int) -> Bool {
    guard let leaf = unsafe state.pointee.finger else { return false }
    let local = unsafe offset &- state.pointee.fingerStart
    return UInt(bitPattern: local) < UInt(bitPattern: leaf.count) && ownsFinger
  }

  /// Whether all nodes on the finger's path have one owner, because no node was shared since the path
  /// was made writable.
  @inline(__always) var ownsFinger: Bool {
    unsafe !state.pointee.shared.isFingerShared.load(ordering: .relaxed)
  }

  /// Moves the finger to the leaf of an offset, and makes the nodes of the path writable and up to
  /// date.
  ///
  /// - Parameters:
  ///   - offset: The offset in the text.
  ///   - before: Whether an offset between two leaves means the first leaf, for an insertion, or
  ///     the second, for a removal.
  @inline(never) func moveFinger(to offset: Int, before: Bool) {
    unsafe state.pointee.root.open()
    var node = root.child
    var level = height
    var rest = before ? offset &- 1 : offset
    if level > 0 { ensurePath() }
    while level > 0 {
      let inner = Inner(node)
      let index = inner.search(&rest)
      unsafe state.pointee.path.unsafelyUnwrapped[level] = PathStep(inner, index)
      inner.open(at: index)
      unsafe node = inner.links[index].node
      level &-= 1
    }
    let local = before ? rest &+ 1 : rest
    unsafe state.pointee.finger = Leaf(node)
    unsafe state.pointee.fingerStart = offset &- local
    invalidateCaret()
    unsafe state.pointee.shared.isFingerShared.store(false, ordering: .relaxed)
  }

  /// Returns the run of the finger's leaf that contains the unit before an offset, or the first
  /// run.
  ///
  /// The search starts at the result of the previous search, so that typing does not traverse the runs.
  ///
  /// - Precondition: The leaf is not empty.
  @inline(__always) func fingerRun(_ leaf: Leaf, before local: Int) -> (index: Int, start: Int) {
    let run = unsafe leaf.run(at: max(local &- 1, 0), from: state.pointee.fingerRun)
    unsafe state.pointee.fingerRun = run
    return run
  }

  /// Invalidates the cached run of the finger's leaf, and the caret.
  @inline(__always) func invalidateCaret() {
    unsafe state.pointee.fingerRun = (0, 0)
    unsafe state.pointee.shared.caretOffset.store(-1, ordering: .relaxed)
  }

  private func ensurePath() {
    let steps = height + 1
    guard unsafe state.pointee.pathCapacity < steps else { return }
    unsafe state.pointee.path?.deallocate()
    unsafe state.pointee.path = .allocate(capacity: steps + 2)
    unsafe state.pointee.pathCapacity = steps + 2
  }

  /// Adds to the counts and sums of all nodes above the finger's leaf.
  @inline(__always) func addAlongFinger(count: Int, intensitySum: Int) {
    unsafe state.pointee.count &+= count
    unsafe state.pointee.root.intensitySum &+= intensitySum
    // The loop is unrolled for one or two levels, which are enough for documents of some pages.
    let height = height
    if height == 0 { return }
    add(count, intensitySum, at: 1)
    if height == 1 { return }
    add(count, intensitySum, at: 2)
    var level = 3
    while level <= height {
      add(count, intensitySum, at: level)
      level &+= 1
    }
  }

  @inline(__always) private func add(_ count: Int, _ intensitySum: Int, at level: Int) {
    let step = step(level)
    unsafe step.count.pointee &+= count
    unsafe step.sum.pointee &+= intensitySum
  }

  /// Adds to the line breaks of all nodes above the finger's leaf.
  @inline(never) func addAlongFinger(lineBreaks: Int) {
    for level in 1..<height + 1 { unsafe step(level).facts.pointee.lineBreaks &+= lineBreaks }
    unsafe state.pointee.root.facts.lineBreaks &+= lineBreaks
  }

  /// Extends the extremes of all nodes above the finger's leaf so that they include an intensity that was just written.
  @inline(never) func widenExtremesAlongFinger(to intensity: UInt8) {
    for level in stride(from: height, to: 0, by: -1) {
      unsafe step(level).extremes.pointee.append(intensity)
    }
    unsafe state.pointee.root.extremes.append(intensity)
  }

  /// Recomputes the extremes of the finger's leaf after a removal, and those of the nodes above as
  /// far as they change.
  @inline(never) func recomputeExtremesAlongFinger() {
    guard let leaf = unsafe state.pointee.finger else { return }
    var new = leaf.extremes(in: 0..<leaf.count)
    for level in 1..<height + 1 {
      let step = step(level)
      let extremes = unsafe step.extremes
      if unsafe extremes.pointee == new { return }
      unsafe extremes.pointee = new
      new = Extremes()
      for i in 0..<step.node.count { unsafe new.append(step.node.extremes[i]) }
    }
    unsafe state.pointee.root.extremes = new
  }

  /// Updates the attribute runs of all nodes above the finger's leaf, whose runs have changed.
  ///
  /// - Complexity: O(*h*) in the height; only the borders beside each changed slot are examined.
  @inline(never) func updateRunsAlongFinger() {
    guard let leaf = unsafe state.pointee.finger else { return }
    var new = unsafe height > 0 ? step(1).facts.pointee : root.facts
    leaf.measureRuns(into: &new)
    for level in 1..<height + 1 {
      let step = step(level)
      let facts = unsafe step.facts
      let old = unsafe facts.pointee
      if old.runs == new.runs, old.first == new.first, old.last == new.last { return }
      let before = old.runs - step.seams
      unsafe facts.pointee.runs = new.runs
      unsafe facts.pointee.first = new.first
      unsafe facts.pointee.last = new.last
      let change = new.runs - step.seams - before
      var above = unsafe level < height ? self.step(level + 1).facts.pointee : root.facts
      above.runs += change
      if step.index == 0 { above.first = new.first }
      if step.index == step.node.count - 1 { above.last = new.last }
      new = above
    }
    unsafe state.pointee.root.facts.runs = new.runs
    unsafe state.pointee.root.facts.first = new.first
    unsafe state.pointee.root.facts.last = new.last
  }
}

extension PathStep {
  /// The number of runs that continue across the borders of this child.
  fileprivate var seams: Int {
    let facts = unsafe node.facts
    var seams = 0
    if index > 0, unsafe facts[index - 1].last == facts[index].first { seams += 1 }
    if index < node.count - 1, unsafe facts[index].last == facts[index + 1].first { seams += 1 }
    return seams
  }
}
