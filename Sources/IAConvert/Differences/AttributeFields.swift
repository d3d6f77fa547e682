internal import IASyntax
internal import IAText

/// One inline attribute for comparison.
struct InlineField: Sendable {
  /// The name of the attribute in the schema of the `json` format.
  let name: String
  /// Returns the attributes reduced to this one.
  let only: @Sendable (InlineAttributes) -> InlineAttributes

  private init<Value>(
    _ name: String, _ path: any WritableKeyPath<InlineAttributes, Value> & Sendable
  ) {
    self.name = name
    only = { attributes in
      var alone = InlineAttributes()
      alone[keyPath: path] = attributes[keyPath: path]
      return alone
    }
  }

  func isSet(in attributes: InlineAttributes) -> Bool { !only(attributes).isPlain }

  func agrees(_ left: InlineAttributes, _ right: InlineAttributes) -> Bool {
    only(left) == only(right)
  }

  /// Returns the value in JSON, or `-` if the attribute is not set.
  func value(for attributes: InlineAttributes) -> String {
    JSONFragments.ofOnlyMember { only(attributes).write(to: &$0) }
  }

  /// All inline attributes.
  static let all: [InlineField] = [
    .init("fontSize", \.fontSize), .init("bold", \.bold), .init("italic", \.italic),
    .init("underline", \.underline), .init("strikethrough", \.strikethrough),
    .init("script", \.script), .init("baselineOffset", \.baselineOffset),
    .init("fontFamily", \.fontFamily), .init("fontWeight", \.fontWeight),
    .init("foreground", \.foreground), .init("background", \.background),
    .init("letterSpacing", \.letterSpacing), .init("capitals", \.capitals),
    .init("outline", \.outline), .init("shadow", \.shadow),
    .init("horizontalScale", \.horizontalScale), .init("emphasisMark", \.emphasisMark),
    .init("hidden", \.hidden), .init("language", \.language), .init("direction", \.direction),
    .init("code", \.code), .init("link", \.link), .init("tags", \.tags),
  ]
}

/// One paragraph attribute for comparison; blocks are compared separately.
struct ParagraphField: Sendable {
  let name: String
  let only: @Sendable (ParagraphAttributes) -> ParagraphAttributes

  private init<Value>(
    _ name: String, _ path: any WritableKeyPath<ParagraphAttributes, Value> & Sendable
  ) {
    self.name = name
    only = { attributes in
      var alone = ParagraphAttributes()
      alone[keyPath: path] = attributes[keyPath: path]
      return alone
    }
  }

  func isSet(in attributes: ParagraphAttributes) -> Bool { !only(attributes).isPlain }

  func agrees(_ left: ParagraphAttributes, _ right: ParagraphAttributes) -> Bool {
    only(left) == only(right)
  }

  /// Returns the value in JSON, or `-` if the attribute is not set.
  func value(for attributes: ParagraphAttributes) -> String {
    JSONFragments.ofOnlyMember { only(attributes).write(to: &$0) }
  }

  static let all: [ParagraphField] = [
    .init("alignment", \.alignment), .init("firstLineIndent", \.firstLineIndent),
    .init("headIndent", \.headIndent), .init("tailIndent", \.tailIndent),
    .init("spacingBefore", \.spacingBefore), .init("spacingAfter", \.spacingAfter),
    .init("lineHeight", \.lineHeight), .init("tabStops", \.tabStops),
    .init("direction", \.direction), .init("pageBreakBefore", \.pageBreakBefore),
    .init("keepTogether", \.keepTogether), .init("keepWithNext", \.keepWithNext),
    .init("widowControl", \.widowControl), .init("borders", \.borders),
    .init("borderSpacing", \.borderSpacing), .init("shading", \.shading),
    .init("section", \.section),
  ]
}

/// Fragments of JSON for messages.
enum JSONFragments {
  /// Returns the members of an object without its braces.
  static func members(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(String(decoding: writer.finish(), as: UTF8.self).dropFirst().dropLast())
  }

  /// Returns the value of the only member of an object; `-` for an empty object.
  static func ofOnlyMember(_ write: (inout JSONWriter) -> Void) -> String {
    let members = members(write)
    guard let colon = members.firstIndex(of: ":") else { return "-" }
    return String(members[members.index(after: colon)...])
  }
}
