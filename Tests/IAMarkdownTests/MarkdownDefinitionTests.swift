import IAFiles
import IAFormats
import IAMarkdown
import IATestSupport
import IAText
import Testing

/// Definitions are items of a list with the marker `:` after the paragraph of their term.
@Suite struct MarkdownDefinitionTests {
  private func read(_ text: String) throws -> IADocument { try MarkdownRoundTripTests.read(text) }

  @Test(arguments: [
    ("a\n: b\n", ["a", "d 1 b"]),
    ("a\n: b\n: c\n", ["a", "d 1 b", "d 2 c"]),
    ("a\n: b\n\n  c\n", ["a", "d 1 b", "d 1 c"]),
    ("a\n: b\n\nc\n: d\n", ["a", "d 1 b", "c", "d 1 d"]),
    ("a\n: b\n\nc\n", ["a", "d 1 b", "c"]),
    ("a\n: # b\n", ["a", "d 1 h b"]),
    ("a\n: - b\n  - c\n", ["a", "d 1 u 1 b", "d 1 u 2 c"]),
    ("a\n: > b\n", ["a", "d 1 q b"]),
    ("a\n: ```\n  b\n  ```\n", ["a", "d 1 c b"]),
    ("a\n: b\n  : c\n", ["a", "d 1 b", "d 1 d 1 c"]),
    ("> a\n> : b\n", ["q a", "q d 1 b"]),
    ("- a\n  : b\n", ["u 1 a", "u 1 d 1 b"]),
    ("a[^n]\n\n[^n]: b\n    : c\n", ["an", "n b", "n d 1 c"]),
    ("**a** `b`\n: *c*\n", ["a b", "d 1 c"]),
    ("a\n: &nbsp;\n", ["a", "d 1 "]),
    ("- [ ] b\n\n  a\n  : c\n", ["u 1 b", "u 1 a", "u 1 d 1 c"]),
    ("a\n: b\n  - c\n    : d\n\n  e\n", ["a", "d 1 b", "d 1 u 1 c", "d 1 u 1 d 1 d", "d 1 e"]),
    ("a\n: | b |\n  | - |\n", ["a", "d 1 ? ? ? b"]),
  ])
  func definitionsAreElements(_ text: String, _ expected: [String]) throws {
    let document = try read(text)
    #expect(document.blockOutline == expected)
    let (written, report) = try MarkdownRoundTripTests.write(document)
    #expect(report.isLossless, "\(report.notes)")
    #expect(written.contains("<dd>") && !written.contains("\n: "))
    let again = try read(written)
    #expect(again.string == document.string, "\(written)")
    #expect(try MarkdownRoundTripTests.write(again).text == written)
    #expect(try MarkdownRoundTripTests.write(again, keepsHiddenData: true).text == written)
  }

  @Test func theFormThatIsWritten() throws {
    #expect(
      try MarkdownRoundTripTests.write(try read("> a\n> : b\n> : - c\n> d\n")).text
        == "> <dl>\n> <dt>\n>\n> a\n>\n> </dt>\n> <dd>\n>\n> b\n>\n> </dd>\n> <dd>\n>\n> - c d\n>\n> </dd>\n> </dl>\n"
    )
  }

  @Test func aTaskIsNoTerm() throws {
    let document = try read("- [ ] a\n  : b\n")
    let text = try MarkdownRoundTripTests.write(document, keepsHiddenData: true).text
    #expect(text.hasPrefix("- [ ] a\n  - b\n"))
    #expect(try read(text).string == document.string)
  }

  @Test(arguments: [
    ("a\n\n: b\n", ["a", "d 1 b"]),
    ("a\n:   b\n    c\n\n    d\n", ["a", "d 1 b c", "d 1 d"]),
    ("a\n:\tb\n", ["a", "d 1 b"]),
    ("a\n   : b\nlazy\n", ["a", "d 1 b lazy"]),
    ("a\n: b\n\n: c\n", ["a", "d 1 b", "d 2 c"]),
    ("<dl><dt>a</dt><dd>b</dd><dd>c</dd><dt>d<dd>e</dl>", ["a", "d 1 b", "d 2 c", "d", "d 1 e"]),
    ("<dl>\n<dt>a</dt>\n<dd>\n\nb *c*\n\n</dd>\n</dl>\n\nd", ["a", "d 1 b c", "d"]),
  ])
  func otherFormsAreRead(_ text: String, _ expected: [String]) throws {
    let document = try read(text)
    #expect(document.blockOutline == expected)
    let again = try read(try MarkdownRoundTripTests.write(document).text)
    #expect(again.string == document.string)
  }

  @Test(arguments: [
    ": b", ": b\n\na[^1]\n\n[^1]: c", "# a\n: b", "a\n:b", "a\n:", "a\nb\n: c", "a\n\n\n: b",
    "- a\n: b", "> a\n: b",
    "a\n\\: b", "a\n&#58; b", "a\n    : b", ": : a", "***\n: b", "```\na\n```\n: b",
    "| a |\n| - |\n: b", "a *b\n\\: c*",
  ])
  func otherTextIsNoDefinition(_ text: String) throws {
    let outline = try read(text).blockOutline
    #expect(!outline.contains { $0.hasPrefix("d ") || $0.contains(" d ") })
  }

  @Test func aListWithoutTermIsWrittenAsBullets() throws {
    var builder = IAStringBuilder()
    let list = Block(id: 1, .unorderedList(marker: ":"))
    for number in 1...2 {
      builder.append("x\(number)\n")
      builder.endParagraph(
        ParagraphAttributes(
          blocks: [list, Block(id: 1 + number, .listItem(.init(ordinal: number)))]))
    }
    let document = IADocument(builder.finish())
    let (plain, report) = try MarkdownRoundTripTests.write(document)
    #expect(plain == "- x1\n- x2\n")
    #expect(!report.isLossless)
    let (hidden, kept) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
    #expect(kept.isLossless, "\(kept.notes)")
    #expect(try read(hidden).string == document.string)
  }

  @Test func aListThatContinuesAfterANoteIsWrittenAsBullets() throws {
    let document = try read("<dl><dt>a<dd>b\n\n[^1]: c\n  - d\n# e\n")
    let (text, report) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
    #expect(try read(text).string == document.string || !report.isLossless, "\(text)")
  }

  @Test(arguments: ["a\u{2028}b", "\u{A0}", ""])
  func aParagraphThatIsNotOneLineIsNoTerm(_ term: String) throws {
    var builder = IAStringBuilder()
    builder.append(term + "\n")
    builder.endParagraph(ParagraphAttributes())
    builder.append("b\n")
    builder.endParagraph(
      ParagraphAttributes(blocks: [
        Block(id: 1, .unorderedList(marker: ":")), Block(id: 2, .listItem(.init(ordinal: 1))),
      ]))
    let document = IADocument(builder.finish())
    let text = try MarkdownRoundTripTests.write(document).text
    #expect(text.hasSuffix("- b\n"))
    let hidden = try MarkdownRoundTripTests.write(document, keepsHiddenData: true).text
    #expect(try read(hidden).string == document.string)
  }

  @Test func manyDefinitionsTakeLinearTime() throws {
    for text in [
      String(repeating: "a\n: b\n\n", count: 20_000),
      "a\n" + String(repeating: ": b\n", count: 40_000),
      "a\n" + String(repeating: ": ", count: 100_000) + "b",
    ] {
      #expect(throws: Never.self) { try read(text) }
    }
  }

  @Test func definitionsNestOnlyWithinTheLimit() throws {
    let text = (0..<400).map { String(repeating: "  ", count: $0) + (($0 > 0) ? ": a\n" : "a\n") }
      .joined()
    #expect(throws: (any Error).self) { try read(text) }
  }
}
