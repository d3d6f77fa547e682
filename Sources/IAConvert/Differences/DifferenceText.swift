public import IAText

/// The differences between two documents as lines of readable text.
///
/// Lines are paragraphs of the first document, counted from 1.
public struct DifferenceText: Sendable {
  private let left: IAString
  private let right: IAString
  /// The paragraphs of the first text.
  private let paragraphs: [Range<Int>]
  /// Whether the last paragraph has no terminator.
  private let endsOpen: Bool
  /// The number of columns for excerpts.
  private let columns: Int
  /// The number of colours of the terminal; 0 for text without colours.
  private let colors: Int

  /// Creates the lines of two texts.
  public init(_ left: IAString, _ right: IAString, columns: Int = 80, colors: Int = 0) {
    self.left = left
    self.right = right
    paragraphs = left.paragraphs.map(\.utf16Range)
    endsOpen = paragraphs.last.map { $0.isEmpty || left.text(in: $0).last != "\n" } ?? false
    self.columns = max(columns, 40)
    self.colors = colors
  }

  /// Returns the lines of a difference.
  ///
  /// Each paragraph with changed text has one line with the removed and the added words, and each other change has one
  /// line. Below a change of intensities, bars show the former and the new intensities.
  public func lines(of difference: DocumentDifference) -> [String] {
    var lines: [String] = []
    var rest = difference.changes[...]
    while let change = rest.first {
      if change.kind == .text, let line = change.left.map({ paragraphIndex(of: $0.lowerBound) }) {
        let group = rest.prefix {
          $0.kind == .text && $0.left.map { paragraphIndex(of: $0.lowerBound) } == line
        }
        lines += [label(line + 1) + changedText(group)]
        rest = rest.dropFirst(group.count)
      } else {
        lines += describe(change)
        rest.removeFirst()
      }
    }
    if difference.isCutShort {
      lines.append("the texts have too little in common to compare them in full")
    }
    if !difference.isEqual, lines.isEmpty { lines.append("different in canonical form alone") }
    return lines
  }

  /// Returns the words that were removed and added in one paragraph, with the text around them:
  /// `The quick [-brown-]{+red+} fox`.
  private func changedText(_ changes: ArraySlice<DocumentDifference.Change>) -> String {
    var text = ""
    var end: Int?
    // The paragraph of the last change: the rest of its text is the context after the change.
    var last = paragraphs.count
    for change in changes {
      guard let range = change.left else { continue }
      text += context(from: end, to: range.lowerBound, paragraphIndex(of: range.lowerBound))
      text += removed(change.from) + added(change.to)
      end = range.upperBound
      // After an inserted terminator, the rest of the paragraph is not in the same line.
      let endsLine = range.isEmpty && change.to.hasSuffix("\n")
      last = endsLine ? paragraphs.count : paragraphIndex(of: range.last ?? range.lowerBound)
    }
    return text + context(from: end, to: nil, last)
  }

  /// Returns the text between two changes, or beside the first or last one, shortened with `…`.
  ///
  /// - Parameter index: The index of the paragraph.
  private func context(from start: Int?, to end: Int?, _ index: Int) -> String {
    guard index < paragraphs.count else { return "" }
    let paragraph = paragraphs[index]
    let lower = start ?? paragraph.lowerBound
    let upper = max(end ?? paragraph.upperBound, lower)
    guard upper - lower > 2 * Self.contextCount else {
      return HarmlessText.escape(left.text(in: lower..<upper).filter { $0 != "\n" })
    }
    let head = start == nil ? "" : excerptOfUnits(lower..<lower + Self.contextCount)
    let tail = end == nil ? "" : excerptOfUnits(upper - Self.contextCount..<upper)
    return head + " … " + tail
  }

  private func excerptOfUnits(_ range: Range<Int>) -> String {
    HarmlessText.escape(left.text(in: range).filter { $0 != "\n" })
  }

  private func removed(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let words = excerpt(text.replacing("\n", with: "¶"), columns * 4)
    return colors > 0 ? "\u{1B}[31;9m\(words)\u{1B}[0m" : "[-\(words)-]"
  }

  private func added(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let words = excerpt(text.replacing("\n", with: "¶"), columns * 4)
    return colors > 0 ? "\u{1B}[32;4m\(words)\u{1B}[0m" : "{+\(words)+}"
  }

  /// The maximum number of UTF-16 units of context on each side of a change.
  private static let contextCount = 32

  private func label(_ line: Int) -> String { "line \(line): " }

  /// Returns the index of the paragraph that contains a unit.
  ///
  /// For the offset at the end of the text, the result is the index of the last paragraph if that has no terminator,
  /// and otherwise the number of paragraphs.
  ///
  /// - Complexity: O(log *paragraphs*).
  private func paragraphIndex(of offset: Int) -> Int {
    var (low, high) = (0, paragraphs.count)
    while low < high {
      let middle = (low + high) / 2
      if paragraphs[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return endsOpen ? min(low, paragraphs.count - 1) : low
  }

  private func describe(_ change: DocumentDifference.Change) -> [String] {
    switch change.kind {
    case .text:
      return [place(change) + removed(change.from) + added(change.to)]
    case .intensity:
      let words = "\(place(change))intensity \(change.from) → \(change.to): \(quoted(change))"
      guard let here = change.left, let there = change.right else { return [words] }
      let heat = IntensityHeat(columns: columns - 2, colors: colors)
      return [words, "- " + heat.line(left, here), "+ " + heat.line(right, there)]
    case .inline, .paragraph, .block, .attachment:
      let name = change.kind == .attachment ? "attachment \(change.name)" : change.name
      return ["\(place(change))\(name) \(values(change)): \(quoted(change))"]
    case .bookmark:
      return ["bookmark \(HarmlessText.escape(change.name)) \(values(change))"]
    case .metadata, .option:
      return ["\(HarmlessText.escape(change.name)) \(values(change))"]
    }
  }

  private func values(_ change: DocumentDifference.Change) -> String {
    excerpt(change.from, columns) + " → " + excerpt(change.to, columns)
  }

  /// Returns the line and the UTF-16 units of the first document: `line 2, units 12 to 17: `.
  private func place(_ change: DocumentDifference.Change) -> String {
    guard let range = change.left else { return "" }
    let line = "line \(paragraphIndex(of: range.lowerBound) + 1)"
    switch range.count {
    case 0: return line + ": "
    case 1: return line + ", unit \(range.lowerBound): "
    default: return line + ", units \(range.lowerBound) to \(range.upperBound - 1): "
    }
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
}

/// Intensities as a line of bars: one for each UTF-16 unit, or one for several units if there are not enough columns.
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
