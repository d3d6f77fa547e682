internal import IAFormats

/// A value whose tokens may contain references to custom properties (`var()`).
package final class CSSVariableValue: Equatable, Sendable {
  /// A reference to a custom property.
  package struct Reference: Sendable {
    /// The token indices of the function and of its closing parenthesis; `end` is the number of
    /// tokens if it is not closed.
    package let start: Int, end: Int
    /// The name, including `--`, in its original case.
    package let name: String
    /// The token index of the fallback value; `nil` if there is none.
    package let fallback: Int?
  }

  /// The tokens, without white space.
  package let tokens: [CSSToken]
  /// The references in the order of their functions.
  package let references: [Reference]

  /// Creates a value of tokens; returns `nil` if a reference has no name, or if its name is
  /// followed by tokens other than a comma or the closing parenthesis.
  ///
  /// - Complexity: O(*n*).
  package init?(_ tokens: [CSSToken]) {
    self.tokens = tokens
    var found: [Reference] = []
    // The open parentheses; for those of `var()`, the index of the reference.
    var open: [Int?] = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case .function("var"):
        guard index + 1 < tokens.count, case .identifier(let name) = tokens[index + 1],
          name.hasPrefix("--")
        else { return nil }
        let next = index + 2 < tokens.count ? tokens[index + 2] : .closeParenthesis
        guard next == .comma || next == .closeParenthesis else { return nil }
        open.append(found.count)
        found.append(
          Reference(
            start: index, end: tokens.count, name: name,
            fallback: next == .comma ? index + 3 : nil))
      case .function, .openParenthesis: open.append(nil)
      case .closeParenthesis:
        if case .some(.some(let number)) = open.popLast() {
          let known = found[number]
          found[number] = Reference(
            start: known.start, end: index, name: known.name, fallback: known.fallback)
        }
      default: break
      }
    }
    references = found
  }

  package static func == (left: CSSVariableValue, right: CSSVariableValue) -> Bool {
    left === right
  }
}

/// The custom properties of one declaration block.
package final class CSSCustomProperties: Equatable, Sendable {
  /// The declared value of a custom property.
  package enum Value: Sendable {
    case value(CSSVariableValue)
    /// The value of the parent element.
    case inherit
    /// No value.
    case initial

    /// Creates the declared value of tokens, or returns `nil` if they are not valid.
    init?(_ tokens: [CSSToken]) {
      if tokens.count == 1, case .identifier(let word) = tokens[0] {
        switch word.lowercased() {
        case "initial":
          self = .initial
          return
        case "inherit", "unset", "revert", "revert-layer":
          self = .inherit
          return
        default: break
        }
      }
      guard let value = CSSVariableValue(tokens) else { return nil }
      self = .value(value)
    }
  }

  /// The values by name; names are case-sensitive.
  package let values: [String: Value]

  /// Creates a block with values by name.
  init(_ values: [String: Value]) { self.values = values }

  package static func == (left: CSSCustomProperties, right: CSSCustomProperties) -> Bool {
    left === right
  }
}

/// A declaration whose value refers to custom properties, so that it can be parsed only for an
/// element.
package final class CSSDeferredDeclaration: Equatable, Sendable {
  private let property: String
  /// The value with its references.
  package let value: CSSVariableValue

  init(_ property: String, _ value: CSSVariableValue) {
    self.property = property
    self.value = value
  }

  /// Returns the declarations of the property with tokens in which the references are replaced.
  ///
  /// - Parameter tokens: The tokens; `nil` or empty for an invalid value, which is treated as
  ///   `unset`.
  package func declarations(with tokens: [CSSToken]?) -> CSSDeclarations {
    let unset = CSSDeclarations(property, [.identifier("unset")])
    guard let tokens, !tokens.isEmpty else { return unset }
    let made = CSSDeclarations(property, tokens)
    guard made.normal.isEmpty, made.unread.contains(where: { $0.feature == .cssValue }) else {
      return made
    }
    // A value that is invalid for the property is also treated as `unset`.
    return made.followed(by: unset)
  }

  package static func == (left: CSSDeferredDeclaration, right: CSSDeferredDeclaration) -> Bool {
    left === right
  }
}
