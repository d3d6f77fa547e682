internal import IARangeTree

extension IAString {
  /// A paragraph: its units, U+000A at its end included where it has one.
  public struct Paragraph: Hashable, Sendable {
    /// The units of the paragraph.
    public var utf16Range: Range<Int>
    /// How it is set.
    public var attributes: ParagraphAttributes
    /// Whether the paragraph ends with U+000A; only the last may lack it.
    public var isTerminated: Bool

    /// The units without the U+000A.
    public var contentRange: Range<Int> {
      utf16Range.lowerBound..<utf16Range.upperBound - (isTerminated ? 1 : 0)
    }
  }

  /// Returns the range of the paragraph that the unit at an offset belongs to.
  ///
  /// At the end of the text this is the last paragraph, which is empty after a final U+000A.
  ///
  /// - Complexity: O(log *n*).
  public func paragraphRange(at utf16Offset: Int) -> Range<Int> {
    let start = tree.lastLineBreak(before: utf16Offset).map { $0 + 1 } ?? 0
    let end = tree.firstLineBreak(from: utf16Offset).map { $0 + 1 } ?? utf16Count
    return start..<end
  }

  /// How the paragraph at an offset is set; at the end of the text, that of the last unit.
  public func paragraphAttributes(at utf16Offset: Int) -> ParagraphAttributes {
    paragraphTable[paragraphID(at: utf16Offset)]
  }

  /// The paragraphs that meet a range, whole, in order.
  ///
  /// An empty text has none.
  ///
  /// - Complexity: O(log *n* + length / 8 + runs) with the length of the paragraphs.
  public func paragraphs(in utf16Range: Range<Int>) -> [Paragraph] {
    let values = paragraphTable.values
    return numberedParagraphs(in: utf16Range).map {
      Paragraph(
        utf16Range: $0.utf16Range, attributes: values[Int($0.number)],
        isTerminated: $0.isTerminated)
    }
  }

  /// All paragraphs in order.
  public var paragraphs: [Paragraph] { paragraphs(in: utf16Range) }

  /// Sets whole paragraphs: all that meet the range.
  ///
  /// - Complexity: O(log *n*).
  public mutating func setParagraphAttributes(
    _ attributes: ParagraphAttributes, in utf16Range: Range<Int>
  ) {
    let whole = wholeParagraphs(around: utf16Range)
    paragraphRuns.set(paragraphTable.id(of: attributes), in: whole)
  }

  /// Changes one attribute of all paragraphs that meet the range and leaves the others as they are.
  ///
  /// - Complexity: O(log *n* + runs touched).
  public mutating func updateParagraphAttributes(
    in utf16Range: Range<Int>, _ update: (inout ParagraphAttributes) -> Void
  ) {
    let whole = wholeParagraphs(around: utf16Range)
    var at = whole.lowerBound
    for run in paragraphRuns.runs(in: whole) {
      var attributes = paragraphTable[run.value]
      update(&attributes)
      paragraphRuns.set(paragraphTable.id(of: attributes), in: at..<at + run.count)
      at += run.count
    }
  }

  /// The largest block id in use, 0 if there is none.
  ///
  /// Ids of paragraphs that were deleted since still count, so that no id is given twice.
  public var highestBlockID: Int {
    paragraphTable.values.reduce(0) { highest, attributes in
      attributes.blocks.reduce(highest) { max($0, $1.id) }
    }
  }

  func wholeParagraphs(around range: Range<Int>) -> Range<Int> {
    let first = paragraphRange(at: range.lowerBound)
    guard range.upperBound > first.upperBound else { return first }
    return first.lowerBound..<paragraphRange(at: range.upperBound - 1).upperBound
  }

  func paragraphID(at offset: Int) -> UInt32 {
    if offset < utf16Count { return paragraphRuns.value(at: offset) }
    return offset == 0 ? 0 : paragraphRuns.value(at: offset - 1)
  }
}
