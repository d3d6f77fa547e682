internal import IACSS
internal import IAText

extension TabStopCSS {
  /// Returns the value of `--ia-tab-stops` for the first `maxCount` tab stops, or `nil` if there
  /// are none.
  static func value(of stops: [ParagraphAttributes.TabStop]) -> String? {
    let parts = stops.prefix(maxCount).compactMap { stop -> String? in
      guard let position = CSSText.points(stop.position, in: positions) else { return nil }
      let kind = stop.kind == .left ? "" : stop.kind.rawValue + " "
      return kind + (stop.leader.map { $0.rawValue + " " } ?? "") + position
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Returns whether the value represents all tab stops exactly.
  static func isExact(_ stops: [ParagraphAttributes.TabStop]) -> Bool {
    stops.count <= maxCount && stops.allSatisfy { CSSText.isExact($0.position, in: positions) }
  }
}
