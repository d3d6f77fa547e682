package import IAText

/// A picture that consists of shapes: paths with a fill and a line.
///
/// Its file is SVG (`svg`). Coordinates are in twentieths of a point from the upper left corner; in the file they are
/// integers.
package struct ShapePicture: Hashable, Sendable {
  /// A point of the picture.
  package struct Place: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A step of a path.
  package enum Step: Hashable, Sendable {
    case move(Place)
    case line(Place)
    /// A cubic Bézier curve: two control points and the end.
    case curve(Place, Place, Place)
    case close
  }

  /// The stroke along a path.
  package struct Line: Hashable, Sendable {
    /// The width in twentieths of a point.
    package var width: Int
    package var color: Color

    package init(width: Int, color: Color) {
      self.width = width
      self.color = color
    }
  }

  /// A path with a fill and a line; areas inside an even number of its figures are not filled.
  package struct Shape: Hashable, Sendable {
    package var steps: [Step]
    package var fill: Color?
    package var line: Line?

    package init(_ steps: [Step], fill: Color? = nil, line: Line? = nil) {
      self.steps = steps
      self.fill = fill
      self.line = line
    }
  }

  /// The width in twentieths of a point.
  package var width: Int
  /// The height in twentieths of a point.
  package var height: Int
  /// The shapes from the back to the front.
  package var shapes: [Shape]

  /// The media type of the file.
  package static let mediaType = "image/svg+xml"
  /// The maximum width and height in twentieths of a point.
  package static let maxSide = 32_767
  /// The maximum number of shapes.
  package static let maxShapes = 4_096
  /// The maximum number of steps of all shapes.
  package static let maxSteps = 200_000
  /// The maximum coordinate, and the maximum width of a line.
  package static let maxCoordinate = 1_000_000

  /// The size in pixels of 1/96 inch; each side is at least 1.
  package var pixelSize: (width: Int, height: Int) {
    (max((width + 7) / 15, 1), max((height + 7) / 15, 1))
  }

  package init(width: Int, height: Int, shapes: [Shape]) {
    self.width = width
    self.height = height
    self.shapes = shapes
  }
}

extension ShapePicture.Step {
  /// Returns the step with its points mapped by a function.
  package func mapped(
    _ body: (ShapePicture.Place) -> ShapePicture.Place
  ) -> ShapePicture.Step {
    switch self {
    case .move(let end): .move(body(end))
    case .line(let end): .line(body(end))
    case .curve(let first, let second, let end): .curve(body(first), body(second), body(end))
    case .close: .close
    }
  }

  /// The points of the step, including the control points of a curve.
  package var places: [ShapePicture.Place] {
    switch self {
    case .move(let end), .line(let end): [end]
    case .curve(let first, let second, let end): [first, second, end]
    case .close: []
    }
  }
}

extension ShapePicture.Shape {
  /// A connected part of a path, as the points of a polygon.
  package struct Figure: Hashable, Sendable {
    package var points: [ShapePicture.Place]
    package var isClosed: Bool
  }

  /// The number of line segments that replace a curve.
  private static let partsOfCurve = 16

  /// The figures of the path, in which line segments replace curves.
  package var figures: [Figure] {
    var figures: [Figure] = []
    var open = Figure(points: [], isClosed: false)
    func end() {
      if open.points.count > 1 { figures.append(open) }
    }
    for step in steps {
      switch step {
      case .move(let place):
        end()
        open = Figure(points: [place], isClosed: false)
      case .line(let place): open.points.append(place)
      case .curve(let first, let second, let last):
        guard let start = open.points.last else { continue }
        for part in 1...Self.partsOfCurve {
          let t = Double(part) / Double(Self.partsOfCurve)
          let (a, b, c, d) = (
            (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t
          )
          open.points.append(
            ShapePicture.Place(
              a * start.x + b * first.x + c * second.x + d * last.x,
              a * start.y + b * first.y + c * second.y + d * last.y))
        }
      case .close:
        open.isClosed = true
        end()
        open = Figure(points: open.points.first.map { [$0] } ?? [], isClosed: false)
      }
    }
    end()
    return figures
  }
}
