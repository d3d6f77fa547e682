internal import IALayout
internal import IASVG
internal import IAText

/// A target of drawing operations: those of layouts, and a few shapes of cards, maps, bubbles and sheets.
///
/// Lengths are points, *y* downwards.
protocol Painter: DrawingSink {
  /// The painter of the attachments of the current document.
  var attachments: AttachmentPainter { get }
  /// Fills a shape.
  mutating func fill(_ shape: Shape, color: Color)
  /// Strokes the outline of a shape, or an open line, with round caps.
  mutating func outline(_ shape: Shape, width: Double, color: Color)
  /// Draws a picture over a rectangle with rounded corners.
  mutating func draw(_ picture: Picture, in rectangle: Rectangle, cornerRadius: Double)
  /// The text to whose structure the following operations belong; `nil` for operations outside of texts.
  var structuredContent: DocumentDrawing.Content? { get set }
  /// Whether glyphs are positioned at whole tenths of a point on the page, as in the PDF of LibreOffice. Painters of
  /// pixels and SVG ignore the value.
  var hasTextInTenths: Bool { get set }
  /// Whether the text of attachments can be selected, as for metafiles.
  var keepsTextOfPictures: Bool { get set }
  /// Adds a link from a rectangle to an address, if the painter supports links.
  ///
  /// - Parameter utf16Offset: The first unit of the link.
  mutating func link(to url: String, in rectangle: Rectangle, at utf16Offset: Int)
  /// Draws the following operations with a new origin and scale. They are clipped to a rectangle, which is in the
  /// previous coordinates.
  mutating func push(origin: Point, scale: Double, clip: Rectangle?)
  /// Draws the following operations with a new origin, rotated counterclockwise by an angle in degrees.
  mutating func push(origin: Point, angle: Double)
  /// Restores the state before the last `push`.
  mutating func pop()
  /// The faces of the glyphs.
  var faces: FaceCache { get }
  /// Whether the painter supports groups with an opacity and transparent gradients. For other painters, pictures with
  /// these are drawn as pixels.
  static var drawsGroups: Bool { get }
  /// Fills the area of a path.
  mutating func fill(_ area: SVGPicture.Area, _ paint: SVGPicture.Paint)
  /// Strokes a path whose coordinates are those of a matrix; the coordinates of gradients are not.
  mutating func stroke(
    _ path: SVGPath, _ paint: SVGPicture.Paint, _ stroke: SVGPicture.Stroke, _ matrix: SVGMatrix)
  /// Draws the following operations in other coordinates, which a matrix maps to the current ones.
  mutating func push(matrix: SVGMatrix)
  /// Draws the following operations as a group with an opacity, clipped to the intersection of some areas.
  mutating func push(opacity: Double, clips: [SVGPicture.Area])
  /// Assigns the following operations to one part of the drawing, until the next `pop`.
  mutating func push(part: DrawingParts)
}

extension Painter {
  /// Draws the box around text in a line, with rounded corners.
  mutating func draw(_ box: LineBox) {
    let theme = attachments.theme
    if let fill = box.fill {
      self.fill(
        .rectangle(box.rectangle, cornerRadius: box.cornerRadius),
        color: theme.color(fill, of: .textBackground))
    }
    if let line = box.outline, box.cornerRadius > 0 {
      return outline(
        .rectangle(
          box.rectangle.inset(by: line.width / 2),
          cornerRadius: max(box.cornerRadius - line.width / 2, 0)),
        width: line.width, color: theme.color(line.color, of: .paragraphBorder))
    }
    for line in box.lines { fill(line.rectangle, color: line.color, role: .paragraphBorder) }
  }

  /// Only PDF painters position glyphs at whole tenths of a point.
  var hasTextInTenths: Bool {
    get { false }
    set {}
  }

  /// Painters of pixels have no selectable text.
  var keepsTextOfPictures: Bool {
    get { false }
    set {}
  }

  /// Painters without a structure ignore the text.
  var structuredContent: DocumentDrawing.Content? {
    get { nil }
    set {}
  }
}

/// The parts of a drawing, which are drawn on separate layers if one of them is animated.
struct DrawingParts: OptionSet, Hashable {
  let rawValue: UInt8
  /// The page background and the backgrounds of text.
  static let grounds = DrawingParts(rawValue: 1)
  /// Glyphs and lines of the text.
  static let text = DrawingParts(rawValue: 2)
  /// Pictures, cards, maps.
  static let attachments = DrawingParts(rawValue: 4)
  /// Selections, marks, and the caret.
  static let marks = DrawingParts(rawValue: 8)
  static let all: DrawingParts = [.grounds, .text, .attachments, .marks]
}

/// A shape that can be filled or outlined.
enum Shape: Hashable {
  /// A rectangle with round corners of a radius.
  case rectangle(Rectangle, cornerRadius: Double)
  /// A disc.
  case circle(center: Point, radius: Double)
  /// The points of a polygon when filled; a line from the first to the last when outlined.
  case path([Point])
  /// Several polygons as one area, filled by the non-zero rule if `winds` is true, otherwise by the even-odd rule.
  case figures([[Point]], winds: Bool)
}

extension Rectangle {
  /// The centre of the rectangle.
  var center: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// Returns the rectangle reduced by a distance on all sides.
  func inset(by amount: Double) -> Rectangle {
    let (dx, dy) = (min(amount, width / 2), min(amount, height / 2))
    return Rectangle(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Returns the largest rectangle with the proportions of a size that fits into this one, centred.
  func fitting(_ size: Size) -> Rectangle {
    guard size.width > 0, size.height > 0, width > 0, height > 0 else { return self }
    let scale = min(width / size.width, height / size.height)
    let (wide, high) = (size.width * scale, size.height * scale)
    return Rectangle(
      x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high)
  }
}
