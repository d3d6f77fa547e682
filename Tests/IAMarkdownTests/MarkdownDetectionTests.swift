import IAMarkdown
import Testing

/// The confidence that a text is Markdown.
@Suite struct MarkdownDetectionTests {
  /// Returns the confidence, computed from lines of characters.
  private func expected(_ text: String) -> Int {
    guard !text.utf8.contains(0) else { return 0 }
    let lines = text.split { $0 == "\n" || $0 == "\r\n" }
    guard let first = lines.first else { return 0 }
    if first == "---", lines.dropFirst().contains("---") { return 40 }
    let marked = lines.count { line in
      ["# ", "## ", "```", "- ", "> ", "[^"].contains { line.hasPrefix($0) }
    }
    return marked == 0 ? 5 : marked * 4 > lines.count ? 30 : 15
  }

  @Test func `Marks at the start of lines raise the confidence`() {
    for (text, confidence) in [
      ("", 0), ("\n\n", 0), ("text", 5), ("a\0b", 0), ("# a", 30), ("## a\ntext", 30),
      ("### a", 5), ("#a", 5), ("- a\nb\nc\nd\ne", 15), ("---\ntitle: a\n---\n", 40),
      ("---\ntitle: a\n", 5), ("----\n---\n", 5), ("\n---\n---", 40), ("# a\r\n- b", 30),
      ("---\r\ntitle: a\r\n---\r\n", 40), ("a\r\nb\r\nc\r\nd\r\n- e", 15),
    ] {
      #expect(
        MarkdownReader().confidence(inPrefix: Array(text.utf8)) == confidence,
        "\(text.debugDescription)")
    }
  }

  @Test func `The confidence is that of the lines of a text`() {
    var state: UInt64 = 41
    func number(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let pieces = [
      "# ", "## ", "```", "---", "- ", "> ", "[^", "\n", "\n", "\r\n", "\r", "a", "é", " ", "#",
      "\u{1F600}",
    ]
    for _ in 0..<5000 {
      let text = (0..<number(below: 12)).map { _ in pieces[number(below: pieces.count)] }.joined()
      #expect(
        MarkdownReader().confidence(inPrefix: Array(text.utf8)) == expected(text),
        "\(text.debugDescription)")
    }
  }
}
