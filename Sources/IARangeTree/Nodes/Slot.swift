/// What a parent knows about one child, besides the number of units; a node keeps the parts of its
/// slots in arrays of their own.
///
/// A *pending* intensity or attribute was set over the whole child without visiting it: the slot
/// is exact, the child's own data of that kind is stale. The pending value needs no field: it is
/// `minimum` (= `maximum`), or `first` (= `last`).
struct Slot {
  var link: Link
  var intensitySum: Int
  var extremes: Extremes
  var facts: Facts

  @inline(__always) init(
    link: Link, intensitySum: Int, extremes: Extremes, facts: Facts
  ) {
    self.link = link
    self.intensitySum = intensitySum
    self.extremes = extremes
    self.facts = facts
  }

  /// Creates the slot of a child about which nothing is known yet: the identity of `append`.
  @inline(__always) init(_ child: Node) {
    self.init(link: Link(child), intensitySum: 0, extremes: Extremes(), facts: Facts())
  }

  var child: Node {
    @inline(__always) get { link.node }
    @inline(__always) set { link.node = newValue }
  }

  var pendingIntensity: UInt8? { link.hasPendingIntensity ? extremes.minimum : nil }
  var pendingAttribute: UInt32? { link.hasPendingAttribute ? facts.first : nil }

  /// Returns whether every unit has this intensity.
  @inline(__always) func isUniform(intensity: UInt8) -> Bool {
    extremes.minimum == intensity && extremes.maximum == intensity
  }

  /// Returns whether every unit has this attribute.
  @inline(__always) func isUniform(attribute: UInt32) -> Bool {
    facts.runs == 1 && facts.first == attribute
  }

  /// Records one intensity for all of the child, to be written into it when it is next entered.
  mutating func setPending(intensity: UInt8, count: Int) {
    intensitySum = count &* Int(intensity)
    extremes = Extremes(minimum: intensity, maximum: intensity)
    link.hasPendingIntensity = true
  }

  /// Records one attribute for all of the child, to be written into it when it is next entered.
  mutating func setPending(attribute: UInt32) {
    facts.set(attribute: attribute)
    link.hasPendingAttribute = true
  }

  /// Adds all that is known of the text that follows; associative, not commutative.
  mutating func append(_ next: Slot) {
    intensitySum &+= next.intensitySum
    extremes.append(next.extremes)
    facts.append(next.facts)
  }

  /// As the public summary of `count` units.
  func summary(count: Int) -> Summary {
    Summary(
      count: count, intensitySum: intensitySum, intensityMin: extremes.minimum,
      intensityMax: extremes.maximum, lineBreaks: facts.lineBreaks, runCount: facts.runs)
  }
}

extension Slot {
  /// Makes the child writable and writes what is pending into it, one level down.
  @inline(__always) mutating func open() {
    if !link.node.isUnique || link.isPending { openShared() }
  }

  @inline(never) private mutating func openShared() {
    if child.level == 0, Leaf(child).isHollow {
      fillOut()
      return
    }
    if !child.isUnique {
      let copy = child.clone()
      child.release()
      child = copy
    }
    let (intensity, attribute) = (pendingIntensity, pendingAttribute)
    if child.level == 0 {
      let leaf = Leaf(child)
      if let intensity { leaf.fill(intensity: intensity) }
      if let attribute { leaf.setSingleRun(attribute: attribute) }
    } else {
      let inner = Inner(child)
      for i in 0..<inner.count {
        if let intensity { inner.setPending(intensity: intensity, at: i) }
        if let attribute { inner.setPending(attribute: attribute, at: i) }
      }
    }
    link = Link(child)
  }

  /// Puts a leaf with intensities and room to grow in place of the child, which is a hollow one.
  private mutating func fillOut() {
    let leaf = Leaf(child)
    let full = leaf.copy(
      0..<leaf.count, slot: self, capacity: leaf.count + leaf.count / 8, isWide: leaf.isWide)
    child.release()
    link = Link(full.node)
  }
}
