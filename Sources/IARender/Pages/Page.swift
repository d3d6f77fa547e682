public import IALayout

/// A page that was laid out and can be drawn any number of times, at any scale.
public struct Page {
  let drawable: any Drawable

  /// The size in points.
  public var size: Size { drawable.size }

  /// Returns the size in pixels at a scale.
  ///
  /// - Parameter scale: The number of pixels per point.
  public func pixelSize(scale: Double) -> PixelSize {
    func pixels(_ points: Double) -> Int {
      let count = (points * scale).rounded(.up)
      return count.isFinite && count < 1e9 ? Int(count) : 1_000_000_000
    }
    return PixelSize(width: pixels(size.width), height: pixels(size.height))
  }
}
