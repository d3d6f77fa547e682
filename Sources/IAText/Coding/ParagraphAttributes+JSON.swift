public import IABytes
public import IASyntax

extension ParagraphAttributes {
  static let fields = FieldList<ParagraphAttributes>(
    Setting.fields.map { field in
      field.lifted(from: { $0.setting }, into: { $0.setting = $1 }, empty: Setting())
    } + [.defaulted("blocks", \.blocks, .blocks, [])])

  /// Writes the attributes as a JSON object without default values: `{}` if nothing is set.
  ///
  /// Values outside the ranges that the properties document are omitted.
  public func write(to writer: inout JSONWriter) { Self.fields.write(self, to: &writer) }

  /// Creates attributes from a JSON object.
  ///
  /// - Parameters:
  ///   - json: The object.
  ///   - reading: Decides whether unknown members are errors, and collects them if not; its
  ///     `limits.depth` is the maximum number of blocks.
  /// - Throws: `InputError` at the first invalid value.
  public init(json: JSONValue, reading: inout FieldReading) throws(InputError) {
    self.init()
    try Self.fields.read(json, into: &self, &reading)
  }
}

extension ParagraphAttributes.Setting {
  static let fields: [Field<Self>] =
    ownFields
    + ParagraphAttributes.Frame.fields.map { field in
      field.lifted(
        from: { $0.frame }, into: { $0.frame = $1.isSet ? $1 : nil }, empty: .init())
    }

  private static let ownFields: [Field<Self>] = [
    .optional("alignment", \.alignment, .name),
    .optional("firstLineIndent", \.firstLineIndent, .number),
    .optional("headIndent", \.headIndent, .number),
    .optional("tailIndent", \.tailIndent, .number),
    .optional("spacingBefore", \.spacingBefore, .number),
    .optional("spacingAfter", \.spacingAfter, .number),
    .optional("lineHeight", \.lineHeight, .lineHeight),
    .list("tabStops", \.tabStops, of: .object(ParagraphAttributes.TabStop.fields, from: .init(0))),
    .optional("direction", \.direction, .name),
    .flag("pageBreakBefore", \.pageBreakBefore),
    .flag("keepTogether", \.keepTogether),
    .optional("keepWithNext", \.keepWithNext, .flag),
    .optional("widowControl", \.widowControl, .flag),
    .optional(
      "section", .object(PageSection.fields, from: PageSection()), get: { $0.section },
      set: { $0.section = $1 }),
  ]
}

extension PageSection {
  static let fields = FieldList<Self>([
    .defaulted("start", \.start, .name, .page),
    .defaulted("page", \.page, .object(PageLayout.fields, from: PageLayout()), PageLayout()),
  ])
}

extension ParagraphAttributes.Frame {
  static let fields: [Field<Self>] = [
    .sides("borders", of: .border, get: { $0.borders }, set: { $0.borders = $1 }),
    .sides(
      "borderSpacing", of: .number(in: Border.widths), get: { $0.spacing },
      set: { $0.spacing = $1 }),
    .optional("shading", .color, get: { $0.shading }, set: { $0.shading = $1 }),
  ]
}

extension ParagraphAttributes.TabStop {
  static let fields = FieldList<Self>([
    .required("position", \.position, .number),
    .defaulted("kind", \.kind, .name, .left),
    .optional("leader", \.leader, .name),
  ])
}

extension Form<ParagraphAttributes.LineHeight> {
  /// An object with one member whose key is the kind of line height.
  static let lineHeight = Form { value, writer in
    writer.beginObject()
    switch value {
    case .multiple(let factor):
      writer.key("multiple")
      Form<Double>.magnitude.write(factor, &writer)
    case .atLeast(let points):
      writer.key("atLeast")
      Form<Double>.magnitude.write(points, &writer)
    case .exactly(let points):
      writer.key("exactly")
      Form<Double>.magnitude.write(points, &writer)
    }
    writer.endObject()
  } read: { (value, reading) throws(InputError) in
    let (name, item) = try value.requireOnlyMember(of: ["multiple", "atLeast", "exactly"])
    let number = try Form<Double>.magnitude.read(item, &reading)
    switch name {
    case "multiple": return .multiple(number)
    case "atLeast": return .atLeast(number)
    default: return .exactly(number)
    }
  } admits: { value in
    switch value {
    case .multiple(let number), .atLeast(let number), .exactly(let number):
      Form<Double>.magnitude.admits(number)
    }
  }
}

extension JSONValue {
  /// Returns the member of an object that has exactly one, whose key is one of `keys`.
  ///
  /// - Throws: `InputError` if the object has no member, several, or one with another key.
  func requireOnlyMember(
    of keys: [String]
  ) throws(InputError) -> (key: String, value: JSONValue) {
    var found: (key: String, value: JSONValue)?
    for (key, value) in try requireMembers() {
      guard let name = keys.first(where: { key.isText($0) }) else {
        throw InputError(.fieldUnknown, at: key.byteOffset, detail: key.shortText)
      }
      if let found {
        throw InputError(
          .fieldValue, at: key.byteOffset, detail: "\"\(name)\" beside \"\(found.key)\"")
      }
      found = (name, value)
    }
    guard let found else {
      throw InputError(
        .fieldMissing, at: byteOffset, detail: "one of \(keys.joined(separator: ", "))")
    }
    return found
  }
}
