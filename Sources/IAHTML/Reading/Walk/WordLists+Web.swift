internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// Lists of Word on the web, which writes each item as a list in an element of its own with an
/// explicit level.
extension WordLists {
  /// The class of the element around each list.
  private static var wrapperClass: Substring { "ListContainerWrapper" }
  /// The maximum number of elements between a wrapper and the content of its item.
  private static var reach: Int { 6 }

  /// Returns whether an element is the wrapper of a list from Word on the web.
  static func isWrapper(_ node: HTMLNode) -> Bool {
    guard node.isElement, node.tag == .div, let classes = node[.`class`] else { return false }
    return CSSSelector.Compound.classes(of: classes).contains(wrapperClass)
  }

  /// Returns whether an element is such a wrapper or inside one.
  static func isInWrapper(_ node: HTMLNode) -> Bool {
    var around: HTMLNode? = node
    for _ in 0..<reach {
      guard let current = around, current.isElement else { return false }
      if isWrapper(current) { return true }
      around = current.parent
    }
    return false
  }

  /// Opens an item in the open list of its level, or in a new list.
  ///
  /// - Parameters:
  ///   - node: The `li` element.
  ///   - kind: The kind of the list that contains only this item.
  ///   - ordinal: The ordinal of the item.
  mutating func enter(
    webItem node: HTMLNode, _ kind: Block.Kind, ordinal: Int, in page: inout PageDocument
  ) {
    func value(_ name: String) -> String? { node.tree.name(name).flatMap { node[$0] } }
    let number = (value("aria-level") ?? value("data-aria-level")).flatMap { Int($0) } ?? 1
    let level = MsoListLevel(
      list: "web \(value("data-listid") ?? "")\(kind.isNumbered ? " ordered" : "")", style: "",
      level: min(max(number, 1), 9))
    open(level, kind, ordinal: ordinal, in: &page)
  }
}
