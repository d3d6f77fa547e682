/// A line of a paragraph.
///
/// Lengths are points; *y* from the top of the paragraph, *x* from the left
/// of the column.
struct Line: Hashable, Sendable {
  struct Flags: OptionSet, Hashable {
    let rawValue: UInt8
    /// The line ends because a terminator or the end of the paragraph does.
    static let endsParagraphLine = Flags(rawValue: 1)
    /// A hyphen is shown at the end.
    static let hyphenated = Flags(rawValue: 2)
    /// Text was cut off at the end, where an ellipsis is shown.
    static let truncated = Flags(rawValue: 4)
  }

  /// The items on the line; the first and the last may be on it in part.
  var firstItem: UInt32
  var endItem: UInt32
  /// The units on the line, from the start of the paragraph.
  var start: UInt32
  var end: UInt32
  /// The top.
  var y: Double
  var height: Double
  /// From the top to the baseline.
  var baseline: Double
  /// The left end of the text.
  var x: Double
  /// The width of the text without spaces at its end.
  var width: Double
  /// The left end of the room for text.
  var left: Double
  /// The room for text.
  var available: Double
  /// What is added to each space so that the line fills the room.
  var stretch: Double
  var flags: Flags
}

/// A place where a line may start: an item, or a unit inside one that is wider than a line.
struct Cursor: Hashable {
  var item: Int
  /// From the start of the paragraph.
  var offset: Int
}

/// What fits on a line.
struct FilledLine {
  var end: Cursor
  var width = 0.0
  var ascent = 0.0
  var descent = 0.0
  var flags: Line.Flags = []
}
