internal import IACSS

/// The classes of a page, named in the order in which the document first needs them.
struct StyleSheet {
  /// One class.
  struct Rule {
    var prefix: Prefix
    var name: String
    var declarations: String

    /// Whether lines are at least of a height.
    var hasLeastLineHeight: Bool {
      // Few declarations have a bracket, and looking for a byte is faster than looking for a text.
      declarations.utf8.contains(UInt8(ascii: "(")) && declarations.contains("line-height:max(")
    }
  }

  /// The classes in order.
  private(set) var rules: [Rule] = []
  /// The spans whose classes were made.
  var spans = SpanStyles()
  /// The declarations that were read.
  var found = FoundDeclarations()
  private var names: [Key: String] = [:]
  private var counts: [Prefix: Int] = [:]

  /// The kind of a class: the first letter of its name.
  ///
  /// Markers are styles of counters.
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

    /// Hashes the declarations; few are those of classes of two kinds.
    func hash(into hasher: inout Hasher) { hasher.combine(declarations) }
  }

  /// Returns the class with some declarations, and creates it if it is new.
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

/// The declarations that a reader finds in text that the writer made, each read once.
struct FoundDeclarations {
  /// The maximum number of declarations that are kept.
  private static let most = 4096
  private var known: [String: [CSSDeclaration]] = [:]

  /// Applies declarations to a style, as a reader does that finds them in a class.
  ///
  /// - Parameters:
  ///   - css: The declarations, separated by semicolons, which none of them contains.
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

/// Declarations of one class, collected in a fixed order.
struct Declarations {
  private(set) var text = ""

  /// Adds a declaration, where there is a value.
  mutating func add(_ property: String, _ value: String?) {
    guard let value else { return }
    if !text.isEmpty { text += ";" }
    text += property
    text += ":"
    text += value
  }

  /// Adds declarations that are text already.
  mutating func add(_ declarations: String) {
    guard !declarations.isEmpty else { return }
    if !text.isEmpty { text += ";" }
    text += declarations
  }
}
