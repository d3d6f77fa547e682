public import IAText

/// Formats the differences of two documents as text.
public struct DifferenceText: Sendable {
  private let left: IAString
  private let right: IAString
  /// The largest number of columns in a line.
  private let columns: Int
  /// The number of colours of the terminal; 0 for no colour.
  private let colors: Int

  /// Creates the formatting for two texts.
  public init(_ left: IAString, _ right: IAString, columns: Int = 80, colors: Int = 0) {
    self.left = left
    self.right = right
    self.columns = max(columns, 40)
    self.colors = colors
  }

  /// Returns one or two lines for each change; a change of intensities is followed by bars for both
  /// sides.
  public func lines(of difference: DocumentDifference) -> [String] {
    var lines = difference.changes.flatMap { describe($0) }
    if difference.isCutShort {
      lines.append("the texts have too little in common to compare them in full")
    }
    if !difference.isEqual, lines.isEmpty { lines.append("different in canonical form alone") }
    return lines
  }

  private func describe(_ change: DocumentDifference.Change) -> [String] {
    switch change.kind {
    case .text:
      return [
        place(change) + ": text",
        change.from.isEmpty ? nil : painted("- " + excerpt(change.from, columns - 2), red: true),
        change.to.isEmpty ? nil : painted("+ " + excerpt(change.to, columns - 2), red: false),
      ].compactMap(\.self)
    case .intensity:
      let words = "\(place(change)): intensity \(change.from) → \(change.to): \(quoted(change))"
      guard let here = change.left, let there = change.right else { return [words] }
      let heat = IntensityHeat(columns: columns - 2, colors: colors)
      return [words, "- " + heat.line(left, here), "+ " + heat.line(right, there)]
    case .inline, .paragraph, .block, .attachment:
      let name = change.kind == .attachment ? "attachment \(change.name)" : change.name
      return ["\(place(change)): \(name) \(values(change)): \(quoted(change))"]
    case .bookmark:
      return ["bookmark \(HarmlessText.escape(change.name)) \(values(change))"]
    case .metadata, .option:
      return ["\(HarmlessText.escape(change.name)) \(values(change))"]
    }
  }

  private func values(_ change: DocumentDifference.Change) -> String {
    excerpt(change.from, columns) + " → " + excerpt(change.to, columns)
  }

  /// Returns the range in the first document: `12…18`, or `12` for an empty range.
  private func place(_ change: DocumentDifference.Change) -> String {
    guard let range = change.left else { return "-" }
    return range.isEmpty
      ? "\(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
  }

  private func quoted(_ change: DocumentDifference.Change) -> String {
    guard let range = change.left else { return "" }
    let end = min(range.upperBound, range.lowerBound + columns)
    let isCut = end < range.upperBound
    return "\"" + excerpt(left.text(in: range.lowerBound..<end), columns / 2)
      + (isCut ? "…" : "") + "\""
  }

  private func excerpt(_ text: String, _ width: Int) -> String {
    let shown = HarmlessText.escape(String(text.prefix(width + 1)))
    return shown.count > width ? shown.prefix(max(width - 1, 1)) + "…" : shown
  }

  private func painted(_ line: String, red: Bool) -> String {
    colors > 0 ? "\u{1B}[\(red ? 31 : 32)m\(line)\u{1B}[0m" : line
  }
}

/// Intensities as a line of bars: one for each unit, or one for several units if the columns do not
/// suffice.
struct IntensityHeat {
  var columns: Int
  var colors: Int

  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  func line(_ string: IAString, _ range: Range<Int>) -> String {
    let chart = IntensityChart(columns: columns, colors: colors)
    let count = min(range.count, columns)
    return (0..<count).map { column in
      let start = range.lowerBound + range.count * column / count
      let end = range.lowerBound + range.count * (column + 1) / count
      let mean = string.meanIntensity(in: start..<end)
      let bar = Self.bars[min(Int(mean * 8 / 100), 7)]
      return chart.painted(bar, intensity: Int(mean))
    }.joined()
  }
}
