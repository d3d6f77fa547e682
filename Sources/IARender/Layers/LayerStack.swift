internal import CCairo
internal import IABytes
public import IALayout
public import IAText

/// Pixels of one size in layers, which rows of a thread are drawn on in bands: the pixels of a view.
///
/// A static stack has one layer. An animated one has four: the grounds, the text twice, and
/// pictures with marks; an animation changes only the opacity of one of them.
public final class LayerStack {
  /// A row of a thread at its place.
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
    /// The layer of the animation; `nil` for one that never fades.
    var text: RenderScheme.Animation.Layer?
    var surface: ImageSurface
    var context: CairoContext
  }

  /// The size.
  public let size: PixelSize
  /// The number of pixels per point.
  public let scale: Double
  /// The margins beside all rows, in points.
  public let margins: Insets
  private let animation: RenderScheme.Animation?
  private let renderer: Renderer
  private var layers: [Layer]
  /// Whether the rows of pixels are stored twice, one copy after the other.
  private var isDoubled = false

  /// Creates a stack of undefined pixels.
  ///
  /// - Parameters:
  ///   - size: The size in pixels.
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
    func layer(
      _ parts: DrawingParts, ink: Color? = nil, paper: Color? = nil,
      _ text: RenderScheme.Animation.Layer? = nil
    ) throws(RenderError) -> Layer {
      let surface = try ImageSurface(
        size, isOpaque: paper != nil, maximumPixels: renderer.limits.pixels)
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

  /// Draws a band of rows of pixels: the paper, and what rows of a thread have there.
  ///
  /// Pixels outside of the band do not change. A row of a thread is clipped to its own rows of
  /// pixels.
  ///
  /// - Parameters:
  ///   - band: The rows of pixels.
  ///   - rows: The rows of the thread; those outside of the band are skipped.
  /// - Precondition: The band is within the stack.
  /// - Throws: `RenderError` if Cairo fails.
  public func draw(_ band: Range<Int>, _ rows: some Sequence<Row>) throws(RenderError) {
    precondition(0 <= band.lowerBound && band.upperBound <= size.height, "band outside")
    guard !band.isEmpty else { return }
    let rows = rows.filter { $0.top < band.upperBound && $0.top + $0.height > band.lowerBound }
    for layer in layers {
      clear(band, of: layer)
      for row in rows { draw(row, band, on: layer) }
      try layer.context.check()
      if isDoubled { double(band, of: layer) }
      unsafe cairo_surface_mark_dirty(layer.surface.handle)
    }
  }

  private func clear(_ band: Range<Int>, of layer: Layer) {
    let paper = layer.paper.map { GlyphBlitter.premultiplied($0) } ?? 0
    guard let (pixels, stride) = unsafe layer.surface.pixels else { return }
    let part = band.lowerBound * stride..<band.upperBound * stride
    unsafe UnsafeMutableBufferPointer(rebasing: pixels[part]).update(repeating: paper)
    // Cairo would take a new surface for transparent, and replace its pixels by those of colour glyphs.
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

  /// Blends the layers onto a canvas of the same size.
  ///
  /// Nothing is laid out or drawn again.
  ///
  /// - Parameters:
  ///   - canvas: The canvas, all of whose pixels are written.
  ///   - first: The row of pixels that becomes the first one of the canvas; the rows before it
  ///     follow the last one.
  ///   - time: The time of the animation in seconds, on the clock that all stacks share.
  /// - Precondition: The canvas has the size of the stack, and the row exists.
  /// - Throws: `RenderError` if Cairo fails.
  public func composite(
    onto canvas: Canvas, first: Int, time: Double
  ) throws(RenderError) {
    precondition(canvas.size == size && 0..<size.height ~= first, "canvas of another size")
    guard let animation else { return unrolled(layers[0], onto: canvas, first) }
    let context = try CairoContext(canvas.surface)
    for (start, rows) in [(0, first..<size.height), (size.height - first, 0..<first)] {
      unsafe cairo_save(context.handle)
      unsafe cairo_rectangle(
        context.handle, 0, Double(start), Double(size.width), Double(rows.count))
      unsafe cairo_clip(context.handle)
      for layer in layers {
        let opacity =
          layer.text == animation.fadingLayer
          ? animation.parameters.opacity(of: animation.fadingLayer, at: time) : 1
        guard opacity > 0, !rows.isEmpty else { continue }
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

  /// Calls a function with the pixels in order from a row on, without copying them.
  ///
  /// The first call stores the pixels twice, one copy after the other, so that the rows from each one on
  /// are adjacent. From then on each band is copied when it is drawn.
  ///
  /// - Parameters:
  ///   - first: The row of pixels that comes first; the rows before it follow the last one.
  ///   - body: A function of the pixels, row by row, and of the number of pixels from one row to the next.
  ///     The lower 24 bits of a pixel are its colour; the others are undefined.
  /// - Returns: The result of the function, or `nil` if the stack is animated or has more than 16,383 rows
  ///   of pixels: use `composite(onto:first:time:)`.
  /// - Precondition: The row exists.
  /// - Throws: `RenderError` if there is no memory.
  /// - Complexity: O(1), O(*n*) in the number of pixels for the first call.
  public func withContiguousPixels<Result>(
    first: Int, _ body: (Span<UInt32>, _ stride: Int) -> Result
  ) throws(RenderError) -> Result? {
    precondition(0..<size.height ~= first, "row outside")
    guard try doubles(), let (pixels, stride) = unsafe layers[0].surface.pixels else { return nil }
    let shown = first * stride..<(first + size.height) * stride
    return unsafe body(UnsafeBufferPointer(rebasing: pixels[shown]).span, stride)
  }

  /// Stores the pixels twice; returns whether that is possible.
  private func doubles() throws(RenderError) -> Bool {
    if isDoubled { return true }
    let doubled = PixelSize(width: size.width, height: 2 * size.height)
    guard animation == nil, doubled.height <= PixelSize.maximumSide else { return false }
    var layer = layers[0]
    let surface = try ImageSurface(
      doubled, isOpaque: layer.paper != nil, maximumPixels: doubled.pixelCount)
    guard let (from, stride) = unsafe layer.surface.pixels,
      let (to, other) = unsafe surface.pixels, stride == other
    else { return false }
    _ = unsafe UnsafeMutableBufferPointer(rebasing: to[..<from.count]).update(from: from)
    layer.context = try CairoContext(surface)
    layer.surface = surface
    double(0..<size.height, of: layer)
    unsafe cairo_surface_mark_dirty(surface.handle)
    layers[0] = layer
    isDoubled = true
    return true
  }

  /// Copies rows of pixels from the first half of the memory to the second one.
  private func double(_ band: Range<Int>, of layer: Layer) {
    guard let (pixels, stride) = unsafe layer.surface.pixels else { return }
    let target = (band.lowerBound + size.height) * stride..<(band.upperBound + size.height) * stride
    let source = band.lowerBound * stride..<band.upperBound * stride
    _ = unsafe UnsafeMutableBufferPointer(rebasing: pixels[target])
      .update(from: UnsafeMutableBufferPointer(rebasing: pixels[source]))
  }

  private func unrolled(_ layer: Layer, onto canvas: Canvas, _ first: Int) {
    guard let (from, stride) = unsafe layer.surface.pixels,
      let (to, other) = unsafe canvas.surface.pixels, stride == other,
      let source = from.baseAddress, let target = to.baseAddress
    else { return }
    let rest = size.height - first
    unsafe target.update(from: source + first * stride, count: rest * stride)
    unsafe (target + rest * stride).update(from: source, count: first * stride)
    unsafe cairo_surface_mark_dirty(canvas.surface.handle)
  }
}
