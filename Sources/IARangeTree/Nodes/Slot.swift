/// What a parent knows about one child, besides the number of units.
///
/// Over neighbouring stretches of text the fields form a monoid (`Slot.append`): sums and line
/// breaks add up, extremes combine, and run counts add up less one where the attributes that meet
/// at the seam are equal, which is why the first and last attribute are kept.
///
/// A *pending* intensity or attribute was set over the whole child without visiting it: the slot
/// is exact, the child's own data of that kind is stale. The pending value needs no field: it is
/// `minimum` (= `maximum`), or `first` (= `last`).
struct Slot {
  // What a sum needs comes first, so that it is mostly in one cache line.
  var child: Node
  var intensitySum: Int
  var minimum: UInt8
  var maximum: UInt8
  var hasPendingIntensity: Bool
  var hasPendingAttribute: Bool
  var first: UInt32
  var last: UInt32
  var lineBreaks: Int
  var runs: Int

  /// The slot of a child about which nothing is known yet: the identity of `append`.
  init(_ child: Node) {
    self.child = child
    intensitySum = 0
    lineBreaks = 0
    runs = 0
    first = 0
    last = 0
    minimum = 255
    maximum = 0
    hasPendingIntensity = false
    hasPendingAttribute = false
  }

  var pendingIntensity: UInt8? { hasPendingIntensity ? minimum : nil }
  var pendingAttribute: UInt32? { hasPendingAttribute ? first : nil }

  /// Whether every unit has this intensity.
  @inline(__always) func isUniform(intensity: UInt8) -> Bool {
    minimum == intensity && maximum == intensity
  }

  /// Whether every unit has this attribute.
  @inline(__always) func isUniform(attribute: UInt32) -> Bool { runs == 1 && first == attribute }

  /// Records one intensity for all of the child, to be written into it when it is next entered.
  mutating func setPending(intensity: UInt8, count: Int) {
    intensitySum = count &* Int(intensity)
    minimum = intensity
    maximum = intensity
    hasPendingIntensity = true
  }

  /// Records one attribute for all of the child, to be written into it when it is next entered.
  mutating func setPending(attribute: UInt32) {
    runs = 1
    first = attribute
    last = attribute
    hasPendingAttribute = true
  }

  /// Adds the intensities of the text that follows.
  @inline(__always) mutating func appendIntensities(_ next: Slot) {
    intensitySum &+= next.intensitySum
    minimum = min(minimum, next.minimum)
    maximum = max(maximum, next.maximum)
  }

  /// Adds the attribute runs of the text that follows.
  @inline(__always) mutating func appendRuns(_ next: Slot) {
    if runs == 0 {
      first = next.first
      last = next.last
      runs = next.runs
    } else if next.runs > 0 {
      runs &+= next.runs &- (last == next.first ? 1 : 0)
      last = next.last
    }
  }

  /// Adds all that is known of the text that follows; associative, not commutative.
  mutating func append(_ next: Slot) {
    appendIntensities(next)
    appendRuns(next)
    lineBreaks &+= next.lineBreaks
  }

  /// As the public summary of `count` units.
  func summary(count: Int) -> Summary {
    Summary(
      count: count, intensitySum: intensitySum, intensityMin: minimum, intensityMax: maximum,
      lineBreaks: lineBreaks, runCount: runs)
  }
}

extension Slot {
  /// Makes the child writable: a shared one is replaced by a copy.
  @inline(__always) mutating func own() {
    if child.isUnique { return }
    let copy = child.clone()
    child.release()
    child = copy
  }

  /// Makes the child writable and writes what is pending into it, one level down.
  @inline(__always) mutating func open() {
    own()
    if hasPendingIntensity || hasPendingAttribute { pushPending() }
  }

  @inline(never) private mutating func pushPending() {
    if child.level == 0 {
      let leaf = Leaf(child)
      if hasPendingIntensity { leaf.fill(intensity: minimum) }
      if hasPendingAttribute { leaf.setSingleRun(attribute: first) }
    } else {
      let inner = Inner(child)
      for i in 0..<inner.count {
        if hasPendingIntensity {
          unsafe inner.slots[i].setPending(intensity: minimum, count: inner.counts[i])
        }
        if hasPendingAttribute { unsafe inner.slots[i].setPending(attribute: first) }
      }
    }
    hasPendingIntensity = false
    hasPendingAttribute = false
  }
}
