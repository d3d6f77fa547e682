public import IABytes
public import IASyntax

extension DisplayOptions {
  static let fields = FieldList<DisplayOptions>([
    .optional("renderScheme", \.renderScheme, .text),
    .optional("schemeDefinition", \.schemeDefinition, .digest),
    .optional("smoothing", \.smoothing, .name),
    .optional("animates", \.animates, .flag),
    .optional(
      "animation", \.animation, .object(AnimationParameters.fields, from: .standard)),
    .optional("fontFamily", \.fontFamily, .text),
    .optional("fontSize", \.fontSize, .positive),
    .optional("paragraphSpacing", \.paragraphSpacing, .magnitude),
    .optional("page", \.page, .object(PageLayout.fields, from: PageLayout())),
  ])

  /// Writes the options that are set as a JSON object.
  public func write(to writer: inout JSONWriter) { Self.fields.write(self, to: &writer) }

  /// Creates options from a JSON object.
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

extension AnimationParameters {
  static let fields = FieldList<AnimationParameters>([
    .required("duration", \.duration, .magnitude),
    .required("topLayerFrom", \.topLayerFrom, .number(in: 0...1)),
    .required("topLayerTo", \.topLayerTo, .number(in: 0...1)),
    .required("bottomLayerFrom", \.bottomLayerFrom, .number(in: 0...1)),
    .required("bottomLayerTo", \.bottomLayerTo, .number(in: 0...1)),
  ])

  /// Writes all parameters as a JSON object.
  public func write(to writer: inout JSONWriter) { Self.fields.write(self, to: &writer) }

  /// Creates parameters from a JSON object that has all of them.
  ///
  /// - Throws: `InputError` at the first invalid value.
  public init(json: JSONValue, reading: inout FieldReading) throws(InputError) {
    self = .standard
    try Self.fields.read(json, into: &self, &reading)
  }
}

extension PageLayout {
  static let fields = FieldList<PageLayout>([
    .optional("width", \.width, .number(in: sizes)),
    .optional("height", \.height, .number(in: sizes)),
    .optional("topMargin", \.topMargin, .number(in: distances)),
    .optional("rightMargin", \.rightMargin, .number(in: distances)),
    .optional("bottomMargin", \.bottomMargin, .number(in: distances)),
    .optional("leftMargin", \.leftMargin, .number(in: distances)),
    .optional("headerDistance", \.headerDistance, .number(in: distances)),
    .optional("footerDistance", \.footerDistance, .number(in: distances)),
    .optional("columns", \.columns, .integer(in: columnCounts)),
    .optional("columnSpacing", \.columnSpacing, .number(in: distances)),
    .optional("columnLine", \.columnLine, .flag),
    .optional("firstPageNumber", \.firstPageNumber, .integer(in: pageNumbers)),
    .optional("widowControl", \.widowControl, .flag),
  ])

  /// Writes the parts that are stated as a JSON object.
  public func write(to writer: inout JSONWriter) { Self.fields.write(self, to: &writer) }
}
