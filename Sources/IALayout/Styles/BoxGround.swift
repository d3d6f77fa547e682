import IAText

/// The borders and the fill of a text box in the flow, for one paragraph inside the box.
///
/// Lengths are in points.
struct BoxGround: Sendable {
  /// The number of blocks around the box.
  let depth: Int
  /// The distances of the outer edges of the box from the leading and the trailing margin.
  private(set) var left: Double
  private(set) var right: Double
  let fill: Color?
  /// Whether the box is directly in the innermost item of a list, whose marker is beside the box.
  var isOfItem = false
  /// The visible lines.
  private(set) var lines: Sides<Border>
  /// The widths of the lines with the space between them and the text.
  private(set) var insets: (top: Double, right: Double, bottom: Double, left: Double)
  /// The space outside of the box above and below.
  private var margin: (top: Double, bottom: Double)
  /// The distances from the first line to the upper edge of the box, and from the last line to the
  /// lower one; `nil` if the box does not start, or end, with the paragraph.
  private(set) var above: Double?
  private(set) var below: Double?

  /// Creates the ground of a box.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - depth: The number of blocks around it.
  ///   - left: The distance of the surrounding block from the leading margin.
  ///   - right: The same from the trailing margin.
  init(_ box: Block.TextBox, depth: Int, left: Double, right: Double) {
    func length(_ points: Double?) -> Double { max(StyleTable.bounded(points ?? 0), 0) }
    self.depth = depth
    fill = box.fill.flatMap { $0.alpha > 0 ? $0 : nil }
    lines = box.lines
    let (padding, space) = (box.padding, box.placement == nil ? box.margin : Sides())
    insets = (
      length(lines.top?.width) + length(padding.top),
      length(lines.right?.width) + length(padding.right),
      length(lines.bottom?.width) + length(padding.bottom),
      length(lines.left?.width) + length(padding.left)
    )
    margin = (length(space.top), length(space.bottom))
    self.left = left + length(space.left)
    self.right = right + length(space.right)
  }

  /// Returns the space between the first line, or the last line, and the content outside of the
  /// box; 0 if the box does not start, or end, with the paragraph.
  func space(above isAbove: Bool) -> Double {
    isAbove
      ? above.map { $0 + margin.top } ?? inner.above
      : below.map { $0 + margin.bottom } ?? inner.below
  }

  /// The distance from the first line to the upper edge of the box, or of a box in it.
  var edgeAbove: Double { above ?? inner.above }

  /// The space of the boxes inside this one.
  private var inner = (above: 0.0, below: 0.0)

  /// Returns the boxes around a paragraph with their distances from its lines.
  ///
  /// - Parameters:
  ///   - boxes: The boxes at the default scale, from the outside in.
  ///   - shared: The blocks that the paragraph shares with its neighbours.
  ///   - frame: The space that the frame of the paragraph takes above and below its lines.
  ///   - scale: The factor of all lengths.
  static func placed(
    _ boxes: [BoxGround], _ shared: SharedBlocks, _ frame: (above: Double, below: Double),
    _ scale: Double
  ) -> [BoxGround] {
    guard !boxes.isEmpty else { return [] }
    var placed = boxes.map { $0.scaled(by: scale) }
    var space = frame
    for index in placed.indices.reversed() {
      placed[index].inner = space
      if placed[index].depth >= shared.before {
        placed[index].above = space.above + placed[index].insets.top
      }
      if placed[index].depth >= shared.after {
        placed[index].below = space.below + placed[index].insets.bottom
      }
      space = (placed[index].space(above: true), placed[index].space(above: false))
    }
    return placed
  }

  private func scaled(by scale: Double) -> BoxGround {
    guard scale != 1 else { return self }
    var box = self
    box.left *= scale
    box.right *= scale
    func scaled(_ border: Border?) -> Border? {
      border.map { Border($0.style, width: $0.width * scale, color: $0.color) }
    }
    box.lines = Sides(
      top: scaled(lines.top), right: scaled(lines.right), bottom: scaled(lines.bottom),
      left: scaled(lines.left))
    box.insets = (
      insets.top * scale, insets.right * scale, insets.bottom * scale, insets.left * scale
    )
    box.margin = (margin.top * scale, margin.bottom * scale)
    return box
  }

  /// Draws the part of the box in an area: its colour, then its lines.
  ///
  /// - Parameters:
  ///   - area: The part.
  ///   - isFirst: Whether the box starts at the top of the area.
  ///   - isLast: Whether the box ends at the bottom of the area.
  ///   - ink: The colour of lines that have none.
  ///   - sink: The receiver of the drawing.
  func draw(
    in area: Rectangle, isFirst: Bool, isLast: Bool, ink: Color, to sink: inout some DrawingSink
  ) {
    guard area.width > 0, area.height > 0 else { return }
    if let fill { sink.fill(area, color: fill, role: .paragraphShading) }
    func width(_ border: Border) -> Double {
      min(border.width, area.width / 2, area.height)
    }
    if isFirst, let line = lines.top {
      let box = Rectangle(x: area.x, y: area.y, width: area.width, height: width(line))
      line.draw(in: box, isLevel: true, ink: ink, to: &sink)
    }
    if isLast, let line = lines.bottom {
      let high = width(line)
      let box = Rectangle(x: area.x, y: area.maxY - high, width: area.width, height: high)
      line.draw(in: box, isLevel: true, ink: ink, to: &sink)
    }
    if let line = lines.left {
      let box = Rectangle(x: area.x, y: area.y, width: width(line), height: area.height)
      line.draw(in: box, isLevel: false, ink: ink, to: &sink)
    }
    if let line = lines.right {
      let wide = width(line)
      let box = Rectangle(x: area.maxX - wide, y: area.y, width: wide, height: area.height)
      line.draw(in: box, isLevel: false, ink: ink, to: &sink)
    }
  }
}

extension Block.TextBox {
  /// Whether the box has lines or a colour.
  var hasGround: Bool { fill != nil || !lines.isEmpty }
}

extension Border {
  /// The maximum number of dots or dashes of a border.
  private static let maxMarks = 1000.0

  /// Draws the border as a line that fills a rectangle.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - isLevel: Whether the line is horizontal.
  ///   - ink: The colour of a border that has none.
  ///   - sink: The receiver of the drawing.
  func draw(in box: Rectangle, isLevel: Bool, ink: Color, to sink: inout some DrawingSink) {
    switch style {
    case .none: break
    case .solid: fill(box, ink, to: &sink)
    case .double:
      let line = width / 3
      for start in [0, 2 * line] {
        fill(Self.part(box, isLevel: !isLevel, from: start, length: line), ink, to: &sink)
      }
    case .dotted, .dashed:
      let length = isLevel ? box.width : box.height
      let unit = width * (style == .dotted ? 1 : 3)
      let mark = max(unit, length / (2 * Self.maxMarks))
      var start = 0.0
      while start < length {
        let rest = min(mark, length - start)
        fill(Self.part(box, isLevel: isLevel, from: start, length: rest), ink, to: &sink)
        start += 2 * mark
      }
    }
  }

  /// Returns a part of a rectangle along one of its axes.
  private static func part(
    _ box: Rectangle, isLevel: Bool, from start: Double, length: Double
  ) -> Rectangle {
    isLevel
      ? Rectangle(x: box.x + start, y: box.y, width: length, height: box.height)
      : Rectangle(x: box.x, y: box.y + start, width: box.width, height: length)
  }

  private func fill(_ box: Rectangle, _ ink: Color, to sink: inout some DrawingSink) {
    sink.fill(box, color: color ?? ink, role: .paragraphBorder)
  }
}
