/// The content of a vocabulary: tokens, their classes, and the lengths of all codes.
struct VocabularyModel: Sendable {
  /// The tokens: `end` and `escape` without units, then the others ascending.
  var strings: TokenStrings
  /// The class of each token.
  var classes: [UInt8]
  /// The length of each token's code within its class.
  var lengths: [UInt8]
  var classCount: Int
  /// For each context the length of each class's code.
  var transitions: [UInt8]

  /// The costs that correspond to the code lengths.
  var costs: TokenCosts {
    TokenCosts(
      classes: classes, costs: lengths.map { UInt16($0) * UInt16(FixedLogarithm.one) },
      transitions: transitions.map { UInt16($0) * UInt16(FixedLogarithm.one) },
      classCount: classCount)
  }

  /// The tokens of each class, ascending.
  var members: [[Int]] {
    var members = [[Int]](repeating: [], count: classCount)
    for (token, index) in classes.enumerated() { members[Int(index)].append(token) }
    return members
  }

  /// The maximum length of a class's code, in bits.
  static let maximumTransitionLength = 10
  /// The maximum length of a token's code within its class, in bits.
  static let maximumTokenLength = 15
  /// The maximum length of a token, in units.
  static let maximumUnitCount = 16
}
