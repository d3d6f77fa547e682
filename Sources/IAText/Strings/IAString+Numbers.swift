internal import IARangeTree

// Attribute sets by their numbers in the table of the string, for writers that do work once for each set instead of
// once for each run. A number is valid for one value of a string only: do not store numbers, and do not compare them
// between strings. The order of numbers has no meaning. Methods trap if a range is not within the text.
extension IAString {
  /// A run of equal attributes.
  public struct NumberedRun: Sendable {
    /// The end of the run in UTF-16 units; it starts at the end of the previous one.
    public var end: Int
    /// The number of the attributes.
    public var number: UInt32
  }

  /// A paragraph with the number of its attributes.
  public struct NumberedParagraph: Sendable {
    /// The units of the paragraph, including its U+000A.
    public var utf16Range: Range<Int>
    /// The number of the attributes.
    public var number: UInt32
    /// Whether it ends with U+000A.
    public var isTerminated: Bool
  }

  /// The sets of inline attributes by number; some may be unused.
  public var inlineSets: [InlineAttributes] { inlineTable.values }

  /// The sets of paragraph attributes by number; some may be unused.
  public var paragraphSets: [ParagraphAttributes] { paragraphTable.values }

  /// Calls `body` for each run of equal attributes in a range, clipped to it, in order.
  ///
  /// - Complexity: O(log *n* + *m*) in the leaves and runs of the range.
  public func forEachInlineRun(in utf16Range: Range<Int>, _ body: (NumberedRun) -> Void) {
    var end = utf16Range.lowerBound
    tree.forEachAttributeRun(in: utf16Range) { run in
      end += run.count
      body(NumberedRun(end: end, number: run.attribute))
      return true
    }
  }

  /// Calls `body` for each run of paragraphs with equal attributes, in order.
  ///
  /// - Complexity: O(*r*) in the runs.
  public func forEachParagraphRun(_ body: (NumberedRun) -> Void) {
    paragraphRuns.forEachRun(in: utf16Range) { range, number in
      body(NumberedRun(end: range.upperBound, number: number))
      return true
    }
  }

  /// Returns the paragraphs that intersect a range, unclipped, in order, with the numbers of their
  /// attributes.
  ///
  /// - Complexity: O(log *n* + *m* / 8 + *r*) in the units and runs of these paragraphs.
  public func numberedParagraphs(in utf16Range: Range<Int>) -> [NumberedParagraph] {
    guard !isEmpty else { return [] }
    let start = tree.lastLineBreak(before: utf16Range.lowerBound).map { $0 + 1 } ?? 0
    guard start < utf16Count else { return [] }
    // An empty range represents the paragraph around it.
    let lastUnit = max(utf16Range.upperBound - 1, start)
    let lineBreak = tree.firstLineBreak(from: lastUnit)
    let end = lineBreak.map { $0 + 1 } ?? utf16Count
    let breaks = tree.lineBreaks(in: start..<end)
    var found: [NumberedParagraph] = []
    found.reserveCapacity(breaks.count + 1)
    var at = start
    var next = 0
    paragraphRuns.forEachRun(in: start..<end) { run, number in
      while at < run.upperBound {
        let isTerminated = next < breaks.count
        let stop = isTerminated ? breaks[next] + 1 : end
        found.append(
          NumberedParagraph(utf16Range: at..<stop, number: number, isTerminated: isTerminated))
        at = stop
        next += 1
      }
      return true
    }
    return found
  }
}

extension IAString.Paragraph {
  /// Creates a paragraph from a numbered one and the attribute sets of its string.
  ///
  /// - Precondition: `sets` are the `paragraphSets` of the string that numbered it.
  public init(_ numbered: IAString.NumberedParagraph, of sets: [ParagraphAttributes]) {
    self.init(
      utf16Range: numbered.utf16Range, attributes: sets[Int(numbered.number)],
      isTerminated: numbered.isTerminated)
  }
}
