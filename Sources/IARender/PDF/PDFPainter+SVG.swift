internal import IALayout
internal import IASVG
internal import IAText

// Paths, gradients and groups.

extension PDFPainter {
  static var drawsGroups: Bool { false }

  /// The matrix that maps to the coordinates of the content.
  private var placing: SVGMatrix {
    SVGMatrix(scale, 0, 0, -scale, origin.x - base.x, base.y - origin.y)
  }

  mutating func fill(_ area: SVGPicture.Area, _ paint: SVGPicture.Paint) {
    guard !area.path.isEmpty else { return }
    drawWaiting()
    markArtifact()
    switch paint {
    case .color(let color):
      guard color.alpha > 0 else { return }
      content.setFill(color)
      add(area.path.mapped(placing))
      if area.isEvenOdd { content.fillEvenOdd() } else { content.fill() }
    case .gradient(let gradient):
      content.save()
      content.setOpacity(Int(gradient.stops[0].color.alpha))
      clip(area)
      transform(placing.after(gradient.matrix))
      content.draw(shading: document.number(of: gradient))
      content.restore()
    }
  }

  mutating func stroke(
    _ path: SVGPath, _ paint: SVGPicture.Paint, _ stroke: SVGPicture.Stroke, _ matrix: SVGMatrix
  ) {
    let color: Color =
      switch paint {
      case .color(let color): color
      // Pictures with gradients along lines are drawn as pixels instead.
      case .gradient(let gradient): gradient.stops[0].color
      }
    guard color.alpha > 0, !path.isEmpty else { return }
    drawWaiting()
    markArtifact()
    let whole = placing.after(matrix)
    var (path, stroke) = (path, stroke)
    let isSaved = !whole.isSimilarity
    if isSaved {
      content.save()
      transform(whole)
    } else {
      path = path.mapped(whole)
      stroke.scale(by: whole.scaleFactor)
    }
    content.setStroke(color)
    content.setLine(
      width: stroke.width, cap: stroke.cap == .butt ? 0 : stroke.cap == .round ? 1 : 2,
      join: stroke.join == .miter ? 0 : stroke.join == .round ? 1 : 2,
      miterLimit: stroke.miterLimit, dashes: stroke.dashes, dashOffset: stroke.dashOffset)
    add(path)
    content.stroke()
    if isSaved { content.restore() }
  }

  mutating func push(matrix: SVGMatrix) {
    drawWaiting()
    savePlace(isSaved: true)
    content.save()
    content.transform(
      matrix.a, -matrix.b, -matrix.c, matrix.d, to: placed(matrix.e, matrix.f))
    origin.x += matrix.e * scale
    origin.y += matrix.f * scale
    base = origin
  }

  mutating func push(opacity: Double, clips: [SVGPicture.Area]) {
    drawWaiting()
    savePlace(isSaved: true)
    content.save()
    for area in clips { clip(area) }
  }

  private mutating func clip(_ area: SVGPicture.Area) {
    if area.path.isEmpty {
      content.rectangle(0, 0, 0, 0)
    } else {
      add(area.path.mapped(placing))
    }
    if area.isEvenOdd { content.clipEvenOdd() } else { content.clip() }
  }

  private mutating func transform(_ matrix: SVGMatrix) {
    content.transform(
      matrix.a, matrix.b, matrix.c, matrix.d, to: Point(x: matrix.e, y: matrix.f))
  }

  private mutating func add(_ path: SVGPath) {
    for segment in path.segments {
      switch segment {
      case .move(let point): content.move(point.x, point.y)
      case .line(let point): content.line(point.x, point.y)
      case .curve(let first, let second, let end):
        content.curve(
          Point(x: first.x, y: first.y), Point(x: second.x, y: second.y),
          Point(x: end.x, y: end.y))
      case .close: content.closePath()
      }
    }
  }
}
