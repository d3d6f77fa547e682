#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A point of a picture, *y* downwards.
package struct SVGPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// An affine map: (x, y) ↦ (a·x + c·y + e, b·x + d·y + f).
package struct SVGMatrix: Hashable, Sendable {
  package var a = 1.0
  package var b = 0.0
  package var c = 0.0
  package var d = 1.0
  package var e = 0.0
  package var f = 0.0

  /// The identity matrix.
  package static let identity = SVGMatrix()

  package init() {}

  package init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  package static func translation(_ x: Double, _ y: Double) -> SVGMatrix {
    SVGMatrix(1, 0, 0, 1, x, y)
  }

  package static func scale(_ x: Double, _ y: Double) -> SVGMatrix { SVGMatrix(x, 0, 0, y, 0, 0) }

  /// Returns a rotation by degrees from the *x* axis to the *y* axis.
  package static func rotation(_ degrees: Double) -> SVGMatrix {
    let angle = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    return SVGMatrix(cosine, sine, -sine, cosine, 0, 0)
  }

  /// Returns the matrix that applies `inner` first and then this matrix.
  package func after(_ inner: SVGMatrix) -> SVGMatrix {
    SVGMatrix(
      a * inner.a + c * inner.b, b * inner.a + d * inner.b, a * inner.c + c * inner.d,
      b * inner.c + d * inner.d, a * inner.e + c * inner.f + e, b * inner.e + d * inner.f + f)
  }

  package func map(_ point: SVGPoint) -> SVGPoint {
    SVGPoint(a * point.x + c * point.y + e, b * point.x + d * point.y + f)
  }

  /// The factor by which areas change; negative if the matrix mirrors.
  package var determinant: Double { a * d - b * c }

  /// The mean factor by which lengths change.
  package var scaleFactor: Double { abs(determinant).squareRoot() }

  /// Whether all lengths change by the same factor, with a relative tolerance of a thousandth.
  package var isSimilarity: Bool {
    let tolerance = 1e-3 * scaleFactor
    let isTurn = abs(a - d) <= tolerance && abs(b + c) <= tolerance
    let isMirror = abs(a + d) <= tolerance && abs(b - c) <= tolerance
    return isTurn || isMirror
  }

  /// The inverse matrix, or `nil` if there is none.
  package var inverse: SVGMatrix? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    return SVGMatrix(
      d / determinant, -b / determinant, -c / determinant, a / determinant,
      (c * f - d * e) / determinant, (b * e - a * f) / determinant)
  }

  /// Whether all numbers are finite and at most 10¹².
  package var isUsable: Bool {
    [a, b, c, d, e, f].allSatisfy { $0.isFinite && abs($0) <= 1e12 }
  }
}

extension SVGMatrix {
  /// Returns the tangent of an angle in degrees.
  static func tangent(_ degrees: Double) -> Double {
    tan(degrees.truncatingRemainder(dividingBy: 180) * .pi / 180)
  }
}
