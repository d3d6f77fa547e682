internal import IAText

// Colours, gradients and clipping paths.

extension SVGInterpreter {
  /// Returns the paint of a shape; `nil` if the shape is not painted.
  mutating func paint(
    _ paint: SVGStyle.Paint, _ opacity: Double, _ frame: Frame, box: SVGBox
  ) -> SVGPicture.Paint? {
    let found: SVGPicture.Paint
    switch paint {
    case .none: return nil
    case .currentColor: found = .color(frame.style.color)
    case .color(let color): found = .color(color)
    case .server(let name, let fallback):
      if let node = ids[name], nodes[node].name == "pattern" {
        omit("pattern")
      } else if let node = ids[name], nodes[node].name.hasSuffix("Gradient") {
        guard let gradient = gradient(node, frame, box: box) else { return nil }
        return Self.faded(gradient, opacity)
      }
      return self.paint(withoutServer: fallback, opacity, frame)
    }
    return Self.seen(Self.faded(found, opacity))
  }

  private func paint(
    withoutServer paint: SVGStyle.Paint, _ opacity: Double, _ frame: Frame
  ) -> SVGPicture.Paint? {
    switch paint {
    case .none, .server: nil
    case .currentColor: Self.seen(Self.faded(.color(frame.style.color), opacity))
    case .color(let color): Self.seen(Self.faded(.color(color), opacity))
    }
  }

  private static func seen(_ paint: SVGPicture.Paint) -> SVGPicture.Paint? {
    if case .color(let color) = paint, color.alpha == 0 { return nil }
    return paint
  }

  // MARK: Gradients

  /// The maximum length of a chain of gradients that inherit properties by `href`.
  private static let maxTemplates = 16
  private static let maxStops = 256

  /// Returns the paint of a gradient; `nil` if it has no effect.
  private mutating func gradient(
    _ node: Int, _ frame: Frame, box: SVGBox
  ) -> SVGPicture.Paint? {
    var chain = [node]
    while chain.count < Self.maxTemplates, let last = chain.last,
      let next = nodes[last]["href"].flatMap(target), nodes[next].name.hasSuffix("Gradient"),
      !chain.contains(next)
    {
      chain.append(next)
    }
    func value(_ name: String) -> String? {
      for one in chain { if let value = nodes[one][name] { return value } }
      return nil
    }
    var stops: [SVGPicture.Gradient.Stop] = []
    for one in chain where stops.isEmpty { stops = self.stops(of: one) }
    guard let last = stops.last else { return nil }
    guard stops.count > 1 else { return .color(last.color) }
    let isInBox = value("gradientUnits") != "userSpaceOnUse"
    var matrix = frame.matrix
    if isInBox {
      guard box.width > 0, box.height > 0 else { return nil }
      matrix = matrix.after(SVGMatrix(box.width, 0, 0, box.height, box.x, box.y))
    }
    if let text = value("gradientTransform"), let own = SVGMatrix(transform: text) {
      matrix = matrix.after(own)
    }
    guard matrix.isUsable, abs(matrix.determinant) > 1e-12 else { return .color(last.color) }
    let viewport = isInBox ? SVGBox(x: 0, y: 0, width: 1, height: 1) : frame.viewport
    func number(_ name: String, _ axis: SVGLength.Axis, _ share: Double) -> Double {
      let length = value(name).flatMap(SVGLength.init)
      return length?.pixels(axis, in: viewport, em: frame.style.font.size)
        ?? SVGLength(percent: share).pixels(axis, in: viewport, em: 0)
    }
    let form: SVGPicture.Gradient.Form
    if nodes[node].name == "linearGradient" {
      let from = SVGPoint(number("x1", .horizontal, 0), number("y1", .vertical, 0))
      let to = SVGPoint(number("x2", .horizontal, 100), number("y2", .vertical, 0))
      guard from != to else { return .color(last.color) }
      form = .linear(from: from, to: to)
    } else {
      let center = SVGPoint(number("cx", .horizontal, 50), number("cy", .vertical, 50))
      let radius = number("r", .diagonal, 50)
      guard radius > 0 else { return .color(last.color) }
      var focus = SVGPoint(
        value("fx") == nil ? center.x : number("fx", .horizontal, 50),
        value("fy") == nil ? center.y : number("fy", .vertical, 50))
      let focalRadius = min(max(number("fr", .diagonal, 0), 0), radius * 0.999)
      // A focal point outside of the circle is moved to its edge.
      let (dx, dy) = (focus.x - center.x, focus.y - center.y)
      let distance = (dx * dx + dy * dy).squareRoot()
      let farthest = (radius - focalRadius) * 0.999
      if distance > farthest {
        focus = SVGPoint(
          center.x + dx * farthest / distance, center.y + dy * farthest / distance)
      }
      form = .radial(focus: focus, focalRadius: focalRadius, center: center, radius: radius)
    }
    let spread: SVGPicture.Gradient.Spread =
      switch value("spreadMethod") {
      case "reflect": .reflect
      case "repeat": .repeat
      default: .pad
      }
    if spread != .pad {
      // Each period has a stop at its start and at its end, with the first and the last colour.
      if let first = stops.first, first.offset > 0 {
        stops.insert(.init(offset: 0, color: first.color), at: 0)
      }
      if last.offset < 1 { stops.append(.init(offset: 1, color: last.color)) }
    }
    return .gradient(
      SVGPicture.Gradient(form: form, spread: spread, stops: stops, matrix: matrix))
  }

  private mutating func stops(of gradient: Int) -> [SVGPicture.Gradient.Stop] {
    var stops: [SVGPicture.Gradient.Stop] = []
    let parent = style(of: gradient, in: SVGStyle(), sheet: &sheet)
    for child in children(of: gradient) where nodes[child].name == "stop" {
      guard stops.count < Self.maxStops else { break }
      let style = style(of: child, in: parent, sheet: &sheet)
      let length = nodes[child]["offset"].flatMap(SVGLength.init)
      var offset = length.map { $0.unit == .percent ? $0.value / 100 : $0.value } ?? 0
      offset = max(min(max(offset, 0), 1), stops.last?.offset ?? 0)
      let color: Color =
        switch style.stopColor {
        case .color(let color): color
        case .currentColor: style.color
        default: .black
        }
      stops.append(.init(offset: offset, color: color.faded(style.stopOpacity)))
    }
    return stops
  }

  // MARK: Clipping paths

  /// The maximum number of shapes of a clipping path.
  private static let maxClipShapes = 1024
  /// The maximum length of a chain of clipping paths that are clipped themselves.
  private static let maxClips = 4

  /// Returns the areas of a clipping path and of those that clip it; `nil` if the path does not exist or cannot be
  /// drawn.
  mutating func clips(_ name: String, _ frame: Frame, box: SVGBox?) -> [SVGPicture.Area]? {
    guard var node = ids[name], nodes[node].name == "clipPath" else { return nil }
    var areas: [SVGPicture.Area] = []
    while areas.count < Self.maxClips {
      let own = style(of: node, in: SVGStyle(), sheet: &sheet)
      var matrix = frame.matrix
      if let transform = own.transform { matrix = matrix.after(transform) }
      if nodes[node]["clipPathUnits"] == "objectBoundingBox" {
        guard let box else {
          omit("clipPath")
          return nil
        }
        matrix = matrix.after(SVGMatrix(box.width, 0, 0, box.height, box.x, box.y))
      }
      guard matrix.isUsable else { return nil }
      areas.append(clip(node, own, matrix, frame))
      guard let next = own.clip.flatMap({ ids[$0] }), nodes[next].name == "clipPath" else { break }
      node = next
    }
    return areas
  }

  /// Returns the area of a mask that consists of opaque white shapes and is therefore a clipping path; `nil` for any
  /// other mask, which is not drawn.
  mutating func mask(_ name: String, _ frame: Frame, box: SVGBox?) -> SVGPicture.Area? {
    guard let node = ids[name], nodes[node].name == "mask" else { return nil }
    let own = style(of: node, in: SVGStyle(), sheet: &sheet)
    var matrix = frame.matrix
    let isInBox = nodes[node]["maskContentUnits"] == "objectBoundingBox"
    guard isPlain(node, own), box != nil || !isInBox else {
      omit("mask")
      return nil
    }
    if let box, isInBox {
      matrix = matrix.after(SVGMatrix(box.width, 0, 0, box.height, box.x, box.y))
    }
    guard matrix.isUsable else { return nil }
    return clip(node, own, matrix, frame)
  }

  /// Returns whether a mask contains only shapes with an opaque fill, which is nearly white unless the mask uses
  /// opacity.
  private mutating func isPlain(_ mask: Int, _ parent: SVGStyle) -> Bool {
    var count = 0
    for child in children(of: mask) where !nodes[child].name.isEmpty {
      count += 1
      var style = style(of: child, in: parent, sheet: &sheet)
      var shape = child
      if nodes[child].name == "use" {
        guard let target = nodes[child]["href"].flatMap(target) else { continue }
        guard style.opacity == 1, style.mask == nil, style.clip == nil else { return false }
        shape = target
        style = self.style(of: shape, in: style, sheet: &sheet)
      }
      guard count <= 64, style.opacity == 1, style.fillOpacity == 1, style.line.paint == .none,
        style.mask == nil, style.clip == nil, !style.hasFilter,
        ["path", "rect", "circle", "ellipse", "polygon"].contains(nodes[shape].name),
        case .color(let color) = style.fill, color.alpha == 255
      else { return false }
      let light = min(color.red, color.green, color.blue)
      guard parent.masksByAlpha || light >= 0xF0 else { return false }
    }
    return count > 0
  }

  private mutating func clip(
    _ clip: Int, _ parent: SVGStyle, _ matrix: SVGMatrix, _ frame: Frame
  ) -> SVGPicture.Area {
    var area = SVGPicture.Area(path: SVGPath(), isEvenOdd: false)
    var count = 0
    for child in children(of: clip) where !nodes[child].name.isEmpty {
      count += 1
      guard count <= Self.maxClipShapes, segmentsLeft > 0 else {
        omit(Self.beyondLimit)
        break
      }
      var shape = child
      var inner = frame
      inner.matrix = matrix
      inner.style = style(of: child, in: parent, sheet: &sheet)
      if let transform = inner.style.transform { inner.matrix = inner.matrix.after(transform) }
      if nodes[child].name == "use" {
        guard let target = nodes[child]["href"].flatMap(target) else { continue }
        inner.matrix = inner.matrix.after(
          .translation(
            length(nodes[child], "x", .horizontal, inner) ?? 0,
            length(nodes[child], "y", .vertical, inner) ?? 0))
        shape = target
        inner.style = style(of: shape, in: inner.style, sheet: &sheet)
        if let transform = inner.style.transform { inner.matrix = inner.matrix.after(transform) }
      }
      guard !inner.style.isUndisplayed, !inner.style.isHidden, inner.matrix.isUsable else {
        continue
      }
      guard
        ["path", "rect", "circle", "ellipse", "polyline", "polygon"].contains(nodes[shape].name)
      else {
        if nodes[shape].name == "text" { omit("clipPath") }
        continue
      }
      guard let path = path(of: nodes[shape], inner) else { continue }
      if inner.style.clipsEvenOdd { area.isEvenOdd = true }
      area.path.append(path.mapped(inner.matrix))
    }
    return area
  }
}

extension SVGLength {
  init(percent: Double) {
    self.init(pixels: percent)
    unit = .percent
  }
}
