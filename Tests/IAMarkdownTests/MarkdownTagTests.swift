import IAFiles
import IAFormats
import IAMarkdown
import IAText
import Testing

/// Underline, script and line breaks in cells are written as raw HTML.
@Suite struct MarkdownTagTests {
  @Test(arguments: [
    "H<sub>2</sub>O and x<sup>2</sup>\n", "<ins>a</ins>\n", "**<ins>a</ins>**<!-- -->b\n",
    "<ins>a</ins>**<ins>b</ins>**\n", "<ins>a **b</ins> c**\n", "a  <ins>b</ins>\n",
    "&#32;<ins>b</ins>\n",
    "<ins><sub>a</sub></ins> b\n", "<ins>`a`</ins>\n", "[<ins>a</ins>](b)\n", "<ins>\\#a</ins>\n",
    "# x<sup>2</sup>\n", "- <ins>a</ins>\n", "<ins>a\\\nb</ins>\n", "a\\\n<ins>b</ins>\n",
    "| a<br>b |\n| --- |\n| <ins>c<br>d</ins> |\n", "# a<br>b\n",
    "| a<br>**b** |\n| --- |\n| **c**<br>d |\n", "| a<br><br>b |\n| --- |\n",
    "<ins>a *b* c</ins>\n", "<ins>a</ins>&#32;\n", "<u>a</u>  <u>b</u>\n", "<br>a\n", "<br>\\\nb\n",
    "**a**\\\n<br>b\n", "- [ ] <br>a\n", "> <br>**a**\n",
  ])
  func rawHTMLComesBackEqual(_ text: String) throws {
    let document = try MarkdownRoundTripTests.read(text)
    let (written, report) = try MarkdownRoundTripTests.write(document)
    #expect(report.isLossless, "\(report.notes)")
    let again = try MarkdownRoundTripTests.read(written)
    #expect(
      again.string == document.string,
      "\(written) \(Differences.first(document.string, again.string))")
    #expect(try MarkdownRoundTripTests.write(again).text == written)
  }

  /// Returns the Markdown of a text with attributes.
  private func markdown(_ parts: [(String, InlineAttributes)]) throws -> String {
    var builder = IAStringBuilder()
    for (text, attributes) in parts {
      builder.append(text, attributes: builder.intern(attributes))
    }
    builder.endParagraph(ParagraphAttributes())
    return try MarkdownRoundTripTests.write(IADocument(builder.finish())).text
  }

  private func style(_ change: (inout InlineAttributes) -> Void) -> InlineAttributes {
    var attributes = InlineAttributes()
    change(&attributes)
    return attributes
  }

  @Test func elementsAreInsideOfMarks() throws {
    let underlined = style { $0.underline = .init() }
    let both = style {
      $0.underline = .init()
      $0.bold = true
    }
    #expect(
      try markdown([("a ", underlined), ("b", both), (" c", underlined)])
        == "<ins>a </ins>**<ins>b</ins>**<ins> c</ins>\n")
    #expect(try markdown([("a ", underlined), ("b", .init())]) == "<ins>a</ins> b\n")
    let script = style {
      $0.underline = .init()
      $0.script = .subscript
    }
    #expect(try markdown([("x", script)]) == "<ins><sub>x</sub></ins>\n")
  }

  @Test func anotherUnderlineIsApproximated() throws {
    var builder = IAStringBuilder()
    let wavy = style { $0.underline = .init(.wavy) }
    builder.append("a\n", attributes: builder.intern(wavy))
    builder.endParagraph(ParagraphAttributes())
    let document = IADocument(builder.finish())
    let (plain, report) = try MarkdownRoundTripTests.write(document)
    #expect(plain == "<ins>a</ins>\n")
    #expect(report.kinds.map { "\($0.effect) \($0.feature)" } == ["approximated underline"])
    let (hidden, kept) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
    #expect(kept.isLossless, "\(kept.notes)")
    #expect(try MarkdownRoundTripTests.read(hidden).string == document.string)
  }

  @Test func breaksBesideSpacesAreWrittenAsTheyAre() throws {
    let row = Block(id: 2, .tableRow(isHeader: true))
    let cell = Block(id: 3, .tableCell(.init(column: 0)))
    for text in ["a \u{2028}b", "a\u{2028} b", "a\u{2028}", "\u{2028}a", "a\u{2028}\u{2028}"] {
      var builder = IAStringBuilder()
      builder.append(text + "\n")
      builder.endParagraph(
        ParagraphAttributes(blocks: [Block(id: 1, .table(.init(columns: [.init()]))), row, cell]))
      let document = IADocument(builder.finish())
      let (written, report) = try MarkdownRoundTripTests.write(document)
      #expect(report.isLossless, "\(report.notes)")
      #expect(try MarkdownRoundTripTests.read(written).string == document.string, "\(written)")
    }
  }
}
