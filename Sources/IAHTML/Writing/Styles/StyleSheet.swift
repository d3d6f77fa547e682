internal import IACSS

/// The classes of a page, named in the order of their first use.
struct StyleSheet {
  struct Rule {
    var prefix: Prefix
    var name: String
    var declarations: String

    /// Whether the rule sets a minimum line height.
    var hasLeastLineHeight: Bool {
      // Few declarations contain a parenthesis, and searching for a byte is faster than searching
      // for a string.
      declarations.utf8.contains(UInt8(ascii: "(")) && declarations.contains("line-height:max(")
    }
  }

  /// The classes in the order of their first use.
  private(set) var rules: [Rule] = []
  /// The spans with known classes.
  var spans = SpanStyles()
  /// The cached parsed declarations.
  var found = FoundDeclarations()
  private var names: [Key: String] = [:]
  private var counts: [Prefix: Int] = [:]

  /// The kind of a class, which is the first letter of its name.
  ///
  /// Markers are names of counter styles.
  enum Prefix: String {
    case inline = "c"
    case scheme = "s"
    case paragraph = "p"
    case table = "t"
    case marker = "m"
  }

  private struct Key: Hashable {
    var prefix: Prefix
    var declarations: String

    /// Hashes only the declarations; they are rarely equal for two kinds.
    func hash(into hasher: inout Hasher) { hasher.combine(declarations) }
  }

  /// Returns the class with these declarations, and creates it if it is new.
  mutating func className(_ prefix: Prefix, _ declarations: String) -> String {
    let key = Key(prefix: prefix, declarations: declarations)
    if let known = names[key] { return known }
    counts[prefix, default: 0] += 1
    let name = prefix.rawValue + String(counts[prefix, default: 1])
    names[key] = name
    rules.append(Rule(prefix: prefix, name: name, declarations: declarations))
    return name
  }
}

/// A cache of parsed declarations from the writer.
struct FoundDeclarations {
  /// The maximum number of cached declarations.
  private static let most = 4096
  private var known: [String: [CSSDeclaration]] = [:]

  /// Applies declarations to a style as the reader does.
  ///
  /// - Parameters:
  ///   - css: The declarations, separated by semicolons; their values contain no semicolon.
  ///   - builder: The style.
  mutating func apply(_ css: String, to builder: inout StyleBuilder) {
    for part in css.utf8.split(separator: UInt8(ascii: ";")) {
      let text = String(Substring(part))
      var found = known[text]
      if found == nil {
        found = CSSDeclarations(text).normal
        if known.count == Self.most { known.removeAll(keepingCapacity: true) }
        known[text] = found
      }
      for declaration in found ?? [] { builder.apply(declaration) }
    }
  }
}

/// A list of declarations in a fixed order.
struct Declarations {
  private(set) var text = ""

  /// Adds a declaration unless the value is `nil`.
  mutating func add(_ property: String, _ value: String?) {
    guard let value else { return }
    if !text.isEmpty { text += ";" }
    text += property
    text += ":"
    text += value
  }

  /// Adds formatted declarations.
  mutating func add(_ declarations: String) {
    guard !declarations.isEmpty else { return }
    if !text.isEmpty { text += ";" }
    text += declarations
  }
}
