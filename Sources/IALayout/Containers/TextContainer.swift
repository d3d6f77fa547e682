/// An area that text is laid out in.
public struct TextContainer: Hashable, Sendable {
  /// The size in points; the height may be infinite.
  public var size: Size
  /// What is kept free inside `size`, in points.
  public var insets: Insets
  /// What is kept free at both ends of each line, in points.
  public var lineFragmentPadding: Double
  /// Areas that text flows round, in the coordinates of the container.
  public var exclusions: [ExclusionPath]
  /// The most lines; 0 for no limit.
  public var lineLimit: Int
  /// Whether the last line that is shown ends in `…` where text is cut off by `lineLimit`.
  public var truncates: Bool

  /// Makes a container; the padding defaults to 5 points, as in the system that the vocabulary is
  /// from.
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

  /// Makes insets.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
