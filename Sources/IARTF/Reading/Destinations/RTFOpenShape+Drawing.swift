internal import IAShapes
internal import IAText

/// An area in twips.
struct RTFShapeArea {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// Returns a part of the area, whose sides are stated in a coordinate system in which the area has the sides
  /// `coordinates` (left, top, right, bottom).
  ///
  /// Returns `nil` if the part is empty.
  func part(_ sides: [Int], of coordinates: [Int]) -> RTFShapeArea? {
    let sides = sides.map(Double.init)
    let whole = coordinates.map(Double.init)
    let (wide, high) = (whole[2] - whole[0], whole[3] - whole[1])
    let (right, down) = (sides[2] - sides[0], sides[3] - sides[1])
    guard right > 0 || down > 0, right >= 0, down >= 0, wide > 0 || high > 0 else { return nil }
    let (across, along) = (wide > 0 ? width / wide : 1, high > 0 ? height / high : 1)
    return RTFShapeArea(
      x: Self.bounded(x + (sides[0] - whole[0]) * across),
      y: Self.bounded(y + (sides[1] - whole[1]) * along),
      width: Self.bounded(right * across), height: Self.bounded(down * along))
  }

  private static func bounded(_ value: Double) -> Double { min(max(value, -100_000), 100_000) }
}

/// A picture of a shape, and the distance of its upper left corner from that of the shape, in twips.
struct RTFShapeDrawing {
  var picture: ShapePicture
  var x: Int
  var y: Int
}

extension RTFOpenShape {
  /// The area of a shape that is not a part of a group, relative to its upper left corner.
  var area: RTFShapeArea {
    RTFShapeArea(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// The coordinate system for the parts of the group: as stated, otherwise twips.
  var coordinates: [Int] {
    inner[2] > inner[0] || inner[3] > inner[1]
      ? inner : [0, 0, Int(size.width), Int(size.height)]
  }

  /// Returns the drawn shapes of the fill and the line in an area.
  ///
  /// The array is empty if both are invisible, or if a text box or a picture shows them; `nil` means that the form is
  /// unknown.
  func shapes(in area: RTFShapeArea) -> [ShapePicture.Shape]? {
    guard !isBox || streams.isEmpty, !hasPicture else { return [] }
    let (fill, line) = paints
    guard fill != nil || line != nil else { return [] }
    var form = form
    if isOld { form.frame = [0, 0, Int(area.width), Int(area.height)] }
    guard
      let path = form.path(x: area.x, y: area.y, width: area.width, height: area.height)
    else { return nil }
    return RTFShapePath(path, form, fill: fill, line: line).shapes
  }

  /// Returns the picture of the shape or group; without drawn shapes if nothing of it is visible.
  ///
  /// Returns `nil` if the form is unknown or the picture is too large.
  func drawing() -> RTFShapeDrawing? {
    guard let shapes = isGroup ? turnedParts : shapes(in: area) else { return nil }
    var (left, top, right, bottom) = (0.0, 0.0, area.width, area.height)
    for shape in shapes {
      let half = Double(shape.line?.width ?? 0) / 2
      for figure in shape.figures {
        for place in figure.points {
          (left, right) = (min(left, place.x - half), max(right, place.x + half))
          (top, bottom) = (min(top, place.y - half), max(bottom, place.y + half))
        }
      }
    }
    (left, top) = (left.rounded(.down), top.rounded(.down))
    let (width, height) = ((right - left).rounded(.up), (bottom - top).rounded(.up))
    let sides = 1.0...Double(ShapePicture.maxSide)
    guard sides.contains(max(width, 1)), sides.contains(max(height, 1)),
      shapes.count <= ShapePicture.maxShapes,
      shapes.reduce(0, { $0 + $1.steps.count }) <= ShapePicture.maxSteps
    else { return nil }
    let moved = shapes.map { shape in
      var shape = shape
      shape.steps = shape.steps.map { step in
        step.mapped { .init(($0.x - left).rounded(), ($0.y - top).rounded()) }
      }
      return shape
    }
    let picture = ShapePicture(
      width: max(Int(width), 1), height: max(Int(height), 1), shapes: moved)
    return RTFShapeDrawing(picture: picture, x: Int(left), y: Int(top))
  }
}
