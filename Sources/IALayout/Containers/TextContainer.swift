/// An area that text is laid out in.
public struct TextContainer: Hashable, Sendable {
  /// The size in points; the height may be infinite.
  public var size: Size
  /// The space kept free inside `size`, in points.
  public var insets: Insets
  /// The space kept free at both ends of each line, in points.
  public var lineFragmentPadding: Double
  /// Areas that text flows around, in the coordinates of the container.
  public var exclusions: [ExclusionPath]
  /// The maximum number of lines; 0 for no limit.
  ///
  /// Only the limit of the last container of a layout is applied.
  public var lineLimit: Int
  /// Whether the last visible line ends with `…` if `lineLimit` cuts off text outside tables.
  public var truncates: Bool

  /// Creates a container; the padding defaults to 5 points, as in TextKit.
  public init(
    width: Double, height: Double = .infinity, insets: Insets = Insets(),
    lineFragmentPadding: Double = 5, exclusions: [ExclusionPath] = [], lineLimit: Int = 0,
    truncates: Bool = true
  ) {
    size = Size(width: width, height: height)
    self.insets = insets
    self.lineFragmentPadding = lineFragmentPadding
    self.exclusions = exclusions
    self.lineLimit = lineLimit
    self.truncates = truncates
  }
}

/// Space inside the four sides of an area, in points.
public struct Insets: Hashable, Sendable {
  /// Inside the upper side.
  public var top: Double
  /// Inside the left side.
  public var left: Double
  /// Inside the lower side.
  public var bottom: Double
  /// Inside the right side.
  public var right: Double

  /// Creates insets.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
