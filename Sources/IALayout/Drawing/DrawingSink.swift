public import IAText

/// A receiver of drawing operations, for example a bitmap or a PDF page.
///
/// Layouts call a sink from back to front: fills behind the text, then text, strokes and
/// attachments, line by line. All lengths are points in the coordinates of the container, *y*
/// downwards. Colours are resolved, and no argument contains a reference that the sink must
/// resolve.
public protocol DrawingSink {
  /// Fills a rectangle.
  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole)
  /// Draws glyphs of one font, size and colour.
  mutating func draw(_ run: borrowing GlyphRun)
  /// Draws a line below, through or beside text, or in an equation.
  mutating func stroke(_ stroke: Stroke)
  /// Draws an attachment into its box.
  mutating func draw(_ attachment: AttachmentBox)
  /// Draws the box around text in a line, behind the text.
  mutating func draw(_ box: LineBox)
}

extension DrawingSink {
  /// Draws the box as rectangles, without round corners.
  public mutating func draw(_ box: LineBox) {
    if let fill = box.fill { self.fill(box.rectangle, color: fill, role: .textBackground) }
    for line in box.lines { fill(line.rectangle, color: line.color, role: .paragraphBorder) }
  }
}

/// The box around text in a line, such as a button.
public struct LineBox: Hashable, Sendable {
  /// The line at a side of a box.
  public struct Line: Hashable, Sendable {
    /// The area of the line.
    public var rectangle: Rectangle
    /// The colour, including opacity.
    public var color: Color
  }

  /// The outer edges of the lines, in the coordinates of the container.
  public var rectangle: Rectangle
  /// The colour behind the text; `nil` for none.
  public var fill: Color?
  /// The visible lines, in the order top, right, bottom, left.
  public var lines: [Line]
  /// The radius of the corners in points.
  public var cornerRadius: Double
  /// The width in points and the colour of the lines, or `nil` if they are not equal at all four
  /// sides.
  public var outline: (width: Double, color: Color)? {
    guard lines.count == 4, Set(lines.map(\.color)).count == 1 else { return nil }
    let widths = Set([
      lines[0].rectangle.height, lines[1].rectangle.width, lines[2].rectangle.height,
      lines[3].rectangle.width,
    ])
    return widths.count == 1 ? widths.first.map { ($0, lines[0].color) } : nil
  }
  /// The baseline of the text, in points from the top of the container.
  public var baseline: Double

  /// Whether anything is drawn.
  var isVisible: Bool { fill != nil || !lines.isEmpty }

  /// Creates the visible part of a box.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - scale: The factor by which the lengths of `box` are multiplied.
  ///   - baseline: The baseline of the text.
  ///   - rectangle: The outer edges of the lines.
  ///   - textColor: The colour of lines without a colour.
  init(
    _ box: InlineBox, scale: Double, baseline: Double, rectangle: Rectangle, textColor: Color
  ) {
    self.rectangle = rectangle
    self.baseline = baseline
    fill = box.fill
    cornerRadius = min(
      InlineBox.bounded(box.cornerRadius) * scale, rectangle.width / 2, rectangle.height / 2)
    lines = []
    let (widths, borders) = (box.lines, box.borders)
    func add(_ width: Double?, _ border: Border?, _ area: (Double) -> Rectangle) {
      guard let width, width > 0 else { return }
      let color = border?.color ?? textColor
      if color.alpha > 0 { lines.append(Line(rectangle: area(width * scale), color: color)) }
    }
    let (x, y, wide, high) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    add(widths.top, borders.top) { Rectangle(x: x, y: y, width: wide, height: $0) }
    add(widths.right, borders.right) { Rectangle(x: x + wide - $0, y: y, width: $0, height: high) }
    add(widths.bottom, borders.bottom) {
      Rectangle(x: x, y: y + high - $0, width: wide, height: $0)
    }
    add(widths.left, borders.left) { Rectangle(x: x, y: y, width: $0, height: high) }
  }
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
  /// The left end, at half of the thickness.
  public var start: Point
  /// The length to the right, in points.
  public var length: Double
  /// The thickness in points; that of each of the two lines if the line is double.
  public var thickness: Double
  /// The colour, including opacity.
  public var color: Color
  /// The units in the document that the line belongs to; empty for equations and tab leaders.
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
  /// The font size of the name in the label of a missing picture, relative to the height of its
  /// box.
  public static let labelTextFactor = 0.58

  /// The UTF-16 offset of the attachment's U+FFFC in the document.
  public var utf16Offset: Int
  /// The attachment.
  public var attachment: Attachment
  /// The box in the coordinates of the container, in points.
  public var box: Rectangle

  /// The vertical middle of the line of a picture in front of or behind the text, in points from
  /// the top of the container; `nil` for a picture in its line.
  package var lineY: Double?

  /// Creates an attachment at a position.
  package init(utf16Offset: Int, attachment: Attachment, box: Rectangle) {
    self.utf16Offset = utf16Offset
    self.attachment = attachment
    self.box = box
  }
}
