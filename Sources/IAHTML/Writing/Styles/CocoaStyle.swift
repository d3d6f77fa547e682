internal import IAFormats
internal import IAMarkup
internal import IAText

/// Formats styles as Apple's programs write them: pixels with one decimal, all properties in
/// classes.
enum CocoaStyle {
  /// The default font size in points.
  static let fontSize = 12.0
  /// The default font family.
  static let fontFamily = "Helvetica"

  /// Returns a length with one decimal and the unit `px`; Cocoa writes one point as one pixel.
  static func pixels(_ points: Double) -> String {
    let text = CSSText.number(points, in: -2000...2000, decimals: 1) ?? "0"
    return (text.contains(".") ? text : text + ".0") + "px"
  }

  /// Returns the declarations of a paragraph.
  ///
  /// - Parameter isEmpty: Whether the paragraph has no text and needs a minimum height.
  static func declarations(
    _ attributes: ParagraphAttributes, isEmpty: Bool, base: DisplayOptions
  ) -> String {
    var css = Declarations()
    let sides = [
      attributes.spacingBefore ?? 0, attributes.tailIndent ?? 0, attributes.spacingAfter ?? 0,
      attributes.headIndent ?? 0,
    ]
    css.add("margin", sides.map { pixels(max($0, 0)) }.joined(separator: " "))
    css.add("text-align", attributes.alignment.map(ParagraphCSS.alignment))
    if attributes.firstLineIndent != nil || attributes.headIndent != nil {
      let indent = (attributes.firstLineIndent ?? 0) - max(attributes.headIndent ?? 0, 0)
      css.add("text-indent", pixels(indent))
    }
    if case .exactly(let height) = attributes.lineHeight { css.add("line-height", pixels(height)) }
    css.add("font", font(InlineAttributes(), base))
    if isEmpty { css.add("min-height", pixels(14)) }
    if attributes.pageBreakBefore { css.add("page-break-before", "always") }
    return css.text
  }

  /// Returns the declarations of text.
  static func declarations(_ attributes: InlineAttributes, base: DisplayOptions) -> String {
    var css = Declarations()
    if attributes.fontFamily != nil || attributes.fontSize != nil || attributes.capitals == .small {
      let variant = attributes.capitals == .small ? "small-caps " : ""
      css.add("font", variant + font(attributes, base))
    }
    css.add("font-weight", attributes.fontWeight.map { String(min(max($0, 1), 1000)) })
    let lines = [
      attributes.underline == nil ? nil : "underline",
      attributes.strikethrough == nil ? nil : "line-through",
    ].compactMap { $0 }
    if !lines.isEmpty { css.add("text-decoration", lines.joined(separator: " ")) }
    css.add("color", attributes.foreground.map(CSSText.color))
    css.add("background-color", attributes.background.map(CSSText.color))
    css.add("letter-spacing", attributes.letterSpacing.map(pixels))
    if attributes.capitals == .all { css.add("text-transform", "uppercase") }
    css.add("vertical-align", attributes.baselineOffset.map(pixels))
    return css.text
  }

  /// Returns the value of `font`: size and family.
  private static func font(_ attributes: InlineAttributes, _ base: DisplayOptions) -> String {
    let family = (attributes.fontFamily ?? base.fontFamily).flatMap(quotedFamily) ?? fontFamily
    let size = attributes.fontSize ?? base.fontSize ?? fontSize
    return "\(pixels(max(size, 0.5))) \(family)"
  }

  /// Returns a family as Cocoa writes it: in quotes unless it has only ASCII letters.
  private static func quotedFamily(_ name: String) -> String? {
    let name = FontFamilyList.first(of: name)
    return CSSText.fontFamily(name).map {
      name.allSatisfy { $0.isASCII && $0.isLetter } ? name : $0
    }
  }
}

extension InlineStyle {
  /// Creates the tags of an attribute set as Apple's programs write them: `b`, `i`, and a class.
  ///
  /// - Parameter isDerived: Whether hidden data contains the attributes, so that the class only
  ///   affects the display.
  init(
    cocoa attributes: InlineAttributes, link: Int, isDerived: Bool,
    base: DisplayOptions = DisplayOptions(), in sheet: inout StyleSheet
  ) {
    self.link = link
    touchesScheme =
      attributes.bold || attributes.fontSize != nil || attributes.fontWeight != nil
      || attributes.foreground != nil
    var tags = Tags()
    var span: [(String, String)] = []
    let css = CocoaStyle.declarations(attributes, base: base)
    if !css.isEmpty {
      let name = sheet.className(.scheme, css)
      span.append(("class", isDerived ? "ia-s " + name : name))
    }
    if let language = attributes.language, SafeURL.isLanguageTag(language) {
      span.append(("lang", language))
      tags.seen.inline.language = language
    }
    if attributes.hidden {
      span.append(("hidden", ""))
      tags.seen.isUndisplayed = true
      tags.seen.inline.hidden = true
    }
    if !span.isEmpty { tags.add("span", span) }
    if let direction = attributes.direction {
      tags.add("bdo", [("dir", direction.rawValue)])
      tags.seen.inline.direction = direction
    }
    if attributes.bold { tags.add("b", .b) }
    if attributes.italic { tags.add("i", .i) }
    // Hidden data restores a strikethrough in an edited page only if an element shows it.
    if isDerived, attributes.strikethrough != nil { tags.add("s", .s) }
    if attributes.code { tags.add("code", .code) }
    switch attributes.script {
    case .superscript: tags.add("sup", .sup)
    case .subscript: tags.add("sub", .sub)
    case nil: break
    }
    addChange("ins", attributes.insertion, \.insertion, to: &tags)
    addChange("del", attributes.deletion, \.deletion, to: &tags)
    finish(attributes, tags)
    noteCocoaLosses(of: attributes)
  }

  private mutating func noteCocoaLosses(of attributes: InlineAttributes) {
    if attributes.underline != nil, attributes.underline != .init() {
      losses.append(.underlineStyle)
    }
    if attributes.strikethrough == .double { losses.append(.strikethroughStyle) }
    noteEffects(of: attributes)
    if attributes.horizontalScale != nil { losses.append(.characterScaling) }
    if let family = attributes.fontFamily,
      CSSText.fontFamily(family) == nil || FontFamilyList.isList(family)
    {
      losses.append(.fontFamily)
    }
    if let language = attributes.language, !SafeURL.isLanguageTag(language) {
      losses.append(.language)
    }
    addTagLosses(of: attributes)
  }
}
