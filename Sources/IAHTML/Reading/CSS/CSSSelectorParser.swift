internal import IACSS
internal import IAFormats

/// Reads the selectors of a rule.
struct CSSSelectorParser {
  /// The result of reading a selector.
  enum Result {
    /// It is read. With a note, it selects at least the elements that a selector with an unread part selects.
    case selector(CSSSelector, CSSUnread?)
    /// It selects what only a reader's actions show, such as the link under a pointer.
    case inert
    /// Browsers drop the whole rule.
    case invalid
  }

  /// The maximum number of parts of a selector.
  private static let maxParts = 16
  /// The maximum number of functions inside each other.
  private static let maxDepth = 2

  /// The reason for which a selector selects nothing.
  private enum Failure: Error { case inert, invalid }

  private var rest: ArraySlice<CSSToken>
  private let depth: Int
  /// Whether the selector is in `:has()`, which may not be in another one.
  private let isInHas: Bool
  private var specificity = 0
  /// The part that is not read.
  private var unread: CSSUnread?

  private init(_ tokens: ArraySlice<CSSToken>, depth: Int, isInHas: Bool = false) {
    rest = tokens
    self.depth = depth
    self.isInHas = isInHas
  }

  /// Returns what one selector is, without the commas around it.
  static func parse(_ tokens: ArraySlice<CSSToken>) -> Result {
    var parser = CSSSelectorParser(tokens, depth: 0)
    do throws(Failure) {
      let parts = try parser.parts()
      return .selector(CSSSelector(parts, specificity: parser.specificity), parser.unread)
    } catch {
      switch error {
      case .inert: return .inert
      case .invalid: return .invalid
      }
    }
  }

  /// Returns the parts of a list between its commas, without white space around them.
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

  private mutating func parts() throws(Failure)
    -> [(compound: CSSSelector.Compound, combinator: CSSSelector.Combinator)]
  {
    var parts: [(compound: CSSSelector.Compound, combinator: CSSSelector.Combinator)] = []
    var combinator = CSSSelector.Combinator.descendant
    while true {
      let compound = try compound()
      parts.append((compound, combinator))
      if parts.count > Self.maxParts { throw .invalid }
      guard let next = try nextCombinator() else { return parts }
      combinator = next
    }
  }

  /// Reads white space and the sign between two compounds; `nil` at the end.
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
      case .delimiter(UInt8(ascii: "*")) where isEmpty: break
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

  /// Reads a condition for an attribute, up to its closing bracket.
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

  /// The pseudo-classes that are read.
  static let readNames: Set<String> = [
    "link", "any-link", "-webkit-any-link", "root", "scope", "empty", "first-child", "last-child",
    "only-child", "first-of-type",
    "last-of-type", "only-of-type", "nth-child", "nth-last-child", "nth-of-type",
    "nth-last-of-type", "checked",
    "disabled", "not", "is", "where", "matches", "-webkit-any", "has",
  ]
  /// The pseudo-classes and pseudo-elements that are not read; a rule with one of them is reported if the rest of its
  /// selector selects an element.
  static let unreadNames: Set<String> = [
    "first-line", "first-letter", "enabled", "required", "optional", "read-only", "read-write",
    "valid", "invalid",
    "in-range", "out-of-range", "indeterminate", "default", "placeholder-shown", "open",
    "lang", "marker",
    "dir", "nth-col", "state",
  ]
  /// The classes of elements that only a reader's actions change, or that no page without scripts has.
  static let inertNames: Set<String> = [
    "hover", "active", "focus", "focus-within", "focus-visible", "visited", "target",
    "target-within",
    "fullscreen", "modal", "popover-open", "playing", "paused", "autofill", "user-invalid",
    "user-valid",
    "current", "past", "future", "defined", "host", "host-context",
  ]
  /// The parts of elements that have no text of the page.
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

  /// Reads what follows a colon, up to its last token; `nil` for a condition that is not read.
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
      throw isKnown ? .inert : .invalid
    }
    if Self.inertNames.contains(name) { throw .inert }
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

  /// Reads the tokens between the brackets of a function; the closing bracket is the next token.
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
      guard var position = CSSPosition(Self.text(argument)) else { return skip(name) }
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
          let parts = try inner.parts()
          guard inner.unread == nil else { return skip(name) }
          selectors.append(CSSSelector(parts, specificity: inner.specificity))
        } catch {
          // What never applies is left out: of `:not(:hover)` remains a condition that all elements meet. `:is()` and
          // `:where()` leave out what browsers do not know, too.
          guard case .inert = error else {
            if name == "not" { throw error }
            continue
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

  /// Reads the selectors of `:has()`.
  private mutating func relations(_ argument: ArraySlice<CSSToken>) throws(Failure)
    -> CSSElementTest?
  {
    var relations: [CSSRelation] = []
    var weight = 0
    for part in Self.split(argument) {
      var inner = CSSSelectorParser(part, depth: depth + 1, isInHas: true)
      let combinator = try inner.nextCombinator() ?? .descendant
      do throws(Failure) {
        var parts = try inner.parts()
        guard inner.unread == nil else { return skip("has") }
        parts[0].combinator = combinator
        let selector = CSSSelector(parts, specificity: inner.specificity, isRelative: true)
        relations.append(CSSRelation(combinator: combinator, selector: selector))
      } catch {
        // What never applies is left out.
        guard case .inert = error else { throw error }
        continue
      }
      weight = max(weight, inner.specificity)
    }
    specificity += weight
    return .has(relations)
  }

  /// Returns the text of an expression such as `2n + 1`, without white space.
  private static func text(_ tokens: ArraySlice<CSSToken>) -> String {
    var text = ""
    for token in tokens {
      switch token {
      case .identifier(let word): text += word.lowercased()
      case .number(let value) where abs(value) <= 1e6:
        if text.hasSuffix("n"), value >= 0 { text += "+" }
        text += String(Int(value))
      case .dimension(let value, let unit) where abs(value) <= 1e6:
        text += String(Int(value)) + unit
      case .delimiter(let byte): text.unicodeScalars.append(Unicode.Scalar(byte))
      case .whitespace: break
      default: return "?"
      }
    }
    return text
  }
}
