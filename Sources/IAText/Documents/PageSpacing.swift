/// The spaces around the paragraphs, lists, quotes and boxes of an HTML page, as browsers show them.
///
/// The space between two paragraphs is the largest of the margins that end and begin there, as in CSS; borders and
/// padding separate margins. Lengths are in points.
package struct PageSpacing: Hashable, Sendable {
  /// The spaces around one paragraph.
  package struct Paragraph: Hashable, Sendable {
    /// The first unit of the paragraph.
    package var start: Int
    /// The space above, outside of its shading.
    package var above: Double
    /// The space below, outside of its shading, unless it is part of the space above the next paragraph.
    package var below = 0.0
    /// The space between the text and the edges of the shading.
    package var padding = Sides<Double>()
    /// Whether the paragraph is an empty cell, which has no height in browsers.
    package var isEmptyCell = false
    /// The margins of the enclosing figures that no other property states.
    package var indents = Indents(start: 0, end: 0)

    /// Creates the spaces of a paragraph.
    package init(start: Int, above: Double) {
      self.start = start
      self.above = above
    }
  }

  /// The spaces of a text box in the text.
  package struct Box: Hashable, Sendable {
    /// The space above the box.
    package var above = 0.0
    /// The space between the padding and the first paragraph.
    package var first = 0.0
    /// The space between the last paragraph and the padding.
    package var last = 0.0

    /// Creates a box without spaces.
    package init() {}
  }

  /// The indents of a list, an item or a quote.
  package struct Indents: Hashable, Sendable {
    package var start: Double
    package var end: Double

    /// Creates indents.
    package init(start: Double, end: Double) {
      self.start = start
      self.end = end
    }
  }

  /// The spaces of the paragraphs, in the order of the text.
  package var paragraphs: [Paragraph] = []
  /// The spaces of text boxes, by the id of their block.
  package var boxes: [Int: Box] = [:]
  /// The indents of lists, items and quotes that state them, by the id of their block.
  package var indents: [Int: Indents] = [:]
  /// The spaces above tables, by the id of their block.
  package var tables: [Int: Double] = [:]
  /// The ranges of program text whose font size browsers reduce, in the order of the text.
  package var smallCode: [Range<Int>] = []
  /// The generic font family of the text of the page.
  package var genericFamily = "serif"

  /// Creates spacing without paragraphs.
  package init() {}

  /// Returns the spaces of the paragraph that starts at a unit; `nil` if they are not known.
  ///
  /// - Complexity: O(log *n*).
  package func paragraph(at start: Int) -> Paragraph? {
    var (low, high) = (0, paragraphs.count)
    while low < high {
      let middle = (low + high) / 2
      if paragraphs[middle].start < start { low = middle + 1 } else { high = middle }
    }
    return low < paragraphs.count && paragraphs[low].start == start ? paragraphs[low] : nil
  }
}
