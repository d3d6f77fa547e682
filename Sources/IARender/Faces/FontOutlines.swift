internal import CCairo
internal import CFreeType
internal import IAFonts

/// The outlines of a font's glyphs as drawings show them: at the weight of the instance, with its change of stroke
/// thickness.
///
/// Not shared between threads.
@safe final class FontOutlines {
  private let open: OpenFace
  /// The number of units of the outlines per em.
  let unitsPerEm: Int
  /// The PostScript name; empty if the font has none.
  let name: String
  /// The positions of the top and bottom of a line relative to the baseline, in units, upwards.
  let ascent: Int
  let descent: Int

  /// The minimum number of units per em: a font with fewer is scaled up, because a coarse grid would not show changes
  /// of stroke thickness.
  private static let leastUnits = 1000
  /// The maximum number of units per em of a font file.
  private static let mostUnits = 16_384

  /// Creates the outlines of a file; `nil` if FreeType refuses it, or it has none.
  init?(path: String, index: Int, _ font: FontInstance) {
    // One pixel is one unit, so that outlines are exact.
    let open = unsafe OpenFace(path: path, index: index, font) { face in
      unsafe min(max(Int(face.pointee.units_per_EM), Self.leastUnits), Self.mostUnits)
    }
    guard let open else { return nil }
    self.open = open
    let (face, em) = unsafe (open.face, open.size)
    let units = unsafe Int(face.pointee.units_per_EM)
    unitsPerEm = em
    name = unsafe FT_Get_Postscript_Name(face).map { unsafe String(cString: $0) } ?? ""
    func scaled(_ value: FT_Short) -> Int { Int(value) * em / max(units, 1) }
    ascent = unsafe scaled(face.pointee.ascender)
    descent = unsafe scaled(face.pointee.descender)
  }

  /// Returns the outline of a glyph, which is empty if the glyph has no ink.
  ///
  /// Returns `nil` if the glyph is damaged, is a picture, or is too large for a font file.
  func outline(of glyph: UInt16) -> QuadraticOutline? {
    unsafe open.withOutline(of: FT_UInt(glyph)) { source, advance in
      unsafe Self.quadratic(source, advance: advance)
    }
  }

  private static func quadratic(_ source: FT_Outline, advance: Double) -> QuadraticOutline? {
    var outline = QuadraticOutline(advance: advance)
    var start = 0
    for contour in unsafe 0..<Int(source.n_contours) {
      let end = unsafe Int(source.contours[contour])
      guard end >= start, unsafe end < Int(source.n_points) else { break }
      var points: [QuadraticOutline.SourcePoint] = []
      for index in start...end {
        let (point, tag) = unsafe (source.points[index], source.tags[index])
        points.append(
          .init(
            x: Double(point.x) / 64, y: Double(point.y) / 64,
            kind: tag & 1 != 0 ? .onCurve : tag & 2 != 0 ? .cubic : .quadratic))
      }
      guard outline.append(points) else { return nil }
      start = end + 1
    }
    return outline
  }
}

/// The closed contours of a glyph as quadratic curves in whole units, *y* upwards, as in TrueType.
struct QuadraticOutline {
  /// A point: on the outline, or the control point of a curve.
  struct Point: Hashable {
    var x: Int
    var y: Int
    var isOnCurve: Bool
  }

  /// A point of an outline that may have cubic curves.
  struct SourcePoint {
    enum Kind { case onCurve, quadratic, cubic }
    var x: Double
    var y: Double
    var kind: Kind
  }

  private(set) var points: [Point] = []
  /// The index of the last point of each contour.
  private(set) var ends: [Int] = []
  /// The distance from the origin of the glyph to that of the next one, in units.
  var advance: Double

  init(advance: Double) { self.advance = advance }

  /// The maximum number of points of a contour or glyph in a font file.
  private static let maximumPoints = 65_000
  /// The maximum absolute value of a coordinate.
  private static let furthest = 32_000

  /// Appends a contour; returns `false` if it exceeds the limits of a font file.
  mutating func append(_ contour: [SourcePoint]) -> Bool {
    var last = contour.last ?? SourcePoint(x: 0, y: 0, kind: .onCurve)
    var index = 0
    while index < contour.count {
      let point = contour[index]
      if point.kind == .cubic, index + 1 < contour.count {
        let end = index + 2 < contour.count ? contour[index + 2] : contour[0]
        addCubic(last, point, contour[index + 1], end)
        last = end
        index += 3
      } else {
        add(point.x, point.y, isOnCurve: point.kind == .onCurve)
        last = point
        index += 1
      }
    }
    guard points.count > (ends.last ?? -1) + 1 else { return true }
    ends.append(points.count - 1)
    return points.count <= Self.maximumPoints
      && points[(ends.dropLast().last.map { $0 + 1 } ?? 0)...].allSatisfy {
        abs($0.x) <= Self.furthest && abs($0.y) <= Self.furthest
      }
  }

  private mutating func add(_ x: Double, _ y: Double, isOnCurve: Bool) {
    points.append(
      Point(x: PDFBytes.nearest(x), y: PDFBytes.nearest(y), isOnCurve: isOnCurve))
  }

  /// The maximum distance, in units, between a cubic curve and the quadratic curves that replace it.
  private static let tolerance = 0.35

  /// Adds quadratic curves that approximate a cubic one, including its end point.
  private mutating func addCubic(
    _ start: SourcePoint, _ first: SourcePoint, _ second: SourcePoint, _ end: SourcePoint
  ) {
    let (dx, dy) = (
      end.x - 3 * second.x + 3 * first.x - start.x, end.y - 3 * second.y + 3 * first.y - start.y
    )
    // The error of one quadratic curve is √3 ∕ 36 of the length of this vector; the error of *n* curves is *n*³ times
    // smaller.
    let error = (dx * dx + dy * dy).squareRoot() * 0.0481
    var count = 1.0
    while count < 8, count * count * count * Self.tolerance < error { count += 1 }
    func point(_ t: Double) -> (x: Double, y: Double) {
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      return (
        a * start.x + b * first.x + c * second.x + d * end.x,
        a * start.y + b * first.y + c * second.y + d * end.y
      )
    }
    func direction(_ t: Double) -> (x: Double, y: Double) {
      let u = 1 - t
      let (a, b, c) = (3 * u * u, 6 * u * t, 3 * t * t)
      return (
        a * (first.x - start.x) + b * (second.x - first.x) + c * (end.x - second.x),
        a * (first.y - start.y) + b * (second.y - first.y) + c * (end.y - second.y)
      )
    }
    var from = 0.0
    for step in 1...Int(count) {
      let to = Double(step) / count
      let (p, q, dp, dq) = (point(from), point(to), direction(from), direction(to))
      // The control point is the mean of the two that the tangents at the ends of the part determine.
      let share = (to - from) / 4
      add(
        (p.x + q.x) / 2 + (dp.x - dq.x) * share, (p.y + q.y) / 2 + (dp.y - dq.y) * share,
        isOnCurve: false)
      add(q.x, q.y, isOnCurve: true)
      from = to
    }
  }
}

extension QuadraticOutline {
  /// The segments of an outline.
  enum Segment {
    case move(x: Double, y: Double)
    case line(x: Double, y: Double)
    /// A curve to a point with its control point.
    case curve(controlX: Double, controlY: Double, x: Double, y: Double)
  }

  /// Calls a function for each segment of the outline; each contour is implicitly closed before the next one starts.
  func forEachSegment(_ body: (Segment) -> Void) {
    var start = 0
    for end in ends {
      let contour = points[start...end]
      start = end + 1
      guard let first = contour.first, let last = contour.last else { continue }
      func middle(_ a: Point, _ b: Point) -> (Double, Double) {
        (Double(a.x + b.x) / 2, Double(a.y + b.y) / 2)
      }
      let origin =
        first.isOnCurve
        ? (Double(first.x), Double(first.y))
        : last.isOnCurve ? (Double(last.x), Double(last.y)) : middle(first, last)
      body(.move(x: origin.0, y: origin.1))
      var control: Point?
      for point in first.isOnCurve ? contour.dropFirst() : contour {
        let place = (Double(point.x), Double(point.y))
        if let known = control {
          let to = point.isOnCurve ? place : middle(known, point)
          body(
            .curve(controlX: Double(known.x), controlY: Double(known.y), x: to.0, y: to.1))
          control = point.isOnCurve ? nil : point
        } else if point.isOnCurve {
          body(.line(x: place.0, y: place.1))
        } else {
          control = point
        }
      }
      if let known = control {
        body(
          .curve(
            controlX: Double(known.x), controlY: Double(known.y), x: origin.0, y: origin.1))
      }
    }
  }
}
