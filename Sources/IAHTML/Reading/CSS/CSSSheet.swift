internal import IACSS
internal import IAFormats

/// The rules of the style sheets of a page, found by what they are about.
struct CSSSheet {
  /// Declarations for what a selector selects.
  struct Rule {
    var selector: CSSSelector
    var declarations: CSSDeclarations
    var order: Int
  }

  /// The format of a level of a Word list.
  struct MsoLevel {
    var format = ""
    var text: String?
    var start = 1
  }

  /// Levels by list and number: `l0:level1`.
  private(set) var msoLevels: [String: MsoLevel] = [:]
  /// The text after the number, by name of the counter style.
  private(set) var suffixes: [String: String] = [:]
  /// Names of at-rules that would have loaded something.
  private(set) var loads: [String] = []
  /// The page of the first rule `@page` that states one.
  private(set) var page = CSSPage()
  /// Whether rules were left out because there were too many.
  private(set) var isCut = false

  private var rules: [Rule] = []
  private var byClass: [String: [Int]] = [:]
  private var byID: [String: [Int]] = [:]
  private var byTag: [String: [Int]] = [:]
  private var universal: [Int] = []
  /// The keys of the rules whose selectors depend on more than name, id and classes of an element.
  private var complex: (ids: Set<String>, classes: Set<String>, tags: Set<String>) = ([], [], [])
  /// Whether there are such rules, and whether one of them is found for every element.
  private var hasComplexSelectors = false, isAlwaysComplex = false

  /// Whether there is no rule at all.
  var isEmpty: Bool { rules.isEmpty }

  /// Adds the rules of a sheet.
  ///
  /// - Parameters:
  ///   - bytes: The sheet in UTF-8.
  ///   - limit: How many rules all sheets may have.
  mutating func add(_ bytes: [UInt8], limit: Int) {
    let tokens = CSSTokenizer.tokens(bytes)
    var at = 0
    /// The number of open `@media` blocks.
    var groups = 0
    while at < tokens.count {
      switch tokens[at] {
      case .whitespace: at += 1
      case .semicolon where groups > 0: at += 1
      case .closeBrace where groups > 0:
        groups -= 1
        at += 1
      case .atKeyword(let name):
        let start = at + 1
        let end = Self.end(of: tokens, from: start)
        guard end < tokens.count, tokens[end] == .openBrace else {
          if name == "import" { loads.append("@import") }
          at = end + 1
          continue
        }
        if name == "media" && CSSMedia.holds(tokens[start..<end])
          || name == "supports" && CSSMedia.supports(tokens[start..<end]) || name == "layer"
        {
          groups += 1
          at = end + 1
          continue
        }
        let close = Self.blockEnd(of: tokens, from: end)
        if name == "list" { addMsoLevel(tokens[start..<end], tokens[(end + 1)..<close]) }
        if name == "counter-style" { addSuffix(tokens[start..<end], tokens[(end + 1)..<close]) }
        if name == "page" { addPage(tokens[start..<end], tokens[(end + 1)..<close]) }
        if name == "font-face", tokens[end..<close].contains(.url) { loads.append("@font-face") }
        at = close + 1
      default:
        // A semicolon outside of groups is part of the rule, which is then not valid.
        let end = Self.end(of: tokens, from: at, stopsAtSemicolon: groups > 0)
        guard end < tokens.count, tokens[end] == .openBrace else {
          at = end + 1
          continue
        }
        let close = Self.blockEnd(of: tokens, from: end)
        add(tokens[at..<end], tokens[(end + 1)..<close], limit: limit)
        at = close + 1
      }
    }
  }

  /// Returns the rules that may select an element, ancestors aside, in any order.
  func candidates(tag: String, id: String?, classes: [Substring]) -> [Rule] {
    var found = universal + (byTag[tag] ?? [])
    if let id { found += byID[id] ?? [] }
    for name in classes { found += byClass[String(name)] ?? [] }
    return found.lazy.map { rules[$0] }.filter { rule in
      let own = rule.selector.compounds[0]
      return (own.tag ?? tag) == tag && own.matches(id: id, classes: classes)
    }
  }

  /// Returns whether more than its name, its id and its classes decides which rules select an element.
  func dependsOnPlace(tag: String, id: String, classes: String) -> Bool {
    guard hasComplexSelectors else { return false }
    if isAlwaysComplex || complex.tags.contains(tag) || complex.ids.contains(id) { return true }
    return !classes.isEmpty
      && CSSSelector.Compound.classes(of: classes).contains { complex.classes.contains(String($0)) }
  }

  /// Rounds the lengths of the page.
  mutating func roundPage() { page.roundLengths() }

  /// Returns the space behind every paragraph that rules for `p` alone say, in points; they say it no more.
  mutating func takeParagraphSpacing() -> Double? {
    var spacing: Double?
    for index in byTag["p"] ?? [] where rules[index].selector.isSimple {
      rules[index].declarations.normal.removeAll { declaration in
        guard case .margin(.after, let length) = declaration else { return false }
        spacing = length.points(em: 12) ?? spacing
        return true
      }
    }
    return spacing
  }

  private mutating func add(
    _ selectors: ArraySlice<CSSToken>, _ block: ArraySlice<CSSToken>, limit: Int
  ) {
    let declarations = CSSDeclarations(block)
    guard !declarations.isEmpty else { return }
    var found: [(selector: CSSSelector, declarations: CSSDeclarations)] = []
    for part in CSSSelectorParser.split(selectors) {
      switch CSSSelectorParser.parse(part) {
      case .selector(let selector, nil): found.append((selector, declarations))
      case .selector(let selector, let unread?):
        if unread.feature == .generatedContent, declarations.clears {
          found.append((selector, CSSDeclarations(.flowOfFloats(.clearedAfter))))
        }
        // The note counts if something is selected.
        if unread.feature != .generatedContent || Self.addsText(block) {
          found.append((selector, CSSDeclarations(unread: unread)))
        }
      case .inert: break
      case .invalid: return
      }
    }
    for (selector, declarations) in found {
      guard rules.count < limit else {
        isCut = true
        return
      }
      add(Rule(selector: selector, declarations: declarations, order: rules.count))
    }
  }

  private mutating func add(_ rule: Rule) {
    let index = rules.count
    rules.append(rule)
    let own = rule.selector.compounds[0]
    let isComplex = !rule.selector.isSimple
    if isComplex { hasComplexSelectors = true }
    if let id = own.id {
      byID[id, default: []].append(index)
      if isComplex { complex.ids.insert(id) }
    } else if let name = own.classes.first {
      byClass[name, default: []].append(index)
      if isComplex { complex.classes.insert(name) }
    } else if let tag = own.tag {
      byTag[tag, default: []].append(index)
      if isComplex { complex.tags.insert(tag) }
    } else {
      universal.append(index)
      if isComplex { isAlwaysComplex = true }
    }
  }

  /// Returns whether declarations of text before or after an element add any.
  private static func addsText(_ block: ArraySlice<CSSToken>) -> Bool {
    block.split(separator: .semicolon).contains { declaration in
      let parts = declaration.filter { $0 != .whitespace }
      guard parts.count > 2, case .identifier(let name) = parts[0], name.lowercased() == "content"
      else {
        return false
      }
      switch parts[2] {
      case .string(let text): return text.contains { !$0.isWhitespace }
      case .identifier(let word): return !["none", "normal", "inherit"].contains(word.lowercased())
      default: return true
      }
    }
  }

  /// Returns the next brace or semicolon outside brackets, which contain whole blocks.
  private static func end(
    of tokens: [CSSToken], from start: Int, stopsAtSemicolon: Bool = true
  ) -> Int {
    var closers: [CSSToken] = []
    for at in start..<tokens.count {
      let token = tokens[at]
      switch token {
      case .openBracket: closers.append(.closeBracket)
      case .openParenthesis, .function: closers.append(.closeParenthesis)
      case .openBrace where !closers.isEmpty: closers.append(.closeBrace)
      case .openBrace: return at
      case .closeBrace where closers.isEmpty: return at
      case .semicolon where closers.isEmpty && stopsAtSemicolon: return at
      default: if token == closers.last { closers.removeLast() }
      }
    }
    return tokens.count
  }

  /// Returns the brace that closes a block.
  private static func blockEnd(of tokens: [CSSToken], from open: Int) -> Int {
    var depth = 0
    for at in open..<tokens.count {
      if tokens[at] == .openBrace { depth += 1 }
      if tokens[at] == .closeBrace {
        depth -= 1
        if depth == 0 { return at }
      }
    }
    return tokens.count
  }

  private mutating func addMsoLevel(_ name: ArraySlice<CSSToken>, _ block: ArraySlice<CSSToken>) {
    var key = ""
    for token in name {
      if case .identifier(let word) = token { key += word }
      if token == .colon { key += ":" }
    }
    guard key.contains(":level"), msoLevels.count < 10_000 else { return }
    var level = MsoLevel()
    for declaration in block.split(separator: .semicolon) {
      let parts = declaration.filter { $0 != .whitespace }
      guard parts.count >= 3, case .identifier(let property) = parts[0] else { continue }
      switch (property.lowercased(), parts[2]) {
      case ("mso-level-number-format", .identifier(let format)): level.format = format.lowercased()
      case ("mso-level-text", .string(let text)): level.text = text
      case ("mso-level-start-at", .number(let start)) where (0...1e6).contains(start):
        level.start = Int(start)
      default: break
      }
    }
    msoLevels[key] = level
  }

  private mutating func addPage(_ name: ArraySlice<CSSToken>, _ block: ArraySlice<CSSToken>) {
    // A rule for first, left or right pages is not that of the document.
    if name.contains(.colon) {
      page.addUnread("@page:")
    } else {
      page.add(block)
    }
  }

  private mutating func addSuffix(_ name: ArraySlice<CSSToken>, _ block: ArraySlice<CSSToken>) {
    let names = name.compactMap { if case .identifier(let name) = $0 { name } else { nil } }
    guard let key = names.first, suffixes.count < 10_000 else { return }
    for declaration in block.split(separator: .semicolon) {
      let parts = declaration.filter { $0 != .whitespace }
      guard parts.count == 3, case .identifier("suffix") = parts[0],
        case .string(let suffix) = parts[2]
      else { continue }
      suffixes[key] = suffix.hasSuffix(" ") ? String(suffix.dropLast()) : suffix
    }
  }
}
