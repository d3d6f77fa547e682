import IAConvert
import Testing

@Suite struct PathPatternTests {
  @Test(arguments: [
    ("chat/*", "chat/may", true), ("chat/*", "chat/2026/may", false), ("chat/*", "chat/", true),
    ("chat/**", "chat/2026/may", true), ("**/may", "chat/2026/may", true), ("**/may", "may", false),
    ("chat/", "chat/2026/may", true), ("chat/", "chats/may", false), ("m?y", "may", true),
    ("m?y", "m/y", false), ("m?y", "mäy", true), ("m?y", "mayy", false), ("", "", true),
    ("", "a", false), ("*", "", true), ("***", "a/b", true), ("a\\*b", "a*b", true),
    ("a\\*b", "axb", false), ("a\\\\", "a\\", true), ("a\\", "a\\", true), ("a\\?", "a?", true),
    ("[ab]", "a", false), ("[ab]", "[ab]", true), ("*.md", "june.md", true), ("*.md", "md", false),
  ])
  func `A pattern matches whole paths`(pattern: String, path: String, matches: Bool) {
    #expect(PathPattern(pattern).matches(path) == matches, "\(pattern) \(path)")
  }

  @Test func `Only unescaped wildcards and folders can match several paths`() {
    #expect(PathPattern("a*").hasWildcards && PathPattern("a?").hasWildcards)
    #expect(PathPattern("a/").hasWildcards)
    #expect(!PathPattern("a\\*\\?").hasWildcards && !PathPattern("a").hasWildcards)
  }

  @Test func `Many wildcards take time in proportion to the product of the lengths`() {
    let pattern = PathPattern(String(repeating: "a*", count: 500) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 1000)))
  }
}
