public import IABytes
public import IAText

/// A text with two sets of attributes: those of its author, and those with highlighting.
///
/// The rules never change the author's attributes. They are applied to a second string that shares memory with the
/// first. After an edit, the attributes of the changed lines are restored from the first string and the rules are
/// applied again.
///
/// The compiled rules and the highlighted string are cached. An edit invalidates the lines that it touches.
public struct HighlightedString: Sendable {
  /// The text as its author set it.
  public private(set) var source: IAString
  /// The text with its highlighting.
  public private(set) var shown: IAString
  /// The number of searches that were stopped because the pattern reached a limit on backtracking.
  public private(set) var abandonedSearches = 0

  private let rules: [HighlightRules.Rule]
  private let patterns: [Pattern]

  /// The longest line that is highlighted, in UTF-16 units; longer lines are not highlighted.
  public static let maximumLineLength = 1 << 16

  /// Creates the highlighted form of a text.
  ///
  /// - Throws: `InputError` with the code `highlighting.pattern` if a rule's pattern is invalid.
  /// - Complexity: O(*n*) times the number of rules.
  public init(_ string: IAString, rules: HighlightRules) throws(InputError) {
    source = string
    shown = string
    self.rules = rules.rules
    var patterns: [Pattern] = []
    for rule in rules.rules {
      patterns.append(try Pattern(rule.pattern, group: rule.group, at: rule.byteOffset))
    }
    self.patterns = patterns
    highlight(0..<string.utf16Count)
  }

  /// Performs an edit of the text, and highlights the lines that it touches.
  ///
  /// - Parameters:
  ///   - utf16Range: The range that the edit replaces or sets, in units of the text before it.
  ///   - change: The edit, which is applied to both strings and must be the same each time; within
  ///     the range, it may change the length.
  /// - Returns: The lines whose appearance may differ, in units of the text after the edit: the
  ///   lines of the start and of the end of the edit, and all between.
  /// - Complexity: O(log *n*) and the length of the lines touched, times the number of rules.
  @discardableResult
  public mutating func edit(
    _ utf16Range: Range<Int>, _ change: (inout IAString) -> Void
  ) -> Range<Int> {
    let before = source.utf16Count
    change(&source)
    change(&shown)
    let end = utf16Range.upperBound + source.utf16Count - before
    let lines = self.lines(touchedBy: utf16Range.lowerBound..<max(end, utf16Range.lowerBound))
    restore(lines)
    highlight(lines)
    return lines
  }

  /// Returns the range from the line of the start to the line of the end of a range.
  private func lines(touchedBy range: Range<Int>) -> Range<Int> {
    let count = source.utf16Count
    let first = source.paragraphRange(at: min(range.lowerBound, count))
    let last = source.paragraphRange(at: min(range.upperBound, count))
    return first.lowerBound..<max(first.upperBound, last.upperBound)
  }

  /// Restores the author's attributes in the shown text.
  private mutating func restore(_ range: Range<Int>) {
    for run in source.attributeRuns(in: range) {
      shown.setAttributes(run.attributes, in: run.utf16Range)
    }
  }

  private mutating func highlight(_ range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      let line = source.paragraphRange(at: start)
      if line.isEmpty { return }
      if line.count <= Self.maximumLineLength { highlightLine(line) }
      start = line.upperBound
    }
  }

  private mutating func highlightLine(_ line: Range<Int>) {
    var units = source.units(in: line)
    if units.last == 0x0A { units.removeLast() }
    guard !units.isEmpty else { return }
    for (index, rule) in rules.enumerated() {
      var places: [Range<Int>] = []
      let outcome = patterns[index].forEachMatch(in: units, group: rule.group) {
        places.append(line.lowerBound + $0.lowerBound..<line.lowerBound + $0.upperBound)
      }
      if outcome == .abandoned { abandonedSearches += 1 }
      for place in places {
        shown.updateAttributes(in: place) { $0 = $0.overridden(by: rule.attributes) }
      }
    }
  }
}
