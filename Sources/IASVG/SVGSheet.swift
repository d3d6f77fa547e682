internal import IACSS

/// The rules of the `style` elements of a picture.
struct SVGSheet {
  struct Declaration {
    var name: String
    var value: String
    var isImportant: Bool
  }

  /// A compound selector: the name, classes, identifier and attributes that an element must have.
  private struct Compound {
    var name: String?
    var id: String?
    var classes: [String] = []
    var attributes: [(name: String, value: String?)] = []
    /// Whether the previous compound must match the parent, instead of any ancestor.
    var isChild = false
  }

  private struct Rule {
    var compounds: [Compound]
    var specificity: Int
    var declarations: [Declaration]
  }

  private var rules: [Rule] = []
  /// The rules, grouped by the most selective part of their last compound: an identifier, a class or a name; `*` if the
  /// compound has no such part.
  private var index: [String: [Int]] = [:]
  /// The remaining number of comparisons of rules with elements.
  private var comparisonsLeft = 4_000_000

  private static let maxRules = 4096
  private static let maxCompounds = 16

  var isEmpty: Bool { rules.isEmpty }

  // MARK: Reading

  /// Adds the rules of a style sheet; rules for media other than screens are omitted.
  mutating func add(_ text: String) {
    let bytes = Self.withoutComments(Array(text.utf8))
    var at = 0
    var openMedia = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "}") {
        openMedia = max(openMedia - 1, 0)
        at += 1
        continue
      }
      guard let end = bytes[at...].firstIndex(where: { $0 == 0x7B || $0 == 0x3B || $0 == 0x7D })
      else { return }
      let prelude = SVGStyle.trimmed(String(decoding: bytes[at..<end], as: UTF8.self))
      at = end + 1
      guard bytes[end] == 0x7B else {
        if bytes[end] == 0x7D { at = end }
        continue
      }
      if prelude.hasPrefix("@") {
        let isOpened =
          prelude.hasPrefix("@media")
          && ["@media screen", "@media all"].contains { prelude.lowercased().hasPrefix($0) }
        if isOpened { openMedia += 1 } else { at = Self.end(ofBlock: bytes, from: at) }
        continue
      }
      let close = Self.end(ofBlock: bytes, from: at)
      let isClosed = close > at && bytes[close - 1] == UInt8(ascii: "}")
      let body = String(decoding: bytes[at..<(isClosed ? close - 1 : close)], as: UTF8.self)
      at = close
      let declarations = Self.declarations(body)
      for selector in prelude.split(separator: ",") {
        add(selector: SVGStyle.trimmed(String(selector)), declarations)
      }
    }
  }

  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      if bytes[at...].starts(with: [0x2F, 0x2A]) {
        at += 2
        while at < bytes.count, !bytes[at...].starts(with: [0x2A, 0x2F]) { at += 1 }
        at += 2
        result.append(0x20)
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }

  /// Returns the offset after the closing brace of a block.
  private static func end(ofBlock bytes: [UInt8], from start: Int) -> Int {
    var depth = 1
    var at = start
    while at < bytes.count, depth > 0 {
      if bytes[at] == UInt8(ascii: "{") { depth += 1 }
      if bytes[at] == UInt8(ascii: "}") { depth -= 1 }
      at += 1
    }
    return at
  }

  /// Returns the declarations of a block or of a `style` attribute.
  static func declarations(_ text: String) -> [Declaration] {
    var found: [Declaration] = []
    var part: [UInt8] = []
    var quote: UInt8 = 0
    var depth = 0
    func end() {
      defer { part.removeAll(keepingCapacity: true) }
      guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { return }
      let name = SVGStyle.trimmed(String(decoding: part[..<colon], as: UTF8.self)).lowercased()
      var value = SVGStyle.trimmed(String(decoding: part[(colon + 1)...], as: UTF8.self))
      var isImportant = false
      if let mark = value.lastIndex(of: "!"), value[mark...].lowercased().hasSuffix("important") {
        isImportant = true
        value = SVGStyle.trimmed(String(value[..<mark]))
      }
      found.append(Declaration(name: name, value: value, isImportant: isImportant))
    }
    for byte in text.utf8 {
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
      } else if byte == UInt8(ascii: ";"), depth <= 0 {
        end()
        continue
      }
      part.append(byte)
    }
    end()
    return found
  }

  private mutating func add(selector: String, _ declarations: [Declaration]) {
    guard rules.count < Self.maxRules, !declarations.isEmpty,
      let compounds = Self.compounds(selector), let last = compounds.last
    else { return }
    var specificity = 0
    for compound in compounds {
      specificity += compound.id == nil ? 0 : 10_000
      specificity += 100 * (compound.classes.count + compound.attributes.count)
      specificity += compound.name == nil ? 0 : 1
    }
    let key =
      last.id.map { "#" + $0 } ?? last.classes.first.map { "." + $0 } ?? last.name ?? "*"
    index[key, default: []].append(rules.count)
    rules.append(
      Rule(compounds: compounds, specificity: specificity, declarations: declarations))
  }

  /// Returns the compounds of a selector, or `nil` if its syntax is not supported.
  private static func compounds(_ selector: String) -> [Compound]? {
    var compounds: [Compound] = []
    var current: Compound?
    var isChild = false
    var scanner = SVGScanner(selector)
    func take() {
      if let current { compounds.append(current) }
      current = nil
    }
    while !scanner.isAtEnd {
      guard compounds.count < maxCompounds else { return nil }
      if current == nil {
        current = Compound(isChild: isChild)
        isChild = false
      }
      switch scanner.peek {
      case UInt8(ascii: "*"): _ = scanner.next()
      case UInt8(ascii: "#"):
        _ = scanner.next()
        current?.id = scanner.word()
      case UInt8(ascii: "."):
        _ = scanner.next()
        let name = scanner.word()
        if name.isEmpty { return nil }
        current?.classes.append(name)
      case UInt8(ascii: "["):
        _ = scanner.next()
        let name = scanner.word()
        var value: String?
        if scanner.take(UInt8(ascii: "=")) {
          let quote = scanner.peek
          if quote == 0x22 || quote == 0x27 { _ = scanner.next() }
          value = scanner.word()
          if quote == 0x22 || quote == 0x27 { _ = scanner.next() }
        }
        guard scanner.take(UInt8(ascii: "]")) else { return nil }
        current?.attributes.append((name, value))
      case UInt8(ascii: ":"):
        _ = scanner.next()
        guard scanner.word() == "root" else { return nil }
        current?.name = "svg"
      case let byte where SVGScanner.isSpace(byte) || byte == UInt8(ascii: ">"):
        take()
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: ">")) {
          isChild = true
          scanner.skipSpace()
        }
      default:
        let name = scanner.word()
        if name.isEmpty { return nil }
        current?.name = name
      }
    }
    take()
    return compounds
  }

  // MARK: Matching

  /// Returns the declarations for an element, those of the highest specificity last.
  mutating func declarations(for node: Int, in tree: [XMLTree.Node]) -> [Declaration] {
    guard !rules.isEmpty else { return [] }
    var candidates = (index["*"] ?? []) + (index[tree[node].name] ?? [])
    if let id = tree[node]["id"] { candidates += index["#" + id] ?? [] }
    for name in Self.classes(of: tree[node]) { candidates += index["." + name] ?? [] }
    comparisonsLeft -= candidates.count
    guard comparisonsLeft > 0 else { return [] }
    let matching = candidates.filter { matches(rules[$0], node, tree) }
    return matching.sorted { (rules[$0].specificity, $0) < (rules[$1].specificity, $1) }
      .flatMap { rules[$0].declarations }
  }

  private static func classes(of node: XMLTree.Node) -> [String] {
    (node["class"] ?? "").split(whereSeparator: \.isWhitespace).prefix(64).map(String.init)
  }

  private mutating func matches(_ rule: Rule, _ node: Int, _ tree: [XMLTree.Node]) -> Bool {
    var part = rule.compounds.count - 1
    guard Self.matches(rule.compounds[part], tree[node]) else { return false }
    var place = tree[node].parent
    // Matches without backtracking, which is sufficient for the selectors in pictures.
    while part > 0 {
      guard place >= 0 else { return false }
      comparisonsLeft -= 1
      let fits = Self.matches(rule.compounds[part - 1], tree[place])
      if fits { part -= 1 } else if rule.compounds[part].isChild { return false }
      place = tree[place].parent
    }
    return true
  }

  private static func matches(_ compound: Compound, _ node: XMLTree.Node) -> Bool {
    if let name = compound.name, name != node.name { return false }
    if let id = compound.id, node["id"] != id { return false }
    if !compound.classes.isEmpty {
      let classes = classes(of: node)
      guard compound.classes.allSatisfy({ classes.contains($0) }) else { return false }
    }
    return compound.attributes.allSatisfy { wanted in
      guard let value = node[wanted.name] else { return false }
      return wanted.value.map { $0 == value } ?? true
    }
  }
}
