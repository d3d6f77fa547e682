internal import IACSS

/// The box of a `fieldset` element in browsers (HTML Standard, section 15.3.12).
enum FieldsetStyle {
  /// The declarations of the style sheet of browsers that a document can represent.
  static let declarations = CSSDeclarations(
    "margin:0 2px;border:2px groove #c0c0c0;padding:.35em .75em .625em"
  ).normal
}
