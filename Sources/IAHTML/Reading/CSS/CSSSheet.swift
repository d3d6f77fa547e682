internal import IACSS
internal import IAFormats

/// The rules of all style sheets of a page, indexed by id, class and element name.
struct CSSSheet {
  /// The declarations for one selector.
  struct Rule {
    var selector: CSSSelector
    var declarations: CSSDeclarations
    var order: Int
    /// The number of the cascade layer; after `rankLayers()` its rank.
    ///
    /// 0 if there are no layers.
    var layer = 0
  }

  /// A custom property that an `@property` rule registers.
  struct RegisteredProperty {
    var inherits = true
    /// The initial value.
    var initial: CSSVariableValue?
  }

  /// The format of one level of a Word list, from a rule `@list l0:level1`.
  struct MsoLevel {
    var format = ""
    var text: String?
    var start = 1
  }

  /// The list levels by list and level number, such as `l0:level1`.
  private(set) var msoLevels: [String: MsoLevel] = [:]
  /// The text after the number, by counter style name.
  private(set) var suffixes: [String: String] = [:]
  /// The names of at-rules that refer to external files that were not loaded.
  private(set) var loads: [String] = []
  /// The names of at-rules with blocks that are not read, at most 64.
  private(set) var unreadRules: Set<String> = []
  /// The page from the `@page` rules.
  private(set) var page = CSSPage()
  /// Whether rules were dropped because the limit was reached.
  private(set) var isCut = false
  /// Whether nested rules, or selectors of too many elements, were dropped because of a limit.
  private(set) var isNestingCut = false

  /// The medium for which conditions are evaluated.
  var media = CSSMedia.screen
  /// Whether custom properties are read; those in pages of this suite are for browsers only.
  var readsVariables = true
  /// Whether a rule defines or uses a custom property.
  private(set) var usesVariables = false
  /// Whether a declaration has the value `revert-layer`.
  private(set) var revertsLayers = false
  /// The registered custom properties by name.
  private(set) var registered: [String: RegisteredProperty] = [:]

  private var layers = CSSLayers()
  private var rules: [Rule] = []
  private var byClass: [String: [Int]] = [:]
  private var byID: [String: [Int]] = [:]
  private var byTag: [String: [Int]] = [:]
  private var universal: [Int] = []
  /// The index keys of the rules whose selectors depend on more than type, id and classes.
  private var complex: (ids: Set<String>, classes: Set<String>, tags: Set<String>) = ([], [], [])
  /// Whether such rules exist, and whether one of them applies to all keys.
  private var hasComplexSelectors = false, isAlwaysComplex = false

  /// Whether there are no rules.
  var isEmpty: Bool { rules.isEmpty }
  /// Whether rules are in cascade layers.
  var hasLayers: Bool { !layers.isEmpty }

  /// A style sheet that is being read.
  private struct Part {
    var sheet: SheetTokens
    /// The index of the first unread token.
    var start = 0
    /// The cascade layer of its rules.
    var layer = 0
    /// The length of the chain of imports that leads to it.
    var depth = 0
  }

  /// The maximum length of a chain of imports.
  private static let maxImportDepth = 16

  /// Adds the rules of a style sheet, after those of the sheets that it imports.
  ///
  /// - Parameters:
  ///   - sheet: The style sheet.
  ///   - files: The source of imported sheets.
  ///   - limit: The maximum number of rules of all sheets together.
  mutating func add(_ sheet: SheetTokens, from files: inout StyleSheetFiles, limit: Int) {
    var parts = [Part(sheet: sheet)]
    while var part = parts.popLast() {
      guard let rule = nextImport(in: &part) else {
        addRules(of: part, limit: limit)
        continue
      }
      parts.append(part)
      guard rule.holds else { continue }
      let isDeep = part.depth >= Self.maxImportDepth
      guard !isDeep, let sheet = files.sheet(at: rule.address, in: part.sheet.name) else {
        let absence = files.absence(of: rule.address, in: part.sheet.name)
        loads.append("@import" + (absence.map { " " + $0 } ?? ""))
        continue
      }
      let layer = rule.layer.map { layers.number(of: $0, in: part.layer) } ?? part.layer
      parts.append(Part(sheet: sheet, layer: layer, depth: part.depth + 1))
    }
  }

  /// Returns the next valid `@import` rule at the start of a sheet and advances past it; `nil` if
  /// other rules follow.
  private mutating func nextImport(in part: inout Part) -> CSSImport? {
    let tokens = part.sheet.tokens
    while part.start < tokens.count {
      if tokens[part.start] == .whitespace {
        part.start += 1
        continue
      }
      guard case .atKeyword(let name) = tokens[part.start],
        ["charset", "layer", "import"].contains(name)
      else { return nil }
      let end = Self.end(of: tokens, from: part.start + 1)
      guard end == tokens.count || tokens[end] == .semicolon else { return nil }
      let text = tokens[(part.start + 1)..<end]
      part.start = min(end + 1, tokens.count)
      if name == "import" {
        if let rule = CSSImport(text, media) { return rule }
      } else {
        addStatement(name, text, layer: part.layer)
      }
    }
    return nil
  }

  private mutating func addRules(of part: Part, limit: Int) {
    let tokens = part.sheet.tokens
    var at = part.start
    /// The cascade layers of the open `@media`, `@supports` and `@layer` blocks.
    var groups: [Int] = []
    while at < tokens.count {
      switch tokens[at] {
      case .whitespace: at += 1
      case .semicolon where !groups.isEmpty: at += 1
      case .closeBrace where !groups.isEmpty:
        groups.removeLast()
        at += 1
      case .atKeyword(let name):
        let start = at + 1
        let end = Self.end(of: tokens, from: start)
        guard end < tokens.count, tokens[end] == .openBrace else {
          addStatement(
            name, tokens[start..<min(end, tokens.count)], layer: groups.last ?? part.layer)
          at = end + 1
          continue
        }
        if let layer = group(name, tokens[start..<end], layer: groups.last ?? part.layer) {
          groups.append(layer)
          at = end + 1
          continue
        }
        let close = Self.blockEnd(of: tokens, from: end).index
        addBlock(name, tokens[start..<end], tokens[(end + 1)..<max(close, end + 1)])
        at = close + 1
      default:
        // Outside of a group, a semicolon is part of the selector, which is then invalid.
        let end = Self.end(of: tokens, from: at, stopsAtSemicolon: !groups.isEmpty)
        guard end < tokens.count, tokens[end] == .openBrace else {
          at = end + 1
          continue
        }
        let (close, isNested) = Self.blockEnd(of: tokens, from: end)
        let place = Place(layer: groups.last ?? part.layer, limit: limit)
        if isNested {
          addNested(tokens[at..<end], tokens[(end + 1)..<close], place)
        } else {
          add(tokens[at..<end], tokens[(end + 1)..<close], place)
        }
        at = close + 1
      }
    }
  }

  /// The cascade layer of a rule, and the maximum number of rules of all sheets together.
  private struct Place {
    var layer: Int
    var limit: Int
  }

  /// Adds the layers of a `@layer` statement; other statements, including a late `@import`, are
  /// ignored.
  private mutating func addStatement(_ name: String, _ text: ArraySlice<CSSToken>, layer: Int) {
    guard name == "layer" else { return }
    for path in CSSSelectorParser.split(text) { _ = layers.number(of: path, in: layer) }
  }

  /// Returns the layer of the rules in a group, or `nil` if the at-rule is not a group or its
  /// condition is false.
  private mutating func group(_ name: String, _ text: ArraySlice<CSSToken>, layer: Int) -> Int? {
    switch name {
    case "media": media.holds(text) ? layer : nil
    case "supports": CSSMedia.supports(text) ? layer : nil
    case "layer": layers.number(of: text, in: layer)
    default: nil
    }
  }

  /// Reads an at-rule with a block that is not a group of rules.
  private mutating func addBlock(
    _ name: String, _ text: ArraySlice<CSSToken>, _ block: ArraySlice<CSSToken>
  ) {
    switch name {
    case "list": addMsoLevel(text, block)
    case "counter-style": addSuffix(text, block)
    case "page": addPage(text, block)
    case "property": register(text, block)
    case "font-face": if block.contains(where: \.isAddress) { loads.append("@font-face") }
    default: noteUnread(name)
    }
  }

  /// Adds the name of an at-rule whose block is not read.
  private mutating func noteUnread(_ name: String) {
    guard Self.isUnread(name), unreadRules.count < 64 else { return }
    unreadRules.insert(String(name.prefix(40)))
  }

  /// The at-rules that do not change a document: animations, font feature settings, viewport; and
  /// groups whose condition is false.
  private static let neutralRules: Set<String> = [
    "keyframes", "font-feature-values", "font-palette-values", "color-profile", "viewport",
    "view-transition", "position-try", "starting-style", "media", "supports",
  ]

  /// Returns whether at-rules with a name that is not read change documents.
  static func isUnread(_ name: String) -> Bool {
    !neutralRules.contains(name) && !name.hasPrefix("-")
  }

  /// Replaces the layer number of each rule with its rank; called once, after the last sheet.
  mutating func rankLayers() {
    guard hasLayers else { return }
    let ranks = layers.ranks
    for index in rules.indices { rules[index].layer = ranks[rules[index].layer] }
  }

  private mutating func addNested(
    _ selectors: ArraySlice<CSSToken>, _ block: ArraySlice<CSSToken>, _ place: Place
  ) {
    var nesting = CSSNesting(media)
    for rule in nesting.rules(selectors, block) { add(rule.selectors, rule.declarations, place) }
    if nesting.isCut { isNestingCut = true }
    nesting.unreadRules.forEach { noteUnread($0) }
  }

  private mutating func register(_ name: ArraySlice<CSSToken>, _ block: ArraySlice<CSSToken>) {
    guard readsVariables, case .identifier(let key)? = name.first(where: { $0 != .whitespace }),
      key.hasPrefix("--"), registered.count < 10_000
    else { return }
    var property = RegisteredProperty()
    for declaration in block.split(separator: .semicolon) {
      let parts = declaration.filter { $0 != .whitespace }
      guard parts.count >= 3, case .identifier(let descriptor) = parts[0] else { continue }
      switch descriptor.lowercased() {
      case "inherits": property.inherits = parts[2] != .identifier("false")
      case "initial-value": property.initial = CSSVariableValue(Array(parts.dropFirst(2)))
      default: break
      }
    }
    registered[key] = property
    usesVariables = true
  }

  /// Returns the rules whose subject matches an element by type, id and classes, in no particular
  /// order.
  ///
  /// Attributes, pseudo-classes and combinators are not checked.
  func candidates(tag: String, id: String?, classes: [Substring]) -> [Rule] {
    var found = universal + (byTag[tag] ?? [])
    if let id { found += byID[id] ?? [] }
    for name in classes { found += byClass[String(name)] ?? [] }
    return found.lazy.map { rules[$0] }.filter { rule in
      let own = rule.selector.compounds[0]
      return (own.tag ?? tag) == tag && own.matches(id: id, classes: classes)
    }
  }

  /// Returns whether the rules for an element can depend on more than its type, id and classes.
  func dependsOnPlace(tag: String, id: String, classes: String) -> Bool {
    guard hasComplexSelectors else { return false }
    if isAlwaysComplex || complex.tags.contains(tag) || complex.ids.contains(id) { return true }
    return !classes.isEmpty
      && CSSSelector.Compound.classes(of: classes).contains { complex.classes.contains(String($0)) }
  }

  /// Rounds the lengths of the page; see `CSSPage.roundLengths()`.
  mutating func roundPage() { page.roundLengths() }

  /// Removes the bottom margin from all rules with the selector `p` and returns the last one in
  /// points; `nil` if there is none.
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
    _ selectors: ArraySlice<CSSToken>, _ block: ArraySlice<CSSToken>, _ place: Place
  ) {
    let declarations = CSSDeclarations(block, readsVariables: readsVariables)
    guard !declarations.isEmpty else { return }
    if declarations.usesVariables { usesVariables = true }
    if declarations.revertsLayers { revertsLayers = true }
    var found: [(selector: CSSSelector, declarations: CSSDeclarations)] = []
    for part in CSSSelectorParser.split(selectors) {
      switch CSSSelectorParser.parse(part) {
      case .selector(let selector, nil): found.append((selector, declarations))
      case .selector(let selector, let unread?):
        if unread.feature == .generatedContent, declarations.clears {
          found.append((selector, CSSDeclarations(.flowOfFloats(.clearedAfter))))
        }
        // The note is added only if the selector matches an element.
        if unread.feature != .generatedContent || Self.addsText(block) {
          found.append((selector, CSSDeclarations(unread: unread)))
        }
      case .inert: break
      case .tooLong: isNestingCut = true
      case .invalid: return
      }
    }
    for (selector, declarations) in found {
      guard rules.count < place.limit else {
        isCut = true
        return
      }
      add(
        Rule(
          selector: selector, declarations: declarations, order: rules.count, layer: place.layer))
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

  /// Returns whether the block of `::before` or `::after` generates text, a picture or a visible
  /// box.
  private static func addsText(_ block: ArraySlice<CSSToken>) -> Bool {
    var isVisible = false
    var hasBox = false
    var hasBorder = false
    var hasWidth = true
    for declaration in block.split(separator: .semicolon) {
      let parts = declaration.filter { $0 != .whitespace }
      guard parts.count > 2, case .identifier(let name) = parts[0] else { continue }
      switch name.lowercased() {
      case "content":
        switch parts[2] {
        case .string(let text):
          hasBox = true
          if text.contains(where: { !$0.isWhitespace }) { return true }
        case .identifier(let word):
          if !["none", "normal", "inherit"].contains(word.lowercased()) { return true }
        default: return true
        }
      case "background", "background-color", "background-image":
        isVisible = isVisible || isShown(parts[2])
      case "border-width": hasWidth = isShown(parts[2])
      case let border where borders.contains(border):
        hasBorder = hasBorder || isShown(parts[2])
      default: break
      }
    }
    return hasBox && (isVisible || hasBorder && hasWidth)
  }

  /// The properties that make the border of a box visible.
  private static let borders: Set<String> = [
    "border", "border-top", "border-right", "border-bottom", "border-left", "border-style",
    "border-top-style", "border-right-style", "border-bottom-style", "border-left-style",
  ]

  /// Returns whether the first part of a background or border makes a box visible.
  private static func isShown(_ value: CSSToken) -> Bool {
    switch value {
    case .identifier(let word): !["none", "hidden", "transparent"].contains(word.lowercased())
    case .number(0), .dimension(0, _): false
    default: true
    }
  }

  /// Returns the index of the next brace or semicolon outside parentheses and brackets, or the
  /// token count.
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

  /// Returns the index of the brace that closes a block, or the token count, and whether the block
  /// contains other blocks.
  private static func blockEnd(
    of tokens: [CSSToken], from open: Int
  ) -> (index: Int, isNested: Bool) {
    var depth = 0
    var isNested = false
    for at in open..<tokens.count {
      if tokens[at] == .openBrace {
        depth += 1
        if depth > 1 { isNested = true }
      }
      if tokens[at] == .closeBrace {
        depth -= 1
        if depth == 0 { return (at, isNested) }
      }
    }
    return (tokens.count, isNested)
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
    // Rules for first, left or right pages do not apply to the whole document.
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
