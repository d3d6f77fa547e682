internal import IAFormats

/// The parts of values that have no effect on the document although other values of the property, or
/// the rest of the value, are read.
enum CSSLostParts {
  /// Returns the note for the part of a value that is lost; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - property: The property, in lower case.
  ///   - value: The value without white space, not empty.
  static func note(of property: String, _ value: [CSSToken]) -> CSSUnread? {
    guard let (feature, isApproximated) = loss(of: property, value) else { return nil }
    var note = CSSUnread(feature: feature, property: property)
    note.isApproximated = isApproximated
    return note
  }

  private typealias Loss = (feature: DocumentFeature, isApproximated: Bool)

  private static func loss(of property: String, _ value: [CSSToken]) -> Loss? {
    // Most properties have no parts that are lost, so that their words are not needed.
    var words: [String] { CSSValueParser(value, isSpaced: true).words }
    switch property {
    case "font", "font-family", "font-style", "font-variant", "font-variant-caps":
      return fontLoss(of: property, value, words)
    case "text-decoration", "text-decoration-line", "text-decoration-thickness":
      return lineLoss(of: property, value, words)
    case "text-transform" where words.count > 1: return (.capitals, true)
    case "text-indent" where words.contains { $0 == "hanging" || $0 == "each-line" }:
      return (.indent, true)
    case "text-indent", "letter-spacing":
      guard hasShare(value) else { return nil }
      return (property == "text-indent" ? .indent : .letterSpacing, false)
    case "list-style", "list-style-type": return markerLoss(of: value, words)
    case "contain" where words.contains { $0 == "size" || $0 == "strict" }: return (.size, false)
    case "vertical-align" where hasShare(value): return (.baselineOffset, false)
    case "background" where words.contains("content-box") || words.contains("text"):
      return (.pageBackground, true)
    case "image-rendering" where words == ["pixelated"] || words == ["crisp-edges"]:
      return (.visualEffect, false)
    case "content-visibility" where words == ["hidden"]: return (.visualEffect, false)
    case _ where property.hasPrefix("margin"):
      return hasShare(value) || isNegative(property, value) ? (.margin, false) : nil
    case _ where property.hasPrefix("padding"): return hasShare(value) ? (.padding, false) : nil
    case _ where property.hasPrefix("border"):
      let isLost = words.contains { reliefs.contains($0) }
      return isLost && !property.hasSuffix("-color") ? (.border, true) : nil
    default: return nil
    }
  }

  /// The keywords that set no thickness of a line.
  private static let defaults: Set<String> = [
    "auto", "initial", "inherit", "unset", "revert", "revert-layer",
  ]

  /// The styles of borders that are read as `solid`.
  private static let reliefs: Set<String> = ["groove", "ridge", "inset", "outset"]

  /// The generic families that are not read.
  private static let families: Set<String> = ["cursive", "fantasy", "math", "emoji"]

  private static func fontLoss(
    of property: String, _ value: [CSSToken], _ words: [String]
  ) -> Loss? {
    switch property {
    case "font-variant", "font-variant-caps":
      let isLost = words.contains { $0 != "normal" && $0 != "small-caps" && $0 != "initial" }
      return isLost ? (.fontDetail, true) : nil
    case "font-style": return value.contains(where: isLength) ? (.fontDetail, true) : nil
    case "font":
      let first = value.prefix { !isSize($0) }
      let isWide = CSSValueParser(Array(first), isSpaced: true).words.contains {
        $0.hasSuffix("condensed") || $0.hasSuffix("expanded")
      }
      if isWide { return (.fontDetail, false) }
      let rest = value.dropFirst(first.count + 1)
      return hasFamily(rest.drop { if case .identifier = $0 { false } else { true } })
        ? (.fontFamily, false) : nil
    default: return hasFamily(value[...]) ? (.fontFamily, false) : nil
    }
  }

  /// Returns whether a list of families has a generic family that is not read.
  private static func hasFamily(_ list: ArraySlice<CSSToken>) -> Bool {
    list.split(separator: .comma).contains { name in
      guard name.count == 1, case .identifier(let word)? = name.first else { return false }
      return families.contains(word.lowercased())
    }
  }

  private static func isSize(_ token: CSSToken) -> Bool {
    guard case .identifier(let name) = token else { return isLength(token) }
    let word = name.lowercased()
    return CSSValueParser.sizeNames.contains(word) || word == "smaller" || word == "larger"
  }

  private static func lineLoss(
    of property: String, _ value: [CSSToken], _ words: [String]
  ) -> Loss? {
    if property == "text-decoration-thickness" {
      // The thickness that this suite writes.
      let isOwn = value == [.dimension(0.14, unit: "em")]
      let isDefault = words.count == 1 && defaults.contains(words[0])
      return isOwn || isDefault ? nil : (.underlineStyle, true)
    }
    if words.contains("none") { return nil }
    if words.contains(where: { $0.hasSuffix("-error") }) { return (.cssValue, false) }
    let isLost = outermost(of: value).contains(where: isLength) || words.contains("from-font")
    return isLost ? (.underlineStyle, true) : nil
  }

  private static func markerLoss(of value: [CSSToken], _ words: [String]) -> Loss? {
    if words.contains("none") { return nil }
    if words.contains("inside") { return (.generatedContent, false) }
    if words.contains("decimal-leading-zero") { return (.listNumber, true) }
    for token in value {
      switch token {
      case .url, .function: return (.generatedContent, false)
      case .string(let text) where text.count > 9: return (.listMarker, true)
      default: continue
      }
    }
    return nil
  }

  /// Returns whether a value has a percentage other than 0, also inside an expression.
  private static func hasShare(_ value: [CSSToken]) -> Bool {
    value.contains { token in
      switch token {
      case .percentage(let share): share != 0
      case .calculation(let calculation): calculation.points(em: 12, root: 12, share: nil) == nil
      default: false
      }
    }
  }

  /// Returns whether a margin above or below is negative; such a margin is read as 0.
  private static func isNegative(_ property: String, _ value: [CSSToken]) -> Bool {
    let isSide =
      property.hasSuffix("-left") || property.hasSuffix("-right") || property.contains("inline")
    guard !isSide else { return false }
    let isAll = property == "margin"
    return value.enumerated().contains { index, token in
      guard case .dimension(let length, _) = token else { return false }
      return length < 0 && (!isAll || index.isMultiple(of: 2))
    }
  }

  private static func isLength(_ token: CSSToken) -> Bool {
    switch token {
    case .dimension, .percentage, .calculation: true
    default: false
    }
  }

  /// Returns the tokens outside of functions.
  private static func outermost(of value: [CSSToken]) -> [CSSToken] {
    var depth = 0
    return value.filter { token in
      switch token {
      case .function: depth += 1
      case .closeParenthesis: depth -= 1
      default: return depth == 0
      }
      return false
    }
  }
}
