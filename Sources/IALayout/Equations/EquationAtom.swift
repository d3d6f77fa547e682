import IAEquations

/// The class of a part of an equation, which determines the space beside it (The TeXbook, chapter
/// 18).
enum EquationAtom: Int, Sendable {
  case ordinary, large, binary, relation, opening, closing, punctuation, inner

  /// Creates the class of an operator from its text.
  init(operator text: String) {
    guard let scalar = text.unicodeScalars.first else {
      self = .ordinary
      return
    }
    switch scalar {
    case _ where Self.largeOperators.contains(scalar): self = .large
    case _ where Self.binaryOperators.contains(scalar): self = .binary
    case _ where Self.relations.contains(scalar): self = .relation
    case "(", "[", "{", "⟨", "⌊", "⌈": self = .opening
    case ")", "]", "}", "⟩", "⌋", "⌉", "!", "?": self = .closing
    case ",", ";": self = .punctuation
    default: self = .ordinary
    }
  }

  /// Returns the space between two adjacent parts in eighteenths of an em.
  ///
  /// - Parameters:
  ///   - isScript: Whether the parts are in an index or exponent, where most spaces are omitted.
  static func space(_ left: EquationAtom, _ right: EquationAtom, isScript: Bool) -> Double {
    switch spaces[left.rawValue * 8 + right.rawValue] {
    case 1: 3
    case 2: isScript ? 0 : 4
    case 3: isScript ? 0 : 5
    case 4: isScript ? 0 : 3
    default: 0
    }
  }

  /// The spaces by the class of the left part (row) and of the right part (column).
  ///
  /// From The TeXbook, page 170: 0 none, 1 thin, 2 medium, 3 thick, 4 thin. Scripts have only those
  /// of value 1.
  private static let spaces: [UInt8] = [
    0, 1, 2, 3, 0, 0, 0, 4,
    1, 1, 0, 3, 0, 0, 0, 4,
    2, 2, 0, 0, 2, 0, 0, 2,
    3, 3, 0, 0, 3, 0, 0, 3,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 1, 2, 3, 0, 0, 0, 4,
    4, 4, 0, 4, 4, 4, 4, 4,
    4, 1, 2, 3, 4, 0, 4, 4,
  ]

  /// Operators that are larger in a display.
  static let largeOperators = Set("∑∏∐∫∬∭∮⋂⋃⋁⋀⨁⨂⨆".unicodeScalars)
  private static let binaryOperators = Set("+-\u{2212}±∓×÷⋅∗*⋆∘•⊕⊗⊙∩∪∖∧∨".unicodeScalars)
  private static let relations = Set(
    "=<>:≤≥≠≈≡∼≃≅∝≪≫≺≻∈∉∋⊂⊃⊆⊇∣∥⟂⊢⊨→←↔⇒⇐⇔↦↑↓⟹⟺⟶".unicodeScalars)

  /// Changes the class of binary operators without an operand before or after them to `ordinary`
  /// (The TeXbook, appendix G, rules 5 and 6).
  static func resolve(_ atoms: inout [EquationAtom?]) {
    var last: Int?
    for index in atoms.indices {
      guard let atom = atoms[index] else { continue }
      let before = last.flatMap { atoms[$0] }
      switch atom {
      case .binary:
        switch before {
        case nil, .binary, .large, .relation, .opening, .punctuation: atoms[index] = .ordinary
        default: break
        }
      case .relation, .closing, .punctuation:
        if before == .binary, let last { atoms[last] = .ordinary }
      default: break
      }
      last = index
    }
    if let last, atoms[last] == .binary { atoms[last] = .ordinary }
  }
}
