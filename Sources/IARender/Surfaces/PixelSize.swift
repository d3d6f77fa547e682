/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
  /// The width.
  public var width: Int
  /// The height.
  public var height: Int

  /// Creates a size; a side below 0 counts as 0.
  public init(width: Int, height: Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  /// The maximum width and height that Cairo supports.
  public static let maximumSide = 32_767

  /// The number of pixels, or `Int.max` if the product overflows.
  public var pixelCount: Int {
    let (product, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? .max : product
  }

  /// Returns whether a picture of this size is not empty, has at most a number of pixels, and has no side that is too
  /// long for Cairo.
  func isDrawable(maximumPixels: Int) -> Bool {
    width > 0 && height > 0 && max(width, height) <= Self.maximumSide
      && pixelCount <= maximumPixels
  }
}
