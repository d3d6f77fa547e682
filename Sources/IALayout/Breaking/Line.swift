/// A line of a paragraph.
///
/// Lengths are in points; *x* is measured from the left of the container. In the lines of a long
/// paragraph, *y*, items and units count from the start of the piece in which the line is stored
/// (`LayoutManager+Pieces.swift`); in all others, from the start of the paragraph.
struct Line: Hashable, Sendable {
  struct Flags: OptionSet, Hashable {
    let rawValue: UInt8
    /// The line ends at a terminator or at the end of the paragraph.
    static let endsParagraphLine = Flags(rawValue: 1)
    /// A hyphen is drawn at the end.
    static let hyphenated = Flags(rawValue: 2)
    /// Text was cut off at the end, and an ellipsis is drawn there.
    static let truncated = Flags(rawValue: 4)
    /// The line is below the bottom of a table row with an exact height; it is not drawn.
    static let cutOff = Flags(rawValue: 8)
  }

  /// The items on the line, `firstItem..<endItem`; of the first and the last item, only a part may
  /// be on the line.
  var firstItem: UInt32
  var endItem: UInt32
  /// The units on the line, `start..<end`, counted from the start of the paragraph or piece.
  var start: UInt32
  var end: UInt32
  /// The top of the line.
  var y: Double
  var height: Double
  /// The distance from the top to the baseline.
  var baseline: Double
  /// The left end of the text.
  var x: Double
  /// The width of the text without the spaces at its end.
  var width: Double
  /// The left edge of the space available for text.
  var left: Double
  /// The width available for text.
  var available: Double
  /// The points added to each space of a justified line.
  var stretch: Double
  var flags: Flags
}

/// A position where a line may start: an item, or a unit inside an item that is wider than a line.
struct Cursor: Hashable {
  var item: Int
  /// The unit, counted from the start of the paragraph or piece.
  var offset: Int
}

/// The result of filling a line.
struct FilledLine {
  var end: Cursor
  var width = 0.0
  var ascent = 0.0
  var descent = 0.0
  var flags: Line.Flags = []
}
