/// The segments over which intensities are averaged before they are shown.
public enum Smoothing: String, Hashable, Sendable, CaseIterable {
  case character = "Char"
  case word = "Word"
  case sentence = "Sentence"
  case line = "Line"
  case paragraph = "Paragraph"
  case message = "Message"

  /// The label that the source system stores: `Char`, `Word`, `S`, `L`, `P`, `M`.
  public var shortLabel: String {
    switch self {
    case .character: "Char"
    case .word: "Word"
    case .sentence: "S"
    case .line: "L"
    case .paragraph: "P"
    case .message: "M"
    }
  }

  /// Creates a value from its long name or short label, or `nil` for any other text; case matters.
  public init?(label: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == label || $0.shortLabel == label })
    else { return nil }
    self = found
  }
}
