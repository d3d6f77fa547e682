public import IAText

/// What a layout is drawn to: a bitmap, a PDF page, a list in a test.
///
/// Layouts call a sink from back to front: fills behind the text, text, strokes, attachments,
/// line by line. All lengths are points in the coordinates of the container, *y* downwards. What
/// is handed over is complete: colours are those of the scheme, nothing is left to look up.
public protocol DrawingSink {
  /// Fills a rectangle.
  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole)
  /// Draws glyphs of one font, size and colour.
  mutating func draw(_ run: borrowing GlyphRun)
  /// Draws a line below, through or beside text.
  mutating func stroke(_ stroke: Stroke)
  /// Draws an attachment into its box.
  mutating func draw(_ attachment: AttachmentBox)
}

/// What a filled rectangle is for.
public enum FillRole: Hashable, Sendable {
  /// The colour behind a stretch of text.
  case textBackground
  /// The colour behind program text.
  case codeBlock
  /// The bar beside text of somebody else.
  case quoteBar
  /// The colour behind a table's cell.
  case cellShading
  /// A border of a table.
  case tableBorder
  /// A break between topics.
  case thematicBreak
}

/// A straight line with a style, such as an underline.
public struct Stroke: Hashable, Sendable {
  /// What the line is for.
  public enum Role: Hashable, Sendable { case underline, strikethrough }

  /// How the line is drawn.
  public enum Style: Hashable, Sendable { case single, double, dotted, dashed, wavy }

  /// What the line is for.
  public var role: Role
  /// How the line is drawn.
  public var style: Style
  /// Its left end, in the middle of its thickness.
  public var start: Point
  /// Its length in points to the right.
  public var length: Double
  /// Its thickness in points; each of the two lines of a double one has it.
  public var thickness: Double
  /// Its colour.
  public var color: Color
  /// The units that it belongs to.
  public var utf16Range: Range<Int>

  /// Makes a line.
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

/// An attachment where it stands in a layout.
///
/// The layout reserves the box; whoever draws fits the picture into it.
public struct AttachmentBox: Hashable, Sendable {
  /// The unit it stands at.
  public var utf16Offset: Int
  /// What it is.
  public var attachment: Attachment
  /// The box in the coordinates of the container.
  public var box: Rectangle
}
