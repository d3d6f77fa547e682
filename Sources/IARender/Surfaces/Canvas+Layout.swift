internal import CCairo
public import IALayout
internal import IAText

extension Canvas {
  /// Draws rows of pixels of a layout: the background, and the part of the text in these rows.
  ///
  /// Other rows do not change, so that a view that scrolls can draw only the exposed rows. The result does not depend
  /// on how rows are divided between calls.
  ///
  /// - Parameters:
  ///   - rows: The rows of pixels of the canvas.
  ///   - manager: The layout, with the fonts of the canvas's renderer. Its attachments are drawn as placeholders.
  ///   - top: The row of pixels of the canvas at which the layout starts; it may be outside of the canvas.
  ///   - scale: The number of pixels per point.
  ///   - overhang: The distance from its line, in points, within which all ink of the text is drawn; lines that are
  ///     within this distance of the rows are drawn, too. Six times the largest font size includes all ink of most
  ///     fonts. For `nil`, the distance is 96 points plus the height of the line.
  /// - Precondition: The rows are within the canvas, and the layout has the fonts of its renderer.
  /// - Throws: `RenderError` if Cairo fails.
  /// - Complexity: O(log *n* + *m*) for *n* blocks of the layout and *m* glyphs near the rows.
  public func draw(
    _ rows: Range<Int>, of manager: LayoutManager, top: Int, scale: Double,
    overhang: Double? = nil
  ) throws(RenderError) {
    precondition(0 <= rows.lowerBound && rows.upperBound <= size.height, "rows outside")
    precondition(manager.typesetter.fonts === renderer.fonts, "other fonts")
    guard !rows.isEmpty else { return }
    try renderer.draw(
      rows, of: manager, on: surface, top: top, scale: scale, overhang: overhang)
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

extension Renderer {
  /// Draws rows of pixels of a layout onto memory of the caller: the background, and the part of the text in these
  /// rows.
  ///
  /// The memory may be shared with another process. The pixels are those that `Canvas.draw(_:of:top:scale:overhang:)`
  /// draws; their upper 8 bits are undefined.
  ///
  /// - Parameters:
  ///   - manager: The layout, with the fonts of the renderer. Its attachments are drawn as placeholders.
  ///   - pixels: The pixels, row by row from the top, all of which are written.
  ///   - width: The number of pixels in a row.
  ///   - top: The row of pixels at which the layout starts; it may be outside of the rows.
  ///   - scale: The number of pixels per point.
  ///   - overhang: The distance from its line, in points, within which all ink of the text is drawn; lines that are
  ///     within this distance of the rows are drawn, too. Six times the largest font size includes all ink of most
  ///     fonts. For `nil`, the distance is 96 points plus the height of the line.
  /// - Precondition: The rows are whole, and the layout has the fonts of the renderer.
  /// - Throws: `RenderError` if a side is longer than `PixelSize.maximumSide`, or if Cairo fails.
  /// - Complexity: O(log *n* + *m*) for *n* blocks of the layout and *m* glyphs near the rows.
  public func draw(
    _ manager: LayoutManager, on pixels: inout MutableSpan<UInt32>, width: Int, top: Int,
    scale: Double, overhang: Double? = nil
  ) throws(RenderError) {
    precondition(width > 0 && pixels.count.isMultiple(of: width), "incomplete rows")
    precondition(manager.typesetter.fonts === fonts, "other fonts")
    let size = PixelSize(width: width, height: pixels.count / width)
    guard size.height > 0 else { return }
    try unsafe pixels.withUnsafeMutableBufferPointer { memory throws(RenderError) in
      let surface = try unsafe ImageSurface(size, over: memory)
      // The caller may free the memory after the call.
      defer { unsafe cairo_surface_finish(surface.handle) }
      try draw(
        0..<size.height, of: manager, on: surface, top: top, scale: scale, overhang: overhang)
    }
  }

  /// Draws rows of pixels of a layout on a picture.
  fileprivate func draw(
    _ rows: Range<Int>, of manager: LayoutManager, on surface: ImageSurface, top: Int,
    scale: Double, overhang: Double?
  ) throws(RenderError) {
    guard let (pixels, stride) = unsafe surface.pixels else { return }
    let paper = GlyphBlitter.premultiplied(theme.paper)
    let part = rows.lowerBound * stride..<rows.upperBound * stride
    unsafe UnsafeMutableBufferPointer(rebasing: pixels[part]).update(repeating: paper)
    // Cairo would treat a new surface as transparent, and replace its pixels by those of colour glyphs.
    unsafe cairo_surface_mark_dirty(surface.handle)
    let context = try CairoContext(surface)
    unsafe cairo_rectangle(
      context.handle, 0, Double(rows.lowerBound), Double(surface.size.width), Double(rows.count))
    unsafe cairo_clip(context.handle)
    attachments.store = AttachmentStore()
    attachments.places = nil
    attachments.stretchesPictures = false
    var painter = CairoPainter(
      context, faces: faces, theme: theme, attachments: attachments, scale: scale,
      blitter: GlyphBlitter(atlas, on: surface), top: top, rows: rows)
    let y = Double(rows.lowerBound - top) / scale
    let distance = overhang ?? 96
    manager.draw(
      in: Rectangle(
        x: 0, y: y - distance, width: Double(surface.size.width) / scale,
        height: Double(rows.count) / scale + 2 * distance),
      overhang: overhang == nil ? nil : 0, to: &painter)
    try context.check()
    unsafe cairo_surface_mark_dirty(surface.handle)
  }
}
