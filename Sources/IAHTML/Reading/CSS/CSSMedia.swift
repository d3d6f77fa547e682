internal import IACSS

/// The media environment for which style sheets are evaluated.
///
/// A screen is a window of 1000 × 800 CSS pixels with a mouse, a light colour scheme and a
/// resolution of 1 dppx. Printed pages have a content area of 740 × 980 CSS pixels.
struct CSSMedia {
  /// Whether the medium is printed pages.
  let isPrint: Bool
  private let width: Double
  private let height: Double

  static let screen = CSSMedia(isPrint: false)

  init(isPrint: Bool) {
    self.isPrint = isPrint
    (width, height) = isPrint ? (740, 980) : (1000, 800)
  }

  /// Returns whether a media query of a list is true; an empty list is true.
  func holds(_ queries: ArraySlice<CSSToken>) -> Bool {
    let parts = CSSSelectorParser.split(queries)
    return parts.count == 1 && parts[0].isEmpty || parts.contains(where: holdsOne)
  }

  /// Returns whether a condition of `@supports` is true; all features count as supported except
  /// properties of `otherPrefixes`.
  static func supports(_ condition: ArraySlice<CSSToken>) -> Bool {
    let tokens = condition.filter { $0 != .whitespace }
    return tokens.isEmpty || CSSCondition.value(of: tokens[...], isSupported) ?? false
  }

  private static func isSupported(_ test: ArraySlice<CSSToken>) -> Bool? {
    guard case .identifier(let name)? = test.first else { return true }
    let property = name.lowercased()
    return !otherPrefixes.contains(where: property.hasPrefix)
  }

  /// The prefixes of property names that Chromium does not support.
  private static let otherPrefixes = [
    "-moz-", "-ms-", "-apple-", "-o-", "-webkit-touch-callout", "-webkit-hyphens",
    "-webkit-overflow-scrolling", "margin-trim",
  ]

  /// Returns whether one media query, a type with conditions, is true.
  private func holdsOne(_ query: ArraySlice<CSSToken>) -> Bool {
    var rest = query.filter { $0 != .whitespace }[...]
    var isNegated = false
    var isOfType = true
    loop: while case .identifier(let word)? = rest.first {
      switch word.lowercased() {
      case "not":
        if rest.dropFirst().first == .openParenthesis { break loop }
        isNegated = true
      case "only", "and", "all": break
      case "screen": if isPrint { isOfType = false }
      case "print": if !isPrint { isOfType = false }
      default: isOfType = false
      }
      rest.removeFirst()
    }
    guard !rest.isEmpty else { return isOfType != isNegated }
    // An unknown condition is false, and so is its negation.
    guard let holds = CSSCondition.value(of: rest, feature) else { return false }
    return (isOfType && holds) != isNegated
  }

  /// Returns whether a media feature such as `min-width: 600px`, `width >= 600px` or `color` is
  /// true, or `nil` if it is unknown.
  private func feature(_ tokens: ArraySlice<CSSToken>) -> Bool? {
    guard case .identifier(let first)? = tokens.first else { return range(tokens) }
    let name = first.lowercased()
    if tokens.count == 1 { return isPresent(name) }
    let value = tokens.dropFirst(2).first
    guard tokens.dropFirst().first == .colon, let value else { return range(tokens) }
    if case .identifier(let word) = value { return has(name, word.lowercased()) }
    let isMin = name.hasPrefix("min-") || name.hasPrefix("-webkit-min-")
    let isMax = name.hasPrefix("max-") || name.hasPrefix("-webkit-max-")
    let plain = isMin || isMax ? name.replacing("min-", with: "").replacing("max-", with: "") : name
    guard let own = measure(plain), let wanted = Self.number(value) else { return nil }
    return isMin ? own >= wanted : isMax ? own <= wanted : own == wanted
  }

  /// Returns whether a range such as `600px <= width < 900px` is true, or `nil` if a part is
  /// unknown.
  private func range(_ tokens: ArraySlice<CSSToken>) -> Bool? {
    var values: [Double] = []
    var signs: [(isLess: Bool, allowsEqual: Bool)?] = []
    var rest = tokens
    while let token = rest.popFirst() {
      switch token {
      case .identifier(let name):
        guard let own = measure(name.lowercased()) else { return nil }
        values.append(own)
      case .delimiter(let byte):
        var allowsEqual = byte == UInt8(ascii: "=")
        if !allowsEqual, rest.first == .delimiter(UInt8(ascii: "=")) {
          allowsEqual = true
          rest.removeFirst()
        }
        signs.append(
          byte == UInt8(ascii: "=") ? nil : (byte == UInt8(ascii: "<"), allowsEqual))
      default:
        guard let value = Self.number(token) else { return nil }
        values.append(value)
      }
    }
    guard values.count == signs.count + 1, values.count > 1 else { return nil }
    return signs.indices.allSatisfy { index in
      let (left, right) = (values[index], values[index + 1])
      guard let sign = signs[index] else { return left == right }
      return sign.allowsEqual && left == right || (sign.isLess ? left < right : left > right)
    }
  }

  private func measure(_ name: String) -> Double? {
    switch name {
    case "width", "device-width": width
    case "height", "device-height": height
    case "resolution", "-webkit-device-pixel-ratio": 1
    case "color": 8
    case "monochrome", "color-index", "grid": 0
    default: nil
    }
  }

  private func isPresent(_ name: String) -> Bool? {
    switch name {
    case "hover", "any-hover", "pointer", "any-pointer", "update", "overflow-block": true
    case "prefers-reduced-motion", "prefers-contrast", "forced-colors", "scripting": false
    default: measure(name).map { $0 > 0 }
    }
  }

  private func has(_ name: String, _ word: String) -> Bool? {
    switch name {
    case "orientation": word == (isPrint ? "portrait" : "landscape")
    case "prefers-color-scheme": word == "light"
    case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency",
      "prefers-reduced-data":
      word == "no-preference"
    case "hover", "any-hover": word == "hover"
    case "pointer", "any-pointer": word == "fine"
    case "forced-colors", "scripting", "inverted-colors": word == "none"
    case "update": word == "fast"
    case "overflow-block": word == (isPrint ? "paged" : "scroll")
    case "overflow-inline": word == (isPrint ? "none" : "scroll")
    case "display-mode": word == "browser"
    case "color-gamut": word == "srgb"
    case "dynamic-range": word == "standard"
    default: nil
    }
  }

  /// Returns a number, a length in CSS pixels (1em is 16 pixels) or a resolution in dppx.
  private static func number(_ token: CSSToken) -> Double? {
    switch token {
    case .number(let value): return value
    case .dimension(let value, "dppx"), .dimension(let value, "x"): return value
    case .dimension(let value, "dpi"): return value / 96
    default: return CSSValueParser.length(token)?.points(em: 12).map { $0 / 0.75 }
    }
  }
}
