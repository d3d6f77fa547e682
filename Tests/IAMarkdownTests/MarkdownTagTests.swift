import IAFiles
import IAFormats
import IAMarkdown
import IAText
import Testing

/// Underline, script and line breaks in cells are written as raw HTML.
@Suite struct MarkdownTagTests {
  @Test(arguments: [
    "H<sub>2</sub>O and x<sup>2</sup>\n", "<u>a</u>\n", "**<u>a</u>**<!-- -->b\n",
    "<u>a</u>**<u>b</u>**\n", "<u>a **b</u> c**\n", "a  <u>b</u>\n", "&#32;<u>b</u>\n",
    "<u><sub>a</sub></u> b\n", "<u>`a`</u>\n", "[<u>a</u>](b)\n", "<u>\\#a</u>\n",
    "# x<sup>2</sup>\n", "- <u>a</u>\n", "<u>a\\\nb</u>\n", "a\\\n<u>b</u>\n",
    "| a<br>b |\n| --- |\n| <u>c<br>d</u> |\n", "# a<br>b\n",
    "| a<br>**b** |\n| --- |\n| **c**<br>d |\n", "| a<br><br>b |\n| --- |\n",
    "<u>a *b* c</u>\n", "<u>a</u>&#32;\n",
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
        == "<u>a </u>**<u>b</u>**<u> c</u>\n")
    #expect(try markdown([("a ", underlined), ("b", .init())]) == "<u>a</u> b\n")
    let script = style {
      $0.underline = .init()
      $0.script = .subscript
    }
    #expect(try markdown([("x", script)]) == "<u><sub>x</sub></u>\n")
  }

  @Test func anotherUnderlineIsApproximated() throws {
    var builder = IAStringBuilder()
    let wavy = style { $0.underline = .init(.wavy) }
    builder.append("a\n", attributes: builder.intern(wavy))
    builder.endParagraph(ParagraphAttributes())
    let document = IADocument(builder.finish())
    let (plain, report) = try MarkdownRoundTripTests.write(document)
    #expect(plain == "<u>a</u>\n")
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
