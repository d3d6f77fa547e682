internal import IACSS

/// Expands nested rules (CSS Nesting Module Level 1) into rules with complete selectors.
struct CSSNesting {
  /// The maximum nesting depth of rules.
  private static let maxDepth = 16
  /// The maximum number of tokens in the expanded selectors of one rule.
  private static let maxTokens = 2048

  /// A rule without nested rules.
  struct Rule {
    var selectors: ArraySlice<CSSToken>
    var declarations: ArraySlice<CSSToken>
  }

  /// A block that is only partly read.
  private struct Level {
    var selectors: ArraySlice<CSSToken>
    var rest: ArraySlice<CSSToken>
  }

  private let media: CSSMedia
  /// Whether rules were dropped because a limit was reached.
  private(set) var isCut = false
  /// The names of nested at-rules whose blocks are not read, at most 64.
  private(set) var unreadRules: Set<String> = []

  /// Creates an expander for a medium.
  init(_ media: CSSMedia = .screen) { self.media = media }

  /// Returns the rules of a block and of the blocks nested in it, in order.
  ///
  /// - Complexity: O(*n*) in the number of tokens, for each nesting level.
  mutating func rules(_ selectors: ArraySlice<CSSToken>, _ block: ArraySlice<CSSToken>) -> [Rule] {
    var levels = [Level(selectors: selectors, rest: block)]
    var rules: [Rule] = []
    while var level = levels.popLast() {
      let declarations = Self.takeDeclarations(&level.rest)
      if !declarations.isEmpty {
        rules.append(Rule(selectors: level.selectors, declarations: declarations))
      }
      guard let head = Self.takeHead(&level.rest) else { continue }
      let inner = Self.takeBlock(&level.rest)
      levels.append(level)
      guard levels.count < Self.maxDepth else {
        isCut = true
        continue
      }
      if case .atKeyword(let name)? = head.first {
        if applies(name, head.dropFirst()) {
          levels.append(Level(selectors: level.selectors, rest: inner))
        } else if CSSSheet.isUnread(name), unreadRules.count < 64 {
          unreadRules.insert(name)
        }
      } else if let selectors = Self.combined(level.selectors, head) {
        levels.append(Level(selectors: selectors, rest: inner))
      } else {
        isCut = true
      }
    }
    return rules
  }

  private func applies(_ name: String, _ condition: ArraySlice<CSSToken>) -> Bool {
    switch name {
    case "media": media.holds(condition)
    case "supports": CSSMedia.supports(condition)
    case "layer": true
    default: false
    }
  }

  /// Removes and returns the declarations before the next nested rule.
  private static func takeDeclarations(_ rest: inout ArraySlice<CSSToken>) -> ArraySlice<CSSToken> {
    let whole = rest
    while true {
      while rest.first == .whitespace || rest.first == .semicolon { rest.removeFirst() }
      guard !rest.isEmpty, let end = endOfDeclaration(rest) else {
        return whole[..<rest.startIndex]
      }
      rest = rest[end...]
    }
  }

  /// Returns the end index of a declaration, or `nil` if a nested rule starts here.
  private static func endOfDeclaration(_ rest: ArraySlice<CSSToken>) -> Int? {
    if case .atKeyword = rest.first { return statementEnd(rest) }
    var isCustom = false
    if case .identifier(let name)? = rest.first { isCustom = name.hasPrefix("--") }
    var depth = 0
    for index in rest.indices {
      switch rest[index] {
      case .semicolon where depth == 0: return index
      case .openBrace where depth == 0 && !isCustom: return nil
      case .function, .openParenthesis, .openBracket, .openBrace: depth += 1
      case .closeParenthesis, .closeBracket, .closeBrace: depth = max(0, depth - 1)
      default: break
      }
    }
    return rest.endIndex
  }

  /// Returns the end index of an at-rule without a block, or `nil` if it has a block.
  private static func statementEnd(_ rest: ArraySlice<CSSToken>) -> Int? {
    for index in rest.indices {
      if rest[index] == .openBrace { return nil }
      if rest[index] == .semicolon { return index }
    }
    return rest.endIndex
  }

  /// Removes and returns the tokens before the next opening brace; `nil` if there is no brace.
  private static func takeHead(_ rest: inout ArraySlice<CSSToken>) -> ArraySlice<CSSToken>? {
    guard let end = rest.firstIndex(of: .openBrace) else { return nil }
    let head = rest[..<end]
    rest = rest[end...]
    return head
  }

  /// Removes a block and returns the tokens between its braces.
  private static func takeBlock(_ rest: inout ArraySlice<CSSToken>) -> ArraySlice<CSSToken> {
    let start = rest.startIndex + 1
    var depth = 0
    for index in rest.indices {
      if rest[index] == .openBrace { depth += 1 }
      if rest[index] == .closeBrace {
        depth -= 1
        if depth == 0 {
          let block = rest[start..<index]
          rest = rest[(index + 1)...]
          return block
        }
      }
    }
    let block = rest[start...]
    rest = rest[rest.endIndex...]
    return block
  }

  /// Returns the expanded selectors of a nested rule: `&` becomes the outer selector, and a
  /// selector without `&` becomes a descendant of it.
  ///
  /// Returns `nil` if the result exceeds `maxTokens`.
  private static func combined(
    _ outer: ArraySlice<CSSToken>, _ inner: ArraySlice<CSSToken>
  ) -> ArraySlice<CSSToken>? {
    let ampersand = CSSToken.delimiter(UInt8(ascii: "&"))
    let outers = CSSSelectorParser.split(outer)
    var made: [CSSToken] = []
    for part in CSSSelectorParser.split(inner) {
      let isFirst = part.first == ampersand
      for parent in outers {
        if !made.isEmpty { made.append(.comma) }
        if isFirst || !part.contains(ampersand) {
          made += parent
          if !isFirst { made.append(.whitespace) }
        }
        for token in isFirst ? part.dropFirst() : part {
          if token == ampersand {
            made += [.colon, .function("is")] + parent + [.closeParenthesis]
          } else {
            made.append(token)
          }
          if made.count > maxTokens { return nil }
        }
      }
    }
    return made[...]
  }
}
