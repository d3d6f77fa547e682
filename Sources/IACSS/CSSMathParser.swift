/// Replaces the mathematical functions of a value (`calc()`, `min()`, `max()`, `clamp()`) with one
/// token each.
///
/// A function that is not valid, has unsupported arguments or has more than `maxTokens` tokens is
/// not changed.
struct CSSMathParser {
  /// The maximum number of tokens of a function.
  static let maxTokens = 256

  /// Returns whether a name is that of a mathematical function.
  static func isFunction(_ name: String) -> Bool {
    switch name {
    case "calc", "min", "max", "clamp", "-webkit-calc", "-moz-calc": true
    default: false
    }
  }

  /// Returns the tokens with one token in place of each function.
  ///
  /// - Complexity: O(*n*).
  static func folded(_ tokens: [CSSToken]) -> [CSSToken] {
    var made: [CSSToken] = []
    var at = 0
    while at < tokens.count {
      guard case .function(let name) = tokens[at], isFunction(name) else {
        made.append(tokens[at])
        at += 1
        continue
      }
      let end = end(of: tokens, from: at)
      var parser = CSSMathParser()
      if end - at <= maxTokens, let token = parser.token(of: tokens[at..<end]) {
        made.append(token)
      } else {
        made += tokens[at..<end]
      }
      at = end
    }
    return made
  }

  /// Returns the index after the parenthesis that closes a function, or the end of the tokens.
  private static func end(of tokens: [CSSToken], from start: Int) -> Int {
    var depth = 0
    for index in start..<tokens.count {
      switch tokens[index] {
      case .function, .openParenthesis: depth += 1
      case .closeParenthesis:
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
    }
    return tokens.count
  }

  /// An operator or an open parenthesis.
  private enum Mark {
    case sign(CSSCalculation.Step)
    /// The name of a function, empty for a parenthesis, and the number of its arguments so far.
    case open(String, Int)

    /// The precedence of an operator; 0 for a parenthesis.
    var strength: Int {
      switch self {
      case .sign(.add), .sign(.subtract): 1
      case .sign: 2
      case .open: 0
      }
    }
  }

  private var steps: [CSSCalculation.Step] = []
  private var marks: [Mark] = []
  private var expectsValue = true

  private mutating func token(of tokens: ArraySlice<CSSToken>) -> CSSToken? {
    for token in tokens {
      guard add(token) else { return nil }
    }
    // The end of the value closes open parentheses.
    while !marks.isEmpty { guard close() else { return nil } }
    guard let value = CSSCalculation.value(of: steps, { $0 }) else {
      // If the value cannot be computed without an element, sample sizes show whether the types
      // match.
      let calculation = CSSCalculation(steps)
      let isLength = calculation.points(em: 1, root: 1, share: 1) != nil
      return isLength ? .calculation(calculation) : nil
    }
    return value.token ?? .calculation(CSSCalculation([.value(value)]))
  }

  /// Adds a token to the expression, and returns whether the expression is still valid.
  private mutating func add(_ token: CSSToken) -> Bool {
    switch token {
    case .function(let name):
      guard expectsValue, Self.isFunction(name) else { return false }
      marks.append(.open(name, 1))
    case .openParenthesis:
      guard expectsValue else { return false }
      marks.append(.open("", 1))
    case .closeParenthesis: return !expectsValue && close()
    case .comma: return !expectsValue && separate()
    case .delimiter(let byte):
      guard !expectsValue, let step = Self.step(byte) else { return false }
      let mark = Mark.sign(step)
      popSigns(atLeast: mark.strength)
      marks.append(mark)
      expectsValue = true
    default:
      guard expectsValue, let quantity = CSSQuantity(token) else { return false }
      steps.append(.value(quantity))
      expectsValue = false
    }
    return true
  }

  private static func step(_ byte: UInt8) -> CSSCalculation.Step? {
    switch byte {
    case UInt8(ascii: "+"): .add
    case UInt8(ascii: "-"): .subtract
    case UInt8(ascii: "*"): .multiply
    case UInt8(ascii: "/"): .divide
    default: nil
    }
  }

  private mutating func popSigns(atLeast strength: Int) {
    while let mark = marks.last, mark.strength >= strength, case .sign(let step) = mark {
      steps.append(step)
      marks.removeLast()
    }
  }

  /// Ends an argument, and returns whether a function is open.
  private mutating func separate() -> Bool {
    popSigns(atLeast: 1)
    guard case .open(let name, let count)? = marks.popLast(), !name.isEmpty else { return false }
    marks.append(.open(name, count + 1))
    expectsValue = true
    return true
  }

  /// Ends a function or a parenthesis, and returns whether it is valid.
  private mutating func close() -> Bool {
    popSigns(atLeast: 1)
    guard case .open(let name, let count)? = marks.popLast() else { return false }
    expectsValue = false
    switch name {
    case "min": steps.append(.minimum(count))
    case "max": steps.append(.maximum(count))
    case "clamp":
      steps.append(.clamp)
      return count == 3
    default: return count == 1
    }
    return true
  }
}
