internal import CCairo
internal import IALayout
internal import IAText

/// A page as a stack of surfaces: the background, the text twice, pictures, and marks.
///
/// An animation changes only the opacity of a text layer, so that nothing is laid out or drawn again.
final class PageLayers {
  let size: PixelSize
  private let grounds: ImageSurface
  private let bottom: ImageSurface?
  private let top: ImageSurface
  private let attachments: ImageSurface
  private let marks: ImageSurface

  /// Creates the layers of a page by drawing them.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - scale: The number of pixels per point.
  ///   - animation: The fading layer and its colour; `nil` for static text, which has one layer.
  init(
    _ page: Page, scale: Double, animation: RenderScheme.Animation?, _ renderer: Renderer
  ) throws(RenderError) {
    let pixels = page.pixelSize(scale: scale)
    size = pixels
    func layer(
      _ parts: DrawingParts, ink: Color? = nil, paper: Color? = nil
    ) throws(RenderError) -> ImageSurface {
      try renderer.surface(page, pixels, scale: scale, parts: parts, ink: ink, paper: paper)
    }
    grounds = try layer(.grounds, paper: renderer.theme.paper)
    let plain = try layer(.text)
    if let animation {
      let fading = try layer(.text, ink: renderer.theme.ink(animation.fadingColor))
      (bottom, top) = animation.fadingLayer == .top ? (plain, fading) : (fading, plain)
    } else {
      (bottom, top) = (nil, plain)
    }
    attachments = try layer(.attachments)
    marks = try layer(.marks)
  }

  /// Blends the layers.
  ///
  /// - Parameters:
  ///   - bottomOpacity: The opacity of the lower text layer, 0…1.
  ///   - topOpacity: The opacity of the upper text layer, 0…1.
  ///   - target: The picture whose content is replaced.
  func composite(
    bottomOpacity: Double = 1, topOpacity: Double = 1, onto target: ImageSurface
  ) throws(RenderError) {
    let context = try CairoContext(target)
    unsafe cairo_set_operator(context.handle, CAIRO_OPERATOR_SOURCE)
    context.paint(grounds, opacity: 1)
    unsafe cairo_set_operator(context.handle, CAIRO_OPERATOR_OVER)
    if let bottom { context.paint(bottom, opacity: bottomOpacity) }
    context.paint(top, opacity: topOpacity)
    context.paint(attachments, opacity: 1)
    context.paint(marks, opacity: 1)
    try context.check()
  }

  /// Returns the bounding rectangle of all pixels of the text layers that are not transparent, or
  /// `nil` if there are none.
  func textBounds() -> (x: Int, y: Int, size: PixelSize)? {
    var (left, up, right, down) = (size.width, size.height, -1, -1)
    for surface in [bottom, top].compactMap({ $0 }) {
      _ = unsafe surface.withPixels { pixels, stride in
        for y in 0..<size.height {
          for x in 0..<size.width where unsafe pixels[y * stride + x] != 0 {
            (left, right) = (min(left, x), max(right, x))
            (up, down) = (min(up, y), max(down, y))
          }
        }
      }
    }
    guard right >= left else { return nil }
    return (left, up, PixelSize(width: right - left + 1, height: down - up + 1))
  }
}

extension CairoContext {
  /// Draws a picture of the same size with an opacity.
  func paint(_ surface: ImageSurface, opacity: Double) {
    guard opacity > 0 else { return }
    unsafe cairo_set_source_surface(handle, surface.handle, 0, 0)
    if opacity >= 1 {
      unsafe cairo_paint(handle)
    } else {
      unsafe cairo_paint_with_alpha(handle, opacity)
    }
  }
}
