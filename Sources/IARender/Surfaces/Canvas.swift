internal import CCairo
internal import IABytes
internal import IALayout
internal import IAText

/// A reusable picture on which pages are drawn.
public final class Canvas {
  let renderer: Renderer
  let surface: ImageSurface

  /// Creates a canvas.
  ///
  /// - Throws: `RenderError`, before memory is allocated, if the canvas would be too large.
  public init(_ size: PixelSize, _ renderer: Renderer) throws(RenderError) {
    self.renderer = renderer
    surface = try ImageSurface(size, isOpaque: true, maximumPixels: renderer.limits.pixels)
  }

  /// The size.
  public var size: PixelSize { surface.size }

  /// The pixels.
  public var bitmap: Bitmap { surface.bitmap }

  /// Draws a page over the existing content; the upper left corners of page and canvas are the same.
  ///
  /// - Parameter scale: The number of pixels per point.
  /// - Throws: `RenderError` if Cairo fails.
  public func draw(_ page: Page, scale: Double) throws(RenderError) {
    try renderer.draw(
      page, on: surface, scale: scale, parts: .all, ink: nil, paper: renderer.theme.paper)
  }
}
