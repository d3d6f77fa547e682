public import IABytes
internal import IASyntax
public import IAText

/// Ordered rules for the appearance of ranges of a line (Specs/highlighting.md).
///
/// A rule cannot match beyond the end of a line. Where rules overlap, later rules override earlier
/// ones.
public struct HighlightRules: Hashable, Sendable {
  /// A pattern and the attributes of its matches.
  public struct Rule: Hashable, Sendable {
    /// The name of the rule.
    public var name: String
    /// The regular expression, in Perl's syntax.
    public var pattern: String
    /// The number of the pattern's group that gets the attributes; 0 for the whole match.
    public var group: Int
    /// The attributes that a match gets; attributes that are not set here are unchanged.
    public var attributes: InlineAttributes
    /// The offset of the pattern in the data, in bytes.
    let byteOffset: Int
  }

  /// The name of the set.
  public let name: String
  /// The rules, in order.
  public let rules: [Rule]

  /// The maximum number of rules of a set.
  public static let maximumCount = 256

  /// Creates a set of rules from its JSON form.
  ///
  /// Patterns are compiled when a `HighlightedString` is created.
  ///
  /// - Throws: `InputError` with its byte offset: a `json.…` code if the text is not JSON,
  ///   `highlighting.rule` or `field.…` if it is not a set of rules.
  public init(json bytes: [UInt8], limits: Limits = .standard) throws(InputError) {
    let table = try JSONTable(bytes, limits: limits)
    let root = table.root
    _ = try root.require("highlighting").requireInteger(in: 1...1)
    try Self.refuseOthers(of: root, than: ["highlighting", "name", "rules"])
    name = try root.require("name").requireText()
    let list = try root.require("rules")
    let elements = try list.requireElements()
    guard elements.count <= Self.maximumCount else {
      throw InputError(.highlightingRule, at: list.byteOffset, detail: "more than 256 rules")
    }
    var rules: [Rule] = []
    var reading = FieldReading(isStrict: true, limits: limits)
    for element in elements { rules.append(try Self.rule(element, &reading)) }
    self.rules = rules
  }

  private static func rule(
    _ json: JSONValue, _ reading: inout FieldReading
  ) throws(InputError) -> Rule {
    try refuseOthers(of: json, than: ["name", "pattern", "group", "attributes"])
    let pattern = try json.require("pattern")
    return Rule(
      name: try json.require("name").requireText(), pattern: try pattern.requireText(),
      group: try json["group"]?.requireInteger(in: 0...99) ?? 0,
      attributes: try InlineAttributes(json: json.require("attributes"), reading: &reading),
      byteOffset: pattern.byteOffset)
  }

  private static func refuseOthers(
    of json: JSONValue, than names: Set<String>
  ) throws(InputError) {
    for (key, _) in try json.requireMembers() where !names.contains(key.text ?? "") {
      throw InputError(
        .highlightingRule, at: key.byteOffset, detail: "unknown member \(key.text ?? "")")
    }
  }

  /// Returns the six rules of a well-known tutorial on text storage.
  ///
  /// These are `*bold*`, `_italic_`, `1.`, `-strike-`, `~script~` and words in CAPITALS. Unlike the rules
  /// of the tutorial, they do not match inside a word.
  ///
  /// - Throws: `InputError` if the built-in rules are invalid.
  public static func tutorial() throws(InputError) -> Self {
    try Self(json: PackageResources.tutorial_json)
  }

  /// Returns rules for headings, quotes, lists, emphasis, links and code of Markdown within one line.
  ///
  /// - Throws: `InputError` if the built-in rules are invalid.
  public static func markdown() throws(InputError) -> Self {
    try Self(json: PackageResources.markdown_json)
  }
}
