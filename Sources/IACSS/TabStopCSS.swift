package import IAText

/// Tab stops as the value of `--ia-tab-stops`, as in `36pt center 108pt right dots 216pt`.
package enum TabStopCSS {
  /// The maximum number of tab stops of a paragraph.
  package static let maxCount = 64
  /// The range of the positions of tab stops in points; others are clamped.
  package static let positions = -10_000.0...10_000.0

  /// Returns the tab stops of a value, at most `maxCount`; each position ends the description of
  /// one tab stop.
  package static func tabStops(in tokens: [CSSToken]) -> [ParagraphAttributes.TabStop] {
    var stops: [ParagraphAttributes.TabStop] = []
    var next = ParagraphAttributes.TabStop(0)
    for token in tokens {
      if case .identifier(let word) = token {
        next.kind = ParagraphAttributes.TabStop.Kind(rawValue: word) ?? next.kind
        next.leader = ParagraphAttributes.TabStop.Leader(rawValue: word) ?? next.leader
      } else if case .points(let points)? = CSSValueParser.length(token) {
        next.position = CSSLengthRules.exact(
          min(max(points, positions.lowerBound), positions.upperBound))
        stops.append(next)
        if stops.count == maxCount { break }
        next = ParagraphAttributes.TabStop(0)
      }
    }
    return stops
  }
}
