package import IAText

/// A declaration about the box of a table, row or cell, apart from its borders.
package enum CSSCellDeclaration: Equatable {
  /// Whether margins share the remaining width.
  case autoMargin(CSSSides, Bool)
  case verticalAlignment(Block.TableCell.VerticalAlignment?)
  /// The width of all borders of a table in a page of this suite.
  case gridWidth(CSSLength)
  case height(CSSLength)
  case exactHeight
  /// A share of the available width; `nil` for another width.
  case width(Double?)
}

extension CSSValueParser {
  /// Returns what a property says about the box of a table, row or cell, apart from its borders.
  func cellDeclarations(of property: String) -> [CSSCellDeclaration] {
    switch property {
    case "vertical-align": return verticalAlignment
    case "height": return tokens.first.flatMap(Self.length).map { [.height($0)] } ?? []
    case "--ia-border":
      return tokens.first.flatMap(CSSBorderParser.width).map { [.gridWidth($0)] } ?? []
    case "--ia-height": return word == "exact" ? [.exactHeight] : []
    case "width":
      if case .percentage(let share)? = tokens.first { return [.width(share)] }
      return word == "auto" || tokens.first.flatMap(Self.length) != nil ? [.width(nil)] : []
    case "margin": return autoMargins
    case "margin-inline": return [.autoMargin([.left, .right], word == "auto")]
    case "margin-left", "margin-inline-start": return [.autoMargin(.left, word == "auto")]
    case "margin-right", "margin-inline-end": return [.autoMargin(.right, word == "auto")]
    default: return []
    }
  }

  /// The margins of the left and the right side that `margin` with one to four values states.
  private var autoMargins: [CSSCellDeclaration] {
    guard (1...4).contains(tokens.count) else { return [] }
    let right = tokens[tokens.count > 1 ? 1 : 0]
    let left = tokens.count > 3 ? tokens[3] : right
    func isAuto(_ token: CSSToken) -> Bool {
      if case .identifier(let word) = token { word.lowercased() == "auto" } else { false }
    }
    return [.autoMargin(.left, isAuto(left)), .autoMargin(.right, isAuto(right))]
  }

  private var verticalAlignment: [CSSCellDeclaration] {
    switch word {
    // Text at a common baseline is at the top, unless its sizes differ.
    case "top", "text-top", "baseline", "initial": [.verticalAlignment(.top)]
    case "middle": [.verticalAlignment(.center)]
    case "bottom", "text-bottom": [.verticalAlignment(.bottom)]
    default: []
    }
  }
}
