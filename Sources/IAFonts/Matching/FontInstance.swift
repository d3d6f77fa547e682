/// A face adapted to a request: with its weight set, and with synthetic styles that the face lacks.
public struct FontInstance: Hashable, Sendable {
  /// The face, by its place in the collection.
  public let face: Int
  /// The weight that a variable font is set to; nil for a static one.
  public let variableWeight: Int?
  /// Whether strokes are to be thickened, because the family has no bold face.
  public let isEmboldened: Bool
  /// Whether letters are to be slanted, because the family has no italic face.
  public let isSlanted: Bool
}

extension FontCollection {
  /// Returns the face that comes nearest to a request.
  ///
  /// Families are tried in order. Within one, slant goes before weight; weights are chosen as CSS
  /// does (Fonts Module Level 4, section 5.2): the weight itself, else for 400…500 the nearest up
  /// to 500 and then lighter ones, for less lighter ones first, for more heavier ones first.
  public func match(_ request: FontRequest) -> FontInstance {
    for family in request.families + [defaultFamily] {
      let candidates = faces(ofFamily: family)
      if let best = candidates.min(by: { rank($0, request) < rank($1, request) }) {
        return instance(best, for: request)
      }
    }
    return instance(0, for: request)
  }

  /// Returns a face with the synthetic styles that a request needs and the face lacks.
  func instance(_ number: Int, for request: FontRequest) -> FontInstance {
    let face = faces[number]
    let weight = Double(request.weight)
    let clamped = min(max(weight, face.weights.lowerBound), face.weights.upperBound)
    return FontInstance(
      face: number, variableWeight: face.isVariable ? Int(clamped) : nil,
      isEmboldened: weight >= 600 && clamped < 600 && !face.isColor,
      isSlanted: request.isItalic && !face.isItalic && !face.isColor)
  }

  private func rank(_ number: Int, _ request: FontRequest) -> (Int, Int, Double, Int) {
    let face = faces[number]
    let (tier, distance) = Self.weightRank(face.weights, wanted: Double(request.weight))
    return (face.isItalic == request.isItalic ? 0 : 1, tier, distance, number)
  }

  /// Returns a tier (0 is exact) and a distance within it.
  private static func weightRank(
    _ weights: ClosedRange<Double>, wanted: Double
  ) -> (tier: Int, distance: Double) {
    if weights.contains(wanted) { return (0, 0) }
    let isLighter = weights.upperBound < wanted
    let distance = isLighter ? wanted - weights.upperBound : weights.lowerBound - wanted
    if (400...500).contains(wanted) {
      if !isLighter, weights.lowerBound <= 500 { return (1, distance) }
      return (isLighter ? 2 : 3, distance)
    }
    let lighterFirst = wanted < 400
    return (isLighter == lighterFirst ? 1 : 2, distance)
  }
}
