internal import IACSS
internal import IAMarkup
internal import IAText

/// The box of a `fieldset` element in browsers (HTML Standard, section 15.3.14).
enum FieldsetStyle {
  /// The declarations of the style sheet of browsers that a document can represent.
  static let declarations = CSSDeclarations(
    "margin:0 2px;border:2px groove #c0c0c0;padding:.35em .75em .625em"
  ).normal
}

extension ElementKind {
  /// Returns the background that the attribute `bgcolor` sets; `nil` if there is none.
  static func background(of node: HTMLNode, _ tag: MarkupName) -> Color? {
    switch tag {
    case .table, .tr, .td, .th, .col, .colgroup, .body:
      node[.bgcolor].flatMap(CSSColors.attribute)
    default: nil
    }
  }
}

extension HTMLNode {
  /// Whether the element is hidden until a button or a script shows it.
  var isPopover: Bool { has(.popover) }
}
