import IABytes
import IAHighlighting
import IAText
import Testing

/// The rules of the tutorial.
///
/// In the tutorial they also matched inside words, and did not match at the ends of a text.
@Suite struct HighlightRulesTests {
  /// Returns the texts of the runs with attributes.
  private func matches(_ text: String, _ rules: HighlightRules) throws -> [String] {
    let string = try HighlightedString(IAString(text, intensity: 0), rules: rules).shown
    return string.attributeRuns(in: 0..<string.utf16Count)
      .filter { !$0.attributes.isPlain }
      .map { string.text(in: $0.utf16Range) }
  }

  @Test(arguments: [
    ("*a b* *c* ** *d-e* x*y*z", ["*a b*", "*c*"]),
    ("well-known-fact -gone now- 1-2-3", ["-gone now-"]),
    ("AB CD EF GH END", ["AB", "CD", "EF", "GH", "END"]),
    ("_soft words_ snake_case_name _x_", ["_soft words_", "_x_"]),
    ("1. one 2.5 12.", ["1.", "12."]), ("~so~ a~b~c", ["~so~"]), ("*x", []), ("", []),
    ("*🙂*", []), ("é *ünï cödé* é", ["*ünï cödé*"]), ("aBC Ab A BCd ÄÖ", ["ÄÖ"]),
  ])
  func `The tutorial's rules match whole words, at either end of the text too`(
    _ text: String, _ expected: [String]
  ) throws {
    #expect(try matches(text, .tutorial()) == expected)
  }

  @Test func `Markdown's rules match headings, lists, quotes, emphasis, links and code`() throws {
    #expect(
      try matches("# Title\n## Sub\nplain **very strong** and *soft*", .markdown())
        == ["# Title", "## Sub", "**very strong**", "*soft*"])
    #expect(
      try matches("- one\n2) two\n> said\n`code` [a](b) ~~no~~", .markdown())
        == ["-", "2)", "> said", "`code`", "[a](b)", "~~no~~"])
    #expect(try matches("2 * 3 * 4 snake_case a**b", .markdown()) == [])
  }

  @Test func `Where rules overlap, what a later one sets wins and the rest stays`() throws {
    let rules = try HighlightRules(
      json: Array(
        """
        {"highlighting": 1, "name": "two", "rules": [
          {"name": "all", "pattern": "b.*", "attributes": {"bold": true, "fontSize": 20}},
          {"name": "c", "pattern": "(b)(c)?", "group": 2, "attributes": {"fontSize": 30}}]}
        """.utf8))
    let string = try HighlightedString(IAString("abcd", intensity: 0), rules: rules).shown
    #expect(string.attributes(at: 0).isPlain)
    #expect(string.attributes(at: 1).fontSize == 20)
    #expect(string.attributes(at: 2).fontSize == 30 && string.attributes(at: 2).bold)
    #expect(string.attributes(at: 3).fontSize == 20)
  }

  @Test(arguments: [
    (#"{"highlighting":1,"name":"","rules":[{"name":"","pattern":"(","attributes":{}}]}"#, 54),
    (
      #"{"highlighting":1,"name":"","rules":[{"name":"","pattern":"a","group":1,"attributes":{}}]}"#,
      54
    ),
  ])
  func `An invalid pattern or a missing group is refused at its place`(
    _ json: String, _ byteOffset: Int
  ) throws {
    let rules = try HighlightRules(json: Array(json.utf8))
    let error = #expect(throws: InputError.self) {
      try HighlightedString(IAString("a", intensity: 0), rules: rules)
    }
    #expect(error?.code == .highlightingPattern)
    #expect(error.map { json.utf8.count > $0.byteOffset && $0.byteOffset >= byteOffset } == true)
  }

  @Test(arguments: [
    "[]", "{}", #"{"highlighting":2,"name":"","rules":[]}"#,
    #"{"highlighting":1,"name":"","rules":[],"more":1}"#,
    #"{"highlighting":1,"name":"","rules":[{"name":"","pattern":"a","attributes":{"x":1}}]}"#,
    #"{"highlighting":1,"name":"","rules":[{"name":"","pattern":"a","group":-1,"attributes":{}}]}"#,
  ])
  func `Other JSON is refused`(_ json: String) {
    #expect(throws: InputError.self) { try HighlightRules(json: Array(json.utf8)) }
  }

  @Test func `A pattern that backtracks too much is stopped and reported`() throws {
    let rules = try HighlightRules(
      json: Array(
        #"{"highlighting":1,"name":"","rules":[{"name":"","pattern":"(a+)+$","attributes":{"bold":true}}]}"#
          .utf8))
    let text = String(repeating: "a", count: 200) + "b"
    let string = try HighlightedString(IAString(text, intensity: 0), rules: rules)
    #expect(string.abandonedSearches == 1)
    #expect(string.shown == string.source)
  }
}
