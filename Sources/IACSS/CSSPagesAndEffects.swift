package import IAText

/// A declaration that controls page breaks in and after a paragraph.
package enum CSSPageDeclaration: Equatable {
  case keepTogether(Bool)
  case keepWithNext(Bool)
  case widowControl(Bool)
}

/// A declaration of a text effect.
package enum CSSEffect: Equatable {
  case outline(Bool)
  case shadow(Bool)
  case emphasis(InlineAttributes.EmphasisMark?)
  case emphasisBelow(Bool)
}

extension CSSEffect {
  /// The values that this suite writes for effects.
  private static let writtenShadow: [CSSToken] = [
    .dimension(0.06, unit: "em"), .dimension(0.06, unit: "em"), .dimension(0.08, unit: "em"),
    .hash("0006"),
  ]
  private static let writtenOutline: [CSSToken] = [.dimension(0.04, unit: "em")]
  /// The words of the marks that the model has; a filled circle or an open dot is another mark.
  private static let marks: Set<Set<String>> = [
    ["dot"], ["filled", "dot"], ["sesame"], ["filled", "sesame"], ["open", "circle"], ["open"],
  ]

  /// Returns whether a value states details that the effect does not keep: a colour, sizes, or
  /// another mark.
  func isApproximate(for value: [CSSToken]) -> Bool {
    switch self {
    case .shadow(true): value != Self.writtenShadow
    case .outline(true): value != Self.writtenOutline
    case .emphasis(_?):
      !Self.marks.contains(Set(CSSValueParser(value, isSpaced: true).words))
        || !value.allSatisfy { if case .identifier = $0 { true } else { false } }
    default: false
    }
  }
}

extension CSSValueParser {
  /// Returns the page break declarations of a property.
  func pageDeclarations(of property: String) -> [CSSPageDeclaration] {
    switch property {
    case "break-inside", "page-break-inside": return avoids.map { [.keepTogether($0)] } ?? []
    case "break-after", "page-break-after": return avoids.map { [.keepWithNext($0)] } ?? []
    case "widows", "orphans":
      guard case .number(let lines)? = tokens.first else { return [] }
      return [.widowControl(lines >= 2)]
    default: return []
    }
  }

  /// Whether the value avoids a break; `nil` for values other than `avoid`, `avoid-page` and
  /// `auto`.
  private var avoids: Bool? {
    switch word {
    case "avoid", "avoid-page": true
    case "auto": false
    default: nil
    }
  }

  /// Returns the text effects of a property.
  func effects(of property: String) -> [CSSEffect] {
    switch property {
    case "text-shadow":
      if word == "none" || word == "initial" { return [.shadow(false)] }
      return tokens.count { Self.length($0) != nil } >= 2 ? [.shadow(true)] : []
    case "text-stroke", "-webkit-text-stroke", "text-stroke-width", "-webkit-text-stroke-width":
      let width = tokens.lazy.compactMap(CSSBorderParser.width).first
      return width.map { [.outline($0 != .points(0))] } ?? []
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
