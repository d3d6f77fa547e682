internal import Synchronization

// The finger: the last edited leaf with the way to it, so that typing does not search.
extension TreeCore {
  @inline(__always) func step(_ level: Int) -> PathStep {
    // Height is above 0 where this is called, and then there is a path.
    unsafe state.pointee.path.unsafelyUnwrapped[level]
  }

  /// Returns whether an insertion at an offset can go straight to the finger's leaf.
  @inline(__always) func fingerTakes(_ offset: Int) -> Bool {
    guard let leaf = unsafe state.pointee.finger else { return false }
    let local = unsafe offset &- state.pointee.fingerStart
    return UInt(bitPattern: local) <= UInt(bitPattern: leaf.count) && ownsFinger
  }

  /// Returns whether the unit at an offset lies in the finger's leaf and may be changed.
  @inline(__always) func fingerHolds(_ offset: Int) -> Bool {
    guard let leaf = unsafe state.pointee.finger else { return false }
    let local = unsafe offset &- state.pointee.fingerStart
    return UInt(bitPattern: local) < UInt(bitPattern: leaf.count) && ownsFinger
  }

  /// Whether no one else can hold a node on the way: nothing was shared since it was made writable.
  @inline(__always) var ownsFinger: Bool {
    unsafe !state.pointee.shared.isFingerShared.load(ordering: .relaxed)
  }

  /// Puts the finger on the leaf for an offset, making the way writable and current.
  ///
  /// - Parameter before: At a border between leaves, whether the leaf before it is meant (to
  ///   insert) rather than the one behind it (to remove what is there).
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
    forgetCaret()
    unsafe state.pointee.shared.isFingerShared.store(false, ordering: .relaxed)
  }

  /// The run of the finger's leaf that holds the unit before an offset in it, or the first run.
  ///
  /// The search starts where the last one ended, so that typing does not walk over the runs.
  ///
  /// - Precondition: the leaf is not empty.
  @inline(__always) func fingerRun(_ leaf: Leaf, before local: Int) -> (index: Int, start: Int) {
    let run = unsafe leaf.run(at: max(local &- 1, 0), from: state.pointee.fingerRun)
    unsafe state.pointee.fingerRun = run
    return run
  }

  /// Forgets what is known about the runs of the finger's leaf, and with it the caret.
  @inline(__always) func forgetCaret() {
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

  /// Adds to the counts and sums of everything above the finger's leaf.
  @inline(__always) func addAlongFinger(count: Int, intensitySum: Int) {
    unsafe state.pointee.count &+= count
    unsafe state.pointee.root.intensitySum &+= intensitySum
    // Documents of some pages have two levels: those are not worth a loop.
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

  /// Adds to the line breaks of everything above the finger's leaf.
  @inline(never) func addAlongFinger(lineBreaks: Int) {
    for level in 1..<height + 1 { unsafe step(level).facts.pointee.lineBreaks &+= lineBreaks }
    unsafe state.pointee.root.facts.lineBreaks &+= lineBreaks
  }

  /// Widens the extremes above the finger's leaf to an intensity just written.
  @inline(never) func widenExtremesAlongFinger(to intensity: UInt8) {
    for level in stride(from: height, to: 0, by: -1) {
      unsafe step(level).extremes.pointee.append(intensity)
    }
    unsafe state.pointee.root.extremes.append(intensity)
  }

  /// Finds the extremes of the finger's leaf again after an extreme value may have gone, and
  /// those of the nodes above as far as they change.
  @inline(never) func findExtremesAlongFinger() {
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

  /// Tells everything above the finger's leaf about its attribute runs, which have changed.
  ///
  /// - Complexity: O(height); only the seams beside each changed slot are examined.
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
  /// How many runs continue across the borders of this child.
  fileprivate var seams: Int {
    let facts = unsafe node.facts
    var seams = 0
    if index > 0, unsafe facts[index - 1].last == facts[index].first { seams += 1 }
    if index < node.count - 1, unsafe facts[index].last == facts[index + 1].first { seams += 1 }
    return seams
  }
}
