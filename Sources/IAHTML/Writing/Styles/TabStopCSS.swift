internal import IAText

/// Tab stops as the value of `--ia-tab-stops`, as in `36pt center 108pt right dots 216pt`.
enum TabStopCSS {
  /// The maximum number of tab stops of a paragraph.
  static let maxCount = 64
  /// The positions of tab stops, in points.
  static let positions = -10_000.0...10_000.0

  /// Returns the value for the first tab stops, or `nil` if there are none.
  static func value(of stops: [ParagraphAttributes.TabStop]) -> String? {
    let parts = stops.prefix(maxCount).compactMap { stop -> String? in
      guard let position = CSSText.points(stop.position, in: positions) else { return nil }
      let kind = stop.kind == .left ? "" : stop.kind.rawValue + " "
      return kind + (stop.leader.map { $0.rawValue + " " } ?? "") + position
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Returns whether the value states all of some tab stops as they are.
  static func isExact(_ stops: [ParagraphAttributes.TabStop]) -> Bool {
    stops.count <= maxCount && stops.allSatisfy { CSSText.isExact($0.position, in: positions) }
  }

  /// Returns the tab stops of a value; each position ends one.
  static func tabStops(in tokens: [CSSToken]) -> [ParagraphAttributes.TabStop] {
    var stops: [ParagraphAttributes.TabStop] = []
    var next = ParagraphAttributes.TabStop(0)
    for token in tokens {
      if case .identifier(let word) = token {
        next.kind = ParagraphAttributes.TabStop.Kind(rawValue: word) ?? next.kind
        next.leader = ParagraphAttributes.TabStop.Leader(rawValue: word) ?? next.leader
      } else if case .points(let points)? = CSSValueParser.length(token) {
        next.position = StyleBuilder.rounded(
          min(max(points, positions.lowerBound), positions.upperBound))
        stops.append(next)
        if stops.count == maxCount { break }
        next = ParagraphAttributes.TabStop(0)
      }
    }
    return stops
  }
}
