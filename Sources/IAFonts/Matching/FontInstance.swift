/// A face that is adapted to a request: with its weight set, and with synthetic styles.
public struct FontInstance: Hashable, Sendable {
  /// The index of the face in the collection.
  public let face: Int
  /// The weight to which a variable font is set; `nil` for a static font.
  public let variableWeight: Int?
  /// The change of the thickness of all strokes in thousandths of an em, because no face of the
  /// family has the weight; negative for thinner strokes, 0 for the outlines of the font.
  ///
  /// Advances do not change with it.
  public let strokeChange: Int
  /// Whether glyphs are slanted synthetically, because the family has no italic face.
  public let isSlanted: Bool

  /// Whether strokes are thickened synthetically, because the face is lighter than the requested weight.
  public var isEmboldened: Bool { strokeChange > 0 }

  /// Returns the instance with thicker or thinner strokes.
  ///
  /// - Parameter change: The difference in thousandths of an em.
  package func changingStrokes(by change: Int) -> FontInstance {
    FontInstance(
      face: face, variableWeight: variableWeight, strokeChange: strokeChange + change,
      isSlanted: isSlanted)
  }
}

/// The change of stroke thickness for weights that a family does not have.
public enum StrokeRule {
  /// The change for each 100 units of weight above that of the face, in thousandths of an em.
  ///
  /// From regular to bold it is 42, as in FreeType's emboldening.
  static let thickening = 14
  /// The change for each 100 units of weight below that of the face, in thousandths of an em.
  ///
  /// It is smaller than `thickening`, so that hairlines do not disappear.
  static let thinning = 12

  /// Returns the change of stroke thickness for a weight that a face does not have, in thousandths of an em.
  ///
  /// - Parameters:
  ///   - wanted: The weight that is requested, 1…1000.
  ///   - found: The weight of the face.
  public static func change(wanted: Int, found: Int) -> Int {
    let difference = wanted - found
    return difference * (difference > 0 ? thickening : thinning) / 100
  }
}

extension FontCollection {
  /// Returns the face that is nearest to a request.
  ///
  /// Families are tried in order. A list of names is replaced by the family that `chosenFamily(of:)` returns, and a
  /// family that is not installed by its substitute (`substitute(forFamily:followingConfiguration:)`).
  ///
  /// Within a family, faces are chosen as in CSS (Fonts Module Level 4, section 5.2): first by the width nearest to the
  /// normal one, then by the slant, then by the weight. For 400…500, heavier weights up to 500 come before lighter
  /// ones, and those before weights above 500. For requests below 400, lighter weights come before heavier ones, and
  /// for requests above 500 the reverse.
  public func match(_ request: FontRequest) -> FontInstance {
    for family in request.families {
      if let found = instance(ofFamily: chosenFamily(of: family), request) { return found }
    }
    return instance(ofFamily: defaultFamily, request) ?? instance(0, for: request)
  }

  /// Returns the family of a list in which text is set.
  ///
  /// It is the first family that is installed, or for which a family with the same advances is installed. If there is
  /// none, it is the first name. A single name is returned unchanged.
  ///
  /// - Parameter list: A name, or names with a comma and a space between them.
  public func chosenFamily(of list: String) -> String {
    guard list.utf8.contains(UInt8(ascii: ",")) else { return list }
    let names = list.split(separator: ", ").map(String.init)
    let found = names.first { name in
      !faces(ofFamily: name).isEmpty
        || FamilyNames.sameAdvances(as: name).contains { !faces(ofFamily: $0).isEmpty }
    }
    return found ?? names.first ?? list
  }

  private func instance(ofFamily family: String, _ request: FontRequest) -> FontInstance? {
    var candidates = faces(ofFamily: family)
    if candidates.isEmpty,
      let other = substitute(
        forFamily: family, followingConfiguration: request.followsConfiguration)
    {
      candidates = faces(ofFamily: other)
    }
    return candidates.min(by: { rank($0, request) < rank($1, request) })
      .map { instance($0, for: request) }
  }

  /// Returns a face with the synthetic styles that are needed for a request.
  func instance(_ number: Int, for request: FontRequest) -> FontInstance {
    let face = faces[number]
    let weight = Double(request.weight)
    let clamped = min(max(weight, face.weights.lowerBound), face.weights.upperBound)
    return FontInstance(
      face: number, variableWeight: face.isVariable ? Int(clamped) : nil,
      strokeChange: face.isColor
        ? 0 : StrokeRule.change(wanted: request.weight, found: Int(clamped)),
      isSlanted: request.isItalic && !face.isItalic && !face.isColor)
  }

  private func rank(_ number: Int, _ request: FontRequest) -> (Double, Int, Int, Double, Int) {
    let face = faces[number]
    let (tier, distance) = Self.weightRank(face.weights, wanted: Double(request.weight))
    return (
      face.widthDifference, face.isItalic == request.isItalic ? 0 : 1, tier, distance, number
    )
  }

  /// Returns a tier, which is 0 for an exact match, and the distance within the tier.
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
