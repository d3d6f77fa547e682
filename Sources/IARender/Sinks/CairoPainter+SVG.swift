internal import CCairo
internal import IASVG
internal import IAText

// Paths, gradients and groups.

extension CairoPainter {
  static var drawsGroups: Bool { true }

  mutating func fill(_ area: SVGPicture.Area, _ paint: SVGPicture.Paint) {
    guard draws(.attachments), setSource(paint) else { return }
    context.addPath(area.path)
    unsafe cairo_set_fill_rule(context.handle, Self.rule(area))
    unsafe cairo_fill(context.handle)
    unsafe cairo_set_fill_rule(context.handle, CAIRO_FILL_RULE_WINDING)
  }

  mutating func stroke(
    _ path: SVGPath, _ paint: SVGPicture.Paint, _ stroke: SVGPicture.Stroke, _ matrix: SVGMatrix
  ) {
    guard draws(.attachments), matrix.inverse != nil, setSource(paint) else { return }
    unsafe cairo_save(context.handle)
    // The pattern keeps the coordinates that were current when it was set as the source.
    context.transform(matrix)
    context.addPath(path)
    unsafe cairo_set_line_width(context.handle, stroke.width)
    unsafe cairo_set_line_cap(context.handle, stroke.cairoCap)
    unsafe cairo_set_line_join(context.handle, stroke.cairoJoin)
    unsafe cairo_set_miter_limit(context.handle, stroke.miterLimit)
    unsafe cairo_set_dash(
      context.handle, stroke.dashes, Int32(stroke.dashes.count), stroke.dashOffset)
    unsafe cairo_stroke(context.handle)
    unsafe cairo_restore(context.handle)
  }

  mutating func push(matrix: SVGMatrix) {
    save(isSaved: true)
    unsafe cairo_save(context.handle)
    context.transform(matrix)
    scale *= matrix.scaleFactor
    isTurned = true
  }

  mutating func push(opacity: Double, clips: [SVGPicture.Area]) {
    let isGroup = opacity < 1 && draws(.attachments)
    save(isSaved: true, opacity: isGroup ? opacity : nil)
    unsafe cairo_save(context.handle)
    for area in clips {
      unsafe cairo_new_path(context.handle)
      context.addPath(area.path)
      unsafe cairo_set_fill_rule(context.handle, Self.rule(area))
      unsafe cairo_clip(context.handle)
    }
    unsafe cairo_set_fill_rule(context.handle, CAIRO_FILL_RULE_WINDING)
    if isGroup { unsafe cairo_push_group(context.handle) }
    // The blitter supports neither groups nor clip paths, so Cairo draws glyphs.
    isTurned = true
  }

  private static func rule(_ area: SVGPicture.Area) -> cairo_fill_rule_t {
    area.isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING
  }

  /// Sets the source of fills and strokes; returns `false` if Cairo cannot draw it.
  private func setSource(_ paint: SVGPicture.Paint) -> Bool {
    switch paint {
    case .color(let color):
      guard color.alpha > 0 else { return false }
      context.setColor(color)
    case .gradient(let gradient):
      guard let inverse = gradient.matrix.inverse else { return false }
      let pattern: OpaquePointer? =
        switch gradient.form {
        case .linear(let from, let to):
          unsafe cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
        case .radial(let focus, let focalRadius, let center, let radius):
          unsafe cairo_pattern_create_radial(
            focus.x, focus.y, focalRadius, center.x, center.y, radius)
        }
      guard let pattern = unsafe pattern else { return false }
      defer { unsafe cairo_pattern_destroy(pattern) }
      for stop in gradient.stops {
        unsafe cairo_pattern_add_color_stop_rgba(
          pattern, stop.offset, Double(stop.color.red) / 255, Double(stop.color.green) / 255,
          Double(stop.color.blue) / 255, Double(stop.color.alpha) / 255)
      }
      var matrix = inverse.cairo
      unsafe cairo_pattern_set_matrix(pattern, &matrix)
      unsafe cairo_pattern_set_extend(
        pattern,
        gradient.spread == .pad
          ? CAIRO_EXTEND_PAD
          : gradient.spread == .reflect ? CAIRO_EXTEND_REFLECT : CAIRO_EXTEND_REPEAT)
      guard unsafe cairo_pattern_status(pattern) == CAIRO_STATUS_SUCCESS else { return false }
      unsafe cairo_set_source(context.handle, pattern)
    }
    return true
  }
}

extension CairoContext {
  /// Changes the coordinate system; a matrix without an inverse has no effect.
  func transform(_ matrix: SVGMatrix) {
    guard matrix.inverse != nil else { return }
    var matrix = matrix.cairo
    unsafe cairo_transform(handle, &matrix)
  }

  func addPath(_ path: SVGPath) {
    for segment in path.segments {
      switch segment {
      case .move(let point): unsafe cairo_move_to(handle, point.x, point.y)
      case .line(let point): unsafe cairo_line_to(handle, point.x, point.y)
      case .curve(let first, let second, let end):
        unsafe cairo_curve_to(handle, first.x, first.y, second.x, second.y, end.x, end.y)
      case .close: unsafe cairo_close_path(handle)
      }
    }
  }
}

extension SVGMatrix {
  fileprivate var cairo: cairo_matrix_t {
    cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: e, y0: f)
  }
}

extension SVGPicture.Stroke {
  fileprivate var cairoCap: cairo_line_cap_t {
    switch cap {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }

  fileprivate var cairoJoin: cairo_line_join_t {
    switch join {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
