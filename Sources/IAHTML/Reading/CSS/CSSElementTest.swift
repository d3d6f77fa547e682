internal import IAMarkup

/// A condition for an element, apart from its name, its id and its classes.
enum CSSElementTest {
  case attribute(CSSAttributeTest)
  case position(CSSPosition)
  /// Whether nothing is inside it.
  case empty
  /// Whether it is the element around all others.
  case root
  /// Whether it is a link with a target.
  case link
  /// Whether none of the selectors selects it.
  case none([CSSSelector])
  /// Whether one of the selectors selects it.
  case any([CSSSelector])
  /// Whether an element with one of the relations to it meets the conditions.
  case has([CSSRelation])

  /// Returns whether an element meets the condition.
  ///
  /// - Parameter work: The number of elements that may still be examined.
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
    case .none(let selectors): return !Self.fits(node, selectors, work: &work)
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

/// A condition for elements inside or after an element: `:has(> img)`.
struct CSSRelation {
  /// The relation of the first element that the text names to the one with the condition.
  var combinator: CSSSelector.Combinator
  /// The conditions for the last element, for those around and before it, and their relations up to the one with the
  /// condition.
  var selector: CSSSelector

  /// Returns whether an element has the relation to one that meets the conditions.
  ///
  /// - Parameter work: The number of elements that may still be examined.
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

  /// Returns whether an element inside another one meets the conditions.
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

/// A condition for the value of an attribute: `[lang|=en]`.
struct CSSAttributeTest {
  /// The relation of a value to the wanted one.
  enum Relation { case exists, equals, word, dashed, starts, ends, contains }

  var name: String
  var relation = Relation.exists
  var value = ""
  /// Whether ASCII letters are equal in both cases.
  var ignoresCase = false

  /// The number of bytes of a value whose comparison costs as much as the examination of an element.
  private static let bytesOfWork = 8

  /// Returns whether an element has such a value.
  ///
  /// - Parameter work: The number of elements that may still be examined; long values count as several.
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

/// A condition for the place of an element among its siblings: `an+b`, counted from 1.
struct CSSPosition: Equatable {
  var step: Int
  var offset: Int
  var isFromEnd = false
  /// Whether only elements of the same name count.
  var isOfType = false

  /// Returns whether an element is at such a place.
  func matches(_ node: HTMLNode, work: inout Int) -> Bool {
    var place = 1
    var sibling = neighbour(of: node, work: &work)
    while let other = sibling {
      work -= 1
      // Without a step, no place behind the wanted one matters.
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

  /// Creates the position that a text says: `odd`, `even`, `3`, `2n+1`, `-n+3`; `nil` for another text.
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

  /// Creates the position at a step and an offset.
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
