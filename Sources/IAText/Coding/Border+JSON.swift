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
  static func sides<Part>(of form: Form<Part>) -> Form where Value == Sides<Part> {
    .object(
      FieldList<Sides<Part>>([
        .optional("top", \.top, form),
        .optional("right", \.right, form),
        .optional("bottom", \.bottom, form),
        .optional("left", \.left, form),
      ]), from: Sides())
  }
}
