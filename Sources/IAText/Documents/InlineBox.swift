/// The box around text in a line, such as a button: lines, a colour and the space around the text.
///
/// Lengths are in points; readers limit them to `lengths`.
package struct InlineBox: Hashable, Sendable {
  /// The lengths that a box can have.
  package static let lengths = 0.0...500

  /// The colour behind the text.
  package var fill: Color?
  /// The borders.
  package var borders = Sides<Border>()
  /// The padding between the text and the borders.
  package var padding = Sides<Double>()
  /// The margin outside of the borders.
  package var margin = Sides<Double>()
  /// The radius of the corners.
  package var cornerRadius = 0.0
  /// Whether the box is a unit of the line, as a picture is: the line is as high as the box, and the box is divided
  /// only if it is wider than the line.
  package var isBlock = false
  /// The height of the line of text in the box; `nil` for that of the font.
  package var lineHeight: Double?
  /// The minimum width of the text in the box.
  package var width: Double?
  /// The alignment of the text in the width.
  package var alignment: ParagraphAttributes.Alignment?

  /// Creates a box without borders, colour and spaces.
  package init() {}
}
