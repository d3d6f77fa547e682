/// A position in points: *x* to the right, *y* downwards.
public struct Point: Hashable, Sendable {
  /// The distance to the right of the origin in points.
  public var x: Double
  /// The distance below the origin in points.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - x: The distance to the right of the origin in points.
  ///   - y: The distance below the origin in points.
  public init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }
}

/// A width and a height in points.
public struct Size: Hashable, Sendable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in points with sides parallel to the axes.
public struct Rectangle: Hashable, Sendable {
  /// The left side.
  public var x: Double
  /// The upper side.
  public var y: Double
  /// The width, at least 0.
  public var width: Double
  /// The height, at least 0.
  public var height: Double

  /// Creates a rectangle; a negative width or height becomes 0.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  /// The right side.
  public var maxX: Double { x + width }
  /// The lower side.
  public var maxY: Double { y + height }

  /// Returns whether a point is inside, including the left and upper sides.
  public func contains(_ point: Point) -> Bool {
    x <= point.x && point.x < maxX && y <= point.y && point.y < maxY
  }

  /// Returns whether two rectangles have a common area.
  public func intersects(_ other: Rectangle) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
