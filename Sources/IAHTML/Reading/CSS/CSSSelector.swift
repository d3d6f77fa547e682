internal import IAMarkup

/// A selector of elements, classes, ids and the combinators for descendants and children.
struct CSSSelector {
  /// The conditions for one element.
  struct Compound {
    var tag: String?
    var id: String?
    var classes: [String] = []
  }

  /// The conditions for the element, then those for its ancestors, from the inside out.
  private(set) var compounds: [Compound] = []
  /// Whether each but the first must be the parent of the one before, not just around it.
  private(set) var isParent: [Bool] = []
  /// Ids, classes and elements, as CSS weighs them.
  private(set) var specificity = 0

  /// The most parts that a selector may have.
  private static let longest = 16

  /// Creates a selector, or returns `nil` for an unsupported one, which selects nothing.
  init?(_ tokens: ArraySlice<CSSToken>) {
    var outside: [(compound: Compound, isParent: Bool)] = []
    var current: Compound?
    var isChild = false
    var rest = tokens
    while let token = rest.popFirst() {
      switch token {
      case .whitespace:
        if let compound = current { outside.append((compound, isChild)) }
        if current != nil { isChild = false }
        current = nil
      case .delimiter(UInt8(ascii: ">")):
        if let compound = current { outside.append((compound, isChild)) }
        current = nil
        isChild = true
      case .identifier(let name) where current == nil:
        current = Compound(tag: name.lowercased())
        specificity += 1
      case .delimiter(UInt8(ascii: "*")) where current == nil: current = Compound()
      case .hash(let id):
        if current == nil { current = Compound() }
        current?.id = id
        specificity += 10_000
      case .delimiter(UInt8(ascii: ".")):
        guard case .identifier(let name)? = rest.popFirst() else { return nil }
        if current == nil { current = Compound() }
        current?.classes.append(name)
        specificity += 100
      default: return nil
      }
      if outside.count > Self.longest { return nil }
    }
    if let compound = current { outside.append((compound, isChild)) }
    guard !outside.isEmpty, !(outside.first?.isParent ?? true) else { return nil }
    for (index, part) in outside.enumerated().reversed() {
      compounds.append(part.compound)
      if index > 0 { isParent.append(part.isParent) }
    }
  }

  /// Whether the selector looks at one element alone.
  var isSimple: Bool { compounds.count == 1 }

  /// Returns whether the ancestors of an element match the selector.
  ///
  /// - Parameter work: The number of elements that may still be examined.
  func matchesAncestors(of node: HTMLNode, work: inout Int) -> Bool {
    var around = node.parent
    for (compound, isParent) in zip(compounds.dropFirst(), isParent) {
      while true {
        work -= 1
        guard let ancestor = around, ancestor.isElement, work > 0 else { return false }
        around = ancestor.parent
        if compound.matches(ancestor) { break }
        if isParent { return false }
      }
    }
    return true
  }
}

extension CSSSelector.Compound {
  /// Returns whether an element is what it must be.
  func matches(_ node: HTMLNode) -> Bool {
    if let tag, node.nameText != tag { return false }
    return matches(id: node[.id], classes: Self.classes(of: node[.`class`] ?? ""))
  }

  /// Returns whether an id and classes are what they must be.
  func matches(id: String?, classes found: [Substring]) -> Bool {
    if let wanted = self.id, wanted != id { return false }
    return classes.allSatisfy { wanted in found.contains { $0 == wanted } }
  }

  /// Returns the names in a `class` attribute, at most 64.
  static func classes(of value: String) -> [Substring] {
    // Most attributes hold one name; ASCII white space is below the space.
    if value.utf8.allSatisfy({ $0 > 0x20 }) { return value.isEmpty ? [] : [value[...]] }
    return value.split(maxSplits: 64) { $0.isASCII && $0.isWhitespace }.prefix(64).map { $0 }
  }
}
