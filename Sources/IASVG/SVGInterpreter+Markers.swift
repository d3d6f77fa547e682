internal import IAText

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

// Markers: symbols such as arrowheads and dots at the vertices of paths.

extension SVGInterpreter {
  /// A vertex of a path, with the directions of the segments before and after it.
  private struct Corner {
    var place: SVGPoint
    var before: SVGPoint?
    var after: SVGPoint?

    /// The direction in degrees.
    var angle: Double {
      func angle(_ direction: SVGPoint) -> Double { atan2(direction.y, direction.x) * 180 / .pi }
      switch (before, after) {
      case (nil, nil): return 0
      case (let one?, nil), (nil, let one?): return angle(one)
      case (let before?, let after?):
        var (first, second) = (angle(before), angle(after))
        if second - first > 180 { second -= 360 }
        if first - second > 180 { first -= 360 }
        return (first + second) / 2
      }
    }
  }

  /// The maximum number of markers of a path.
  private static let maxMarkers = 2000

  /// Adds frames for the markers of a path, which are drawn after the path.
  mutating func addMarkers(
    _ path: SVGPath, _ width: Double, _ paint: SVGPicture.Paint?, _ frame: Frame
  ) {
    let names = frame.style.markers
    let corners = Self.corners(of: path)
    guard corners.count > 1, frame.uses < Self.maxUses else { return }
    var found: [Frame] = []
    for (index, corner) in corners.enumerated().prefix(Self.maxMarkers) {
      let isFirst = index == 0
      let isLast = index == corners.count - 1
      for (name, isWanted, isStart) in [
        (names.start, isFirst, true), (names.mid, !isFirst && !isLast, false),
        (names.end, isLast, false),
      ] {
        guard isWanted, let name, let node = ids[name], nodes[node].name == "marker",
          let marker = marker(node, corner, width, paint, frame, isStart: isStart)
        else { continue }
        found.append(marker)
      }
    }
    frames += found.reversed()
  }

  private mutating func marker(
    _ node: Int, _ corner: Corner, _ width: Double, _ paint: SVGPicture.Paint?, _ frame: Frame,
    isStart: Bool
  ) -> Frame? {
    let element = nodes[node]
    var style = style(of: node, in: SVGStyle(), sheet: &sheet)
    if case .color(let color)? = paint { style.color = color }
    var inner = Frame(
      node: node, next: element.firstChild, style: style, matrix: frame.matrix,
      viewport: frame.viewport, uses: frame.uses + 1)
    inner.opacity = frame.opacity * frame.style.opacity
    let size = SVGBox(
      x: 0, y: 0, width: length(element, "markerWidth", .horizontal, inner) ?? 3,
      height: length(element, "markerHeight", .vertical, inner) ?? 3)
    guard size.width > 0, size.height > 0 else { return nil }
    let orient = element["orient"] ?? "0"
    var angle = SVGLength(orient.hasSuffix("deg") ? String(orient.dropLast(3)) : orient)?.value
    if angle == nil {
      angle = corner.angle + (isStart && orient == "auto-start-reverse" ? 180 : 0)
    }
    let factor = element["markerUnits"] == "userSpaceOnUse" ? 1 : width
    var matrix = frame.matrix.after(.translation(corner.place.x, corner.place.y))
      .after(.rotation(angle ?? 0)).after(.scale(factor, factor))
    var box = SVGMatrix.identity
    if let view = Self.viewBox(of: element) {
      guard let map = SVGAspectRatio(element["preserveAspectRatio"]).matrix(from: view, to: size)
      else { return nil }
      box = map
      inner.viewport = view
    }
    let reference = box.map(
      SVGPoint(
        length(element, "refX", .horizontal, inner) ?? 0,
        length(element, "refY", .vertical, inner) ?? 0))
    matrix = matrix.after(.translation(-reference.x, -reference.y)).after(box)
    guard matrix.isUsable else { return nil }
    inner.matrix = matrix
    return inner
  }

  private static func corners(of path: SVGPath) -> [Corner] {
    var corners: [Corner] = []
    var start = SVGPoint(0, 0)
    func direction(_ points: [SVGPoint]) -> SVGPoint? {
      guard let first = points.first else { return nil }
      for point in points.dropFirst() where point != first {
        return SVGPoint(point.x - first.x, point.y - first.y)
      }
      return nil
    }
    func opposite(_ direction: SVGPoint?) -> SVGPoint? {
      direction.map { SVGPoint(-$0.x, -$0.y) }
    }
    func add(_ points: [SVGPoint]) {
      guard let last = corners.indices.last, let end = points.last else { return }
      let all = [corners[last].place] + points
      corners[last].after = direction(all)
      corners.append(Corner(place: end, before: opposite(direction(all.reversed()))))
    }
    for segment in path.segments {
      switch segment {
      case .move(let place):
        start = place
        // After a closed figure, a move may start at the vertex that was added last.
        if corners.last?.place != place || corners.last?.before == nil {
          corners.append(Corner(place: place))
        }
      case .line(let end): add([end])
      case .curve(let first, let second, let end): add([first, second, end])
      case .close: if corners.last?.place != start { add([start]) }
      }
    }
    return corners
  }
}
