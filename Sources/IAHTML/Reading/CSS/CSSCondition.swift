internal import IACSS

/// The conditions of `@media` and `@supports`: tests in parentheses, combined with `and`, `or` and
/// `not`.
enum CSSCondition {
  /// The maximum nesting depth of conditions.
  private static let maxDepth = 16

  /// A condition whose parts are evaluated from left to right in three-valued logic.
  private struct Level {
    /// The value of the parts so far: `nil` before the first part, `.some(nil)` if it is unknown.
    var value: Bool??
    var isNegated = false
    var isAlternative = false

    /// Combines the value of the next part, `nil` if it is unknown, with the value so far.
    mutating func add(_ part: Bool?) {
      let next = isNegated ? part.map { !$0 } : part
      isNegated = false
      guard case .some(let known) = value else {
        value = .some(next)
        return
      }
      // This operand decides the result even if the other one is unknown.
      let decisive = isAlternative
      if known == decisive || next == decisive {
        value = .some(decisive)
      } else {
        value = .some(known == nil || next == nil ? nil : !decisive)
      }
    }
  }

  /// Returns whether a condition is true, or `nil` if it is malformed, nested too deeply, or
  /// depends on an unknown test.
  ///
  /// - Parameters:
  ///   - tokens: The condition without white space.
  ///   - test: Evaluates the tokens between two parentheses, or a whole function; `nil` if unknown.
  /// - Complexity: O(*n*) in the number of tokens.
  static func value(
    of tokens: ArraySlice<CSSToken>, _ test: (ArraySlice<CSSToken>) -> Bool?
  ) -> Bool? {
    var levels = [Level()]
    var rest = tokens
    while let token = rest.first {
      let top = levels.count - 1
      switch token {
      case .identifier(let word):
        switch word.lowercased() {
        case "not": levels[top].isNegated = true
        case "and": levels[top].isAlternative = false
        case "or": levels[top].isAlternative = true
        default: return nil
        }
        rest.removeFirst()
      case .openParenthesis where isGroup(rest.dropFirst()):
        guard levels.count < maxDepth else { return nil }
        levels.append(Level())
        rest.removeFirst()
      case .openParenthesis:
        let end = end(of: rest)
        levels[top].add(test(rest[(rest.startIndex + 1)..<end]))
        rest = rest[min(end + 1, rest.endIndex)...]
      case .function:
        let end = end(of: rest)
        levels[top].add(test(rest[..<end]))
        rest = rest[min(end + 1, rest.endIndex)...]
      case .closeParenthesis where top > 0:
        let value = levels.removeLast().value
        levels[top - 1].add(value ?? nil)
        rest.removeFirst()
      default: return nil
      }
    }
    return levels.count == 1 ? levels[0].value ?? nil : nil
  }

  /// Returns whether the tokens after an opening parenthesis are a nested condition and not a test.
  private static func isGroup(_ tokens: ArraySlice<CSSToken>) -> Bool {
    switch tokens.first {
    case .openParenthesis: return true
    case .identifier(let word) where word.lowercased() == "not":
      switch tokens.dropFirst().first {
      case .openParenthesis, .function: return true
      default: return false
      }
    default: return false
    }
  }

  /// Returns the index of the parenthesis that closes the first one, or the end index if there is
  /// none.
  private static func end(of tokens: ArraySlice<CSSToken>) -> Int {
    var depth = 0
    for index in tokens.indices {
      switch tokens[index] {
      case .openParenthesis, .function: depth += 1
      case .closeParenthesis:
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return tokens.endIndex
  }
}
