internal import CCairo
internal import CFreeType
internal import IAFonts

/// A user font of Cairo whose outlines are not stored in the font file: those of a weight of a variable font, or those
/// with thicker or thinner strokes.
///
/// Cairo calls it when a glyph is drawn for the first time at a size.
@safe final class OutlineFont {
  private let open: OpenFace

  /// Creates a font of a file; `nil` if FreeType refuses it.
  private init?(path: String, index: Int, _ font: FontInstance) {
    guard let open = unsafe OpenFace(path: path, index: index, font, size: { _ in Self.size })
    else { return nil }
    self.open = open
  }

  /// The size in pixels at which outlines are loaded.
  private static let size = 1000

  /// Returns a font face of Cairo, which the caller destroys; `nil` if the file cannot be opened.
  static func makeFace(path: String, index: Int, _ font: FontInstance) -> OpaquePointer? {
    guard let outlines = OutlineFont(path: path, index: index, font),
      let made = unsafe cairo_user_font_face_create()
    else { return nil }
    unsafe cairo_user_font_face_set_render_glyph_func(made) { scaled, glyph, context, extents in
      guard let scaled = unsafe scaled, let context = unsafe context,
        let owner = unsafe cairo_font_face_get_user_data(
          cairo_scaled_font_get_font_face(scaled), OutlineFont.key.pointer)
      else { return CAIRO_STATUS_USER_FONT_ERROR }
      let font = unsafe Unmanaged<OutlineFont>.fromOpaque(owner).takeUnretainedValue()
      let advance = unsafe font.draw(FT_UInt(truncatingIfNeeded: glyph), on: context)
      if let advance { unsafe extents?.pointee.x_advance = advance }
      return CAIRO_STATUS_SUCCESS
    }
    let owner = unsafe Unmanaged.passRetained(outlines).toOpaque()
    let status = unsafe cairo_font_face_set_user_data(made, key.pointer, owner) { owner in
      if let owner = unsafe owner { unsafe Unmanaged<OutlineFont>.fromOpaque(owner).release() }
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      unsafe Unmanaged<OutlineFont>.fromOpaque(owner).release()
      unsafe cairo_font_face_destroy(made)
      return nil
    }
    return unsafe made
  }

  /// The key under which a font face stores its data: an address that is used for nothing else.
  ///
  /// `@unchecked Sendable`: the pointer is constant, and it is never dereferenced.
  @safe private final class Key: @unchecked Sendable {
    let pointer = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)
  }

  private static let key = Key()

  /// Fills the outline of a glyph in units of the font size, and returns its advance in them;
  /// `nil` if the glyph is damaged or a picture.
  private func draw(_ glyph: FT_UInt, on context: OpaquePointer) -> Double? {
    let size = Double(Self.size)
    return unsafe open.withOutline(of: glyph) { outline, advance in
      let pen = unsafe OutlinePen(context, unitsPerEm: size * 64)
      unsafe pen.fill(&outline)
      return advance / size
    }
  }
}

/// The transformation of outlines to thicker or thinner strokes.
enum StrokeChange {
  /// Moves the points of an outline so that its strokes become thicker or thinner.
  ///
  /// The thickness of vertical strokes changes by the whole amount, and that of horizontal strokes by half of it,
  /// equally on both sides. Counters remain open, and the height of letters hardly changes. Advances do not change.
  ///
  /// - Parameters:
  ///   - change: The change of the thickness in thousandths of an em.
  ///   - outline: The outline in 1/64 pixel.
  ///   - size: The font size in pixels.
  static func apply(_ change: Int, to outline: inout FT_Outline, size: Double) {
    guard change != 0 else { return }
    let wide = FT_Pos((Double(change) * size * 64 / 1000).rounded())
    let high = wide / 2
    unsafe FT_Outline_EmboldenXY(&outline, wide, high)
    // FreeType keeps the left and lower edges in place; the translation distributes the change to both sides.
    unsafe FT_Outline_Translate(&outline, -wide / 2, -high / 2)
  }
}

/// The weight of a variable font.
enum FaceWeight {
  /// The tag of the axis, "wght".
  private static let tag: FT_ULong = 0x7767_6874

  /// Sets the weight axis of a face; its other axes have their default values.
  static func set(_ weight: Int, of face: FT_Face) {
    unsafe withAxes(of: face) { axes in
      var places = unsafe axes.map { unsafe $0.tag == tag ? FT_Fixed(weight) << 16 : $0.def }
      unsafe FT_Set_Var_Design_Coordinates(face, FT_UInt(places.count), &places)
    }
  }

  /// Returns the weight of the outlines in the file, or `nil` if the face has no weight axis.
  static func stored(in face: FT_Face) -> Int? {
    var stored: Int?
    unsafe withAxes(of: face) { axes in
      stored = unsafe axes.first { unsafe $0.tag == tag }.map { unsafe Int($0.def >> 16) }
    }
    return stored
  }

  private static func withAxes(
    of face: FT_Face, _ body: (UnsafeBufferPointer<FT_Var_Axis>) -> Void
  ) {
    var axes: UnsafeMutablePointer<FT_MM_Var>?
    guard unsafe FT_Get_MM_Var(face, &axes) == 0, let axes = unsafe axes else { return }
    unsafe body(
      UnsafeBufferPointer(start: axes.pointee.axis, count: Int(axes.pointee.num_axis)))
    // The memory was allocated by FreeType, so the library frees it.
    unsafe FT_Done_MM_Var(face.pointee.glyph.pointee.library, axes)
  }
}

/// Passes the curves of an outline to Cairo.
@safe private final class OutlinePen {
  private let context: OpaquePointer
  private let scale: Double
  private var isOpen = false

  init(_ context: OpaquePointer, unitsPerEm: Double) {
    unsafe self.context = context
    scale = 1 / unitsPerEm
  }

  /// Fills an outline.
  func fill(_ outline: inout FT_Outline) {
    var functions = FT_Outline_Funcs()
    unsafe functions.move_to = { to, pen in
      unsafe OutlinePen.with(pen) { unsafe $0.move(to) }
    }
    unsafe functions.line_to = { to, pen in
      unsafe OutlinePen.with(pen) { unsafe $0.line(to) }
    }
    unsafe functions.conic_to = { control, to, pen in
      unsafe OutlinePen.with(pen) { unsafe $0.conic(control, to) }
    }
    unsafe functions.cubic_to = { first, second, to, pen in
      unsafe OutlinePen.with(pen) { unsafe $0.cubic(first, second, to) }
    }
    let pen = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe cairo_new_path(context)
    let status = withExtendedLifetime(self) {
      unsafe FT_Outline_Decompose(&outline, &functions, pen)
    }
    guard status == 0 else { return unsafe cairo_new_path(context) }
    if isOpen { unsafe cairo_close_path(context) }
    unsafe cairo_fill(context)
  }

  private static func with(_ pen: UnsafeMutableRawPointer?, _ body: (OutlinePen) -> Void) -> Int32 {
    guard let pen = unsafe pen else { return 1 }
    unsafe body(Unmanaged<OutlinePen>.fromOpaque(pen).takeUnretainedValue())
    return 0
  }

  private func point(_ vector: UnsafePointer<FT_Vector>?) -> (x: Double, y: Double) {
    guard let vector = unsafe vector?.pointee else { return (0, 0) }
    return (Double(vector.x) * scale, -Double(vector.y) * scale)
  }

  private func move(_ to: UnsafePointer<FT_Vector>?) {
    if isOpen { unsafe cairo_close_path(context) }
    isOpen = true
    let end = unsafe point(to)
    unsafe cairo_move_to(context, end.x, end.y)
  }

  private func line(_ to: UnsafePointer<FT_Vector>?) {
    let end = unsafe point(to)
    unsafe cairo_line_to(context, end.x, end.y)
  }

  private func conic(_ control: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?) {
    var start = (x: 0.0, y: 0.0)
    unsafe cairo_get_current_point(context, &start.x, &start.y)
    let (middle, end) = unsafe (point(control), point(to))
    // The control points of the equal cubic curve are at two thirds of the way to the quadratic one.
    unsafe cairo_curve_to(
      context, start.x + (middle.x - start.x) * 2 / 3, start.y + (middle.y - start.y) * 2 / 3,
      end.x + (middle.x - end.x) * 2 / 3, end.y + (middle.y - end.y) * 2 / 3, end.x, end.y)
  }

  private func cubic(
    _ first: UnsafePointer<FT_Vector>?, _ second: UnsafePointer<FT_Vector>?,
    _ to: UnsafePointer<FT_Vector>?
  ) {
    let (before, after, end) = unsafe (point(first), point(second), point(to))
    unsafe cairo_curve_to(context, before.x, before.y, after.x, after.y, end.x, end.y)
  }
}
