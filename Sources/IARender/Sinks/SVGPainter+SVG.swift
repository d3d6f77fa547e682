internal import IASVG
internal import IAText

// Paths, gradients and groups.

extension SVGPainter {
  static var drawsGroups: Bool { true }

  mutating func fill(_ area: SVGPicture.Area, _ paint: SVGPicture.Paint) {
    guard let paint = attributes("fill", paint) else { return }
    body += "<path d=\"\(Self.data(area.path))\"\(Self.rule("fill-rule", area))\(paint)/>\n"
  }

  mutating func stroke(
    _ path: SVGPath, _ paint: SVGPicture.Paint, _ stroke: SVGPicture.Stroke, _ matrix: SVGMatrix
  ) {
    var (path, stroke, matrix, paint) = (path, stroke, matrix, paint)
    if matrix.isSimilarity {
      path = path.mapped(matrix)
      stroke.scale(by: matrix.scaleFactor)
      matrix = .identity
    } else if case .gradient(var gradient) = paint {
      // The paint is in the coordinates of the element, so the matrix is inverted for it.
      guard let inverse = matrix.inverse else { return }
      gradient.matrix = inverse.after(gradient.matrix)
      paint = .gradient(gradient)
    }
    guard let color = attributes("stroke", paint) else { return }
    body += "<path d=\"\(Self.data(path))\" fill=\"none\"\(color)"
    body += " stroke-width=\"\(Self.precise(stroke.width))\""
    if stroke.cap != .butt { body += " stroke-linecap=\"\(stroke.cap)\"" }
    if stroke.join != .miter { body += " stroke-linejoin=\"\(stroke.join)\"" }
    if stroke.join == .miter, stroke.miterLimit != 4 {
      body += " stroke-miterlimit=\"\(Self.number(stroke.miterLimit))\""
    }
    if !stroke.dashes.isEmpty {
      body +=
        " stroke-dasharray=\"\(stroke.dashes.map(Self.number).joined(separator: " "))\""
      if stroke.dashOffset != 0 {
        body += " stroke-dashoffset=\"\(Self.number(stroke.dashOffset))\""
      }
    }
    body += "\(Self.transform(matrix))/>\n"
  }

  mutating func push(matrix: SVGMatrix) { push("", Self.transform(matrix)) }

  mutating func push(opacity: Double, clips: [SVGPicture.Area]) {
    var clip = ""
    for area in clips {
      clipCount += 1
      definitions +=
        "<clipPath id=\"c\(clipCount)\"\(clip)><path d=\"\(Self.data(area.path))\"\(Self.rule("clip-rule", area))/></clipPath>\n"
      clip = " clip-path=\"url(#c\(clipCount))\""
    }
    push(clip, opacity < 1 ? " opacity=\"\(Self.precise(opacity))\"" : "")
  }

  private static func rule(_ name: String, _ area: SVGPicture.Area) -> String {
    area.isEvenOdd ? " \(name)=\"evenodd\"" : ""
  }

  private static func transform(_ matrix: SVGMatrix, name: String = "transform") -> String {
    guard matrix != .identity else { return "" }
    let factors = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map(precise)
    return " \(name)=\"matrix(\(factors.joined(separator: " ")))\""
  }

  /// Returns the data of a path.
  private static func data(_ path: SVGPath) -> String {
    var data = ""
    for segment in path.segments {
      switch segment {
      case .move(let end): data += "M\(number(end.x)) \(number(end.y))"
      case .line(let end): data += "L\(number(end.x)) \(number(end.y))"
      case .curve(let first, let second, let end):
        data += "C\(number(first.x)) \(number(first.y)) \(number(second.x)) \(number(second.y))"
        data += " \(number(end.x)) \(number(end.y))"
      case .close: data += "Z"
      }
    }
    return data
  }

  /// Returns a paint as attributes and defines its gradient if necessary; `nil` for an invisible paint.
  private mutating func attributes(_ name: String, _ paint: SVGPicture.Paint) -> String? {
    switch paint {
    case .color(let color): return color.alpha > 0 ? Self.paint(name, color) : nil
    case .gradient(let gradient):
      gradientCount += 1
      let element: String
      var attributes = " id=\"s\(gradientCount)\" gradientUnits=\"userSpaceOnUse\""
      func add(_ name: String, _ value: Double) {
        attributes += " \(name)=\"\(Self.precise(value))\""
      }
      switch gradient.form {
      case .linear(let from, let to):
        element = "linearGradient"
        add("x1", from.x)
        add("y1", from.y)
        add("x2", to.x)
        add("y2", to.y)
      case .radial(let focus, let focalRadius, let center, let radius):
        element = "radialGradient"
        add("cx", center.x)
        add("cy", center.y)
        add("r", radius)
        if focus != center {
          add("fx", focus.x)
          add("fy", focus.y)
        }
        if focalRadius > 0 { add("fr", focalRadius) }
      }
      if gradient.spread != .pad { attributes += " spreadMethod=\"\(gradient.spread)\"" }
      attributes += Self.transform(gradient.matrix, name: "gradientTransform")
      definitions += "<\(element)\(attributes)>"
      for stop in gradient.stops {
        definitions +=
          "<stop offset=\"\(Self.precise(stop.offset))\"\(Self.stopColor(stop.color))/>"
      }
      definitions += "</\(element)>\n"
      return " \(name)=\"url(#s\(gradientCount))\""
    }
  }

  private static func stopColor(_ color: Color) -> String {
    var opaque = color
    opaque.alpha = 255
    let opacity =
      color.alpha == 255 ? "" : " stop-opacity=\"\(precise(Double(color.alpha) / 255))\""
    return " stop-color=\"\(opaque.hex)\"\(opacity)"
  }
}

extension SVGPicture.Stroke {
  /// Multiplies all lengths.
  mutating func scale(by factor: Double) {
    width *= factor
    dashes = dashes.map { $0 * factor }
    dashOffset *= factor
  }
}
