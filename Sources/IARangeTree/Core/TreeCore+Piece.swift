// Short parts are copied, which takes less time than splitting and joining nodes.
extension TreeCore {
  /// Returns whether a part of this length is copied instead of shared.
  func isPiece(_ count: Int) -> Bool { count > 0 && count <= geometry.leafCapacity / 2 }

  /// Returns a leaf with a copy of a short range, as a separate subtree.
  ///
  /// No node gets a further owner, so that the finger stays valid.
  ///
  /// - Precondition: `isPiece` of the count.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  func piece(_ range: Range<Int>) -> Subtree {
    var runs = 0
    var isWide = false
    forEachLeaf(in: range) { leaf, slot, part in
      runs += slot.link.hasPendingAttribute ? 1 : leaf.runCount(in: part)
      isWide = isWide || !leaf.isNarrow(in: part)
      return true
    }
    let copy = Leaf(
      capacity: range.count, runCapacity: Leaf.runCapacity(for: runs), isWide: isWide)
    forEachLeaf(in: range) { leaf, slot, part in
      copy.append(leaf, part, slot: slot)
      return true
    }
    return copy.measured()
  }

  /// Inserts a copy of a tree that consists of one leaf.
  ///
  /// - Precondition: The storage has one owner, the offset is in `0...count`, and `isPiece` of the
  ///   other tree's count.
  func insertPiece(_ other: TreeCore, at offset: Int) {
    let new = other.root
    let source = Leaf(new.child)
    let length = source.count
    if !fingerAccepts(offset) { moveFinger(to: offset, before: offset > 0) }
    var leaf = ensureCapacity(at: offset, for: length, isWide: source.isWide)
    leaf = withCapacityForRuns(leaf, new.facts.runs + 1)
    let local = unsafe offset - state.pointee.fingerStart
    leaf.moveGap(to: local)
    let places = source.places(0..<length)
    leaf.copyUnits(of: source, places.head, to: local)
    leaf.copyUnits(of: source, places.tail, to: local + places.head.count)
    leaf.count += length
    leaf.gap = local + length
    if let intensity = new.pendingIntensity {
      leaf.fill(intensity: intensity, in: local..<local + length)
    }
    var last = (index: 0, start: 0)
    if let attribute = new.pendingAttribute {
      last = leaf.insertRun(at: local, count: length, attribute: attribute)
    } else {
      var start = local
      for i in 0..<source.runCount {
        let run = unsafe source.runs[i]
        last = leaf.insertRun(at: start, count: Int(run.count), attribute: run.attribute)
        start += Int(run.count)
      }
    }
    addAlongFinger(count: length, intensitySum: new.intensitySum)
    if new.facts.lineBreaks > 0 { addAlongFinger(lineBreaks: new.facts.lineBreaks) }
    let extremes = fingerExtremes
    if new.extremes.minimum < extremes.minimum || new.extremes.maximum > extremes.maximum {
      widenExtremesAlongFinger(to: new.extremes.minimum)
      widenExtremesAlongFinger(to: new.extremes.maximum)
    }
    updateRunsAlongFinger()
    unsafe state.pointee.fingerRun = last
    openCaret()
  }
}
