internal import CBlending
internal import CCairo
internal import IAFonts
internal import IALayout
internal import IAText

/// Draws with Cairo: on pixels, or on the pages of a PDF with text that can be selected.
struct CairoPainter: Painter {
  /// Cairo's context; the surface's owner outlives it.
  private let context: CairoContext
  private let faces: FaceCache
  private let theme: Theme
  let attachments: AttachmentPainter
  /// Whether glyphs carry their text along.
  private let keepsText: Bool
  /// The blitter that draws letters on pixels; `nil` if Cairo draws them.
  private let blitter: GlyphBlitter?
  /// The origin, in pixels, and the area that can be written to.
  private var origin = Point(x: 0, y: 0)
  private var clip = GlyphBlitter.area(left: 0, top: 0, right: 0, bottom: 0)
  /// The parts of the drawing that are drawn.
  var parts = DrawingParts.all
  /// The colour that replaces that of all text and its lines; `nil` for their own.
  var inkOverride: Color?
  /// The named places that links can lead to.
  var destinations: Set<String> = []
  /// The recorder of the structure of a PDF; `nil` for pixels.
  var tags: TagRecorder?
  var structuredContent: DocumentDrawing.Content?
  var hasTextInTenths = false
  var keepsTextOfPictures = false
  /// Whether the drawing is turned, so that Cairo draws letters.
  private var isTurned = false
  /// Glyphs and lines of text that are not drawn yet, so that they can be drawn in its order.
  private var waitingRuns: [GlyphRun] = []
  private var waitingStrokes: [Stroke] = []
  /// Whether all operations belong to the figure that is drawn.
  private var isInFigure = false
  /// The part to which all operations are assigned; `nil` for their own part.
  private var part: DrawingParts?
  /// The number of pixels per point at the current place.
  private var scale: Double
  private var places: [SavedPlace] = []

  /// The state that a `pop` restores.
  private struct SavedPlace {
    var scale: Double
    var part: DrawingParts?
    var origin: Point
    var clip: GlyphBlitter.Area
    var isTurned: Bool
    var isSaved: Bool
  }
  private var glyphs: [cairo_glyph_t] = []

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point.
  ///   - keepsText: Whether glyphs carry their text along.
  ///   - blitter: The blitter for letters; `nil` if Cairo draws them.
  ///   - top: The row of pixels at which the drawing starts.
  ///   - rows: The rows of pixels that can be written to; `nil` for all. Cairo's own clip is the
  ///     caller's to set.
  init(
    _ context: CairoContext, faces: FaceCache, theme: Theme, attachments: AttachmentPainter,
    scale: Double, keepsText: Bool = false, blitter: GlyphBlitter? = nil, top: Int = 0,
    rows: Range<Int>? = nil
  ) {
    self.context = context
    self.faces = faces
    self.theme = theme
    self.attachments = attachments
    self.scale = scale
    self.keepsText = keepsText
    self.blitter = blitter
    if let blitter { clip = blitter.bounds }
    if let rows { (clip.top, clip.bottom) = (Int32(rows.lowerBound), Int32(rows.upperBound)) }
    origin.y = Double(top)
    unsafe cairo_translate(context.handle, 0, Double(top))
    unsafe cairo_scale(context.handle, scale, scale)
  }

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {
    drawWaiting()
    guard draws(.grounds) else { return }
    markArtifact()
    context.setColor(theme.color(color, of: role))
    unsafe cairo_rectangle(
      context.handle, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    unsafe cairo_fill(context.handle)
  }

  mutating func draw(_ run: borrowing GlyphRun) {
    guard tags != nil else { return show(run) }
    if run.role == .text, part == nil, !isInFigure {
      waitingRuns.append(copy run)
      if waitingRuns.count >= Self.maximumWaiting { drawWaiting() }
    } else {
      drawWaiting()
      show(run)
    }
  }

  /// The largest number of runs that wait; those of more than a line, usually.
  private static let maximumWaiting = 256

  /// Draws the glyphs that wait, in the order of the text, and the lines below and through them.
  private mutating func drawWaiting() {
    guard !waitingRuns.isEmpty || !waitingStrokes.isEmpty else { return }
    let (runs, strokes) = (waitingRuns, waitingStrokes)
    waitingRuns.removeAll(keepingCapacity: true)
    waitingStrokes.removeAll(keepingCapacity: true)
    let isInOrder = zip(runs, runs.dropFirst()).allSatisfy {
      $0.utf16Range.lowerBound <= $1.utf16Range.lowerBound
    }
    // Runs at one place keep their order.
    let order =
      isInOrder
      ? Array(runs.indices)
      : runs.indices.sorted {
        (runs[$0].utf16Range.lowerBound, $0) < (runs[$1].utf16Range.lowerBound, $1)
      }
    for index in order { show(runs[index]) }
    for stroke in strokes { show(stroke) }
  }

  /// Ends a page.
  mutating func finish() {
    drawWaiting()
    tags?.end(context)
  }

  private mutating func show(_ run: borrowing GlyphRun) {
    guard draws(.text), run.color.alpha > 0 else { return }
    let color = ink ?? theme.ink(run.color)
    if let blitter, !isTurned,
      blitter.draw(run, color: color, scale: scale, origin: origin, clip: clip)
    {
      return
    }
    guard let face = faces.face(run.font, size: run.size, scale: scale) else { return }
    let run = copy run
    if faces.isColor(run.font) { startPage() }
    mark(run)
    context.setColor(color)
    unsafe cairo_set_scaled_font(context.handle, face.handle)
    // Colour glyphs ignore the text colour, including its opacity.
    let fades = color.alpha < 255 && faces.isColor(run.font)
    if fades { beginFading(run) }
    defer { if fades { endFading(opacity: Double(color.alpha) / 255) } }
    let isLabel = part == .attachments && !keepsTextOfPictures
    if keepsText, isLabel || run.role == .equation {
      drawSilently(run, face)
    } else if keepsText {
      drawWithText(run, face)
    } else {
      draw(run, 0..<run.glyphs.count, face)
    }
  }

  // MARK: Structure

  /// Draws a dot that is not visible if nothing is drawn on the page.
  ///
  /// Cairo 1.16 refuses tags of a page that starts with a colour glyph.
  private func startPage() {
    guard let tags, tags.isPageEmpty else { return }
    tags.markArtifact(in: context)
    unsafe cairo_save(context.handle)
    unsafe cairo_identity_matrix(context.handle)
    unsafe cairo_set_source_rgba(context.handle, 0, 0, 0, 0.005)
    unsafe cairo_rectangle(context.handle, 0, 0, 0.01, 0.01)
    unsafe cairo_fill(context.handle)
    unsafe cairo_restore(context.handle)
  }

  /// Assigns the following operations to the element of some glyphs.
  private func mark(_ run: GlyphRun) {
    switch run.role {
    case .text, .equation: mark(unit: run.utf16Range.lowerBound)
    case .listMarker: mark(unit: run.utf16Range.lowerBound, isLabel: true)
    case .hyphen, .ellipsis: mark(unit: max(run.utf16Range.lowerBound - 1, 0))
    case .tabLeader: markArtifact()
    }
  }

  /// Assigns the following operations to the element of a unit; labels are artifacts.
  private func mark(unit utf16Offset: Int, isLabel: Bool = false) {
    guard let tags, !isInFigure else { return }
    guard part == nil else { return tags.markArtifact(in: context) }
    tags.mark(unit: utf16Offset, of: structuredContent, isLabel: isLabel, in: context)
  }

  /// Assigns the following operations to no element, except inside a figure.
  private func markArtifact() {
    guard let tags, !isInFigure else { return }
    tags.markArtifact(in: context)
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

  /// Draws the outlines of glyphs without text: labels of cards are not part of the document, and the text of an equation
  /// is its TeX.
  private func drawSilently(_ run: GlyphRun, _ face: ScaledFace) {
    guard !faces.isColor(run.font), run.glyphs.allSatisfy(face.canDraw) else { return }
    let glyphs = run.glyphs.indices.map {
      cairo_glyph_t(index: UInt(run.glyphs[$0]), x: run.x[$0], y: run.y[$0])
    }
    unsafe cairo_glyph_path(context.handle, glyphs, Int32(glyphs.count))
    unsafe cairo_fill(context.handle)
  }

  /// Draws glyphs each cluster of which can be selected and copied as its text.
  private mutating func drawWithText(_ run: GlyphRun, _ face: ScaledFace) {
    guard run.glyphs.allSatisfy(face.canDraw) else { return }
    if run.glyphs.isEmpty, run.width > 0 {
      // The TeX of an equation.
      return drawUnseen(
        run.text(0..<run.units.count), at: run.origin, size: max(min(run.size, run.width), 1))
    }
    if faces.isColor(run.font) {
      draw(run, 0..<run.glyphs.count, face)
      drawUnseen(run.text(0..<run.units.count), at: run.origin, size: run.size)
      return
    }
    var text: [CChar] = []
    var clusters: [cairo_text_cluster_t] = []
    var groups = run.groups()
    // Cairo requires clusters in the order of the text.
    if run.isRightToLeft { groups.reverse() }
    clusters.reserveCapacity(groups.count)
    text.reserveCapacity(run.units.count)
    for group in groups {
      let start = text.count
      CairoText.append(run.units[group.units.clamped(to: 0..<run.units.count)], to: &text)
      clusters.append(
        cairo_text_cluster_t(
          num_bytes: Int32(text.count - start), num_glyphs: Int32(group.glyphs.count)))
    }
    glyphs.removeAll(keepingCapacity: true)
    let shift = baselineShift(run.origin.y)
    let start = startInTenths(run.origin.x)
    for index in run.glyphs.indices {
      let x = start.map { Self.inTenths(run.x[index] - run.origin.x, from: $0) } ?? run.x[index]
      glyphs.append(cairo_glyph_t(index: UInt(run.glyphs[index]), x: x, y: run.y[index] + shift))
    }
    guard !glyphs.isEmpty else { return }
    // With text that goes backwards Cairo counts glyphs from the end.
    unsafe cairo_show_text_glyphs(
      context.handle, text, Int32(text.count), glyphs, Int32(glyphs.count), clusters,
      Int32(clusters.count),
      run.isRightToLeft ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
  }

  /// Returns the distance by which a baseline is lowered to be in whole tenths of a point on the page.
  private func baselineShift(_ y: Double) -> Double {
    guard hasTextInTenths, scale == 1 else { return 0 }
    let place = origin.y + y
    // Heights are multiples of 1/1024 point: a sum of them may be slightly above a twentieth.
    return (place * 10 + 0.5 - 0.001).rounded(.down) / 10 - place
  }

  /// Returns the start of a run at a whole tenth of a point on the page; `nil` if it stays where it is.
  ///
  /// LibreOffice rounds it up, and adds a tenth.
  private func startInTenths(_ x: Double) -> Double? {
    guard hasTextInTenths, scale == 1 else { return nil }
    let twips = ((origin.x + x) * 20).rounded()
    return (twips / 2).rounded(.up) / 10 + 0.1 - origin.x
  }

  /// Returns the place of a glyph at a distance from the start of its run, which is rounded to twips
  /// and then down to tenths of a point, as in LibreOffice.
  private static func inTenths(_ distance: Double, from start: Double) -> Double {
    start + ((distance * 20).rounded() / 2).rounded(.down) / 10
  }

  /// Writes the text that a picture represents, as an almost transparent letter.
  ///
  /// Cairo omits letters without ink, and content that is completely transparent.
  private mutating func drawUnseen(_ text: String, at origin: Point, size: Double) {
    let plain = faces.fonts.match(FontRequest())
    guard keepsText, !text.isEmpty, let face = faces.face(plain, size: size, scale: scale),
      let letter = faces.wideGlyph(plain), face.canDraw(letter)
    else { return }
    unsafe cairo_set_source_rgba(context.handle, 0, 0, 0, 0.005)
    unsafe cairo_set_scaled_font(context.handle, face.handle)
    let bytes = CairoText.bytes(of: text)
    var glyph = cairo_glyph_t(index: UInt(letter), x: origin.x, y: origin.y)
    var cluster = cairo_text_cluster_t(num_bytes: Int32(bytes.count), num_glyphs: 1)
    unsafe cairo_show_text_glyphs(
      context.handle, bytes, Int32(bytes.count), &glyph, 1, &cluster, 1,
      cairo_text_cluster_flags_t(0))
  }

  mutating func stroke(_ stroke: Stroke) {
    if tags != nil, !waitingRuns.isEmpty {
      waitingStrokes.append(stroke)
    } else {
      show(stroke)
    }
  }

  private func show(_ stroke: Stroke) {
    guard draws(.text) else { return }
    mark(unit: stroke.utf16Range.lowerBound)
    context.setColor(ink ?? theme.ink(stroke.color))
    let shift = baselineShift(stroke.start.y)
    for line in stroke.lines { draw(line, loweredBy: shift) }
  }

  private func draw(_ line: StrokeLine, loweredBy shift: Double) {
    guard let first = line.points.first else { return }
    unsafe cairo_save(context.handle)
    unsafe cairo_set_line_width(context.handle, line.width)
    unsafe cairo_set_line_cap(
      context.handle, line.isDotted ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    unsafe cairo_set_line_join(context.handle, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_set_dash(context.handle, line.dashes, Int32(line.dashes.count), 0)
    unsafe cairo_move_to(context.handle, first.x, first.y + shift)
    for point in line.points.dropFirst() {
      unsafe cairo_line_to(context.handle, point.x, point.y + shift)
    }
    unsafe cairo_stroke(context.handle)
    unsafe cairo_restore(context.handle)
  }

  mutating func draw(_ box: AttachmentBox) {
    drawWaiting()
    beginFigure(box)
    defer { isInFigure = false }
    push(part: .attachments)
    defer { pop() }
    guard draws(.attachments) else { return }
    attachments.draw(box, pixelsPerPoint: keepsText ? 3 : scale, on: &self)
    guard keepsText, let text = box.attachment.textBacking ?? box.attachment.altText else { return }
    drawUnseen(
      text, at: Point(x: box.box.x, y: box.box.maxY), size: max(min(box.box.height, 20), 1))
  }

  private mutating func beginFigure(_ box: AttachmentBox) {
    guard let tags else { return }
    mark(unit: box.utf16Offset)
    tags.setBox(onPage(box.box))
    isInFigure = true
  }

  /// Returns a rectangle in the coordinates of the page.
  private func onPage(_ rectangle: Rectangle) -> Rectangle {
    Rectangle(
      x: rectangle.x * scale + origin.x, y: rectangle.y * scale + origin.y,
      width: rectangle.width * scale, height: rectangle.height * scale)
  }

  mutating func link(to url: String, in rectangle: Rectangle, at utf16Offset: Int) {
    drawWaiting()
    guard keepsText else { return }
    // Tags are in the coordinates of the page.
    let box = onPage(rectangle)
    let place = [box.x, box.y, box.width, box.height].map { SVGPainter.number($0) }
      .joined(separator: " ")
    var attributes = "rect=[\(place)] uri='\(Self.quoted(url))'"
    if url.utf8.first == UInt8(ascii: "#") {
      let name = String(url.dropFirst())
      // Cairo fails at the end of the file if a place does not exist.
      guard destinations.contains(name) else { return }
      attributes = "rect=[\(place)] dest='\(Self.quoted(name))'"
    }
    tags?.addLink(to: url, at: utf16Offset, of: structuredContent, context)
    unsafe cairo_tag_begin(context.handle, "Link", attributes)
    unsafe cairo_tag_end(context.handle, "Link")
  }

  /// Adds a named place of the page, which links can lead to.
  mutating func addDestination(_ destination: PlacedDestination) {
    finish()
    let (x, y) = (
      SVGPainter.number(destination.place.x), SVGPainter.number(destination.place.y)
    )
    let attributes = "name='\(Self.quoted(destination.name))' x=\(x) y=\(y)"
    unsafe cairo_tag_begin(context.handle, "cairo.dest", attributes)
    unsafe cairo_tag_end(context.handle, "cairo.dest")
  }

  /// Returns an address as Cairo reads it in quotes; other characters than ASCII's visible ones as
  /// percents.
  private static func quoted(_ url: String) -> String {
    var quoted = ""
    for byte in url.utf8 {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): quoted += "\\" + String(UnicodeScalar(byte))
      case 0x21...0x7E: quoted.unicodeScalars.append(UnicodeScalar(byte))
      default:
        quoted +=
          "%" + String(byte >> 4, radix: 16, uppercase: true)
          + String(byte & 15, radix: 16, uppercase: true)
      }
    }
    return quoted
  }

  mutating func fill(_ shape: Shape, color: Color) {
    drawWaiting()
    guard draws(.grounds) else { return }
    markArtifact()
    context.setColor(color)
    context.addPath(shape)
    unsafe cairo_fill(context.handle)
  }

  mutating func outline(_ shape: Shape, width: Double, color: Color) {
    drawWaiting()
    guard draws(.grounds) else { return }
    markArtifact()
    context.setColor(color)
    context.addPath(shape)
    unsafe cairo_set_line_width(context.handle, width)
    unsafe cairo_set_line_cap(context.handle, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_set_line_join(context.handle, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_stroke(context.handle)
  }

  mutating func draw(_ picture: Picture, in rectangle: Rectangle, cornerRadius: Double) {
    drawWaiting()
    let surface = picture.surface
    guard draws(.attachments), surface.size.width > 0, surface.size.height > 0 else { return }
    markArtifact()
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

  /// Returns whether a part is wanted.
  private func draws(_ kind: DrawingParts) -> Bool { parts.contains(part ?? kind) }

  /// The colour of the layer that is drawn, where the text is the layer's and not a label.
  private var ink: Color? { part == nil ? inkOverride : nil }

  mutating func push(origin: Point, scale factor: Double, clip: Rectangle?) {
    drawWaiting()
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

  private mutating func save(isSaved: Bool) {
    places.append(
      SavedPlace(
        scale: scale, part: part, origin: origin, clip: clip, isTurned: isTurned, isSaved: isSaved))
  }

  /// Clips to an area; letters are clipped at whole pixels.
  private mutating func cut(_ area: Rectangle) {
    func pixel(_ value: Double) -> Int32 { Int32(min(max(value.rounded(), -1e6), 1e6)) }
    clip.left = max(clip.left, pixel(area.x * scale + origin.x))
    clip.top = max(clip.top, pixel(area.y * scale + origin.y))
    clip.right = min(clip.right, pixel(area.maxX * scale + origin.x))
    clip.bottom = min(clip.bottom, pixel(area.maxY * scale + origin.y))
  }

  mutating func push(part: DrawingParts) {
    drawWaiting()
    save(isSaved: false)
    self.part = self.part ?? part
  }

  mutating func pop() {
    drawWaiting()
    guard let former = places.popLast() else { return }
    (scale, part, origin, clip) = (former.scale, former.part, former.origin, former.clip)
    isTurned = former.isTurned
    if former.isSaved { unsafe cairo_restore(context.handle) }
  }
}
