/// The facts about one child that its parent stores, except the number of units; a node stores the
/// parts of its slots in separate arrays.
///
/// A *pending* intensity or attribute was assigned to a complete child without visiting it: the
/// slot is exact, and the child's own values are out of date. The pending value needs no field: it
/// is `minimum` (= `maximum`), or `first` (= `last`).
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

  /// Creates the slot of a child without facts: the identity element of `append`.
  @inline(__always) init(_ child: Node) {
    self.init(link: Link(child), intensitySum: 0, extremes: Extremes(), facts: Facts())
  }

  var child: Node {
    @inline(__always) get { link.node }
    @inline(__always) set { link.node = newValue }
  }

  var pendingIntensity: UInt8? { link.hasPendingIntensity ? extremes.minimum : nil }
  var pendingAttribute: UInt32? { link.hasPendingAttribute ? facts.first : nil }

  /// Returns whether all units have this intensity.
  @inline(__always) func isUniform(intensity: UInt8) -> Bool {
    extremes.minimum == intensity && extremes.maximum == intensity
  }

  /// Returns whether all units have this attribute.
  @inline(__always) func isUniform(attribute: UInt32) -> Bool {
    facts.runs == 1 && facts.first == attribute
  }

  /// Marks one intensity as pending for the complete child.
  mutating func setPending(intensity: UInt8, count: Int) {
    intensitySum = count &* Int(intensity)
    extremes = Extremes(minimum: intensity, maximum: intensity)
    link.hasPendingIntensity = true
  }

  /// Marks one attribute as pending for the complete child.
  mutating func setPending(attribute: UInt32) {
    facts.set(attribute: attribute)
    link.hasPendingAttribute = true
  }

  /// Appends the facts of the following text; associative, not commutative.
  mutating func append(_ next: Slot) {
    intensitySum &+= next.intensitySum
    extremes.append(next.extremes)
    facts.append(next.facts)
  }

  /// Returns the public summary of `count` units.
  func summary(count: Int) -> Summary {
    Summary(
      count: count, intensitySum: intensitySum, intensityMin: extremes.minimum,
      intensityMax: extremes.maximum, lineBreaks: facts.lineBreaks, runCount: facts.runs)
  }
}

extension Slot {
  /// Ensures that the child is writable, and moves pending values into it, one level down.
  @inline(__always) mutating func open() {
    if !link.node.isUnique || link.isPending { openShared() }
  }

  @inline(never) private mutating func openShared() {
    if child.level == 0, Leaf(child).omitsIntensities {
      addIntensities()
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

  /// Replaces the child, a leaf without intensities, by one with intensities and spare capacity.
  private mutating func addIntensities() {
    let leaf = Leaf(child)
    let full = leaf.copy(
      0..<leaf.count, slot: self, capacity: leaf.count + leaf.count / 8, isWide: leaf.isWide)
    child.release()
    link = Link(full.node)
  }
}
