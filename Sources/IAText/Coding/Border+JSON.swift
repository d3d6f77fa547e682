internal import IABytes
internal import IASyntax

extension Border {
  static let fields = FieldList<Self>([
    .defaulted("style", \.style, .name, .solid),
    .required("width", \.width, .number(in: widths)),
    .optional("color", \.color, .color),
  ])
}

extension Form<Border> {
  /// An object with the width and, if they are not the default, style and colour.
  static let border = Form.object(Border.fields, from: Border())
}

extension Form {
  /// Returns the form of an object with a member for each side that has a value.
  static func sides<Part: Sendable>(of form: Form<Part>) -> Form where Value == Sides<Part> {
    .object(
      FieldList<Sides<Part>>([
        .optional("top", form, get: { $0.top }, set: { $0.top = $1 }),
        .optional("right", form, get: { $0.right }, set: { $0.right = $1 }),
        .optional("bottom", form, get: { $0.bottom }, set: { $0.bottom = $1 }),
        .optional("left", form, get: { $0.left }, set: { $0.left = $1 }),
      ]), from: Sides())
  }
}
