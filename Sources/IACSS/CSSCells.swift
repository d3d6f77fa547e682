package import IAText

/// A declaration for the box of a table, row or cell, except for its borders.
package enum CSSCellDeclaration: Equatable {
  /// Whether the margins of the sides are `auto`, so that they share the remaining width.
  case autoMargin(CSSSides, Bool)
  case verticalAlignment(Block.TableCell.VerticalAlignment?)
  /// The width of all borders of a table: `--ia-border`, which this suite writes.
  case gridWidth(CSSLength)
  case height(CSSLength)
  case exactHeight
  /// The width as a percentage of the available width; `nil` for `auto` and lengths.
  case width(Double?)
}

extension CSSValueParser {
  /// Returns the declarations of a property for the box of a table, row or cell, except for its
  /// borders.
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
    // Text on a common baseline is at the top if all text of the row has one size.
    case "top", "text-top", "baseline", "initial": [.verticalAlignment(.top)]
    case "middle": [.verticalAlignment(.center)]
    case "bottom", "text-bottom": [.verticalAlignment(.bottom)]
    default: []
    }
  }
}
