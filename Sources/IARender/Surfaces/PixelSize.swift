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

  /// The longest side that Cairo draws.
  public static let maximumSide = 32_767

  /// The number of pixels; the largest number there is where it does not fit.
  public var pixelCount: Int {
    let (product, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? .max : product
  }

  /// Returns whether a picture of this size has pixels, no more than a number of them, and no side
  /// that is too long to draw.
  func isDrawable(maximumPixels: Int) -> Bool {
    width > 0 && height > 0 && max(width, height) <= Self.maximumSide
      && pixelCount <= maximumPixels
  }
}
