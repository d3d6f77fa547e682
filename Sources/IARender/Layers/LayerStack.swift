internal import CCairo
internal import IABytes
public import IALayout
public import IAText

/// The pixels of a view in layers of one size, on which rows of a thread are drawn in bands.
///
/// The rows of pixels are a ring. A view shows consecutive rows of the ring, from any row on.
///
/// A static stack has one layer. An animated stack has four: the backgrounds, the text twice, and pictures
/// with marks. An animation changes only the opacity of one layer.
public final class LayerStack {
  /// A row of a thread with its position.
  public struct Row {
    /// The row's bubble.
    public var bubble: Bubble
    /// The part above the bubble.
    public var head: Bubble.Head
    /// The height of that part in rows of pixels.
    public var headHeight: Int
    /// The first row of pixels; it may be outside of the stack.
    public var top: Int
    /// The number of rows of pixels.
    public var height: Int

    /// Creates a row.
    public init(
      _ bubble: Bubble, head: Bubble.Head, headHeight: Int, top: Int, height: Int
    ) {
      self.bubble = bubble
      self.head = head
      self.headHeight = headHeight
      self.top = top
      self.height = height
    }
  }

  private struct Layer {
    var parts: DrawingParts
    var ink: Color?
    var paper: Color?
    /// The layer of the animation; `nil` for a layer that never fades.
    var text: RenderScheme.Animation.Layer?
    var surface: ImageSurface
    var context: CairoContext
  }

  /// The size of the view.
  public let size: PixelSize
  /// The number of rows of pixels in the ring, at least the height of the view.
  public let rowCount: Int
  /// The number of pixels per point.
  public let scale: Double
  /// The margins beside all rows, in points.
  public let margins: Insets
  private let animation: RenderScheme.Animation?
  private let renderer: Renderer
  private var layers: [Layer]
  /// The memory of the only layer after it was mapped twice.
  private var ring: RingMemory?
  /// Whether the view shows only the background colour; the pixels are then ignored.
  private var isPaper = false

  /// Creates a stack of undefined pixels.
  ///
  /// - Parameters:
  ///   - size: The size of the view in pixels.
  ///   - scale: The number of pixels per point.
  ///   - margins: The margins of rows in points; those above and below are not used.
  ///   - animation: The fading layer, its colour and times; `nil` for a static stack.
  /// - Throws: `RenderError`, before memory is allocated, if it would be too large.
  public init(
    _ size: PixelSize, scale: Double, margins: Insets, animation: RenderScheme.Animation?,
    _ renderer: Renderer
  ) throws(RenderError) {
    self.size = size
    self.scale = scale
    self.margins = margins
    self.animation = animation
    self.renderer = renderer
    layers = []
    let rows = RingMemory.rowCount(atLeast: size.height)
    // A view that is nearly as high as Cairo's maximum has no additional rows.
    rowCount = rows <= PixelSize.maximumSide ? rows : size.height
    try ImageSurface.check(size, maximumPixels: renderer.limits.pixels)
    let stored = PixelSize(width: size.width, height: rowCount)
    func layer(
      _ parts: DrawingParts, ink: Color? = nil, paper: Color? = nil,
      _ text: RenderScheme.Animation.Layer? = nil
    ) throws(RenderError) -> Layer {
      let surface = try ImageSurface(
        stored, isOpaque: paper != nil, maximumPixels: stored.pixelCount)
      return Layer(
        parts: parts, ink: ink, paper: paper, text: text, surface: surface,
        context: try CairoContext(surface))
    }
    let paper = renderer.theme.paper
    guard let animation else {
      layers = [try layer(.all, paper: paper)]
      return
    }
    let ink = renderer.theme.ink(animation.fadingColor)
    let fades = animation.fadingLayer
    layers = [
      try layer(.grounds, paper: paper),
      try layer(.text, ink: fades == .bottom ? ink : nil, .bottom),
      try layer(.text, ink: fades == .top ? ink : nil, .top),
      try layer([.attachments, .marks]),
    ]
  }

  /// The number of layers that a band is drawn on.
  public var layerCount: Int { layers.count }

  /// Shows the background colour in the whole view until a band is drawn; the pixels of all other rows are then
  /// undefined.
  ///
  /// - Complexity: O(1); no pixel is written.
  public func showPaper() { isPaper = true }

  /// Draws a band of rows of pixels: the paper, and the parts of rows of a thread inside the band.
  ///
  /// Pixels outside of the band do not change. A row of a thread is clipped to its own rows of
  /// pixels.
  ///
  /// - Parameters:
  ///   - band: The rows of pixels in the ring.
  ///   - rows: The rows of the thread; those outside of the band are skipped.
  /// - Precondition: The band is within the stack.
  /// - Throws: `RenderError` if Cairo fails.
  public func draw(_ band: Range<Int>, _ rows: some Sequence<Row>) throws(RenderError) {
    precondition(0 <= band.lowerBound && band.upperBound <= rowCount, "band outside")
    guard !band.isEmpty else { return }
    isPaper = false
    let rows = rows.filter { $0.top < band.upperBound && $0.top + $0.height > band.lowerBound }
    for layer in layers {
      clear(band, of: layer)
      for row in rows { draw(row, band, on: layer) }
      try layer.context.check()
      unsafe cairo_surface_mark_dirty(layer.surface.handle)
    }
  }

  private func clear(_ band: Range<Int>, of layer: Layer) {
    let paper = layer.paper.map { GlyphBlitter.premultiplied($0) } ?? 0
    guard let (pixels, stride) = unsafe layer.surface.pixels else { return }
    let part = band.lowerBound * stride..<band.upperBound * stride
    unsafe UnsafeMutableBufferPointer(rebasing: pixels[part]).update(repeating: paper)
    // Cairo would treat a new surface as transparent, and replace its pixels by those of colour glyphs.
    unsafe cairo_surface_mark_dirty(layer.surface.handle)
  }

  private func draw(_ row: Row, _ band: Range<Int>, on layer: Layer) {
    let handle = unsafe layer.context.handle
    let shown = max(row.top, band.lowerBound)..<min(row.top + row.height, band.upperBound)
    unsafe cairo_save(handle)
    unsafe cairo_rectangle(
      handle, 0, Double(shown.lowerBound), Double(size.width), Double(shown.count))
    unsafe cairo_clip(handle)
    var painter = CairoPainter(
      layer.context, faces: renderer.faces, theme: renderer.theme,
      attachments: renderer.attachments, scale: scale,
      blitter: GlyphBlitter(renderer.atlas, on: layer.surface), top: row.top, rows: shown)
    painter.parts = layer.parts
    painter.inkOverride = layer.ink
    let width = Double(size.width) / scale
    let visible =
      Double(shown.lowerBound - row.top) / scale..<Double(shown.upperBound - row.top) / scale
    row.bubble.draw(
      row.head, headHeight: Double(row.headHeight) / scale,
      left: row.bubble.left(width: width, margins: margins), width: width, visible: visible,
      renderer, on: &painter)
    unsafe cairo_restore(handle)
  }

  /// Blends the layers onto a canvas that has the size of the view.
  ///
  /// The content is neither laid out nor drawn again.
  ///
  /// - Parameters:
  ///   - canvas: The canvas, all of whose pixels are written.
  ///   - first: The row of pixels that becomes the first one of the canvas; the rows before it
  ///     follow the last one.
  ///   - time: The time of the animation in seconds, on the clock that all stacks share.
  /// - Precondition: The canvas has the size of the view, and the row exists.
  /// - Throws: `RenderError` if Cairo fails.
  public func composite(
    onto canvas: Canvas, first: Int, time: Double
  ) throws(RenderError) {
    precondition(canvas.size == size && 0..<rowCount ~= first, "canvas of another size")
    if isPaper { return canvas.surface.fill(renderer.theme.paper) }
    guard let animation else { return unrolled(layers[0], onto: canvas, first) }
    let context = try CairoContext(canvas.surface)
    for (start, rows) in parts(from: first) {
      unsafe cairo_save(context.handle)
      unsafe cairo_rectangle(
        context.handle, 0, Double(start), Double(size.width), Double(rows.count))
      unsafe cairo_clip(context.handle)
      for layer in layers {
        let opacity =
          layer.text == animation.fadingLayer
          ? animation.parameters.opacity(of: animation.fadingLayer, at: time) : 1
        guard opacity > 0 else { continue }
        unsafe cairo_set_operator(
          context.handle, layer.paper != nil ? CAIRO_OPERATOR_SOURCE : CAIRO_OPERATOR_OVER)
        unsafe cairo_set_source_surface(
          context.handle, layer.surface.handle, 0, Double(start - rows.lowerBound))
        if opacity < 1 {
          unsafe cairo_paint_with_alpha(context.handle, opacity)
        } else {
          unsafe cairo_paint(context.handle)
        }
      }
      unsafe cairo_restore(context.handle)
    }
    try context.check()
    unsafe cairo_surface_flush(canvas.surface.handle)
  }

  // MARK: Contiguous pixels

  /// Calls a function with the pixels of a view in order, without copying them.
  ///
  /// The first call moves the pixels to memory that is mapped twice at adjacent addresses, so that the rows from each
  /// row on are contiguous (decision 0199).
  ///
  /// - Parameters:
  ///   - first: The row of pixels that comes first; the first row of the ring follows its last one.
  ///   - body: A function of the pixels, row by row, and of the number of pixels from one row to the next.
  ///     The lower 24 bits of a pixel are its colour; the others are undefined, as are pixels beside the width.
  /// - Returns: The result of the function, or `nil` if the stack is animated or has more than 32,000 rows
  ///   of pixels, or if the system has no such memory: use `composite(onto:first:time:)`.
  /// - Precondition: The row exists.
  /// - Throws: `RenderError` if Cairo fails.
  /// - Complexity: O(1), O(*n*) in the number of pixels for the first call.
  public func withContiguousPixels<Result>(
    first: Int, _ body: (Span<UInt32>, _ stride: Int) -> Result
  ) throws(RenderError) -> Result? {
    precondition(0..<rowCount ~= first, "row outside")
    if ring == nil { try moveToRing() }
    guard let ring else { return nil }
    guard isPaper else { return ring.withRows(first, count: size.height, body) }
    guard let (pixels, stride) = unsafe try renderer.paperPage(size).pixels else { return nil }
    return unsafe body(UnsafeBufferPointer(pixels).span, stride)
  }

  /// Moves the pixels of the only layer to memory that is mapped twice, if there is such memory.
  private func moveToRing() throws(RenderError) {
    guard animation == nil, rowCount == RingMemory.rowCount(atLeast: rowCount),
      let ring = RingMemory(width: size.width, rowCount: rowCount)
    else { return }
    let stored = PixelSize(width: size.width, height: rowCount)
    let surface = try unsafe ImageSurface(stored, over: ring.once, stride: ring.stride)
    Self.copy(0..<rowCount, of: layers[0].surface, to: 0, of: surface)
    layers[0].context = try CairoContext(surface)
    layers[0].surface = surface
    self.ring = ring
  }

  // MARK: Copies

  /// Returns the ranges of rows in the ring that a view shows, with their positions in the view.
  private func parts(from first: Int) -> [(start: Int, rows: Range<Int>)] {
    let end = min(first + size.height, rowCount)
    let rest = first + size.height - end
    return rest == 0
      ? [(0, first..<end)] : [(0, first..<end), (end - first, 0..<rest)]
  }

  /// Copies the rows of a view to a canvas.
  private func unrolled(_ layer: Layer, onto canvas: Canvas, _ first: Int) {
    for (start, rows) in parts(from: first) {
      Self.copy(rows, of: layer.surface, to: start, of: canvas.surface)
    }
  }

  /// Copies rows of pixels from one surface to another one of the same width.
  private static func copy(
    _ rows: Range<Int>, of source: ImageSurface, to start: Int, of target: ImageSurface
  ) {
    guard let (from, stride) = unsafe source.pixels, let (to, other) = unsafe target.pixels else {
      return
    }
    // Rows at equal distances are copied with one call.
    let (pieces, count) =
      stride == other ? (1, rows.count * stride) : (rows.count, source.size.width)
    for piece in 0..<pieces {
      let place = (rows.lowerBound + piece) * stride
      let goal = (start + piece) * other
      _ = unsafe UnsafeMutableBufferPointer(rebasing: to[goal..<goal + count])
        .update(from: UnsafeMutableBufferPointer(rebasing: from[place..<place + count]))
    }
    unsafe cairo_surface_mark_dirty(target.handle)
  }
}
