/// An area that text flows around, in points.
///
/// An area with a coordinate that is infinite or no number has no effect.
public enum ExclusionPath: Hashable, Sendable {
  /// The inside of a circle; empty if the radius is not positive.
  case circle(center: Point, radius: Double)
  /// A rectangle.
  case rectangle(Rectangle)
  /// The inside of a polygon by the even-odd rule; the last point is joined to the first.
  case polygon([Point])

  /// Whether all coordinates and lengths are finite.
  var isFinite: Bool {
    switch self {
    case .circle(let center, let radius):
      center.x.isFinite && center.y.isFinite && radius.isFinite
    case .rectangle(let rectangle): rectangle.maxX.isFinite && rectangle.maxY.isFinite
    case .polygon(let points): points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    }
  }

  /// The range from the top to the bottom of the area; empty if the area is empty.
  var verticalRange: Range<Double> {
    switch self {
    case .circle(let center, let radius):
      return center.y - max(radius, 0)..<center.y + max(radius, 0)
    case .rectangle(let rectangle): return rectangle.y..<rectangle.maxY
    case .polygon(let points):
      guard let top = points.map(\.y).min(), let bottom = points.map(\.y).max() else {
        return 0..<0
      }
      return top..<bottom
    }
  }

  /// Returns the area moved down by a distance in points.
  func moved(by y: Double) -> ExclusionPath {
    switch self {
    case .circle(let center, let radius):
      .circle(center: Point(x: center.x, y: center.y + y), radius: radius)
    case .rectangle(let rectangle):
      .rectangle(
        Rectangle(
          x: rectangle.x, y: rectangle.y + y, width: rectangle.width, height: rectangle.height))
    case .polygon(let points): .polygon(points.map { Point(x: $0.x, y: $0.y + y) })
    }
  }

  /// Returns the parts of a band that the area covers, as ranges of *x* that may overlap.
  func horizontalRanges(from top: Double, to bottom: Double) -> [Range<Double>] {
    switch self {
    case .circle(let center, let radius):
      let distance = max(top - center.y, center.y - bottom, 0)
      guard distance < radius else { return [] }
      // The difference of the squares, without a square that may be infinite.
      let half = (radius - distance).squareRoot() * (radius + distance).squareRoot()
      return [center.x - half..<center.x + half]
    case .rectangle(let rectangle):
      guard rectangle.y < bottom, rectangle.maxY > top, rectangle.width > 0 else { return [] }
      return [rectangle.x..<rectangle.maxX]
    case .polygon(let points): return Self.ranges(of: points, from: top, to: bottom)
    }
  }

  /// Returns the parts of a band that a polygon covers.
  ///
  /// Between two consecutive corners in the order of *y*, the sides are straight lines, so each of
  /// these intervals is examined separately.
  private static func ranges(
    of points: [Point], from top: Double, to bottom: Double
  ) -> [Range<Double>] {
    guard points.count > 2 else { return [] }
    let corners = points.map(\.y).filter { $0 > top && $0 < bottom }
    let levels = ([top] + corners + [bottom]).sorted()
    var found: [Range<Double>] = []
    for (upper, lower) in zip(levels, levels.dropFirst()) where lower > upper {
      let middle = (upper + lower) / 2
      var crossings: [(atMiddle: Double, minX: Double, maxX: Double)] = []
      for (index, start) in points.enumerated() {
        let end = points[(index + 1) % points.count]
        guard (start.y <= middle) != (end.y <= middle) else { continue }
        func x(at y: Double) -> Double {
          start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y)
        }
        let ends = (x(at: upper), x(at: lower))
        crossings.append((x(at: middle), min(ends.0, ends.1), max(ends.0, ends.1)))
      }
      crossings.sort { $0.atMiddle < $1.atMiddle }
      for index in stride(from: 0, to: crossings.count - 1, by: 2) {
        // The two sides may cross above or below the middle.
        let left = min(crossings[index].minX, crossings[index + 1].minX)
        let right = max(crossings[index].maxX, crossings[index + 1].maxX)
        if left < right { found.append(left..<right) }
      }
    }
    return found
  }
}
