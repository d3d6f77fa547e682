#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A path of lines and cubic Bézier curves.
package struct SVGPath: Hashable, Sendable {
  /// A segment of a path.
  package enum Segment: Hashable, Sendable {
    case move(SVGPoint)
    case line(SVGPoint)
    /// Two control points and the end.
    case curve(SVGPoint, SVGPoint, SVGPoint)
    case close
  }

  package private(set) var segments: [Segment] = []
  /// The end of the last segment.
  package private(set) var current = SVGPoint(0, 0)
  private var start = SVGPoint(0, 0)

  package init() {}

  /// The maximum absolute value of a coordinate.
  package static let maxCoordinate = 1e7

  package var isEmpty: Bool { segments.isEmpty }

  package mutating func move(_ point: SVGPoint) {
    let point = Self.bounded(point)
    segments.append(.move(point))
    (current, start) = (point, point)
  }

  package mutating func line(_ point: SVGPoint) {
    openIfClosed()
    let point = Self.bounded(point)
    segments.append(.line(point))
    current = point
  }

  package mutating func curve(_ first: SVGPoint, _ second: SVGPoint, _ end: SVGPoint) {
    openIfClosed()
    let end = Self.bounded(end)
    segments.append(.curve(Self.bounded(first), Self.bounded(second), end))
    current = end
  }

  /// Adds a quadratic curve.
  package mutating func curve(_ control: SVGPoint, _ end: SVGPoint) {
    let from = current
    curve(
      SVGPoint(from.x + (control.x - from.x) * 2 / 3, from.y + (control.y - from.y) * 2 / 3),
      SVGPoint(end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3), end)
  }

  package mutating func close() {
    guard let last = segments.last, last != .close else { return }
    segments.append(.close)
    current = start
  }

  /// Starts a new figure where the last one was closed.
  private mutating func openIfClosed() {
    if segments.last == .close || segments.isEmpty { move(current) }
  }

  private static func bounded(_ point: SVGPoint) -> SVGPoint {
    func bounded(_ value: Double) -> Double {
      value.isFinite ? min(max(value, -maxCoordinate), maxCoordinate) : 0
    }
    return SVGPoint(bounded(point.x), bounded(point.y))
  }

  /// Adds an elliptical arc (SVG 2, appendix B.2).
  package mutating func arc(
    _ rx: Double, _ ry: Double, rotation: Double, isLarge: Bool, isPositive: Bool,
    to end: SVGPoint
  ) {
    let from = current
    if from == end { return }
    var (rx, ry) = (abs(rx), abs(ry))
    guard rx > 0, ry > 0, rx.isFinite, ry.isFinite else { return line(end) }
    let turn = SVGMatrix.rotation(rotation)
    let (cosine, sine) = (turn.a, turn.b)
    let (dx, dy) = ((from.x - end.x) / 2, (from.y - end.y) / 2)
    let (x, y) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
    let excess = x * x / (rx * rx) + y * y / (ry * ry)
    guard excess.isFinite else { return line(end) }
    if excess > 1 {
      rx *= excess.squareRoot()
      ry *= excess.squareRoot()
    }
    let part = rx * rx * y * y + ry * ry * x * x
    guard part > 0 else { return line(end) }
    let root = max((rx * rx * ry * ry - part) / part, 0).squareRoot()
    let factor = isLarge == isPositive ? -root : root
    let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx)
    let center = SVGPoint(
      cosine * cx - sine * cy + (from.x + end.x) / 2,
      sine * cx + cosine * cy + (from.y + end.y) / 2)
    let first = atan2((y - cy) / ry, (x - cx) / rx)
    var sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if isPositive, sweep < 0 { sweep += 2 * .pi }
    if !isPositive, sweep > 0 { sweep -= 2 * .pi }
    guard sweep.isFinite, sweep != 0 else { return line(end) }
    let count = max(Int((abs(sweep) / (.pi / 2) - 1e-6).rounded(.up)), 1)
    let step = sweep / Double(count)
    let handle = 4 / 3 * tan(step / 4)
    func place(_ x: Double, _ y: Double) -> SVGPoint {
      SVGPoint(
        center.x + cosine * rx * x - sine * ry * y, center.y + sine * rx * x + cosine * ry * y)
    }
    for index in 0..<count {
      let (a, b) = (first + Double(index) * step, first + Double(index + 1) * step)
      curve(
        place(cos(a) - handle * sin(a), sin(a) + handle * cos(a)),
        place(cos(b) + handle * sin(b), sin(b) - handle * cos(b)),
        index == count - 1 ? end : place(cos(b), sin(b)))
    }
  }

  /// Returns the path transformed by a matrix.
  package func mapped(_ matrix: SVGMatrix) -> SVGPath {
    guard matrix != .identity else { return self }
    var path = SVGPath()
    path.segments.reserveCapacity(segments.count)
    for segment in segments {
      switch segment {
      case .move(let point): path.segments.append(.move(Self.bounded(matrix.map(point))))
      case .line(let point): path.segments.append(.line(Self.bounded(matrix.map(point))))
      case .curve(let first, let second, let end):
        path.segments.append(
          .curve(
            Self.bounded(matrix.map(first)), Self.bounded(matrix.map(second)),
            Self.bounded(matrix.map(end))))
      case .close: path.segments.append(.close)
      }
    }
    return path
  }

  /// Adds the segments of another path.
  package mutating func append(_ other: SVGPath) {
    segments += other.segments
    (current, start) = (other.current, other.start)
  }

  /// The smallest rectangle around the curves, or `nil` for an empty path.
  package var bounds: SVGBox? {
    var box: SVGBox?
    func add(_ point: SVGPoint) {
      if box == nil { box = SVGBox(x: point.x, y: point.y, width: 0, height: 0) }
      box?.include(point)
    }
    var from = SVGPoint(0, 0)
    for segment in segments {
      switch segment {
      case .move(let point), .line(let point):
        add(point)
        from = point
      case .curve(let first, let second, let end):
        add(end)
        for t in Self.extremes(from.x, first.x, second.x, end.x)
          + Self.extremes(from.y, first.y, second.y, end.y)
        {
          add(Self.point(at: t, from, first, second, end))
        }
        from = end
      case .close: break
      }
    }
    return box
  }

  private static func point(
    at t: Double, _ a: SVGPoint, _ b: SVGPoint, _ c: SVGPoint, _ d: SVGPoint
  ) -> SVGPoint {
    let u = 1 - t
    let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return SVGPoint(
      p * a.x + q * b.x + r * c.x + s * d.x, p * a.y + q * b.y + r * c.y + s * d.y)
  }

  /// Returns the parameters at which one coordinate of a curve has an extremum inside of the curve.
  private static func extremes(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    if min(a, d) <= min(b, c), max(b, c) <= max(a, d) { return [] }
    let (p, q, r) = (d - a + 3 * (b - c), 2 * (a - 2 * b + c), b - a)
    var found: [Double] = []
    if abs(p) < 1e-12 {
      if q != 0 { found = [-r / q] }
    } else {
      let root = q * q - 4 * p * r
      guard root >= 0 else { return [] }
      found = [(-q + root.squareRoot()) / (2 * p), (-q - root.squareRoot()) / (2 * p)]
    }
    return found.filter { $0 > 0 && $0 < 1 }
  }

  /// An estimate of the length, in which curves are replaced by their control polygons.
  package var roughLength: Double {
    var length = 0.0
    var (from, start) = (SVGPoint(0, 0), SVGPoint(0, 0))
    func add(_ point: SVGPoint) {
      length += abs(point.x - from.x) + abs(point.y - from.y)
      from = point
    }
    for segment in segments {
      switch segment {
      case .move(let point): (from, start) = (point, point)
      case .line(let point): add(point)
      case .curve(let first, let second, let end):
        add(first)
        add(second)
        add(end)
      case .close: add(start)
      }
    }
    return length
  }
}

/// A rectangle.
package struct SVGBox: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package mutating func include(_ point: SVGPoint) {
    let (right, bottom) = (max(x + width, point.x), max(y + height, point.y))
    (x, y) = (min(x, point.x), min(y, point.y))
    (width, height) = (right - x, bottom - y)
  }

  package mutating func include(_ other: SVGBox) {
    include(SVGPoint(other.x, other.y))
    include(SVGPoint(other.x + other.width, other.y + other.height))
  }
}

extension SVGPath {
  /// Returns the outline of a rectangle with round corners.
  package static func rectangle(_ box: SVGBox, _ rx: Double = 0, _ ry: Double = 0) -> SVGPath {
    var path = SVGPath()
    let (rx, ry) = (min(rx, box.width / 2), min(ry, box.height / 2))
    let (left, right) = (box.x, box.x + box.width)
    let (top, bottom) = (box.y, box.y + box.height)
    guard rx > 0, ry > 0 else {
      path.move(SVGPoint(left, top))
      path.line(SVGPoint(right, top))
      path.line(SVGPoint(right, bottom))
      path.line(SVGPoint(left, bottom))
      path.close()
      return path
    }
    func corner(_ x: Double, _ y: Double) {
      path.arc(rx, ry, rotation: 0, isLarge: false, isPositive: true, to: SVGPoint(x, y))
    }
    path.move(SVGPoint(left + rx, top))
    path.line(SVGPoint(right - rx, top))
    corner(right, top + ry)
    path.line(SVGPoint(right, bottom - ry))
    corner(right - rx, bottom)
    path.line(SVGPoint(left + rx, bottom))
    corner(left, bottom - ry)
    path.line(SVGPoint(left, top + ry))
    corner(left + rx, top)
    path.close()
    return path
  }

  /// Returns the outline of an ellipse.
  package static func ellipse(_ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double) -> SVGPath {
    var path = SVGPath()
    path.move(SVGPoint(cx + rx, cy))
    for (x, y) in [(cx, cy + ry), (cx - rx, cy), (cx, cy - ry), (cx + rx, cy)] {
      path.arc(rx, ry, rotation: 0, isLarge: false, isPositive: true, to: SVGPoint(x, y))
    }
    path.close()
    return path
  }
}
