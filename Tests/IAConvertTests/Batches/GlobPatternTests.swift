import IATestSupport
import Testing

@testable import IAConvert

@Suite struct GlobPatternTests {
  private func matches(_ pattern: String, _ path: String) -> Bool {
    GlobPattern(pattern).matches(Array(path.utf8))
  }

  @Test(arguments: [
    ("*.rtf", "a.rtf"), ("*.rtf", "x/y/a.rtf"), ("a?c", "x/abc"), ("drafts/**", "drafts/a/b.md"),
    ("drafts/*", "drafts/a.md"), ("**/b.md", "a/x/b.md"), ("[a-c]*.md", "b1.md"),
    ("[!a-c]*.md", "x/d.md"), ("\\*.md", "*.md"), ("a[", "a["), ("[]a]", "]"), ("*", ""),
    ("a*b*c", "axxbyyc"), ("x/**/z", "x/a/b/z"), ("**a*b", "x/a/ya1b"),
  ])
  func `A pattern matches`(pattern: String, path: String) {
    #expect(matches(pattern, path))
  }

  @Test(arguments: [
    ("*.rtf", "a.rtfx"), ("*.rtf", "rtf/a"), ("drafts/*", "drafts/a/b.md"), ("a?c", "a/c"),
    ("/a", "a"), ("[a-c].md", "d.md"), ("[!a-c].md", "a.md"), ("", "a"), ("x/[!a]y", "x//y"),
    ("drafts/*.md", "x/drafts/a.md"),
  ])
  func `A pattern does not match`(pattern: String, path: String) {
    #expect(!matches(pattern, path))
  }

  @Test func `Every pattern agrees with a recursive definition`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let pattern = String(
        (0..<random.below(7)).map { _ in random.pick(["a", "b", "/", "*", "?"]) }.joined())
      let path = String((0..<random.below(7)).map { _ in random.pick(["a", "b", "/"]) }.joined())
      let subject =
        pattern.contains("/")
        ? path : String(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
      let expected = Self.plain(Array(pattern), Array(subject))
      #expect(matches(pattern, path) == expected, "\(pattern) \(path)")
    }
  }

  /// Returns whether a pattern matches, by the recursive definition.
  private static func plain(_ pattern: [Character], _ path: [Character]) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "*" {
      let stars = pattern.prefix { $0 == "*" }.count
      let rest = Array(pattern.dropFirst(stars))
      for taken in 0...path.count {
        if stars == 1, path.prefix(taken).contains("/") { break }
        if plain(rest, Array(path.dropFirst(taken))) { return true }
      }
      return false
    }
    guard let character = path.first else { return false }
    let isSame = first == "?" ? character != "/" : first == character
    return isSame && plain(Array(pattern.dropFirst()), Array(path.dropFirst()))
  }

  @Test func `A hostile pattern takes bounded time`() {
    let pattern = String(repeating: "*a", count: 200) + "b"
    #expect(!matches(pattern, String(repeating: "a", count: 4000)))
    #expect(
      !matches(
        "x/" + String(repeating: "**a", count: 50) + "b", String(repeating: "a", count: 4000)))
  }
}
