internal import CCairo
internal import IALayout
internal import IAText

/// A Cairo drawing context for one surface.
@safe final class CairoContext {
  let handle: OpaquePointer
  /// The target of the context, which is kept alive.
  private let target: AnyObject

  /// Creates a context for a picture.
  convenience init(_ surface: ImageSurface) throws(RenderError) {
    unsafe try self.init(surface.handle, target: surface)
  }

  /// Creates a context for a Cairo surface, which `target` keeps alive.
  init(_ surface: OpaquePointer, target: AnyObject) throws(RenderError) {
    guard let handle = unsafe cairo_create(surface),
      unsafe cairo_status(handle) == CAIRO_STATUS_SUCCESS
    else { throw RenderError(.surface, "cannot draw") }
    unsafe self.handle = handle
    self.target = target
  }

  deinit { unsafe cairo_destroy(handle) }

  /// Throws an error if an operation failed since the context was created.
  func check() throws(RenderError) {
    let status = unsafe cairo_status(handle)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw RenderError(.surface, unsafe String(cString: cairo_status_to_string(status)))
    }
  }

  func setColor(_ color: Color) {
    unsafe cairo_set_source_rgba(
      handle, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }

  func addPath(_ shape: Shape) {
    switch shape {
    case .rectangle(let rectangle, let radius): add(rectangle, radius)
    case .circle(let center, let radius):
      unsafe cairo_new_sub_path(handle)
      unsafe cairo_arc(handle, center.x, center.y, radius, 0, 2 * .pi)
      unsafe cairo_close_path(handle)
    case .path(let points):
      guard let first = points.first else { return }
      unsafe cairo_move_to(handle, first.x, first.y)
      for point in points.dropFirst() { unsafe cairo_line_to(handle, point.x, point.y) }
    case .figures(let figures, _):
      for figure in figures {
        addPath(.path(figure))
        unsafe cairo_close_path(handle)
      }
    }
  }

  /// Fills a shape with the current colour.
  func fill(_ shape: Shape) {
    addPath(shape)
    guard case .figures(_, winds: false) = shape else {
      unsafe cairo_fill(handle)
      return
    }
    unsafe cairo_set_fill_rule(handle, CAIRO_FILL_RULE_EVEN_ODD)
    unsafe cairo_fill(handle)
    unsafe cairo_set_fill_rule(handle, CAIRO_FILL_RULE_WINDING)
  }

  private func add(_ rectangle: Rectangle, _ radius: Double) {
    let radius = min(radius, rectangle.width / 2, rectangle.height / 2)
    guard radius > 0 else {
      unsafe cairo_rectangle(
        handle, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
      return
    }
    let (left, right) = (rectangle.x + radius, rectangle.maxX - radius)
    let (top, bottom) = (rectangle.y + radius, rectangle.maxY - radius)
    unsafe cairo_new_sub_path(handle)
    unsafe cairo_arc(handle, right, top, radius, -.pi / 2, 0)
    unsafe cairo_arc(handle, right, bottom, radius, 0, .pi / 2)
    unsafe cairo_arc(handle, left, bottom, radius, .pi / 2, .pi)
    unsafe cairo_arc(handle, left, top, radius, .pi, 1.5 * .pi)
    unsafe cairo_close_path(handle)
  }
}
