/// A property whose value an element can inherit from its parent.
package enum CSSInheritance: String {
  case color
  case fontSize = "font-size"
  case fontFamily = "font-family"
  case fontWeight = "font-weight"
  case fontStyle = "font-style"
  case fontVariant = "font-variant"
  case font
  case textTransform = "text-transform"
  case alignment = "text-align"
  case textIndent = "text-indent"
  case letterSpacing = "letter-spacing"
  case lineHeight = "line-height"
  case whiteSpace = "white-space"
  case quotes
  case visibility
  case listMarker = "list-style-type"
  case background = "background-color"
  case display
  case verticalAlign = "vertical-align"
  case decoration = "text-decoration"
  case margin
  case marginTop = "margin-top"
  case marginRight = "margin-right"
  case marginBottom = "margin-bottom"
  case marginLeft = "margin-left"
  /// Every property except `direction`, `unicode-bidi` and custom properties.
  case all
}

/// The CSS-wide keywords, which set a property to a defined value (CSS Cascade Level 5, section
/// 7.3).
package enum CSSReset: String {
  /// The value of the parent element.
  case inherit
  /// The initial value of the property, regardless of the element.
  case initial
  /// `inherit` for the properties that elements inherit, otherwise `initial`.
  case unset
  /// The value that the element has without the author's style sheets.
  case revert
  /// The value of the previous cascade layers.
  case revertLayer = "revert-layer"
}

/// The interpretation of CSS-wide keywords: `inherit`, `initial`, `unset`, `revert`,
/// `revert-layer`.
package enum CSSKeywords {
  /// The meaning of a declaration with a CSS-wide keyword.
  package enum Meaning {
    /// The property takes the value of the parent element.
    case inherit(CSSInheritance)
    /// The property takes the value that the keyword defines.
    case reset(CSSInheritance, CSSReset)
    /// The keyword is equal to another value of the property.
    case value(String)
    /// The declaration has no effect on the document.
    case nothing
  }

  /// The initial values of inherited properties.
  private static let initial: [String: String] = [
    "font-size": "medium", "font-family": "serif",
    "font-weight": "normal", "font-style": "normal", "font-variant": "normal",
    "font-variant-caps": "normal", "text-transform": "none", "text-align": "start",
    "text-indent": "0", "letter-spacing": "normal", "line-height": "normal",
    "white-space": "normal", "white-space-collapse": "collapse",
    "visibility": "visible", "list-style": "disc", "list-style-type": "disc", "quotes": "auto",
  ]

  /// The initial values of properties that are not inherited.
  private static let reset: [String: String] = [
    "background": "none", "background-color": "transparent", "text-decoration": "none",
    "text-decoration-line": "none", "vertical-align": "baseline", "display": "inline",
    "border": "none", "border-top": "none", "border-right": "none", "border-bottom": "none",
    "border-left": "none", "border-block": "none", "border-inline": "none",
    "border-block-start": "none", "border-block-end": "none", "border-inline-start": "none",
    "border-inline-end": "none", "float": "none", "clear": "none", "opacity": "1", "width": "auto",
    "position": "static", "text-shadow": "none", "overflow": "visible", "break-before": "auto",
    "break-after": "auto", "break-inside": "auto", "page-break-before": "auto",
    "page-break-after": "auto", "page-break-inside": "auto", "text-decoration-style": "solid",
    "text-decoration-color": "currentcolor",
  ]

  private static let aliases: [String: String] = [
    "font-variant-caps": "font-variant", "white-space-collapse": "white-space",
    "list-style": "list-style-type", "background": "background-color",
    "text-decoration-line": "text-decoration", "margin-block": "margin", "margin-inline": "margin",
    "margin-block-start": "margin-top", "margin-block-end": "margin-bottom",
    "margin-inline-start": "margin-left", "margin-inline-end": "margin-right",
  ]

  /// The values of `position`, and whether each places the box outside the flow.
  static let positions: [String: Bool] = [
    "absolute": true, "fixed": true, "static": false, "relative": false, "sticky": false,
  ]

  /// Returns the meaning of a keyword, in lower case, for a property; `nil` if it is not a CSS-wide
  /// keyword or the property is not read.
  ///
  /// `currentcolor` as a `color` is inherited.
  package static func meaning(of word: String, property: String) -> Meaning? {
    // Most keywords of properties start with other letters.
    guard let first = word.utf8.first, "iurc".utf8.contains(first) else { return nil }
    guard let reset = CSSReset(rawValue: word) else {
      return word == "currentcolor" && property == "color" ? .inherit(.color) : nil
    }
    let known = CSSInheritance(rawValue: aliases[property] ?? property)
    if property == "all" { return .reset(.all, reset) }
    if property == "color", reset == .initial { return .reset(.color, .initial) }
    switch reset {
    case .inherit, .initial, .unset: break
    case .revert:
      // For a property without a value of the element's name, `revert` is `unset`.
      return known.map { .reset($0, .revert) } ?? meaning(of: "unset", property: property)
    case .revertLayer: return known.map { .reset($0, .revertLayer) }
    }
    if property == "font" { return word == "initial" ? .nothing : .inherit(.font) }
    if property.hasPrefix("margin") || property.hasPrefix("padding") {
      return word == "inherit" ? .nothing : .value("0")
    }
    if let value = initial[property] {
      if word == "initial" { return .value(value) }
    } else if let value = self.reset[property] ?? borderPart(property) {
      if word != "inherit" { return .value(value) }
    } else if property != "color" {
      return nil
    }
    return known.map { .inherit($0) } ?? .nothing
  }

  /// Returns the initial value of a part of borders, or `nil` for another property.
  private static func borderPart(_ property: String) -> String? {
    guard property.hasPrefix("border-"), !property.hasPrefix("border-image") else { return nil }
    if property.hasSuffix("-style") { return "none" }
    if property.hasSuffix("-width") { return "medium" }
    return property.hasSuffix("-color") ? "currentcolor" : nil
  }
}
