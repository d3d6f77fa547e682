internal import IARangeTree

extension IAString {
  /// A paragraph: its units, including U+000A at its end if there is one.
  public struct Paragraph: Hashable, Sendable {
    /// The units of the paragraph.
    public var utf16Range: Range<Int>
    /// The attributes of the paragraph.
    public var attributes: ParagraphAttributes
    /// Whether the paragraph ends with U+000A; false only for the last one.
    public var isTerminated: Bool

    /// The units without the final U+000A.
    public var contentRange: Range<Int> {
      utf16Range.lowerBound..<utf16Range.upperBound - (isTerminated ? 1 : 0)
    }
  }

  /// Returns the range of the paragraph that contains the unit at an offset.
  ///
  /// At the end of the text this is the last paragraph, which is empty after a final U+000A.
  ///
  /// - Complexity: O(log *n*).
  public func paragraphRange(at utf16Offset: Int) -> Range<Int> {
    let start = tree.lastLineBreak(before: utf16Offset).map { $0 + 1 } ?? 0
    let end = tree.firstLineBreak(from: utf16Offset).map { $0 + 1 } ?? utf16Count
    return start..<end
  }

  /// Returns the attributes of the paragraph at an offset; at the end of the text, those of the
  /// last unit.
  ///
  /// - Complexity: O(log *n*).
  public func paragraphAttributes(at utf16Offset: Int) -> ParagraphAttributes {
    paragraphTable[paragraphID(at: utf16Offset)]
  }

  /// Returns the paragraphs that intersect a range, unclipped, in order; empty for an empty text.
  ///
  /// - Complexity: O(log *n* + *m* / 8 + *r*) in the units and runs of these paragraphs.
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

  /// Sets the attributes of all paragraphs that intersect a range.
  ///
  /// - Complexity: O(log *n*).
  public mutating func setParagraphAttributes(
    _ attributes: ParagraphAttributes, in utf16Range: Range<Int>
  ) {
    let whole = wholeParagraphs(around: utf16Range)
    paragraphRuns.set(paragraphTable.id(of: attributes), in: whole)
  }

  /// Changes some attributes of all paragraphs that intersect a range and keeps the others.
  ///
  /// - Complexity: O(log *n* + *r*) in the runs of these paragraphs.
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

  /// The largest block id in use, or 0 if there is none.
  ///
  /// Ids of deleted paragraphs are included, so that no id is used twice.
  public var highestBlockID: Int {
    paragraphTable.values.reduce(0) { highest, attributes in
      attributes.blocks.reduce(highest) { max($0, $1.id) }
    }
  }

  /// An id that is larger than those in use; larger ids than `Block.maxID` count as `Block.maxID`.
  package var unusedBlockID: Int { min(highestBlockID, Block.maxID) + 1 }

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
