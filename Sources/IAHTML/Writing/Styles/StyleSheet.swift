/// The classes of a page, named in the order in which the document first needs them.
struct StyleSheet {
  /// One class.
  struct Rule {
    var prefix: Prefix
    var name: String
    var declarations: String

    /// Whether lines are at least of a height.
    var hasLeastLineHeight: Bool { declarations.contains("line-height:max(") }
  }

  /// The classes in order.
  private(set) var rules: [Rule] = []
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

/// Declarations of one class, collected in a fixed order.
struct Declarations {
  private(set) var text = ""

  /// Adds a declaration, where there is a value.
  mutating func add(_ property: String, _ value: String?) {
    guard let value else { return }
    if !text.isEmpty { text += ";" }
    text += property + ":" + value
  }
}
