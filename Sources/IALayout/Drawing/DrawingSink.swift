public import IAText

/// A receiver of drawing operations: a bitmap, a PDF page, a list in a test.
///
/// Layouts call a sink from back to front: fills behind the text, text, strokes, attachments, line
/// by line. All lengths are points in the coordinates of the container, *y* downwards. Values are
/// complete: colours are those of the scheme, and no reference must be resolved.
public protocol DrawingSink {
  /// Fills a rectangle.
  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole)
  /// Draws glyphs of one font, size and colour.
  mutating func draw(_ run: borrowing GlyphRun)
  /// Draws a line below, through or beside text, or in an equation.
  mutating func stroke(_ stroke: Stroke)
  /// Draws an attachment into its box.
  mutating func draw(_ attachment: AttachmentBox)
}

/// The purpose of a filled rectangle.
public enum FillRole: Hashable, Sendable {
  /// The colour behind a range of text.
  case textBackground
  /// The colour behind program text.
  case codeBlock
  /// The bar beside quoted text.
  case quoteBar
  /// The colour behind a table's cell.
  case cellShading
  /// A border of a table.
  case tableBorder
  /// The colour behind a paragraph.
  case paragraphShading
  /// A border of a paragraph.
  case paragraphBorder
  /// The line of a thematic break.
  case thematicBreak
}

/// A straight line with a style, such as an underline.
public struct Stroke: Hashable, Sendable {
  /// The purposes of a stroke.
  public enum Role: Hashable, Sendable {
    case underline, strikethrough
    /// A line of an equation: that of a fraction or root, or a part of a delimiter.
    case equation
  }

  /// The ways to draw a stroke.
  public enum Style: Hashable, Sendable { case single, double, dotted, dashed, wavy }

  /// The purpose of the line.
  public var role: Role
  /// The pattern of the line.
  public var style: Style
  /// Its left end, in the middle of its thickness.
  public var start: Point
  /// Its length in points to the right.
  public var length: Double
  /// The thickness in points; that of each of the two lines if the line is double.
  public var thickness: Double
  /// Its colour.
  public var color: Color
  /// The units that the line belongs to.
  public var utf16Range: Range<Int>

  /// Creates a line.
  public init(
    role: Role, style: Style, start: Point, length: Double, thickness: Double, color: Color,
    utf16Range: Range<Int>
  ) {
    self.role = role
    self.style = style
    self.start = start
    self.length = length
    self.thickness = thickness
    self.color = color
    self.utf16Range = utf16Range
  }
}

/// An attachment at its position in a layout.
///
/// The layout reserves the box; the sink fits the picture into it.
public struct AttachmentBox: Hashable, Sendable {
  /// The size of the name in the label of a missing picture, relative to the height of its box.
  public static let labelTextFactor = 0.58

  /// The offset of the attachment's unit.
  public var utf16Offset: Int
  /// The attachment.
  public var attachment: Attachment
  /// The box in the coordinates of the container.
  public var box: Rectangle

  /// The middle of the line that a picture in front of or behind the text belongs to; `nil` for one in its line.
  package var lineY: Double?

  /// Creates an attachment at a position.
  package init(utf16Offset: Int, attachment: Attachment, box: Rectangle) {
    self.utf16Offset = utf16Offset
    self.attachment = attachment
    self.box = box
  }
}
