internal import IAMarkup

/// A complex selector: conditions for an element and for the elements around and before it
/// (Selectors Level 4).
struct CSSSelector {
  /// A compound selector: the conditions for one element.
  struct Compound {
    var tag: String?
    var id: String?
    var classes: [String] = []
    /// The attribute selectors and pseudo-classes.
    var tests: [CSSElementTest] = []
  }

  /// The relation of an element to the element of the next compound to the left.
  enum Combinator {
    case descendant, child, adjacent, following

    /// Whether more than one element can have the relation.
    var isRepeated: Bool { self == .descendant || self == .following }

    /// Returns the nearest element that has the relation to `node`, or `nil`.
    func nearest(to node: HTMLNode, work: inout Int) -> HTMLNode? {
      switch self {
      case .descendant, .child:
        guard let parent = node.parent, parent.isElement else { return nil }
        return parent
      case .adjacent, .following: return node.previousElement(work: &work)
      }
    }
  }

  /// The compounds from right to left; the first one is for the selected element.
  private(set) var compounds: [Compound] = []
  /// The combinator between each compound and the next one; in a relative selector the last one
  /// leads to the anchor element.
  private(set) var combinators: [Combinator] = []
  /// The specificity: 10,000 for each id, 100 for each class, attribute or pseudo-class, 1 for each
  /// type.
  private(set) var specificity = 0

  /// Creates a selector from compounds in text order, each with the combinator before it.
  ///
  /// - Parameter isRelative: Whether the first combinator leads to an anchor element, as in
  ///   `:has()`.
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

  /// Whether the selector has one compound.
  var isSingle: Bool { compounds.count == 1 }

  /// Whether the selector has one compound, of only type, id and classes.
  var isSimple: Bool { compounds.count == 1 && compounds[0].tests.isEmpty }

  /// Returns whether a selector matches an element whose type, id and classes already match.
  ///
  /// - Parameter work: The number of elements that may still be examined; the result is `false` at
  ///   0.
  func matches(_ node: HTMLNode, work: inout Int) -> Bool {
    compounds[0].passesTests(node, work: &work) && fitsAround(node, work: &work)
  }

  /// Returns whether the selector matches an element.
  func selects(_ node: HTMLNode, work: inout Int) -> Bool {
    compounds[0].matches(node, work: &work) && fitsAround(node, work: &work)
  }

  /// Returns whether a relative selector matches an element.
  func selects(_ node: HTMLNode, after anchor: HTMLNode, work: inout Int) -> Bool {
    compounds[0].matches(node, work: &work) && fitsAround(node, after: anchor, work: &work)
  }

  /// Returns whether the elements around and before an element match, with backtracking.
  ///
  /// - Parameter anchor: The anchor element of a relative selector.
  private func fitsAround(
    _ node: HTMLNode, after anchor: HTMLNode? = nil, work: inout Int
  ) -> Bool {
    var index = 0
    var place = node
    // The descendant and sibling combinators that can retry with a more distant element.
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
  /// Returns whether an element meets all conditions.
  func matches(_ node: HTMLNode, work: inout Int) -> Bool {
    if let tag, node.nameText != tag { return false }
    return matches(id: node[.id], classes: Self.classes(of: node[.`class`] ?? ""))
      && passesTests(node, work: &work)
  }

  /// Returns whether an id and a list of classes meet the conditions.
  func matches(id: String?, classes found: [Substring]) -> Bool {
    if let wanted = self.id, wanted != id { return false }
    return classes.allSatisfy { wanted in found.contains { $0 == wanted } }
  }

  /// Returns whether an element meets the attribute and pseudo-class conditions.
  func passesTests(_ node: HTMLNode, work: inout Int) -> Bool {
    for test in tests where !test.matches(node, work: &work) { return false }
    return true
  }

  /// Returns the class names in a `class` attribute, at most 64.
  static func classes(of value: String) -> [Substring] {
    // Fast path: most attributes hold one name. ASCII white space is at or below U+0020.
    if value.utf8.allSatisfy({ $0 > 0x20 }) { return value.isEmpty ? [] : [value[...]] }
    return value.split(maxSplits: 64) { $0.isASCII && $0.isWhitespace }.prefix(64).map { $0 }
  }
}

extension HTMLNode {
  /// Returns the nearest element before this node among its siblings, or `nil`.
  ///
  /// - Parameter work: Decreased by 1 for each skipped node.
  func previousElement(work: inout Int) -> HTMLNode? {
    var node = previous
    while let other = node, other.kind != .element {
      work -= 1
      node = other.previous
    }
    return node
  }

  /// Returns the nearest element after this node among its siblings, or `nil`.
  ///
  /// - Parameter work: Decreased by 1 for each skipped node.
  func nextElement(work: inout Int) -> HTMLNode? {
    var node = next
    while let other = node, other.kind != .element {
      work -= 1
      node = other.next
    }
    return node
  }
}
