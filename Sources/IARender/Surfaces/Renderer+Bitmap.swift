internal import CCairo
internal import IABytes
internal import IALayout
internal import IAText

extension Renderer {
  /// Draws a page as a bitmap.
  ///
  /// - Parameter scale: The number of pixels per point.
  /// - Throws: `RenderError`, before memory is allocated, if the picture would be too large.
  public func bitmap(_ page: Page, scale: Double) throws(RenderError) -> Bitmap {
    try picture(page, scale: scale).bitmap
  }

  /// Draws a page as a PNG file.
  ///
  /// - Parameter scale: The number of pixels per point.
  /// - Throws: `RenderError`, before memory is allocated, if the picture would be too large.
  public func png(_ page: Page, scale: Double) throws(RenderError) -> [UInt8] {
    try picture(page, scale: scale).png()
  }

  /// Returns a picture of the page on its background.
  private func picture(_ page: Page, scale: Double) throws(RenderError) -> ImageSurface {
    try surface(
      page, page.pixelSize(scale: scale), scale: scale, parts: .all, ink: nil, paper: theme.paper)
  }

  /// Returns a picture of some parts of a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - size: The size of the picture.
  ///   - scale: The number of pixels per point.
  ///   - parts: The parts to draw.
  ///   - ink: The colour that replaces that of all text; `nil` for the colours of the text.
  ///   - paper: The background colour; `nil` for a transparent background.
  func surface(
    _ page: Page, _ size: PixelSize, scale: Double, parts: DrawingParts, ink: Color?, paper: Color?
  ) throws(RenderError) -> ImageSurface {
    let surface = try ImageSurface(
      size, isOpaque: paper != nil, maximumPixels: limits.pixels)
    try draw(page, on: surface, scale: scale, parts: parts, ink: ink, paper: paper)
    return surface
  }

  /// Draws some parts of a page on an existing picture, as `surface` does on a new one.
  func draw(
    _ page: Page, on surface: ImageSurface, scale: Double, parts: DrawingParts, ink: Color?,
    paper: Color?
  ) throws(RenderError) {
    let context = try CairoContext(surface)
    if let paper {
      context.setColor(paper)
      unsafe cairo_paint(context.handle)
    }
    var painter = CairoPainter(
      context, faces: faces, theme: theme, attachments: attachments, scale: scale,
      blitter: GlyphBlitter(atlas, on: surface))
    painter.parts = parts
    painter.inkOverride = ink
    page.drawable.draw(on: &painter)
    try context.check()
    unsafe cairo_surface_mark_dirty(surface.handle)
  }
}
