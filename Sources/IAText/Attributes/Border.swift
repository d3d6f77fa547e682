/// A line along one side of a cell, a table or a paragraph.
public struct Border: Hashable, Sendable {
  /// The forms of the line.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// No line; overrides a line that the table or an adjacent cell would draw.
    case none
    case solid
    case double
    case dotted
    case dashed
  }

  /// The form of the line.
  public var style: Style
  /// The width of the line, 0…1,000 points; for a double line, the sum of both lines and the space
  /// between them.
  public var width: Double
  /// The colour of the line; `nil` for the colour of the text.
  public var color: Color?

  /// The widths that a border can have, in points.
  public static let widths = 0.0...1_000

  /// Creates a border; the width is in points.
  public init(_ style: Style = .solid, width: Double = 0.5, color: Color? = nil) {
    self.style = style
    self.width = width
    self.color = color
  }

  /// The statement that there is no line.
  public static let none = Border(.none, width: 0)

  /// Whether a line is drawn.
  public var isVisible: Bool { style != .none && width > 0 && color?.alpha != 0 }
}

/// A value for each side of a box; `nil` for a side without a statement.
///
/// The value type has no constraints, because checking them would take a large part of the time of a short conversion.
@frozen public struct Sides<Value> {
  /// The value of the upper side.
  public var top: Value?
  /// The value of the right side, in text of either direction.
  public var right: Value?
  /// The value of the lower side.
  public var bottom: Value?
  /// The value of the left side, in text of either direction.
  public var left: Value?

  /// Creates values of the sides.
  @inlinable
  public init(top: Value? = nil, right: Value? = nil, bottom: Value? = nil, left: Value? = nil) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// Creates the same value for all sides.
  @inlinable
  public init(all value: Value?) {
    self.init(top: value, right: value, bottom: value, left: value)
  }

  /// Whether no side has a value.
  @inlinable public var isEmpty: Bool {
    top == nil && right == nil && bottom == nil && left == nil
  }
}

extension Sides: Sendable where Value: Sendable {}

// The conformances are written out instead of synthesised, so that other modules compile specialised versions.
extension Sides: Equatable where Value: Equatable {
  /// Returns whether all sides have equal values.
  @inlinable
  public static func == (one: Self, other: Self) -> Bool {
    one.top == other.top && one.right == other.right && one.bottom == other.bottom
      && one.left == other.left
  }
}

extension Sides: Hashable where Value: Hashable {
  /// Hashes the values of all sides.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(top)
    hasher.combine(right)
    hasher.combine(bottom)
    hasher.combine(left)
  }
}
