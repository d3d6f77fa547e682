/// The part of a text that one page shows.
struct PagePart: Hashable {
  /// A range of heights of the text with its position on the page.
  struct Segment: Hashable {
    /// The heights in the layout of the text.
    var range: Range<Double>
    /// The distance of its top from the top of the page's text area, in points.
    var y: Double
  }

  /// The range of the flow, which is the text without notes and running texts.
  ///
  /// The first part starts at 0, and each part starts at the end of the previous one.
  var range: Range<Double>
  /// The header rows of the table that continues at the top of the page, which are repeated there;
  /// `nil` if no table with header rows continues.
  var header: Range<Double>?
  /// The parts of the layout that the page shows, from the top: those of the flow, then notes.
  var segments: [Segment] = []
  /// The distance of the rule above the notes from the top of the text area; `nil` without notes.
  var ruleY: Double?
  /// The height in the layout of the text at which the page starts; it determines the running texts.
  var start = 0.0

  /// The height of the repeated rows.
  var headerHeight: Double { header.map { $0.upperBound - $0.lowerBound } ?? 0 }
}

extension PagePart {
  /// Creates the part of a page that shows a text of a height as a whole.
  init(whole height: Double) {
    self.init(range: 0..<height, segments: [Segment(range: 0..<height, y: 0)])
  }
}
