public import IABytes
public import IASyntax

extension InlineAttributes {
  static let fields = FieldList<InlineAttributes>([
    .optional("fontSize", \.fontSize, .positive),
    .flag("bold", \.bold),
    .flag("italic", \.italic),
    .optional("underline", \.underline, .object(Underline.fields, from: Underline())),
    .optional("strikethrough", \.strikethrough, .name),
    .optional("script", \.script, .name),
    .optional("baselineOffset", \.baselineOffset, .number),
    .optional("fontFamily", \.fontFamily, .text),
    .optional("fontWeight", \.fontWeight, .integer(in: 1...1000)),
    .optional("foreground", \.foreground, .color),
    .optional("background", \.background, .color),
    .optional("letterSpacing", \.letterSpacing, .number),
    .optional("capitals", \.capitals, .name),
    .flag("outline", \.outline),
    .flag("shadow", \.shadow),
    .optional("horizontalScale", \.scale, .short(in: horizontalScales)),
    .optional("emphasisMark", \.emphasisMark, .name),
    .flag("hidden", \.hidden),
    .optional("language", \.language, .text),
    .optional("direction", \.direction, .name),
    .flag("code", \.code),
    .optional("link", \.link, .object(Link.fields, from: Link(""))),
    .tags("tags", \.tags),
  ])

  /// Writes the attributes as a JSON object without default values: `{}` for plain text.
  ///
  /// Values outside the ranges that the properties document are omitted.
  public func write(to writer: inout JSONWriter) { Self.fields.write(self, to: &writer) }

  /// Creates attributes from a JSON object.
  ///
  /// - Parameters:
  ///   - json: The object.
  ///   - reading: Decides whether unknown members are errors, and collects them if not.
  /// - Throws: `InputError` at the first invalid value.
  public init(json: JSONValue, reading: inout FieldReading) throws(InputError) {
    self.init()
    try Self.fields.read(json, into: &self, &reading)
  }
}

extension InlineAttributes.Underline {
  static let fields = FieldList<Self>([
    .required("style", \.style, .name),
    .optional("color", \.color, .color),
  ])
}

extension InlineAttributes.Link {
  static let fields = FieldList<Self>([
    .required("url", \.url, .text),
    .optional("title", \.title, .text),
  ])
}

extension InlineAttributes.Link {
  /// Writes the link as a JSON object.
  public func write(to writer: inout JSONWriter) { Self.fields.write(self, to: &writer) }

  /// Creates a link from a JSON object.
  ///
  /// - Throws: `InputError` at the first invalid value.
  public init(json: JSONValue, reading: inout FieldReading) throws(InputError) {
    self.init("")
    try Self.fields.read(json, into: &self, &reading)
  }
}
