package import IAText

/// A set of the sides of a box.
package struct CSSSides: OptionSet, Hashable {
  package let rawValue: UInt8

  /// Creates a set from its bits: 1, 2, 4 and 8 for the sides clockwise from the top; 16 and 32 for
  /// `inlineStart` and `inlineEnd`.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let top = CSSSides(rawValue: 1)
  package static let right = CSSSides(rawValue: 2)
  package static let bottom = CSSSides(rawValue: 4)
  package static let left = CSSSides(rawValue: 8)
  package static let all: CSSSides = [.top, .right, .bottom, .left]
  /// The sides at which lines of text start and end.
  package static let inlineStart = CSSSides(rawValue: 16)
  package static let inlineEnd = CSSSides(rawValue: 32)

  /// The sides in the order of CSS.
  package static let order: [CSSSides] = [.top, .right, .bottom, .left]

  fileprivate func resolved(_ isRightToLeft: Bool) -> CSSSides {
    var sides = self
    if sides.remove(.inlineStart) != nil { sides.insert(isRightToLeft ? .right : .left) }
    if sides.remove(.inlineEnd) != nil { sides.insert(isRightToLeft ? .left : .right) }
    return sides
  }
}

/// A declaration about the borders of a box, or about its padding.
package enum CSSBorderDeclaration: Equatable {
  /// The style; `nil` for `none`. Unlike `hidden`, `none` does not hide the border of an adjacent
  /// cell.
  case style(CSSSides, Border.Style?)
  case width(CSSSides, CSSLength)
  /// The colour; `nil` for the colour of the text.
  case color(CSSSides, Color?)
  /// The padding, and whether a property of single sides (`padding-left`) states it.
  case padding(CSSSides, CSSLength, isAlone: Bool)
  /// The radius of the corners.
  case radius(CSSLength)

  /// Returns the declaration with `inlineStart` and `inlineEnd` replaced by the left and right
  /// sides.
  package func resolved(isRightToLeft: Bool) -> CSSBorderDeclaration {
    switch self {
    case .style(let sides, let style): .style(sides.resolved(isRightToLeft), style)
    case .width(let sides, let width): .width(sides.resolved(isRightToLeft), width)
    case .color(let sides, let color): .color(sides.resolved(isRightToLeft), color)
    case .padding(let sides, let length, let isAlone):
      .padding(sides.resolved(isRightToLeft), length, isAlone: isAlone)
    case .radius: self
    }
  }
}

/// Parses the properties of borders and padding.
package struct CSSBorderParser {
  private let tokens: [CSSToken]

  /// Creates a parser of a value without white space.
  package init(_ tokens: [CSSToken]) { self.tokens = tokens }

  private static let sides: [Substring: CSSSides] = [
    "top": .top, "right": .right, "bottom": .bottom, "left": .left, "block-start": .top,
    "inline-end": .inlineEnd, "block-end": .bottom, "inline-start": .inlineStart,
    "block": [.top, .bottom], "inline": [.left, .right],
  ]

  /// The parts of borders and padding that a property states.
  private enum Part: Substring, CaseIterable { case style, width, color, padding }

  /// Returns the declarations of a property; an empty array for other properties or an unknown
  /// value.
  package func declarations(of property: String) -> [CSSBorderDeclaration] {
    switch property.utf8.first {
    case UInt8(ascii: "b") where property.hasPrefix("border"):
      var rest = property.dropFirst("border".utf8.count)
      guard rest.isEmpty || rest.first == "-" else { return [] }
      if rest == "-radius" {
        return tokens.first.flatMap(CSSValueParser.length).map { [.radius($0)] } ?? []
      }
      for part in Part.allCases where part != .padding && rest.hasSuffix("-" + part.rawValue) {
        rest = rest.dropLast(part.rawValue.count + 1)
        return declarations(part, side: rest.dropFirst())
      }
      return Self.sides(named: rest.dropFirst()).map(border) ?? []
    case UInt8(ascii: "p") where property.hasPrefix("padding"):
      let rest = property.dropFirst("padding".utf8.count)
      guard rest.isEmpty || rest.first == "-" else { return [] }
      return declarations(.padding, side: rest.dropFirst())
    case UInt8(ascii: "-") where property == "--ia-padding":
      return declarations(.padding, side: "")
    default: return []
    }
  }

  private static func sides(named name: Substring) -> CSSSides? {
    name.isEmpty ? .all : sides[name]
  }

  /// Returns the declarations of a property for the sides of a name, or for all sides with one to
  /// four values.
  private func declarations(_ part: Part, side name: Substring) -> [CSSBorderDeclaration] {
    let values = values()
    guard (1...4).contains(values.count), !values.contains([.comma]) else { return [] }
    guard name.isEmpty else {
      guard values.count <= (name == "block" || name == "inline" ? 2 : 1) else { return [] }
      if values.count == 2 {
        let pair: [CSSSides] = name == "block" ? [.top, .bottom] : [.inlineStart, .inlineEnd]
        return zip(pair, values).compactMap { value(part, $1, $0, isAlone: true) }
      }
      return (Self.sides[name].flatMap { value(part, tokens[...], $0, isAlone: true) }).map { [$0] }
        ?? []
    }
    if values.count == 1 { return value(part, values[0], .all).map { [$0] } ?? [] }
    let places = [[0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]][values.count - 2]
    return zip(CSSSides.order, places).compactMap { value(part, values[$1], $0) }
  }

  /// Returns the values in order; the arguments of a function belong to its value.
  private func values() -> [ArraySlice<CSSToken>] {
    var values: [ArraySlice<CSSToken>] = []
    var depth = 0
    var start = 0
    for (index, token) in tokens.enumerated() {
      switch token {
      case .function, .openParenthesis: depth += 1
      case .closeParenthesis: depth -= 1
      default: break
      }
      if depth <= 0 {
        values.append(tokens[start...index])
        start = index + 1
        depth = 0
      }
    }
    return values
  }

  private func value(
    _ part: Part, _ tokens: ArraySlice<CSSToken>, _ sides: CSSSides, isAlone: Bool = false
  ) -> CSSBorderDeclaration? {
    guard let token = tokens.first else { return nil }
    switch part {
    case .padding:
      return CSSValueParser.length(token).map { .padding(sides, $0, isAlone: isAlone) }
    case .style: return Self.style(token).map { .style(sides, $0) }
    case .width: return Self.width(token).map { .width(sides, $0) }
    case .color: return Self.color(tokens).map { .color(sides, $0) }
    }
  }

  /// Returns the declarations of `border` or of a side; omitted parts have their initial values.
  private func border(_ sides: CSSSides) -> [CSSBorderDeclaration] {
    var found = (style: Border.Style?.none, width: CSSLength.points(2.25), color: Color?.none)
    var isKnown = false
    for value in values() {
      guard let token = value.first else { continue }
      if let style = Self.style(token) {
        found.style = style
      } else if let width = Self.width(token) {
        found.width = width
      } else if let color = Self.color(value) {
        found.color = color
      } else {
        continue
      }
      isKnown = true
    }
    guard isKnown else { return [] }
    return [
      .style(sides, found.style), .width(sides, found.width), .color(sides, found.color),
    ]
  }

  private static func word(_ token: CSSToken?) -> String {
    if case .identifier(let word)? = token { return word.lowercased() }
    return ""
  }

  /// Returns the style of a border, `.some(nil)` for `none`, or `nil` for another token.
  private static func style(_ token: CSSToken) -> Border.Style?? {
    switch word(token) {
    case "none": .some(nil)
    case "hidden": Border.Style.none
    case "solid", "groove", "ridge", "inset", "outset": .solid
    case "double": .double
    case "dotted": .dotted
    case "dashed", "dot-dash", "dot-dot-dash": .dashed
    default: nil
    }
  }

  /// Returns the width of a border, or `nil` for another token.
  static func width(_ token: CSSToken) -> CSSLength? {
    switch word(token) {
    case "thin": .points(0.75)
    case "medium": .points(2.25)
    case "thick": .points(3.75)
    default: CSSValueParser.length(token)
    }
  }

  /// Returns a colour, `.some(nil)` for the colour of the text, or `nil` for another value.
  private static func color(_ tokens: ArraySlice<CSSToken>) -> Color?? {
    switch word(tokens.first) {
    case "currentcolor", "windowtext", "initial": return .some(nil)
    case "transparent": return Color(red: 0, green: 0, blue: 0, alpha: 0)
    default: break
    }
    for case .color(let color) in CSSValueParser(Array(tokens), isSpaced: true).declarations(
      of: "color")
    {
      return color ?? Color(red: 0, green: 0, blue: 0, alpha: 0)
    }
    return nil
  }
}
