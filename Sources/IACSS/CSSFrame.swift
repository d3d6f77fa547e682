package import IAText

/// A set of the sides of a box.
package struct CSSSides: OptionSet, Hashable {
  package let rawValue: UInt8

  /// Creates the set of a bit for each side: 1 for the top, 2, 4 and 8 clockwise after it.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let top = CSSSides(rawValue: 1)
  package static let right = CSSSides(rawValue: 2)
  package static let bottom = CSSSides(rawValue: 4)
  package static let left = CSSSides(rawValue: 8)
  package static let all: CSSSides = [.top, .right, .bottom, .left]

  /// The sides in the order of CSS.
  package static let order: [CSSSides] = [.top, .right, .bottom, .left]
}

/// A statement about the borders of a paragraph, or about the pages it is on.
package enum CSSFrameDeclaration: Equatable {
  case style(CSSSides, Border.Style)
  case width(CSSSides, CSSLength)
  case color(CSSSides, Color?)
  /// The space between border and text; whether it is one side's own property.
  case padding(CSSSides, CSSLength, isAlone: Bool)
  case keepTogether(Bool)
  case keepWithNext(Bool)
  case widowControl(Bool)
}

/// A statement about the drawing of characters.
package enum CSSEffect: Equatable {
  case outline(Bool)
  case shadow(Bool)
  case emphasis(InlineAttributes.EmphasisMark?)
  case emphasisBelow(Bool)
}

extension CSSValueParser {
  /// Returns what a property says about the borders of a paragraph, its pages, or the drawing of
  /// characters.
  package func frameDeclarations(of property: String) -> [CSSDeclaration] {
    switch property.utf8.first {
    case UInt8(ascii: "b"), UInt8(ascii: "p"), UInt8(ascii: "o"), UInt8(ascii: "w"):
      return boxDeclarations(of: property).map { .frame($0) }
    case UInt8(ascii: "t"), UInt8(ascii: "-"):
      return effects(of: property).map { .effect($0) }
    default: return []
    }
  }

  private func boxDeclarations(of property: String) -> [CSSFrameDeclaration] {
    switch property {
    case "border": return border(.all)
    case "border-top": return border(.top)
    case "border-right": return border(.right)
    case "border-bottom": return border(.bottom)
    case "border-left": return border(.left)
    case "border-style": return bySide(styles) { .style($0, $1) }
    case "border-width": return bySide(widths) { .width($0, $1) }
    case "border-color": return colors
    case "padding": return bySide(paddings) { .padding($0, $1, isAlone: false) }
    case "padding-top": return padding(.top)
    case "padding-right": return padding(.right)
    case "padding-bottom": return padding(.bottom)
    case "padding-left": return padding(.left)
    case "break-inside", "page-break-inside":
      return word == "avoid" || word == "avoid-page" || word == "auto"
        ? [.keepTogether(word != "auto")] : []
    case "break-after", "page-break-after":
      return word == "avoid" || word == "avoid-page" || word == "auto"
        ? [.keepWithNext(word != "auto")] : []
    case "widows", "orphans":
      guard case .number(let lines)? = tokens.first else { return [] }
      return [.widowControl(lines >= 2)]
    default: return longhand(property)
    }
  }

  /// Returns the declaration of a property such as `border-left-width`.
  private func longhand(_ property: String) -> [CSSFrameDeclaration] {
    let parts = property.split(separator: "-")
    guard parts.count == 3, parts[0] == "border" else { return [] }
    let side: CSSSides
    switch parts[1] {
    case "top": side = .top
    case "right": side = .right
    case "bottom": side = .bottom
    case "left": side = .left
    default: return []
    }
    switch parts[2] {
    case "style": return styles.first.map { [.style(side, $0)] } ?? []
    case "width": return widths.first.map { [.width(side, $0)] } ?? []
    case "color": return color(in: tokens).map { [.color(side, $0)] } ?? []
    default: return []
    }
  }

  /// Returns the declarations of the shorthand of some sides, which states all three values.
  private func border(_ sides: CSSSides) -> [CSSFrameDeclaration] {
    [
      .style(sides, styles.first ?? .none), .width(sides, widths.first ?? .points(2.25)),
      .color(sides, color(in: tokens) ?? nil),
    ]
  }

  /// The colours of the sides; if there is a function, the first one is that of all.
  private var colors: [CSSFrameDeclaration] {
    let isSimple = tokens.allSatisfy { token in
      switch token {
      case .hash, .identifier: true
      default: false
      }
    }
    guard isSimple, tokens.count > 1 else {
      return color(in: tokens).map { [.color(.all, $0)] } ?? []
    }
    return bySide(tokens.map { color(in: [$0]) ?? nil }) { .color($0, $1) }
  }

  private var styles: [Border.Style] {
    words.compactMap { word in
      switch word {
      case "none", "hidden": Border.Style.none
      case "solid", "groove", "ridge", "inset", "outset": .solid
      case "double": .double
      case "dotted": .dotted
      case "dashed", "dot-dash", "dot-dot-dash": .dashed
      default: nil
      }
    }
  }

  private var widths: [CSSLength] {
    tokens.compactMap { token in
      if let length = Self.length(token) { return length }
      guard case .identifier(let word) = token else { return nil }
      switch word.lowercased() {
      case "thin": return .points(0.75)
      case "medium": return .points(2.25)
      case "thick": return .points(3.75)
      default: return nil
      }
    }
  }

  private var paddings: [CSSLength] { tokens.compactMap { Self.length($0) } }

  private func padding(_ side: CSSSides) -> [CSSFrameDeclaration] {
    paddings.first.map { [.padding(side, $0, isAlone: true)] } ?? []
  }

  /// Returns a declaration for each side from one to four values, in the order of CSS.
  private func bySide<Value>(
    _ values: [Value], _ make: (CSSSides, Value) -> CSSFrameDeclaration
  ) -> [CSSFrameDeclaration] {
    switch values.count {
    case 1: [make(.all, values[0])]
    case 2: [make([.top, .bottom], values[0]), make([.right, .left], values[1])]
    case 3:
      [make(.top, values[0]), make([.right, .left], values[1]), make(.bottom, values[2])]
    case 4: zip(CSSSides.order, values).map { make($0, $1) }
    default: []
    }
  }

  private func effects(of property: String) -> [CSSEffect] {
    switch property {
    case "text-shadow":
      if word == "none" || word == "initial" { return [.shadow(false)] }
      return paddings.count >= 2 ? [.shadow(true)] : []
    case "text-stroke", "-webkit-text-stroke", "text-stroke-width", "-webkit-text-stroke-width":
      return widths.first.map { [.outline($0 != .points(0))] } ?? []
    case "text-emphasis", "text-emphasis-style", "-webkit-text-emphasis",
      "-webkit-text-emphasis-style":
      return emphasis
    case "text-emphasis-position", "-webkit-text-emphasis-position":
      return [.emphasisBelow(words.contains("under"))]
    default: return []
    }
  }

  private var emphasis: [CSSEffect] {
    if tokens.contains(where: { if case .string = $0 { true } else { false } }) {
      return [.emphasis(.dot)]
    }
    for word in words {
      switch word {
      case "none": return [.emphasis(nil)]
      case "dot": return [.emphasis(.dot)]
      case "circle", "double-circle": return [.emphasis(.circle)]
      case "sesame": return [.emphasis(.comma)]
      case "triangle": return [.emphasis(.dot)]
      default: continue
      }
    }
    return words.contains("filled") || words.contains("open") ? [.emphasis(.circle)] : []
  }
}
