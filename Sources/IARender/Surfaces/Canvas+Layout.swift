internal import CCairo
public import IALayout
internal import IAText

extension Canvas {
  /// Draws rows of pixels of a text that was laid out: the paper, and the part of the text that is there.
  ///
  /// The other rows do not change, so that a view that scrolls draws what is exposed alone. The same pixels are
  /// drawn whatever the rows are.
  ///
  /// - Parameters:
  ///   - rows: The rows of pixels of the canvas.
  ///   - manager: The layout, with the fonts of the canvas's renderer. Its attachments are drawn as placeholders.
  ///   - top: The row of pixels of the canvas at which the layout starts; it may be outside of the canvas.
  ///   - scale: The number of pixels per point.
  ///   - overhang: The distance from its line, in points, within which all ink of the text is drawn. Six times the
  ///     largest font size includes all ink of usual fonts; lines that are that far from the rows are laid out, too.
  /// - Precondition: The rows are within the canvas, and the layout has the fonts of its renderer.
  /// - Throws: `RenderError` if Cairo fails.
  /// - Complexity: O(log *n* + *m*) for *n* blocks of the layout and *m* glyphs near the rows.
  public func draw(
    _ rows: Range<Int>, of manager: LayoutManager, top: Int, scale: Double,
    overhang: Double = 96
  ) throws(RenderError) {
    precondition(0 <= rows.lowerBound && rows.upperBound <= size.height, "rows outside")
    precondition(manager.typesetter.fonts === renderer.fonts, "other fonts")
    guard !rows.isEmpty, let (pixels, stride) = unsafe surface.pixels else { return }
    let paper = GlyphBlitter.premultiplied(renderer.theme.paper)
    let part = rows.lowerBound * stride..<rows.upperBound * stride
    unsafe UnsafeMutableBufferPointer(rebasing: pixels[part]).update(repeating: paper)
    // Cairo would take a new surface for transparent, and replace its pixels by those of colour glyphs.
    unsafe cairo_surface_mark_dirty(surface.handle)
    let context = try CairoContext(surface)
    unsafe cairo_rectangle(
      context.handle, 0, Double(rows.lowerBound), Double(size.width), Double(rows.count))
    unsafe cairo_clip(context.handle)
    renderer.attachments.store = AttachmentStore()
    renderer.attachments.places = nil
    var painter = CairoPainter(
      context, faces: renderer.faces, theme: renderer.theme, attachments: renderer.attachments,
      scale: scale, blitter: GlyphBlitter(renderer.atlas, on: surface), top: top, rows: rows)
    let y = Double(rows.lowerBound - top) / scale
    manager.draw(
      in: Rectangle(
        x: 0, y: y - overhang, width: Double(size.width) / scale,
        height: Double(rows.count) / scale + 2 * overhang),
      to: &painter)
    try context.check()
    unsafe cairo_surface_mark_dirty(surface.handle)
  }

  /// Calls a function with the pixels, which are not copied.
  ///
  /// - Parameter body: A function of the pixels, row by row from the top, and of the number of pixels from one row
  ///   to the next. The lower 24 bits of a pixel are its colour; the others are undefined.
  /// - Returns: The result of the function, or `nil` after an earlier error of Cairo.
  public func withPixels<Result>(_ body: (Span<UInt32>, _ stride: Int) -> Result) -> Result? {
    guard let (pixels, stride) = unsafe surface.pixels else { return nil }
    return unsafe body(UnsafeBufferPointer(pixels).span, stride)
  }
}
