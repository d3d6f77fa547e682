/// The costs of tokens by their classes, in parts of a bit (`FixedLogarithm.one` parts each).
struct TokenCosts: Sendable {
  /// The class of each token.
  var classes: [UInt8]
  /// The cost of each token within its class.
  var costs: [UInt16]
  /// The cost of each class in each context: the contexts are the classes of the previous token,
  /// then the start of a text, then the start of other columns.
  var transitions: [UInt16]
  var classCount: Int

  /// The number of contexts besides the classes.
  static let startCount = 2
}

/// The tokens that are no strings.
enum SpecialToken {
  /// The text is over.
  static let end = 0
  /// The next 16 bits are a unit that is in no token.
  static let escape = 1
  /// The number of special tokens; the others follow.
  static let count = 2
}
