internal import IAText

/// A declaration about the box of a table, row or cell.
enum CSSCellDeclaration: Equatable {
  /// The sides of a box.
  struct Sides: OptionSet, Hashable {
    let rawValue: UInt8
    static let top = Sides(rawValue: 1)
    static let right = Sides(rawValue: 2)
    static let bottom = Sides(rawValue: 4)
    static let left = Sides(rawValue: 8)
    static let all: Sides = [.top, .right, .bottom, .left]
  }

  case borderStyle(Sides, Border.Style?)
  case borderWidth(Sides, CSSLength)
  /// The colour of borders; `nil` for that of the text.
  case borderColor(Sides, Color?)
  case padding(Sides, CSSLength)
  /// Whether margins share the remaining width.
  case autoMargin(Sides, Bool)
  case verticalAlignment(Block.TableCell.VerticalAlignment?)
  /// The width of all borders of a table in a page of this suite.
  case gridWidth(CSSLength)
  case height(CSSLength)
  case exactHeight
  /// A share of the available width.
  case width(Double)
}

/// Parses the properties of boxes of tables, rows and cells.
struct CSSCellParser {
  private let tokens: [CSSToken]

  /// Creates a parser of a value without white space.
  init(_ tokens: [CSSToken]) { self.tokens = tokens }

  private typealias Sides = CSSCellDeclaration.Sides

  private static let sides: [Substring: Sides] = [
    "top": .top, "right": .right, "bottom": .bottom, "left": .left, "block-start": .top,
    "inline-end": .right, "block-end": .bottom, "inline-start": .left,
    "block": [.top, .bottom], "inline": [.left, .right],
  ]

  /// Returns the declarations of a property; none for another one or an unknown value.
  func declarations(of property: String) -> [CSSCellDeclaration] {
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
    let order: [Sides] = [.top, .right, .bottom, .left]
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
    _ owner: Substring, _ part: Substring, _ tokens: ArraySlice<CSSToken>, _ sides: Sides
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
  private func border(_ sides: Sides) -> [CSSCellDeclaration] {
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

/// The statements of an element of a table about its box.
struct CellStyle: Hashable {
  /// A border in its parts; `nil` for a part about which nothing is said.
  struct Side: Hashable {
    var style: Border.Style?
    /// Whether a style is said, also that there is no border.
    var isSaid = false
    var width = 2.25
    var color: Color?

    /// The border; `nil` for none.
    var border: Border? {
      guard let style, isSaid else { return nil }
      guard style != .none else { return Border.none }
      let width = min(max(StyleBuilder.rounded(width), 0), Border.widths.upperBound)
      return width > 0 && color?.alpha != 0 ? Border(style, width: width, color: color) : nil
    }
  }

  var top = Side()
  var right = Side()
  var bottom = Side()
  var left = Side()
  var padding = Sides<Double>()
  var verticalAlignment: Block.TableCell.VerticalAlignment?
  /// The width of all borders of a table, in points.
  var grid: Double?
  /// The height in points.
  var height: Double?
  var isHeightExact = false
  /// The width in percent.
  var percent: Double?
  /// The sides whose margins share the remaining width.
  var autoMargins: CSSCellDeclaration.Sides = []

  /// The borders of the sides.
  var borders: Sides<Border> {
    Sides(top: top.border, right: right.border, bottom: bottom.border, left: left.border)
  }

  /// The borders as a page of this suite says them: a side without one states so.
  var ownBorders: Sides<Border> {
    func own(_ side: Side) -> Border? { side.border ?? (side.isSaid ? Border.none : nil) }
    return Sides(top: own(top), right: own(right), bottom: own(bottom), left: own(left))
  }

  /// Whether something is said about the border of any side.
  var saysBorders: Bool { top.isSaid || right.isSaid || bottom.isSaid || left.isSaid }

  /// Applies a declaration.
  mutating func apply(_ declaration: CSSCellDeclaration, _ lengths: CSSLengthRules) {
    switch declaration {
    case .borderStyle(let sides, let style):
      change(sides) {
        $0.style = style
        $0.isSaid = true
      }
    case .borderWidth(let sides, let length):
      guard let points = length.points(em: lengths.em) else { return }
      change(sides) { $0.width = points }
    case .borderColor(let sides, let color): change(sides) { $0.color = color }
    case .padding(let sides, let length):
      guard let points = lengths.points(length) else { return }
      let value = min(max(StyleBuilder.rounded(points), 0), 1_000)
      if sides.contains(.top) { padding.top = value }
      if sides.contains(.right) { padding.right = value }
      if sides.contains(.bottom) { padding.bottom = value }
      if sides.contains(.left) { padding.left = value }
    case .autoMargin(let sides, let isAuto):
      autoMargins = isAuto ? autoMargins.union(sides) : autoMargins.subtracting(sides)
    case .verticalAlignment(let alignment): verticalAlignment = alignment
    case .gridWidth(let length): grid = length.points(em: lengths.em)
    case .height(let length):
      height = lengths.points(length).map { min(max(StyleBuilder.rounded($0), 0), 16_384) }
    case .exactHeight: isHeightExact = true
    case .width(let share): percent = min(max(StyleBuilder.rounded(share), 0), 1_000)
    }
  }

  private mutating func change(
    _ sides: CSSCellDeclaration.Sides, _ change: (inout Side) -> Void
  ) {
    if sides.contains(.top) { change(&top) }
    if sides.contains(.right) { change(&right) }
    if sides.contains(.bottom) { change(&bottom) }
    if sides.contains(.left) { change(&left) }
  }
}
