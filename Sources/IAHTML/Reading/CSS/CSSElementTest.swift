internal import IAMarkup

/// A condition of a compound selector other than type, id and class: an attribute selector or a
/// pseudo-class.
enum CSSElementTest {
  case attribute(CSSAttributeTest)
  case position(CSSPosition)
  /// `:empty`: the element has no children except comments and empty text.
  case empty
  /// `:root`: the element has no parent element.
  case root
  /// `:link`: the element is `a` or `area` with an `href` attribute.
  case link
  /// `:not()`: none of the selectors matches the element.
  case none([CSSSelector])
  /// `:is()`: at least one of the selectors matches the element.
  case any([CSSSelector])
  /// `:has()`: at least one of the relative selectors matches, anchored at the element.
  case has([CSSRelation])

  /// Returns whether an element meets the condition.
  ///
  /// - Parameter work: The number of elements that may still be examined; decreased by each
  ///   examination. At 0 the result is not reliable; `:not()` is then `false`.
  func matches(_ node: HTMLNode, work: inout Int) -> Bool {
    switch self {
    case .attribute(let test): return test.matches(node, work: &work)
    case .position(let position): return position.matches(node, work: &work)
    case .empty:
      return node.children.allSatisfy {
        work -= 1
        return work > 0 && ($0.kind == .comment || $0.kind == .text && $0.textByteCount == 0)
      }
    case .root: return node.parent?.kind != .element
    case .link: return (node.tag == .a || node.nameText == "area") && node.has(.href)
    case .none(let selectors): return !Self.fits(node, selectors, work: &work) && work > 0
    case .any(let selectors): return Self.fits(node, selectors, work: &work)
    case .has(let relations): return relations.contains { $0.holds(for: node, work: &work) }
    }
  }

  private static func fits(
    _ node: HTMLNode, _ selectors: [CSSSelector], work: inout Int
  ) -> Bool {
    for selector in selectors {
      work -= 1
      if selector.selects(node, work: &work) { return true }
    }
    return false
  }
}

/// A relative selector of `:has()`, such as `> img`.
struct CSSRelation {
  /// The combinator between the anchor element and the first compound of the selector.
  var combinator: CSSSelector.Combinator
  /// The selector; its last combinator connects its leftmost compound with the anchor element.
  var selector: CSSSelector

  /// Returns whether the selector matches any element relative to an anchor element.
  ///
  /// - Parameters:
  ///   - node: The anchor element.
  ///   - work: The number of elements that may still be examined; the result is `false` at 0.
  func holds(for node: HTMLNode, work: inout Int) -> Bool {
    let isInside = combinator == .descendant || combinator == .child
    guard !isInside else { return holds(below: node, from: node, work: &work) }
    var sibling = node.nextElement(work: &work)
    while let other = sibling {
      work -= 1
      guard work > 0 else { return false }
      if selector.selects(other, after: node, work: &work) { return true }
      if !selector.isSingle, holds(below: other, from: node, work: &work) { return true }
      guard combinator == .following || !selector.isSingle else { return false }
      sibling = other.nextElement(work: &work)
    }
    return false
  }

  /// Returns whether the selector matches a descendant of `top`, anchored at `node`.
  private func holds(below top: HTMLNode, from node: HTMLNode, work: inout Int) -> Bool {
    let isChild = combinator == .child && selector.isSingle
    var current = top.firstChild
    while let other = current {
      work -= 1
      guard work > 0 else { return false }
      if other.kind == .element, selector.selects(other, after: node, work: &work) { return true }
      current = isChild ? other.next : other.next(in: top, entering: other.isElement)
    }
    return false
  }
}

/// An attribute selector, such as `[lang|=en]`.
struct CSSAttributeTest {
  /// The operator: presence, `=`, `~=`, `|=`, `^=`, `$=`, `*=`.
  enum Relation { case exists, equals, word, dashed, starts, ends, contains }

  var name: String
  var relation = Relation.exists
  var value = ""
  /// Whether the comparison ignores the case of all letters; `value` is then lower case.
  var ignoresCase = false

  /// The number of bytes of an attribute value that cost as much as the examination of one element.
  private static let bytesOfWork = 8

  /// Returns whether the attribute of an element matches.
  ///
  /// - Parameter work: The number of elements that may still be examined; one is subtracted for
  ///   each `bytesOfWork` bytes of the value.
  func matches(_ node: HTMLNode, work: inout Int) -> Bool {
    guard work > 0, let name = node.tree.name(name), node.has(name) else { return false }
    if relation == .exists { return true }
    guard var found = node[name] else { return false }
    work -= found.utf8.count / Self.bytesOfWork
    if ignoresCase { found = found.lowercased() }
    switch relation {
    case .exists: return true
    case .equals: return found == value
    case .word: return CSSSelector.Compound.classes(of: found).contains(value[...])
    case .dashed: return found == value || found.hasPrefix(value + "-")
    case .starts: return !value.isEmpty && found.hasPrefix(value)
    case .ends: return !value.isEmpty && found.hasSuffix(value)
    case .contains: return !value.isEmpty && found.contains(value)
    }
  }
}

/// The position of an element among its siblings, counted from 1: *step* · n + *offset* for n ≥ 0.
struct CSSPosition: Equatable {
  var step: Int
  var offset: Int
  var isFromEnd = false
  /// Whether only siblings with the same element name count (`:nth-of-type()`).
  var isOfType = false

  /// Returns whether the position of an element is one of these positions.
  ///
  /// - Complexity: O(*s*) in the number of siblings before it, or after it if `isFromEnd`.
  func matches(_ node: HTMLNode, work: inout Int) -> Bool {
    var place = 1
    var sibling = neighbour(of: node, work: &work)
    while let other = sibling {
      work -= 1
      // A fixed position: stop as soon as it is exceeded.
      guard work > 0, step != 0 || place <= offset else { return false }
      if !isOfType || other.tag == node.tag { place += 1 }
      sibling = neighbour(of: other, work: &work)
    }
    let difference = place - offset
    return step == 0 ? difference == 0 : difference % step == 0 && difference / step >= 0
  }

  private func neighbour(of node: HTMLNode, work: inout Int) -> HTMLNode? {
    isFromEnd ? node.nextElement(work: &work) : node.previousElement(work: &work)
  }

  /// Creates a position from text without white space: `odd`, `even`, `3`, `2n+1`, `-n+3`; `nil`
  /// for other text or numbers above 1,000,000.
  init?(_ text: String) {
    switch text {
    case "odd": self.init(step: 2, offset: 1)
    case "even": self.init(step: 2, offset: 0)
    default:
      guard let sign = text.firstIndex(of: "n") else {
        guard let offset = Self.number(text) else { return nil }
        self.init(step: 0, offset: offset)
        return
      }
      let rest = text[text.index(after: sign)...]
      let step: Int?
      switch text[..<sign] {
      case "", "+": step = 1
      case "-": step = -1
      default: step = Self.number(text[..<sign])
      }
      guard let step, let offset = rest.isEmpty ? 0 : Self.number(rest) else { return nil }
      self.init(step: step, offset: offset)
    }
  }

  init(step: Int, offset: Int, isFromEnd: Bool = false, isOfType: Bool = false) {
    self.step = step
    self.offset = offset
    self.isFromEnd = isFromEnd
    self.isOfType = isOfType
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    Int(text).flatMap { abs($0) <= 1_000_000 ? $0 : nil }
  }
}
