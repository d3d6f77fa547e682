internal import IALayout
internal import IAText

/// An object with its position on a page.
struct PlacedObject {
  let object: FlowObject
  /// The index of the page.
  let page: Int
  /// The area of the object on the page, in points.
  let area: Rectangle

  /// Whether it is behind the text.
  var isBehind: Bool { object.placement.wrap == .behind }

  /// The upper left corner of the text of a box, with its range of heights in the layout; `nil` for a
  /// picture.
  var text: (range: Range<Double>, origin: Point)? {
    guard case .box(let box) = object.content else { return nil }
    let (left, top) = (Self.length(box.padding.left), Self.length(box.padding.top))
    return (object.range, Point(x: area.x + left, y: area.y + top))
  }

  /// Whether it is at an edge of the column beside its paragraph, like a float in HTML.
  var isFloat: Bool { object.isFloat }

  /// The space around it.
  var space: Insets {
    func space(_ points: Double?) -> Double { min(Self.length(points), 1_000) }
    let distance = object.placement.distance
    return Insets(
      top: space(distance.top), left: space(distance.left), bottom: space(distance.bottom),
      right: space(distance.right))
  }

  /// The area with the space around it.
  var outer: Rectangle {
    let space = space
    return Rectangle(
      x: area.x - space.left, y: area.y - space.top,
      width: area.width + space.left + space.right,
      height: area.height + space.top + space.bottom)
  }

  /// Returns a length that a box states, clamped to 0…16,384 points; 0 if it states none.
  static func length(_ points: Double?) -> Double {
    guard let points, !points.isNaN else { return 0 }
    return min(max(points, 0), 16_384)
  }

  /// Draws the object: the box and its line as artifacts, then its text, or the picture.
  func draw<P: Painter>(_ content: DocumentDrawing.Content, on painter: inout P) {
    switch object.content {
    case .box(let box):
      drawGround(of: box, content.theme, on: &painter)
      guard let text else { return }
      painter.push(
        origin: Point(x: text.origin.x, y: text.origin.y - text.range.lowerBound), scale: 1,
        clip: nil)
      content.draw(text.range, to: &painter)
      for link in content.links(in: text.range) {
        painter.link(to: link.url, in: link.rectangle, at: link.utf16Offset)
      }
      painter.pop()
    case .picture(let attachment, _):
      painter.draw(
        AttachmentBox(
          utf16Offset: object.utf16Range.lowerBound, attachment: attachment, box: area))
    }
  }

  private func drawGround<P: Painter>(
    of box: Block.TextBox, _ theme: Theme, on painter: inout P
  ) {
    let content = painter.structuredContent
    painter.structuredContent = nil
    painter.push(part: .attachments)
    // On dark pages the text has other colours than in the document, so a white background is omitted.
    if let fill = box.fill, fill.alpha > 0, !theme.isDark || fill != .white {
      painter.fill(.rectangle(area, cornerRadius: 0), color: fill)
    }
    for (line, side) in Self.lines(of: box, around: area) {
      painter.fill(
        .rectangle(side, cornerRadius: 0), color: line.color ?? theme.text)
    }
    painter.pop()
    painter.structuredContent = content
  }

  /// Returns rectangles for the lines on the sides of an area; half of the width of each line is outside of the area.
  private static func lines(
    of box: Block.TextBox, around area: Rectangle
  ) -> [(Border, Rectangle)] {
    let lines = box.lines
    func width(_ line: Border?) -> Double {
      line.map { min(length($0.width), area.width / 2, area.height / 2) } ?? 0
    }
    let (top, bottom) = (width(lines.top), width(lines.bottom))
    let (left, right) = (width(lines.left), width(lines.right))
    let across = area.width + left / 2 + right / 2
    let x = area.x - left / 2
    let down = area.height - top / 2 - bottom / 2
    let sides = [
      (lines.top, Rectangle(x: x, y: area.y - top / 2, width: across, height: top)),
      (lines.bottom, Rectangle(x: x, y: area.maxY - bottom / 2, width: across, height: bottom)),
      (lines.left, Rectangle(x: x, y: area.y + top / 2, width: left, height: down)),
      (
        lines.right,
        Rectangle(x: area.maxX - right / 2, y: area.y + top / 2, width: right, height: down)
      ),
    ]
    return sides.compactMap { line, side in line.map { ($0, side) } }
  }
}

/// Finds the positions of the objects of a text on its pages, and the areas around which text flows.
struct ObjectPlacer {
  /// A part of the layout that a page shows.
  private struct Shown {
    var range: Range<Double>
    var page: Int
    /// The distance from a height in the layout to the same height on the page.
    var shift: Double
    /// Whether it is followed by no text of the flow.
    var isLast: Bool
  }

  /// The maximum number of objects around which text flows; further objects are drawn over the text.
  static let maximumAreas = 500

  private let size: Size
  private let margins: [Insets]
  private let inset: Insets
  private let isOffice: Bool
  private var shown: [Shown] = []
  /// The parts of each page.
  private var pages: [[Shown]] = []

  /// Creates a placer for pages.
  ///
  /// - Parameters:
  ///   - parts: The parts of the text on the pages.
  ///   - size: The size of the pages.
  ///   - margins: The margins of each page.
  ///   - inset: The insets of the text inside the margins.
  ///   - isOffice: Whether text is placed as in LibreOffice.
  init(
    _ parts: [PagePart], size: Size, margins: [Insets], inset: Insets, isOffice: Bool
  ) {
    self.isOffice = isOffice
    self.size = size
    self.margins = margins
    self.inset = inset
    for (page, part) in parts.enumerated() {
      let texts = part.segments.filter { $0.y < part.ruleY ?? .infinity }
      pages.append([])
      for (index, segment) in texts.enumerated() {
        pages[page].append(
          Shown(
            range: segment.range, page: page,
            shift: margins[page].top + segment.y - segment.range.lowerBound,
            isLast: page == parts.count - 1 && index == texts.count - 1))
      }
    }
    shown = pages.flatMap(\.self)
    shown.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the part that shows a height of the layout, or the last one above it.
  private func shown(at height: Double) -> Shown? {
    var (low, high) = (0, shown.count)
    while low < high {
      let middle = (low + high) / 2
      if shown[middle].range.lowerBound <= height { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? shown[low - 1] : shown.first
  }

  /// The maximum number of preceding objects that are considered when an object is positioned beside others.
  private static let maximumNeighbours = 32

  /// Returns the positions of objects: objects at the same edge of the column are beside or below each other.
  ///
  /// - Parameter cleared: For the first unit of an object, the objects below which it begins.
  func place(
    _ objects: [FlowObject], cleared: [Int: PrintedPlacement.Clearing] = [:]
  ) -> [PlacedObject] {
    var placed: [PlacedObject] = []
    placed.reserveCapacity(objects.count)
    for object in objects {
      let found = place(object)
      placed.append(
        found.isFloat
          ? beside(
            placed.suffix(Self.maximumNeighbours), found,
            below: cleared[object.utf16Range.lowerBound]) : found)
    }
    return placed
  }

  /// Returns an object at an edge of the column with its final position.
  ///
  /// It is beside the preceding objects that it would overlap, or below them if there is no space, and below the
  /// objects that it clears.
  private func beside(
    _ others: ArraySlice<PlacedObject>, _ object: PlacedObject,
    below clearing: PrintedPlacement.Clearing?
  ) -> PlacedObject {
    let side = margins[object.page]
    let left = side.left + inset.left
    let column = left..<max(size.width - side.right - inset.right, left)
    let start = object.area.x
    var area = object.area
    let isAtStart = object.object.placement.across.edge == .start
    // As in CSS, the margin boxes of floats do not overlap.
    let space = isOffice ? Insets() : object.space
    for other in others where other.page == object.page && other.isFloat {
      guard let clearing, let edge = other.object.placement.across.edge,
        clearing.edges.contains(edge), other.object.utf16Range.lowerBound >= clearing.start
      else { continue }
      area.y = max(area.y, other.outer.maxY + space.top)
    }
    for _ in others {
      // A tolerance avoids that rounding errors make touching objects overlap.
      let outer = Rectangle(
        x: area.x - space.left + 0.01, y: area.y - space.top + 0.01,
        width: area.width + space.left + space.right - 0.02,
        height: area.height + space.top - 0.02)
      guard
        let other = others.first(where: {
          $0.page == object.page && $0.isFloat && $0.outer.intersects(outer)
        })
      else { break }
      let edge = other.object.placement.across.edge
      let x =
        isAtStart
        ? other.outer.maxX + space.left : other.outer.x - area.width - space.right
      if edge == object.object.placement.across.edge, x >= column.lowerBound - 0.01,
        x + area.width <= column.upperBound + 0.01
      {
        area.x = x
      } else {
        (area.x, area.y) = (start, other.outer.maxY + space.top)
      }
    }
    area.y = min(area.y, max(size.height - area.height, 0))
    return PlacedObject(object: object.object, page: object.page, area: area)
  }

  /// Returns the position of an object without regard to other objects.
  func place(_ object: FlowObject) -> PlacedObject {
    let anchored = object.anchor.flatMap { self.shown(at: $0.middle) }
    let page = anchored?.page ?? 0
    let margins = margins[page]
    let text = size.width - margins.left - margins.right
    var (width, height) = (0.0, 0.0)
    switch object.content {
    case .picture(_, let size): (width, height) = (size.width, size.height)
    case .box(let box):
      width = box.width.map(PlacedObject.length) ?? max(text - inset.left - inset.right, 0)
      height = object.range.upperBound - object.range.lowerBound
      height += PlacedObject.length(box.padding.top) + PlacedObject.length(box.padding.bottom)
      height = max(height, PlacedObject.length(box.height?.points))
    }
    let (across, down) = (object.placement.across, object.placement.down)
    var x = Self.start(
      across, length: width, page: 0..<size.width,
      margin: margins.left..<max(size.width - margins.right, margins.left))
    var y: Double
    if down.reference == .text {
      var top = margins.top
      if let anchor = object.anchor, let anchored { top = anchor.top + anchored.shift }
      y = top + Self.bounded(down.offset)
    } else {
      y = Self.start(
        down, length: height, page: 0..<size.height,
        margin: margins.top..<max(size.height - margins.bottom, margins.top))
    }
    if object.isFloat, !isOffice {
      // The margins of a float are inside of the column.
      let distance = object.placement.distance
      y += min(PlacedObject.length(distance.top), 1_000)
      if across.edge == .start { x += min(PlacedObject.length(distance.left), 1_000) }
      if across.edge == .end { x -= min(PlacedObject.length(distance.right), 1_000) }
    }
    // An object never extends beyond the foot of its page.
    y = min(y, max(size.height - height, 0))
    return PlacedObject(
      object: object, page: page, area: Rectangle(x: x, y: y, width: width, height: height))
  }

  private static func bounded(_ offset: Double) -> Double {
    offset.isNaN ? 0 : min(max(offset, -2_000), 2_000)
  }

  /// Returns the start of an object of a length inside the page or its margins.
  private static func start(
    _ position: Placement.Position, length: Double, page: Range<Double>, margin: Range<Double>
  ) -> Double {
    let area = position.reference == .page ? page : margin
    let space = area.upperBound - area.lowerBound - length
    return switch position.edge {
    case nil: area.lowerBound + bounded(position.offset)
    case .start: area.lowerBound
    case .center: area.lowerBound + space / 2
    case .end: area.lowerBound + space
    }
  }

  /// Returns the areas of the layout that an object makes unavailable to text.
  func areas(of placed: PlacedObject, _ manager: LayoutManager) -> [AnchoredExclusion] {
    let placement = placed.object.placement
    guard placement.wrap == .around || placement.wrap == .topAndBottom else { return [] }
    var isBelow = placement.wrap == .topAndBottom
    // In LibreOffice, text flows beside pictures for which Word shows text only above and below.
    if case .picture = placed.object.content, isOffice { isBelow = false }
    func space(_ points: Double?) -> Double { Self.bounded(max(points ?? 0, 0)) }
    let distance = placement.distance
    let top = placed.area.y - space(distance.top)
    let bottom = placed.area.maxY + space(distance.bottom)
    let left = margins[placed.page].left + inset.left
    var x = placed.area.x - space(distance.left) - left
    var width = placed.area.width + space(distance.left) + space(distance.right)
    if isBelow { (x, width) = (-10_000, 20_000) }
    return pages[placed.page].compactMap { part in
      let low = max(top - part.shift, part.range.lowerBound)
      let high = part.isLast ? bottom - part.shift : min(bottom - part.shift, part.range.upperBound)
      guard low < high else { return nil }
      var offset: Int?
      var start = 0.0
      if let anchor = placed.object.anchor, anchor.top <= low, part.range.contains(anchor.middle),
        let block = manager.blockStart(atHeight: anchor.middle)
      {
        (offset, start) = (block.utf16Offset, block.top)
      } else if let block = manager.blockStart(atHeight: low) {
        (offset, start) = (block.utf16Offset, block.top)
      }
      guard let offset else { return nil }
      // Rounds to 1/64 point, so that positions that differ only by rounding errors are equal.
      func rounded(_ value: Double) -> Double { (value * 64).rounded() / 64 }
      return AnchoredExclusion(
        utf16Offset: offset,
        rectangle: Rectangle(
          x: rounded(x), y: rounded(max(low - start, 0)), width: rounded(width),
          height: rounded(high - low)),
        edge: placed.isFloat ? placement.across.edge : nil,
        object: placed.object.utf16Range.lowerBound,
        owner: placed.object.anchor?.utf16Offset ?? 0)
    }
  }
}
