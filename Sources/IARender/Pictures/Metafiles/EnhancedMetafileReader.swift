internal import IALayout
internal import IAText

/// Reads the records of an enhanced metafile ([MS-EMF]); those of EMF+ in comments are skipped.
struct EnhancedMetafileReader {
  let data: MetafileBytes
  var canvas = MetafileCanvas()
  /// The lines and polygons of the open or ended path; `nil` if there is no path.
  var path: [[Point]]?
  /// Whether the mapping mode scales windows to viewports.
  var scales = false
  /// Whether lines are added to the path.
  var isInPath = false

  init(_ bytes: [UInt8]) { data = MetafileBytes(bytes: bytes) }

  /// Returns whether bytes start with the header of an enhanced metafile.
  static func isEnhanced(_ bytes: [UInt8]) -> Bool {
    let data = MetafileBytes(bytes: bytes)
    return data.long(0) == 1 && data.long(40) == 0x464D_4520
  }

  mutating func read() -> [Metafile.Operation] {
    setFrame()
    var at = 0
    while at <= data.count - 8 {
      let (type, size) = (data.long(at), data.long(at + 4))
      guard size >= 8, size <= data.count - at, type != 14 else { break }
      apply(type, at, at + size)
      at += size
    }
    return canvas.operations
  }

  /// Sets the frame of the picture from the header: the frame in 0.01 mm, or the bounds.
  private mutating func setFrame() {
    let (pixelsX, pixelsY) = (data.signed(72), data.signed(76))
    let (millimetersX, millimetersY) = (data.signed(80), data.signed(84))
    if millimetersX > 0, millimetersY > 0, pixelsX > 0, pixelsY > 0 {
      let (x, y) = (pixelsX / millimetersX / 100, pixelsY / millimetersY / 100)
      let (left, top) = (data.signed(24) * x, data.signed(28) * y)
      canvas.frame = (left, top, data.signed(32) * x - left, data.signed(36) * y - top)
    }
    guard canvas.frame.width == 0 || canvas.frame.height == 0 else { return }
    let (left, top) = (data.signed(8), data.signed(12))
    canvas.frame = (
      left, top, max(data.signed(16) - left, 1), max(data.signed(20) - top, 1)
    )
  }

  // MARK: Points

  /// Returns the position of a point with coordinates of 4 or 2 bytes.
  func point(_ at: Int, isSmall: Bool = false) -> Point {
    isSmall
      ? canvas.place(data.short(at), data.short(at + 2))
      : canvas.place(data.signed(at), data.signed(at + 4))
  }

  /// Returns the points of a record.
  func points(_ at: Int, _ end: Int, count: Int, isSmall: Bool) -> [Point] {
    let size = isSmall ? 4 : 8
    let known = max(min(count, (end - at) / size), 0)
    return (0..<known).map { point(at + size * $0, isSmall: isSmall) }
  }

  // MARK: Lines and areas

  /// Adds a line to the open path, or draws it.
  mutating func line(_ points: [Point], continues: Bool = false) {
    guard isInPath else { return canvas.stroke(points) }
    guard path != nil, pathCount + points.count <= Metafile.maxPoints else { return }
    pathCount += points.count
    if continues, let last = path?.indices.last {
      path?[last] += points.dropFirst()
    } else {
      path?.append(points)
    }
  }

  /// The number of points of the path.
  private var pathCount = 0

  /// Adds a polygon to the open path, or draws it.
  mutating func polygon(_ points: [Point]) {
    guard isInPath else { return canvas.polygon(points) }
    line(points + points.prefix(1))
  }

  mutating func beginPath() {
    path = []
    pathCount = 0
    isInPath = true
  }

  /// Draws the path and removes it.
  mutating func drawPath(fills: Bool, strokes: Bool) {
    if fills { canvas.fill(path ?? []) }
    if strokes { for part in path ?? [] { canvas.stroke(part) } }
    path = nil
    isInPath = false
  }

  mutating func closeFigure() {
    guard isInPath, let last = path?.indices.last, let first = path?[last].first else { return }
    path?[last].append(first)
  }

  /// Returns points of Bézier curves, given as a start and three points for each curve.
  static func curve(_ points: [Point]) -> [Point] {
    guard let first = points.first else { return [] }
    var result = [first]
    var index = 1
    while index + 2 < points.count {
      let (p, q, r, s) = (points[index - 1], points[index], points[index + 1], points[index + 2])
      for step in 1...8 {
        let t = Double(step) / 8
        let (u, v) = (1 - t, t)
        let (a, b, c, d) = (u * u * u, 3 * u * u * v, 3 * u * v * v, v * v * v)
        result.append(
          Point(x: a * p.x + b * q.x + c * r.x + d * s.x, y: a * p.y + b * q.y + c * r.y + d * s.y))
      }
      index += 3
    }
    return result
  }
}
