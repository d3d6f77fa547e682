internal import IALayout
internal import IASVG
internal import IAText

/// The target of a drawing: the operations of layouts, and the few shapes of cards, maps, bubbles
/// and sheets.
///
/// Lengths are points, *y* downwards.
protocol Painter: DrawingSink {
  /// The painter of the attachments of the current document.
  var attachments: AttachmentPainter { get }
  /// Fills a shape.
  mutating func fill(_ shape: Shape, color: Color)
  /// Draws the outline of a shape, or an open line, with round ends.
  mutating func outline(_ shape: Shape, width: Double, color: Color)
  /// Draws a picture over a rectangle, its corners rounded.
  mutating func draw(_ picture: Picture, in rectangle: Rectangle, cornerRadius: Double)
  /// The text whose structure the following operations belong to; `nil` outside all texts.
  var structuredContent: DocumentDrawing.Content? { get set }
  /// Whether glyphs are at whole tenths of a point on the page, as in the PDF of LibreOffice; painters
  /// of pixels and SVG ignore it.
  var hasTextInTenths: Bool { get set }
  /// Whether the text of attachments can be selected, as that of metafiles.
  var keepsTextOfPictures: Bool { get set }
  /// Adds a link from a rectangle to an address, if the drawing can.
  ///
  /// - Parameter utf16Offset: The first unit of the link.
  mutating func link(to url: String, in rectangle: Rectangle, at utf16Offset: Int)
  /// Draws the following operations at another place, at another size and only within a rectangle,
  /// which is in the previous coordinates.
  mutating func push(origin: Point, scale: Double, clip: Rectangle?)
  /// Draws the following operations at another place, turned counterclockwise by degrees.
  mutating func push(origin: Point, angle: Double)
  /// Restores the state before the last `push`.
  mutating func pop()
  /// The fonts of glyphs.
  var faces: FaceCache { get }
  /// Whether groups have an opacity and gradients can be transparent; other drawings contain such pictures as
  /// pixels.
  static var drawsGroups: Bool { get }
  /// Fills the area of a path.
  mutating func fill(_ area: SVGPicture.Area, _ paint: SVGPicture.Paint)
  /// Draws the line along a path that is in the coordinates of a matrix; gradients are not.
  mutating func stroke(
    _ path: SVGPath, _ paint: SVGPicture.Paint, _ stroke: SVGPicture.Stroke, _ matrix: SVGMatrix)
  /// Draws the following operations in other coordinates.
  mutating func push(matrix: SVGMatrix)
  /// Draws the following operations as a group with an opacity, in the intersection of some areas.
  mutating func push(opacity: Double, clips: [SVGPicture.Area])
  /// Assigns the following operations to one part of the drawing, up to the next `pop`.
  mutating func push(part: DrawingParts)
}

extension Painter {
  /// Draws the box around text in a line with round corners.
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

  /// Only pages of a PDF have glyphs at whole tenths.
  var hasTextInTenths: Bool {
    get { false }
    set {}
  }

  /// Pixels have no text.
  var keepsTextOfPictures: Bool {
    get { false }
    set {}
  }

  /// Drawings without a structure do not need the text.
  var structuredContent: DocumentDrawing.Content? {
    get { nil }
    set {}
  }
}

/// Parts of a drawing, which are kept apart where one of them moves.
struct DrawingParts: OptionSet, Hashable {
  let rawValue: UInt8
  /// The paper and the backgrounds of text.
  static let grounds = DrawingParts(rawValue: 1)
  /// Glyphs and lines of the text.
  static let text = DrawingParts(rawValue: 2)
  /// Pictures, cards, maps.
  static let attachments = DrawingParts(rawValue: 4)
  /// Selections, marks, and the caret.
  static let marks = DrawingParts(rawValue: 8)
  static let all: DrawingParts = [.grounds, .text, .attachments, .marks]
}

/// A shape to fill or to draw the outline of.
enum Shape: Hashable {
  /// A rectangle with round corners of a radius.
  case rectangle(Rectangle, cornerRadius: Double)
  /// A disc.
  case circle(center: Point, radius: Double)
  /// The points of a polygon when filled; a line from the first to the last when outlined.
  case path([Point])
  /// Several polygons as one area: what is inside of two of them is not part of it, unless the area winds,
  /// by the non-zero rule.
  case figures([[Point]], winds: Bool)
}

extension Rectangle {
  /// The middle.
  var center: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// Returns the rectangle made smaller on all sides.
  func inset(by amount: Double) -> Rectangle {
    let (dx, dy) = (min(amount, width / 2), min(amount, height / 2))
    return Rectangle(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Returns the largest rectangle of the proportions of a size within this one, in the middle of
  /// it.
  func fitting(_ size: Size) -> Rectangle {
    guard size.width > 0, size.height > 0, width > 0, height > 0 else { return self }
    let scale = min(width / size.width, height / size.height)
    let (wide, high) = (size.width * scale, size.height * scale)
    return Rectangle(
      x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high)
  }
}
