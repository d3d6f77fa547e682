internal import IAShapes

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The paths of the kinds of shapes that are not free forms.
///
/// Source: the numbers of [MS-ODRAW], `MSOSPT`. The forms are those that Word and LibreOffice draw.
enum RTFShapeForms {
  private typealias Place = ShapePicture.Place
  private typealias Step = ShapePicture.Step

  static func sine(_ angle: Double) -> Double { sin(angle) }

  /// The corners of polygons in fractions of the width and height.
  private static let polygons: [Int: [(Double, Double)]] = [
    1: [(0, 0), (1, 0), (1, 1), (0, 1)],
    4: [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)],
    6: [(0, 0), (1, 1), (0, 1)],
    12: [
      (0.5, 0), (0.618, 0.382), (1, 0.382), (0.691, 0.618), (0.809, 1), (0.5, 0.764), (0.191, 1),
      (0.309, 0.618), (0, 0.382), (0.382, 0.382),
    ],
    56: [(0.5, 0), (1, 0.382), (0.809, 1), (0.191, 1), (0, 0.382)],
    119: [(0, 0), (1, 0), (0.8, 1), (0.2, 1)],
    127: [(0.5, 0), (1, 1), (0, 1)],
    128: [(0, 0), (1, 0), (0.5, 1)],
  ]

  /// The kinds that have the form of another kind.
  private static let equals: [Int: Int] = [
    0: 1, 75: 1, 109: 1, 202: 1, 110: 4, 32: 20, 120: 3, 176: 2, 111: 7, 117: 9, 116: 2,
  ]

  /// The adjustments of kinds that have any, in 1/21,600 of a side.
  private static let adjustments: [Int: [Double]] = [
    2: [3_600], 5: [10_800], 7: [5_400], 8: [5_400], 9: [5_400], 10: [6_326], 11: [5_400],
    13: [16_200, 5_400], 15: [16_200], 34: [10_800], 38: [10_800], 55: [16_200],
    66: [5_400, 5_400], 67: [16_200, 5_400], 68: [5_400, 5_400], 116: [10_800],
  ]

  /// Returns the path of a kind in a box of a size, or `nil` if the kind is not known.
  static func path(
    _ kind: Int, _ size: ShapePicture.Place, adjustments stated: [Double?]
  ) -> [ShapePicture.Step]? {
    let form = equals[kind] ?? kind
    let known = (adjustments[kind] ?? adjustments[form] ?? []) + [0, 0]
    let first = min(max((stated[0] ?? known[0]) / 21_600, 0), 1)
    let second = min(max((stated[1] ?? known[1]) / 21_600, 0), 1)
    func place(_ x: Double, _ y: Double) -> Place { Place(x * size.x, y * size.y) }
    if let corners = polygons[form] ?? adjusted(form, first, second) {
      return polygon(corners.map { place($0.0, $0.1) })
    }
    switch form {
    case 2: return roundRectangle(size, radius: first * min(size.x, size.y))
    case 3: return ellipse(size)
    case 10, 11: return notched(form, size, first * min(size.x, size.y))
    case 19:
      let inner = 0.5523
      return [
        .move(place(0, 0)), .curve(place(inner, 0), place(1, 1 - inner), place(1, 1)),
      ]
    case 20: return [.move(place(0, 0)), .line(place(1, 1))]
    case 33: return [.move(place(0, 0)), .line(place(1, 0)), .line(place(1, 1))]
    case 34:
      return [
        .move(place(0, 0)), .line(place(first, 0)), .line(place(first, 1)), .line(place(1, 1)),
      ]
    case 38:
      return [
        .move(place(0, 0)),
        .curve(place(first / 2, 0), place(first, 0.25), place(first, 0.5)),
        .curve(place(first, 0.75), place((first + 1) / 2, 1), place(1, 1)),
      ]
    case 85, 86: return bracket(size, isRight: form == 86)
    case 87, 88: return brace(size, isRight: form == 88)
    default: return nil
    }
  }

  private static func polygon(_ corners: [Place]) -> [Step] {
    guard let first = corners.first else { return [] }
    return [.move(first)] + corners.dropFirst().map { .line($0) } + [.close]
  }

  /// Returns the corners of a polygon with adjustments in fractions.
  private static func adjusted(
    _ kind: Int, _ first: Double, _ second: Double
  ) -> [(Double, Double)]? {
    switch kind {
    case 5: [(first, 0), (1, 1), (0, 1)]
    case 7: [(first, 0), (1, 0), (1 - first, 1), (0, 1)]
    case 8: [(0, 0), (1, 0), (1 - first, 1), (first, 1)]
    case 9:
      [(first, 0), (1 - first, 0), (1, 0.5), (1 - first, 1), (first, 1), (0, 0.5)]
    case 13:
      [
        (0, second), (first, second), (first, 0), (1, 0.5), (first, 1), (first, 1 - second),
        (0, 1 - second),
      ]
    case 66:
      [
        (1, second), (first, second), (first, 0), (0, 0.5), (first, 1), (first, 1 - second),
        (1, 1 - second),
      ]
    case 67:
      [
        (second, 0), (second, first), (0, first), (0.5, 1), (1, first), (1 - second, first),
        (1 - second, 0),
      ]
    case 68:
      [
        (second, 1), (second, first), (0, first), (0.5, 0), (1, first), (1 - second, first),
        (1 - second, 1),
      ]
    case 15: [(0, 0), (first, 0), (1, 0.5), (first, 1), (0, 1)]
    case 55:
      [(0, 0), (first, 0), (1, 0.5), (first, 1), (0, 1), (1 - first, 0.5)]
    default: nil
    }
  }

  /// Returns an octagon or a cross, whose corners have one size in both directions.
  private static func notched(_ kind: Int, _ size: Place, _ cut: Double) -> [Step] {
    let (x, y) = (size.x, size.y)
    let (a, b) = (min(cut, x / 2), min(cut, y / 2))
    let octagon = [
      Place(a, 0), Place(x - a, 0), Place(x, b), Place(x, y - b), Place(x - a, y), Place(a, y),
      Place(0, y - b), Place(0, b),
    ]
    let cross = [
      Place(a, 0), Place(x - a, 0), Place(x - a, b), Place(x, b), Place(x, y - b),
      Place(x - a, y - b), Place(x - a, y), Place(a, y), Place(a, y - b), Place(0, y - b),
      Place(0, b), Place(a, b),
    ]
    return polygon(kind == 11 ? cross : octagon)
  }

  /// The distance of the control points of a quarter of a circle from its ends, as a fraction of the radius.
  private static let bend = 0.5523

  private static func ellipse(_ size: Place) -> [Step] {
    let (a, b) = (size.x / 2, size.y / 2)
    func place(_ x: Double, _ y: Double) -> Place { Place(a + a * x, b + b * y) }
    return [
      .move(place(1, 0)), .curve(place(1, bend), place(bend, 1), place(0, 1)),
      .curve(place(-bend, 1), place(-1, bend), place(-1, 0)),
      .curve(place(-1, -bend), place(-bend, -1), place(0, -1)),
      .curve(place(bend, -1), place(1, -bend), place(1, 0)), .close,
    ]
  }

  private static func roundRectangle(_ size: Place, radius: Double) -> [Step] {
    let (x, y) = (size.x, size.y)
    let radius = min(radius, x / 2, y / 2)
    let inner = radius * (1 - bend)
    return [
      .move(Place(radius, 0)), .line(Place(x - radius, 0)),
      .curve(Place(x - inner, 0), Place(x, inner), Place(x, radius)), .line(Place(x, y - radius)),
      .curve(Place(x, y - inner), Place(x - inner, y), Place(x - radius, y)),
      .line(Place(radius, y)),
      .curve(Place(inner, y), Place(0, y - inner), Place(0, y - radius)),
      .line(Place(0, radius)), .curve(Place(0, inner), Place(inner, 0), Place(radius, 0)), .close,
    ]
  }

  /// Returns a square bracket with round corners.
  private static func bracket(_ size: Place, isRight: Bool) -> [Step] {
    let corner = min(size.x, size.y / 2)
    func place(_ x: Double, _ y: Double) -> Place {
      Place(isRight ? size.x - x : x, y)
    }
    let inner = 1 - bend
    return [
      .move(place(size.x, 0)),
      .curve(place(size.x * inner, 0), place(0, corner * inner), place(0, corner)),
      .line(place(0, size.y - corner)),
      .curve(
        place(0, size.y - corner * inner), place(size.x * inner, size.y), place(size.x, size.y)),
    ]
  }

  private static func brace(_ size: Place, isRight: Bool) -> [Step] {
    let corner = min(size.x / 2, size.y / 4)
    let (half, middle) = (size.x / 2, size.y / 2)
    func place(_ x: Double, _ y: Double) -> Place {
      Place(isRight ? size.x - x : x, y)
    }
    return [
      .move(place(size.x, 0)), .curve(place(half, 0), place(half, 0), place(half, corner)),
      .line(place(half, middle - corner)),
      .curve(place(half, middle), place(half, middle), place(0, middle)),
      .curve(place(half, middle), place(half, middle), place(half, middle + corner)),
      .line(place(half, size.y - corner)),
      .curve(place(half, size.y), place(half, size.y), place(size.x, size.y)),
    ]
  }
}
