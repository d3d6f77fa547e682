internal import CBlending
internal import CCairo
internal import IAFonts
internal import IALayout
internal import IAText

/// A painter that draws pixels with Cairo, and glyphs with a blitter.
struct CairoPainter: Painter {
  /// Cairo's context; the surface's owner outlives it.
  let context: CairoContext
  let faces: FaceCache
  private let theme: Theme
  let attachments: AttachmentPainter
  /// The blitter that draws glyphs on pixels; `nil` if Cairo draws them.
  private let blitter: GlyphBlitter?
  /// The origin, in pixels, and the area that can be written to.
  private var origin = Point(x: 0, y: 0)
  private var clip = GlyphBlitter.area(left: 0, top: 0, right: 0, bottom: 0)
  /// The parts of the drawing that are drawn; all others are skipped.
  var parts = DrawingParts.all
  /// The colour that replaces that of all text and its lines; `nil` for their own.
  var inkOverride: Color?
  /// Whether the coordinates are rotated or clipped so that Cairo must draw glyphs.
  var isTurned = false
  /// The part to which all operations are assigned; `nil` for their own part.
  private var part: DrawingParts?
  /// The current number of pixels per point.
  var scale: Double
  private var places: [SavedPlace] = []

  /// The state that a `pop` restores.
  private struct SavedPlace {
    var scale: Double
    var part: DrawingParts?
    var origin: Point
    var clip: GlyphBlitter.Area
    var isTurned: Bool
    var isSaved: Bool
    /// The opacity of the group that ends with the `pop`; `nil` if it ends no group.
    var opacity: Double?
  }
  private var glyphs: [cairo_glyph_t] = []

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point.
  ///   - blitter: The blitter for glyphs; `nil` if Cairo draws them.
  ///   - top: The row of pixels at which the drawing starts.
  ///   - rows: The rows of pixels that can be written to; `nil` for all. The caller sets the clip of Cairo's context.
  init(
    _ context: CairoContext, faces: FaceCache, theme: Theme, attachments: AttachmentPainter,
    scale: Double, blitter: GlyphBlitter? = nil, top: Int = 0, rows: Range<Int>? = nil
  ) {
    self.context = context
    self.faces = faces
    self.theme = theme
    self.attachments = attachments
    self.scale = scale
    self.blitter = blitter
    if let blitter { clip = blitter.bounds }
    if let rows { (clip.top, clip.bottom) = (Int32(rows.lowerBound), Int32(rows.upperBound)) }
    origin.y = Double(top)
    unsafe cairo_translate(context.handle, 0, Double(top))
    unsafe cairo_scale(context.handle, scale, scale)
  }

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {
    guard draws(.grounds) else { return }
    context.setColor(theme.color(color, of: role))
    unsafe cairo_rectangle(
      context.handle, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    unsafe cairo_fill(context.handle)
  }

  mutating func draw(_ run: borrowing GlyphRun) {
    guard draws(.text), run.color.alpha > 0 else { return }
    let color = ink ?? theme.ink(run.color)
    if let blitter, !isTurned,
      blitter.draw(run, color: color, scale: scale, origin: origin, clip: clip)
    {
      return
    }
    guard let face = faces.face(run.font, size: run.size, scale: scale) else { return }
    let run = copy run
    context.setColor(color)
    unsafe cairo_set_scaled_font(context.handle, face.handle)
    // Colour glyphs ignore the text colour, including its opacity.
    let fades = color.alpha < 255 && faces.isColor(run.font)
    if fades { beginFading(run) }
    defer { if fades { endFading(opacity: Double(color.alpha) / 255) } }
    draw(run, 0..<run.glyphs.count, face)
  }

  private func beginFading(_ run: GlyphRun) {
    unsafe cairo_save(context.handle)
    unsafe cairo_rectangle(
      context.handle, run.origin.x - run.size, run.origin.y - 2 * run.size,
      run.width + 2 * run.size, 3 * run.size)
    unsafe cairo_clip(context.handle)
    unsafe cairo_push_group(context.handle)
    unsafe cairo_set_source_rgb(context.handle, 0, 0, 0)
  }

  private func endFading(opacity: Double) {
    unsafe cairo_pop_group_to_source(context.handle)
    unsafe cairo_paint_with_alpha(context.handle, opacity)
    unsafe cairo_restore(context.handle)
  }

  private mutating func draw(_ run: GlyphRun, _ range: Range<Int>, _ face: ScaledFace) {
    glyphs.removeAll(keepingCapacity: true)
    for index in range where face.canDraw(run.glyphs[index]) {
      glyphs.append(
        cairo_glyph_t(index: UInt(run.glyphs[index]), x: run.x[index], y: run.y[index]))
    }
    guard !glyphs.isEmpty, !face.isBroken else { return }
    unsafe cairo_show_glyphs(context.handle, glyphs, Int32(glyphs.count))
  }

  mutating func stroke(_ stroke: Stroke) {
    guard draws(.text) else { return }
    context.setColor(ink ?? theme.ink(stroke.color))
    for line in stroke.lines { draw(line) }
  }

  private func draw(_ line: StrokeLine) {
    guard let first = line.points.first else { return }
    unsafe cairo_save(context.handle)
    unsafe cairo_set_line_width(context.handle, line.width)
    unsafe cairo_set_line_cap(
      context.handle, line.isDotted ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    unsafe cairo_set_line_join(context.handle, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_set_dash(context.handle, line.dashes, Int32(line.dashes.count), 0)
    unsafe cairo_move_to(context.handle, first.x, first.y)
    for point in line.points.dropFirst() {
      unsafe cairo_line_to(context.handle, point.x, point.y)
    }
    unsafe cairo_stroke(context.handle)
    unsafe cairo_restore(context.handle)
  }

  mutating func draw(_ box: AttachmentBox) {
    push(part: .attachments)
    defer { pop() }
    guard draws(.attachments) else { return }
    attachments.draw(box, pixelsPerPoint: scale, on: &self)
  }

  mutating func link(to url: String, in rectangle: Rectangle, at utf16Offset: Int) {}

  mutating func fill(_ shape: Shape, color: Color) {
    guard draws(.grounds) else { return }
    context.setColor(color)
    context.fill(shape)
  }

  mutating func outline(_ shape: Shape, width: Double, color: Color) {
    guard draws(.grounds) else { return }
    context.setColor(color)
    context.addPath(shape)
    unsafe cairo_set_line_width(context.handle, width)
    unsafe cairo_set_line_cap(context.handle, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_set_line_join(context.handle, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_stroke(context.handle)
  }

  mutating func draw(_ picture: Picture, in rectangle: Rectangle, cornerRadius: Double) {
    let surface = picture.surface
    guard draws(.attachments), surface.size.width > 0, surface.size.height > 0 else { return }
    unsafe cairo_save(context.handle)
    context.addPath(.rectangle(rectangle, cornerRadius: cornerRadius))
    unsafe cairo_clip(context.handle)
    unsafe cairo_translate(context.handle, rectangle.x, rectangle.y)
    unsafe cairo_scale(
      context.handle, rectangle.width / Double(surface.size.width),
      rectangle.height / Double(surface.size.height))
    unsafe cairo_set_source_surface(context.handle, surface.handle, 0, 0)
    let pattern = unsafe cairo_get_source(context.handle)
    unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
    unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    unsafe cairo_paint(context.handle)
    unsafe cairo_restore(context.handle)
  }

  /// Returns whether operations of a part are drawn.
  func draws(_ kind: DrawingParts) -> Bool { parts.contains(part ?? kind) }

  /// The colour that replaces that of text in the current layer; `nil` for labels and if there is none.
  private var ink: Color? { part == nil ? inkOverride : nil }

  mutating func push(origin: Point, scale factor: Double, clip: Rectangle?) {
    unsafe cairo_save(context.handle)
    if let clip {
      unsafe cairo_rectangle(context.handle, clip.x, clip.y, clip.width, clip.height)
      unsafe cairo_clip(context.handle)
    }
    unsafe cairo_translate(context.handle, origin.x, origin.y)
    unsafe cairo_scale(context.handle, factor, factor)
    save(isSaved: true)
    if let clip { cut(clip) }
    self.origin.x += origin.x * scale
    self.origin.y += origin.y * scale
    scale *= factor
  }

  mutating func push(origin: Point, angle: Double) {
    push(origin: origin, scale: 1, clip: nil)
    guard angle != 0 else { return }
    unsafe cairo_rotate(context.handle, -angle * .pi / 180)
    isTurned = true
  }

  mutating func save(isSaved: Bool, opacity: Double? = nil) {
    places.append(
      SavedPlace(
        scale: scale, part: part, origin: origin, clip: clip, isTurned: isTurned, isSaved: isSaved,
        opacity: opacity))
  }

  /// Clips to an area; for glyphs, the area is rounded to whole pixels.
  private mutating func cut(_ area: Rectangle) {
    func pixel(_ value: Double) -> Int32 { Int32(min(max(value.rounded(), -1e6), 1e6)) }
    clip.left = max(clip.left, pixel(area.x * scale + origin.x))
    clip.top = max(clip.top, pixel(area.y * scale + origin.y))
    clip.right = min(clip.right, pixel(area.maxX * scale + origin.x))
    clip.bottom = min(clip.bottom, pixel(area.maxY * scale + origin.y))
  }

  mutating func push(part: DrawingParts) {
    save(isSaved: false)
    self.part = self.part ?? part
  }

  mutating func pop() {
    guard let former = places.popLast() else { return }
    (scale, part, origin, clip) = (former.scale, former.part, former.origin, former.clip)
    isTurned = former.isTurned
    if let opacity = former.opacity {
      unsafe cairo_pop_group_to_source(context.handle)
      unsafe cairo_paint_with_alpha(context.handle, opacity)
    }
    if former.isSaved { unsafe cairo_restore(context.handle) }
  }
}
