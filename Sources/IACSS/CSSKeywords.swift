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
}

/// The words that are values of every property: `inherit`, `initial`, `unset`.
package enum CSSKeywords {
  /// The meaning of a declaration with such a word.
  package enum Meaning {
    /// The value of the element around.
    case inherit(CSSInheritance)
    /// A value of the property, as another word.
    case value(String)
    /// Nothing that is read.
    case nothing
  }

  /// The properties that elements inherit, with their initial values.
  private static let initial: [String: String] = [
    "color": "transparent", "font-size": "medium", "font-family": "serif",
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
    "border-left": "none",
  ]

  private static let aliases: [String: String] = [
    "font-variant-caps": "font-variant", "white-space-collapse": "white-space",
    "list-style": "list-style-type", "background": "background-color",
  ]

  /// Returns what a word says of a property, or `nil` for other words.
  package static func meaning(of word: String, property: String) -> Meaning? {
    switch word {
    case "inherit", "initial", "unset": break
    case "currentcolor": return property == "color" ? .inherit(.color) : nil
    default: return nil
    }
    if property == "font" { return word == "initial" ? .nothing : .inherit(.font) }
    if property.hasPrefix("margin") || property.hasPrefix("padding") {
      return word == "inherit" ? .nothing : .value("0")
    }
    if let value = initial[property] {
      if word == "initial" { return .value(value) }
    } else if let value = reset[property] {
      if word != "inherit" { return .value(value) }
    } else {
      return nil
    }
    return CSSInheritance(rawValue: aliases[property] ?? property).map { .inherit($0) } ?? .nothing
  }
}
