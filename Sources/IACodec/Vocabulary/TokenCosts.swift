/// The costs of tokens by their classes, in parts of a bit (`FixedLogarithm.one` parts each).
struct TokenCosts: Sendable {
  /// The class of each token.
  var classes: [UInt8]
  /// The cost of each token within its class.
  var costs: [UInt16]
  /// The cost of each class in each context.
  ///
  /// The contexts are the classes of the token before, the start of a text, and the start of other columns.
  var transitions: [UInt16]
  var classCount: Int

  /// The number of contexts that are not classes.
  static let startCount = 2
}

/// The tokens that represent no strings.
enum SpecialToken {
  /// The end of the text.
  static let end = 0
  /// The next 16 bits are a unit that is not encoded as a token.
  static let escape = 1
  /// The number of special tokens; the tokens with strings follow them.
  static let count = 2
}
