/// A property whose value an element may take from the element around it.
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
  /// Every property except those of directions and custom ones.
  case all
}

/// The value that a word gives a property.
package enum CSSReset: String {
  /// That of the element around.
  case inherit
  /// That without any statement, whatever the element is.
  case initial
  /// `inherit` for the properties that elements inherit, otherwise `initial`.
  case unset
  /// That of the element's name.
  case revert
  /// That of the layers before.
  case revertLayer = "revert-layer"
}

/// The words that are values of every property: `inherit`, `initial`, `unset`, `revert`, `revert-layer`.
package enum CSSKeywords {
  /// The meaning of a declaration with such a word.
  package enum Meaning {
    /// The value of the element around.
    case inherit(CSSInheritance)
    /// The value that the word gives the property.
    case reset(CSSInheritance, CSSReset)
    /// A value of the property, as another word.
    case value(String)
    /// Nothing that is read.
    case nothing
  }

  /// The properties that elements inherit, with their initial values.
  private static let initial: [String: String] = [
    "font-size": "medium", "font-family": "serif",
    "font-weight": "normal", "font-style": "normal", "font-variant": "normal",
    "font-variant-caps": "normal", "text-transform": "none", "text-align": "start",
    "text-indent": "0", "letter-spacing": "normal", "line-height": "normal",
    "white-space": "normal", "white-space-collapse": "collapse",
    "visibility": "visible", "list-style": "disc", "list-style-type": "disc",
  ]

  /// The other properties, with their initial values.
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

  /// The values of `position`, with whether the box is not beside the text around.
  static let positions: [String: Bool] = [
    "absolute": true, "fixed": true, "static": false, "relative": false, "sticky": false,
  ]

  /// Returns what a word says of a property, or `nil` for other words.
  package static func meaning(of word: String, property: String) -> Meaning? {
    // Most words start with other letters.
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
      // Without a value that names define, it is that of `unset`.
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
