internal import IACSS
internal import IAFormats

/// A parser for the selector list of a rule (Selectors Level 4).
struct CSSSelectorParser {
  /// The result of parsing one selector.
  enum Result {
    /// A selector.
    ///
    /// With a note, a part was not read, so that the selector may match more elements than in a
    /// browser.
    case selector(CSSSelector, CSSUnread?)
    /// A selector that matches nothing in a static page, such as `:hover`.
    case inert
    /// A selector that makes the whole rule invalid.
    case invalid
    /// A selector of more than `maxParts` compounds, which is not read.
    case tooLong
  }

  /// The maximum number of compounds of a selector.
  private static let maxParts = 32
  /// The maximum nesting depth of `:not()`, `:is()` and similar functions.
  private static let maxDepth = 2

  /// The reason why a selector matches nothing.
  private enum Failure: Error { case inert, invalid, tooLong }

  private var rest: ArraySlice<CSSToken>
  private let depth: Int
  /// Whether the selector is inside `:has()`, which cannot be nested.
  private let isInHas: Bool
  private var specificity = 0
  /// Whether a part matches nothing in a static page.
  private var isInert = false
  /// The first part that is not read.
  private var unread: CSSUnread?

  private init(_ tokens: ArraySlice<CSSToken>, depth: Int, isInHas: Bool = false) {
    rest = tokens
    self.depth = depth
    self.isInHas = isInHas
  }

  /// Parses one selector of a list.
  static func parse(_ tokens: ArraySlice<CSSToken>) -> Result {
    var parser = CSSSelectorParser(tokens, depth: 0)
    do throws(Failure) {
      let parts = try parser.selector()
      return .selector(CSSSelector(parts, specificity: parser.specificity), parser.unread)
    } catch {
      switch error {
      case .inert: return .inert
      case .invalid: return .invalid
      case .tooLong: return .tooLong
      }
    }
  }

  /// Returns the parts of a comma-separated list without surrounding white space; commas in
  /// parentheses and brackets do not separate.
  static func split(_ tokens: ArraySlice<CSSToken>) -> [ArraySlice<CSSToken>] {
    var parts: [ArraySlice<CSSToken>] = []
    var depth = 0
    var start = tokens.startIndex
    for index in tokens.indices {
      switch tokens[index] {
      case .function, .openParenthesis, .openBracket: depth += 1
      case .closeParenthesis, .closeBracket: depth -= 1
      case .comma where depth == 0:
        parts.append(trimmed(tokens[start..<index]))
        start = index + 1
      default: break
      }
    }
    parts.append(trimmed(tokens[start...]))
    return parts
  }

  private static func trimmed(_ tokens: ArraySlice<CSSToken>) -> ArraySlice<CSSToken> {
    var part = tokens
    while part.first == .whitespace { part.removeFirst() }
    while part.last == .whitespace { part.removeLast() }
    return part
  }

  /// Reads a whole selector; fails if it matches nothing, with its complete specificity.
  private mutating func selector() throws(Failure)
    -> [(compound: CSSSelector.Compound, combinator: CSSSelector.Combinator)]
  {
    do throws(Failure) {
      let parts = try parts()
      guard !isInert else { throw .inert }
      return parts
    } catch {
      // What follows an unknown part, such as `::-webkit-scrollbar:horizontal`, may be unknown too.
      throw isInert ? .inert : error
    }
  }

  private mutating func parts() throws(Failure)
    -> [(compound: CSSSelector.Compound, combinator: CSSSelector.Combinator)]
  {
    var parts: [(compound: CSSSelector.Compound, combinator: CSSSelector.Combinator)] = []
    var combinator = CSSSelector.Combinator.descendant
    while true {
      let compound = try compound()
      parts.append((compound, combinator))
      if parts.count > Self.maxParts { throw .tooLong }
      guard let next = try nextCombinator() else { return parts }
      combinator = next
    }
  }

  /// Reads white space and the combinator between two compounds; `nil` at the end.
  private mutating func nextCombinator() throws(Failure) -> CSSSelector.Combinator? {
    skipSpace()
    guard let token = rest.first else { return nil }
    var combinator = CSSSelector.Combinator.descendant
    switch token {
    case .delimiter(UInt8(ascii: ">")): combinator = .child
    case .delimiter(UInt8(ascii: "+")): combinator = .adjacent
    case .delimiter(UInt8(ascii: "~")): combinator = .following
    default: return .descendant
    }
    rest.removeFirst()
    skipSpace()
    return combinator
  }

  private mutating func skipSpace() { while rest.first == .whitespace { rest.removeFirst() } }

  private mutating func compound() throws(Failure) -> CSSSelector.Compound {
    var compound = CSSSelector.Compound()
    var isEmpty = true
    loop: while let token = rest.first {
      switch token {
      case .identifier(let name) where isEmpty:
        compound.tag = name.lowercased()
        specificity += 1
      case .delimiter(UInt8(ascii: "*")) where isEmpty:
        // Any namespace: `*|p` is `p`.
        if rest.dropFirst().first == .delimiter(UInt8(ascii: "|")) {
          rest.removeFirst(2)
          continue loop
        }
      case .hash(let id):
        compound.id = id
        specificity += 10_000
      case .delimiter(UInt8(ascii: ".")):
        guard case .identifier(let name)? = rest.dropFirst().first else {
          throw .invalid
        }
        rest.removeFirst()
        compound.classes.append(name)
        specificity += 100
      case .openBracket:
        compound.tests.append(.attribute(try attribute()))
        specificity += 100
      case .colon: if let test = try pseudo() { compound.tests.append(test) }
      case .whitespace, .delimiter(UInt8(ascii: ">")), .delimiter(UInt8(ascii: "+")),
        .delimiter(UInt8(ascii: "~")):
        break loop
      case .delimiter(UInt8(ascii: "|")): throw .inert
      default: throw .invalid
      }
      isEmpty = false
      if !rest.isEmpty { rest.removeFirst() }
    }
    if isEmpty { throw .invalid }
    return compound
  }

  /// Reads an attribute selector up to its closing bracket, which remains the next token.
  private mutating func attribute() throws(Failure) -> CSSAttributeTest {
    let end = rest.firstIndex(of: .closeBracket) ?? rest.endIndex
    let tokens = rest[(rest.startIndex + 1)..<end].filter { $0 != .whitespace }
    guard end < rest.endIndex, case .identifier(let name)? = tokens.first else {
      throw .invalid
    }
    rest = rest[end...]
    var test = CSSAttributeTest(name: name.lowercased())
    if tokens.count == 1 { return test }
    var at = 1
    test.relation = .equals
    if tokens[1] != .delimiter(UInt8(ascii: "=")) {
      switch tokens[1] {
      case .delimiter(UInt8(ascii: "~")): test.relation = .word
      case .delimiter(UInt8(ascii: "|")): test.relation = .dashed
      case .delimiter(UInt8(ascii: "^")): test.relation = .starts
      case .delimiter(UInt8(ascii: "$")): test.relation = .ends
      case .delimiter(UInt8(ascii: "*")): test.relation = .contains
      default: throw .invalid
      }
      at = 2
    }
    guard tokens.count > at + 1, tokens[at] == .delimiter(UInt8(ascii: "=")) else {
      throw .invalid
    }
    switch tokens[at + 1] {
    case .identifier(let value), .string(let value): test.value = value
    default: throw .invalid
    }
    if tokens.count > at + 2, case .identifier(let flag) = tokens[at + 2] {
      test.ignoresCase = flag.lowercased() == "i"
    }
    if test.ignoresCase { test.value = test.value.lowercased() }
    return test
  }

  /// The pseudo-classes that the parser supports.
  static let readNames: Set<String> = [
    "link", "any-link", "-webkit-any-link", "root", "scope", "empty", "first-child", "last-child",
    "only-child", "first-of-type",
    "last-of-type", "only-of-type", "nth-child", "nth-last-child", "nth-of-type",
    "nth-last-of-type", "checked",
    "disabled", "not", "is", "where", "matches", "-webkit-any", "has",
  ]
  /// The pseudo-classes and pseudo-elements that are ignored; a rule with one of them is reported
  /// if the rest of its selector matches an element.
  static let unreadNames: Set<String> = [
    "first-line", "first-letter", "enabled", "required", "optional", "read-only", "read-write",
    "valid", "invalid", "defined",
    "in-range", "out-of-range", "indeterminate", "default", "placeholder-shown", "open",
    "lang", "marker",
    "dir", "nth-col", "state",
  ]
  /// The pseudo-classes that match only after user actions or scripts.
  static let inertNames: Set<String> = [
    "hover", "active", "focus", "focus-within", "focus-visible", "visited", "target",
    "target-within",
    "fullscreen", "modal", "popover-open", "playing", "paused", "autofill", "user-invalid",
    "user-valid",
    "current", "past", "future", "host", "host-context",
  ]
  /// The pseudo-elements that contain no text of the page.
  static let inertParts: Set<String> = [
    "placeholder", "selection", "backdrop", "cue", "file-selector-button", "target-text",
    "highlight", "spelling-error", "grammar-error", "part", "slotted", "view-transition",
  ]

  private mutating func skip(_ name: String, _ feature: DocumentFeature = .styleSheet)
    -> CSSElementTest?
  {
    unread = unread ?? CSSUnread(feature: feature, property: name)
    return nil
  }

  /// Reads a pseudo-class or pseudo-element up to its last token, which remains; `nil` if it is
  /// ignored.
  private mutating func pseudo() throws(Failure) -> CSSElementTest? {
    rest.removeFirst()
    var isElement = false
    if rest.first == .colon {
      isElement = true
      rest.removeFirst()
    }
    let name: String
    var argument: ArraySlice<CSSToken>?
    switch rest.first {
    case .identifier(let word): name = word.lowercased()
    case .function(let word):
      name = word
      argument = try readArgument()
    default: throw .invalid
    }
    switch name {
    case "before", "after": return skip("content", .generatedContent)
    default: if Self.unreadNames.contains(name) { return skip(name) }
    }
    if isElement {
      let isKnown = Self.inertParts.contains(name) || name.hasPrefix("-webkit-")
      guard isKnown else { throw .invalid }
      specificity += 1
      isInert = true
      return nil
    }
    if Self.inertNames.contains(name) {
      specificity += 100
      isInert = true
      return nil
    }
    if let argument { return try function(name, argument) }
    specificity += 100
    switch name {
    case "link", "any-link", "-webkit-any-link": return .link
    case "root", "scope": return .root
    case "empty": return .empty
    case "first-child": return .position(CSSPosition(step: 0, offset: 1))
    case "last-child": return .position(CSSPosition(step: 0, offset: 1, isFromEnd: true))
    case "first-of-type": return .position(CSSPosition(step: 0, offset: 1, isOfType: true))
    case "last-of-type":
      return .position(CSSPosition(step: 0, offset: 1, isFromEnd: true, isOfType: true))
    case "only-child":
      return .none([
        Self.compound(CSSPosition(step: 1, offset: 2)),
        Self.compound(CSSPosition(step: 1, offset: 2, isFromEnd: true)),
      ])
    case "only-of-type":
      return .none([
        Self.compound(CSSPosition(step: 1, offset: 2, isOfType: true)),
        Self.compound(CSSPosition(step: 1, offset: 2, isFromEnd: true, isOfType: true)),
      ])
    case "checked": return .attribute(CSSAttributeTest(name: "checked"))
    case "disabled": return .attribute(CSSAttributeTest(name: "disabled"))
    default:
      throw .invalid
    }
  }

  private static func compound(_ position: CSSPosition) -> CSSSelector {
    CSSSelector(
      [(CSSSelector.Compound(tests: [.position(position)]), .descendant)], specificity: 0)
  }

  /// Reads the arguments of a function; the closing parenthesis remains the next token.
  private mutating func readArgument() throws(Failure) -> ArraySlice<CSSToken> {
    var depth = 0
    for index in rest.indices {
      switch rest[index] {
      case .function, .openParenthesis: depth += 1
      case .closeParenthesis:
        depth -= 1
        if depth == 0 {
          let argument = rest[(rest.startIndex + 1)..<index]
          rest = rest[index...]
          return Self.trimmed(argument)
        }
      default: break
      }
    }
    throw .invalid
  }

  private mutating func function(
    _ name: String, _ argument: ArraySlice<CSSToken>
  ) throws(Failure) -> CSSElementTest? {
    switch name {
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      guard let text = Self.text(argument) else { throw .invalid }
      guard var position = CSSPosition(text) else { return skip(name) }
      position.isFromEnd = name.contains("last")
      position.isOfType = name.hasSuffix("type")
      specificity += 100
      return .position(position)
    case "not", "is", "where", "matches", "-webkit-any":
      guard depth < Self.maxDepth else { return skip(name) }
      var selectors: [CSSSelector] = []
      var weight = 0
      for part in Self.split(argument) {
        var inner = CSSSelectorParser(part, depth: depth + 1, isInHas: isInHas)
        do throws(Failure) {
          let parts = try inner.selector()
          guard inner.unread == nil else { return skip(name) }
          selectors.append(CSSSelector(parts, specificity: inner.specificity))
        } catch {
          // A selector that never matches is omitted: `:not(:hover)` matches every element. `:is()`
          // and `:where()` also omit invalid selectors (forgiving selector list).
          switch error {
          case .inert: break
          case .invalid where name != "not": continue
          default: throw error
          }
        }
        weight = max(weight, inner.specificity)
      }
      if name != "where" { specificity += weight }
      return name == "not" ? .none(selectors) : .any(selectors)
    case "has":
      guard !isInHas else { throw .invalid }
      guard depth < Self.maxDepth else { return skip(name) }
      return try relations(argument)
    default: throw .invalid
    }
  }

  /// Reads the relative selectors of `:has()`.
  private mutating func relations(_ argument: ArraySlice<CSSToken>) throws(Failure)
    -> CSSElementTest?
  {
    var relations: [CSSRelation] = []
    var weight = 0
    for part in Self.split(argument) {
      var inner = CSSSelectorParser(part, depth: depth + 1, isInHas: true)
      let combinator = try inner.nextCombinator() ?? .descendant
      do throws(Failure) {
        var parts = try inner.selector()
        guard inner.unread == nil else { return skip("has") }
        parts[0].combinator = combinator
        let selector = CSSSelector(parts, specificity: inner.specificity, isRelative: true)
        relations.append(CSSRelation(combinator: combinator, selector: selector))
      } catch {
        // A selector that never matches is omitted.
        guard case .inert = error else { throw error }
      }
      weight = max(weight, inner.specificity)
    }
    specificity += weight
    return .has(relations)
  }

  /// Returns an expression such as `2n + 1` without white space; `?` if it contains other tokens,
  /// and `nil` for numbers with fractions other than 0, which are invalid.
  private static func text(_ tokens: ArraySlice<CSSToken>) -> String? {
    var text = ""
    for token in tokens {
      switch token {
      case .identifier(let word): text += word.lowercased()
      case .number(let value), .dimension(let value, _):
        if value != value.rounded() { return nil }
        guard abs(value) <= 1e6 else { return "?" }
        if case .dimension(_, let unit) = token {
          text += String(Int(value)) + unit
          continue
        }
        if text.hasSuffix("n"), value >= 0 { text += "+" }
        text += String(Int(value))
      case .delimiter(let byte): text.unicodeScalars.append(Unicode.Scalar(byte))
      case .whitespace: break
      default: return "?"
      }
    }
    return text
  }
}
