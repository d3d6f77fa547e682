import IASVG
import Testing

/// Paths and transforms, following the grammar of SVG 2, chapters 8 and 9.
struct PathTests {
  /// Returns the segments of path data as text: letters, and numbers with at most two decimals.
  private func segments(_ data: String) -> String {
    func number(_ value: Double) -> String {
      let cents = Int((value * 100).rounded())
      return cents.isMultiple(of: 100) ? "\(cents / 100)" : "\(Double(cents) / 100)"
    }
    func place(_ point: SVGPoint) -> String { "\(number(point.x)),\(number(point.y))" }
    return SVGPathReader.path(data, limit: 1000).segments.map { segment in
      switch segment {
      case .move(let end): "M\(place(end))"
      case .line(let end): "L\(place(end))"
      case .curve(let first, let second, let end):
        "C\(place(first)) \(place(second)) \(place(end))"
      case .close: "Z"
      }
    }.joined(separator: " ")
  }

  @Test(arguments: [
    // Examples of the grammar: a separator may be omitted if a number cannot continue the last one.
    ("M 100-200", "M100,-200"), ("M 0.6.5", "M0.6,0.5"), ("M100 200L300 400", "M100,200 L300,400"),
    ("M 100 100 L 300 100 L 200 300 z", "M100,100 L300,100 L200,300 Z"),
    ("M10 20 30 40", "M10,20 L30,40"), ("m10 20 30 40", "M10,20 L40,60"),
    ("M0,0l1,2h3v-4H1V2z", "M0,0 L1,2 L4,2 L4,-2 L1,-2 L1,2 Z"),
    ("M1e2-1e-1", "M100,-0.1"), ("M+1.5.5", "M1.5,0.5"), ("M 1 , 2", "M1,2"),
    ("M0 0C1 2 3 4 5 6S9 8 7 6", "M0,0 C1,2 3,4 5,6 C7,8 9,8 7,6"),
    ("M0 0s1 1 2 2", "M0,0 C0,0 1,1 2,2"),
    ("M0 0Q3 3 6 0T12 0", "M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0"),
    ("M0 0t6 0", "M0,0 C0,0 2,0 6,0"),
    ("M1 1zl2 0", "M1,1 Z M1,1 L3,1"),
    // An error ends the path before its segment.
    ("M0 0L1 1 2", "M0,0 L1,1"), ("M0 0L1 1x2 2", "M0,0 L1,1"), ("L1 1", ""), ("", ""),
    ("M0 0z1 1", "M0,0 Z"), ("M0 0A1 1 0 2 0 1 1", "M0,0"),
    // Arcs without a radius are lines; arcs without a distance are omitted.
    ("M0 0A0 5 0 0 0 3 4", "M0,0 L3,4"), ("M1 1A2 2 0 1 1 1 1", "M1,1"),
  ])
  func grammar(data: String, expected: String) { #expect(segments(data) == expected) }

  @Test(arguments: [
    "M0 0a25 25 -30 0 1 50-25", "M0 0a25,25 -30 01 50,-25", "M0 0a25 25-30 0150-25",
  ])
  func `Flags of arcs need no separators`(data: String) {
    let path = SVGPathReader.path(data, limit: 100)
    #expect(path.current == SVGPoint(50, -25))
    #expect(path.segments.count == 3)
  }

  @Test func `The points of an arc are on its ellipse`() throws {
    let path = SVGPathReader.path("M10 0A10 10 0 1 1 0 -10", limit: 100)
    let box = try #require(path.bounds)
    #expect(abs(box.x + 10) < 0.01 && abs(box.y + 10) < 0.01)
    #expect(abs(box.width - 20) < 0.02 && abs(box.height - 20) < 0.02)
    // Radii that are too small are enlarged so that the arc reaches its end.
    let small = SVGPathReader.path("M0 0A1 1 0 0 1 20 0", limit: 100)
    #expect(abs((small.bounds?.height ?? 0) - 10) < 0.01)
  }

  @Test func `The number of segments is limited and coordinates are finite`() {
    let long = "M0 0" + String(repeating: "L1 1 2 2", count: 1000)
    #expect(SVGPathReader.path(long, limit: 50).segments.count <= 51)
    let far = SVGPathReader.path("M1e300 -1e300L1e999 0", limit: 10)
    #expect(far.segments == [.move(SVGPoint(1e7, -1e7))])
  }

  @Test(
    arguments: [
      ("translate(3)", 1, 0, 0, 1, 3, 0), ("translate(3 4)", 1, 0, 0, 1, 3, 4),
      ("scale(2)", 2, 0, 0, 2, 0, 0), ("scale(2,3)", 2, 0, 0, 3, 0, 0),
      ("rotate(90)", 0, 1, -1, 0, 0, 0), ("rotate(90 1 2)", 0, 1, -1, 0, 3, 1),
      ("skewX(45)", 1, 0, 1, 1, 0, 0), ("skewY(45)", 1, 1, 0, 1, 0, 0),
      ("matrix(1 2 3 4 5 6)", 1, 2, 3, 4, 5, 6),
      (" translate(10,20) , scale(2)\n", 2, 0, 0, 2, 10, 20),
      ("translate(1)translate(2)", 1, 0, 0, 1, 3, 0), ("", 1, 0, 0, 1, 0, 0),
      ("translate(2px, 3px)", 1, 0, 0, 1, 2, 3),
    ] as [(String, Double, Double, Double, Double, Double, Double)])
  func transforms(
    text: String, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double
  ) throws {
    let matrix = try #require(SVGMatrix(transform: text))
    for (found, wanted) in [
      (matrix.a, a), (matrix.b, b), (matrix.c, c), (matrix.d, d), (matrix.e, e), (matrix.f, f),
    ] { #expect(abs(found - wanted) < 1e-9) }
  }

  @Test(arguments: ["scale", "scale()", "spin(1)", "matrix(1 2 3)", "scale(1e999)", "translate(1"])
  func `An error makes a transform void`(text: String) {
    #expect(SVGMatrix(transform: text) == nil)
  }
}
