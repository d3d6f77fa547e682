internal import IAMarkup

/// A selector: conditions for an element and for the elements around and before it.
struct CSSSelector {
  /// The conditions for one element.
  struct Compound {
    var tag: String?
    var id: String?
    var classes: [String] = []
    /// The conditions apart from name, id and classes.
    var tests: [CSSElementTest] = []
  }

  /// The relation of an element to the one that the next conditions are for.
  enum Combinator {
    case descendant, child, adjacent, following

    /// Whether more than one element has the relation.
    var isRepeated: Bool { self == .descendant || self == .following }

    /// Returns the nearest element with the relation.
    func nearest(to node: HTMLNode, work: inout Int) -> HTMLNode? {
      switch self {
      case .descendant, .child:
        guard let parent = node.parent, parent.isElement else { return nil }
        return parent
      case .adjacent, .following: return node.previousElement(work: &work)
      }
    }
  }

  /// The conditions for the element, then those for other elements, from the right to the left of the text.
  private(set) var compounds: [Compound] = []
  /// The relation of each element to the one that the conditions before are for.
  private(set) var combinators: [Combinator] = []
  /// Ids, classes and elements, as CSS weighs them.
  private(set) var specificity = 0

  /// Creates a selector of compounds in the order of the text.
  ///
  /// - Parameter isRelative: Whether the first element has a relation to one without conditions, as in `:has()`.
  init(
    _ parts: [(compound: Compound, combinator: Combinator)], specificity: Int,
    isRelative: Bool = false
  ) {
    for (index, part) in parts.enumerated().reversed() {
      compounds.append(part.compound)
      if index > 0 || isRelative { combinators.append(part.combinator) }
    }
    self.specificity = specificity
  }

  /// Whether it has conditions for one element alone.
  var isSingle: Bool { compounds.count == 1 }

  /// Whether only name, id and classes of one element matter.
  var isSimple: Bool { compounds.count == 1 && compounds[0].tests.isEmpty }

  /// Returns whether an element of which name, id and classes fit also passes the tests, and so do the elements
  /// around and before it.
  ///
  /// - Parameter work: The number of elements that may still be examined.
  func matches(_ node: HTMLNode, work: inout Int) -> Bool {
    compounds[0].passesTests(node, work: &work) && fitsAround(node, work: &work)
  }

  /// Returns whether an element is selected.
  func selects(_ node: HTMLNode, work: inout Int) -> Bool {
    compounds[0].matches(node, work: &work) && fitsAround(node, work: &work)
  }

  /// Returns whether an element is selected by a selector that is relative to another element.
  func selects(_ node: HTMLNode, after anchor: HTMLNode, work: inout Int) -> Bool {
    compounds[0].matches(node, work: &work) && fitsAround(node, after: anchor, work: &work)
  }

  /// Returns whether the elements around and before an element fit.
  ///
  /// - Parameter anchor: The element that a relative selector is relative to.
  private func fitsAround(
    _ node: HTMLNode, after anchor: HTMLNode? = nil, work: inout Int
  ) -> Bool {
    var index = 0
    var place = node
    // Where a selector can continue with an element farther away, if the next parts do not fit.
    var choices: [(index: Int, place: HTMLNode)] = []
    while index < combinators.count {
      let combinator = combinators[index]
      var candidate = combinator.nearest(to: place, work: &work)
      while let other = candidate {
        work -= 1
        guard work > 0 else { return false }
        let fits =
          index + 1 < compounds.count
          ? compounds[index + 1].matches(other, work: &work) : other == anchor
        if fits { break }
        candidate = combinator.isRepeated ? combinator.nearest(to: other, work: &work) : nil
      }
      if let found = candidate {
        if combinator.isRepeated { choices.append((index, found)) }
        place = found
        index += 1
      } else if let choice = choices.popLast() {
        (index, place) = choice
      } else {
        return false
      }
    }
    return true
  }
}

extension CSSSelector.Compound {
  /// Returns whether an element is what it must be.
  func matches(_ node: HTMLNode, work: inout Int) -> Bool {
    if let tag, node.nameText != tag { return false }
    return matches(id: node[.id], classes: Self.classes(of: node[.`class`] ?? ""))
      && passesTests(node, work: &work)
  }

  /// Returns whether an id and classes are what they must be.
  func matches(id: String?, classes found: [Substring]) -> Bool {
    if let wanted = self.id, wanted != id { return false }
    return classes.allSatisfy { wanted in found.contains { $0 == wanted } }
  }

  /// Returns whether an element passes the tests.
  func passesTests(_ node: HTMLNode, work: inout Int) -> Bool {
    for test in tests where !test.matches(node, work: &work) { return false }
    return true
  }

  /// Returns the names in a `class` attribute, at most 64.
  static func classes(of value: String) -> [Substring] {
    // Most attributes hold one name; ASCII white space is below the space.
    if value.utf8.allSatisfy({ $0 > 0x20 }) { return value.isEmpty ? [] : [value[...]] }
    return value.split(maxSplits: 64) { $0.isASCII && $0.isWhitespace }.prefix(64).map { $0 }
  }
}

extension HTMLNode {
  /// Returns the element before an element in its parent.
  func previousElement(work: inout Int) -> HTMLNode? {
    var node = previous
    while let other = node, other.kind != .element {
      work -= 1
      node = other.previous
    }
    return node
  }

  /// Returns the element after an element in its parent.
  func nextElement(work: inout Int) -> HTMLNode? {
    var node = next
    while let other = node, other.kind != .element {
      work -= 1
      node = other.next
    }
    return node
  }
}
