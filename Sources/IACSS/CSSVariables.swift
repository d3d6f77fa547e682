internal import IAFormats

/// A value whose tokens may contain references to custom properties (`var()`).
package final class CSSVariableValue: Equatable, Sendable {
  /// A reference to a custom property.
  package struct Reference: Sendable {
    /// The index of the function, and that of the bracket that closes it.
    package let start: Int, end: Int
    /// The name, in its letter case.
    package let name: String
    /// The index of the first token of the value that replaces an invalid one.
    package let fallback: Int?
  }

  /// The tokens, without white space.
  package let tokens: [CSSToken]
  /// The references in the order of their functions.
  package let references: [Reference]

  /// Creates a value of tokens; `nil` if a reference has no name.
  ///
  /// - Complexity: O(*n*).
  package init?(_ tokens: [CSSToken]) {
    self.tokens = tokens
    var found: [Reference] = []
    // The open brackets, with the references that they start.
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

/// The custom properties that one block of declarations states.
package final class CSSCustomProperties: Equatable, Sendable {
  /// The statement about a property.
  package enum Value: Sendable {
    case value(CSSVariableValue)
    /// The value of the element around.
    case inherit
    /// No value.
    case initial

    /// Creates the statement of tokens, or returns `nil` if they are not valid.
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

  /// The statements by name; names differ in letter case.
  package let values: [String: Value]

  /// Creates a block with statements.
  init(_ values: [String: Value]) { self.values = values }

  package static func == (left: CSSCustomProperties, right: CSSCustomProperties) -> Bool {
    left === right
  }
}

/// A declaration whose value refers to custom properties, so that only an element knows what it states.
package final class CSSDeferredDeclaration: Equatable, Sendable {
  private let property: String
  /// The value with its references.
  package let value: CSSVariableValue

  init(_ property: String, _ value: CSSVariableValue) {
    self.property = property
    self.value = value
  }

  /// Returns the declarations that the property makes with tokens in place of the references.
  ///
  /// - Parameter tokens: The tokens; `nil` for a value that is invalid, which is the inherited or the initial one.
  package func declarations(with tokens: [CSSToken]?) -> CSSDeclarations {
    let unset = CSSDeclarations(property, [.identifier("unset")])
    guard let tokens, !tokens.isEmpty else { return unset }
    let made = CSSDeclarations(property, tokens)
    guard made.normal.isEmpty, made.unread.contains(where: { $0.feature == .cssValue }) else {
      return made
    }
    // A value that the property does not have is invalid, too.
    return made.followed(by: unset)
  }

  package static func == (left: CSSDeferredDeclaration, right: CSSDeferredDeclaration) -> Bool {
    left === right
  }
}
