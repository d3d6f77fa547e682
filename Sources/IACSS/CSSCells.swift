package import IAText

/// A declaration about the box of a table, row or cell.
package enum CSSCellDeclaration: Equatable {
  case borderStyle(CSSSides, Border.Style?)
  case borderWidth(CSSSides, CSSLength)
  /// The colour of borders; `nil` for that of the text.
  case borderColor(CSSSides, Color?)
  case padding(CSSSides, CSSLength)
  /// Whether margins share the remaining width.
  case autoMargin(CSSSides, Bool)
  case verticalAlignment(Block.TableCell.VerticalAlignment?)
  /// The width of all borders of a table in a page of this suite.
  case gridWidth(CSSLength)
  case height(CSSLength)
  case exactHeight
  /// A share of the available width.
  case width(Double)
}

/// Parses the properties of boxes of tables, rows and cells.
package struct CSSCellParser {
  private let tokens: [CSSToken]

  /// Creates a parser of a value without white space.
  package init(_ tokens: [CSSToken]) { self.tokens = tokens }

  private static let sides: [Substring: CSSSides] = [
    "top": .top, "right": .right, "bottom": .bottom, "left": .left, "block-start": .top,
    "inline-end": .right, "block-end": .bottom, "inline-start": .left,
    "block": [.top, .bottom], "inline": [.left, .right],
  ]

  /// Returns the declarations of a property; none for another one or an unknown value.
  package func declarations(of property: String) -> [CSSCellDeclaration] {
    switch property {
    case "vertical-align": return verticalAlignment()
    case "height": return tokens.first.flatMap(CSSValueParser.length).map { [.height($0)] } ?? []
    case "--ia-border": return tokens.first.flatMap(width).map { [.gridWidth($0)] } ?? []
    case "--ia-padding": return boxed("padding", "")
    case "--ia-height": return word(tokens.first) == "exact" ? [.exactHeight] : []
    case "width":
      if case .percentage(let share)? = tokens.first { return [.width(share)] }
      return []
    default: break
    }
    let parts = property.split(separator: "-", maxSplits: 1)
    guard let owner = parts.first, ["border", "padding", "margin"].contains(owner) else {
      return []
    }
    var rest = parts.count > 1 ? parts[1] : ""
    var part: Substring = ""
    if owner == "border" {
      for name in ["style", "width", "color"] as [Substring]
      where rest == name || rest.hasSuffix("-" + name) {
        part = name
        rest = rest.dropLast(min(name.count + 1, rest.count))
      }
    }
    if rest.isEmpty { return boxed(owner, part) }
    guard let sides = Self.sides[rest] else { return [] }
    return owner == "border" && part.isEmpty
      ? border(sides) : value(owner, part, tokens[...], sides)
  }

  /// Returns the declarations of a property for all sides, with one to four values.
  private func boxed(_ owner: Substring, _ part: Substring) -> [CSSCellDeclaration] {
    if owner == "border", part.isEmpty { return border(.all) }
    let values = values()
    guard (1...4).contains(values.count) else { return [] }
    let order = CSSSides.order
    let places = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]][values.count - 1]
    if values.count == 1 { return value(owner, part, values[0], .all) }
    return order.indices.flatMap { value(owner, part, values[places[$0]], order[$0]) }
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
    _ owner: Substring, _ part: Substring, _ tokens: ArraySlice<CSSToken>, _ sides: CSSSides
  ) -> [CSSCellDeclaration] {
    guard let token = tokens.first else { return [] }
    switch (owner, part) {
    case ("padding", _):
      return CSSValueParser.length(token).map { [.padding(sides, $0)] } ?? []
    case ("margin", _): return [.autoMargin(sides, word(token) == "auto")]
    case (_, "style"): return style(token).map { [.borderStyle(sides, $0)] } ?? []
    case (_, "width"): return width(token).map { [.borderWidth(sides, $0)] } ?? []
    default: return color(tokens).map { [.borderColor(sides, $0)] } ?? []
    }
  }

  /// Returns the declarations of `border` or a side: what is not given has its initial value.
  private func border(_ sides: CSSSides) -> [CSSCellDeclaration] {
    var found = (style: Border.Style?.none, width: CSSLength.points(2.25), color: Color?.none)
    var isKnown = false
    for value in values() {
      guard let token = value.first else { continue }
      if let style = style(token) {
        found.style = style
      } else if let width = width(token) {
        found.width = width
      } else if let color = color(value) {
        found.color = color
      } else {
        continue
      }
      isKnown = true
    }
    guard isKnown else { return [] }
    return [
      .borderStyle(sides, found.style), .borderWidth(sides, found.width),
      .borderColor(sides, found.color),
    ]
  }

  private func word(_ token: CSSToken?) -> String {
    if case .identifier(let word)? = token { return word.lowercased() }
    return ""
  }

  /// Returns the style of a border, `.some(nil)` for none, or `nil` for another token; `hidden` is
  /// the statement that there is none.
  private func style(_ token: CSSToken) -> Border.Style?? {
    switch word(token) {
    case "none": .some(nil)
    case "hidden": Border.Style.none
    case "solid", "groove", "ridge", "inset", "outset": .solid
    case "double": .double
    case "dotted": .dotted
    case "dashed": .dashed
    default: nil
    }
  }

  private func width(_ token: CSSToken) -> CSSLength? {
    switch word(token) {
    case "thin": .points(0.75)
    case "medium": .points(2.25)
    case "thick": .points(3.75)
    default: CSSValueParser.length(token)
    }
  }

  /// Returns a colour, `.some(nil)` for that of the text, or `nil` for another value.
  private func color(_ tokens: ArraySlice<CSSToken>) -> Color?? {
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

  private func verticalAlignment() -> [CSSCellDeclaration] {
    switch word(tokens.first) {
    case "top", "text-top": [.verticalAlignment(.top)]
    case "middle": [.verticalAlignment(.center)]
    case "bottom", "text-bottom": [.verticalAlignment(.bottom)]
    case "baseline", "initial": [.verticalAlignment(nil)]
    default: []
    }
  }
}
