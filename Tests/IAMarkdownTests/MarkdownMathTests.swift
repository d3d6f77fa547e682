import IAFiles
import IAFormats
import IAMarkdown
import IAText
import Testing

/// Equations are their TeX with a tag, which a writer writes as an equation again.
@Suite struct MarkdownMathTests {
  private func read(_ text: String) throws -> IADocument { try MarkdownRoundTripTests.read(text) }

  /// The texts with the tag of a document, with its values.
  private func equations(_ document: IADocument) -> [String] {
    let string = document.string
    return string.attributeRuns(in: string.utf16Range).compactMap { run in
      run.attributes[tag: "math"].map {
        "\($0) " + String(decoding: string.units(in: run.utf16Range), as: UTF16.self)
      }
    }
  }

  @Test(arguments: [
    ("$x$\n", "x"), ("a $x_1*y_2*$ b\n", "x_1*y_2*"), ("$\\frac{1}{2}$\n", "\\frac{1}{2}"),
    ("*$a$*\n", "a"), ("$a \\$ b$\n", "a \\$ b"), ("$`a$b`$\n", "a$b"), ("$[a](b)$\n", "[a](b)"),
    ("$<b>$\n", "<b>"), ("# $a$\n", "a"), ("- $a$\n", "a"), ("$`a`$5\n", "a"),
    ("| $a$ |\n| --- |\n| $b \\| c$ |\n", "a"),
  ])
  func equationsComeBackByteForByte(_ text: String, _ tex: String) throws {
    let document = try read(text)
    #expect(equations(document).first == "inline \(tex)")
    let (written, report) = try MarkdownRoundTripTests.write(document)
    #expect(written == text)
    #expect(report.isLossless, "\(report.notes)")
  }

  @Test(arguments: [
    "$$a$$\n", "$$a $b$ c$$\n", "> $$a\n> \\\\b$$\n", "a $$b$$ c\n", "1. $$a\n   {b}\n   c$$\n",
  ])
  func displaysComeBackByteForByte(_ text: String) throws {
    let document = try read(text)
    #expect(equations(document).first?.hasPrefix("display ") == true)
    #expect(try MarkdownRoundTripTests.write(document).text == text)
  }

  @Test(arguments: [
    ("$$\n a\n b \n$$", "display a\u{2028}b"), ("$a\nb$", "inline a b"), ("$$ a $$", "display a"),
  ])
  func whiteSpaceIsRemoved(_ text: String, _ equation: String) throws {
    #expect(equations(try read(text)) == [equation])
  }

  @Test(arguments: [
    "It costs $5 or $6.", "\\$a$", "$ a$", "$a $", "$", "$$", "$$ $$", "`$a$`", "    $a$", "$a",
    "a$", "$a\n\nb$", "$$a$", "\\$\\$a$$ 5",
  ])
  func otherDollarSignsAreText(_ text: String) throws {
    let document = try read(text)
    let first = equations(document)
    #expect(first.isEmpty || text.hasPrefix("$$a$"))
    let written = try MarkdownRoundTripTests.write(document).text
    #expect(try read(written) == document)
  }

  @Test(arguments: [
    "inline  a`$", "inline a\u{2028}b", "display a\u{2028}", "display a\u{2028}- b", "display $",
    "other a", "inline a`$b$",
  ])
  func whatNoEquationHoldsIsTextWithANote(_ equation: String) throws {
    let value = equation.prefix { $0 != " " }
    var string = IAString("x" + equation.dropFirst(value.count + 1) + "\n")
    string.updateAttributes(in: 1..<string.utf16Count - 1) { $0[tag: "math"] = String(value) }
    let (written, report) = try MarkdownRoundTripTests.write(IADocument(string))
    let isReported = report.kinds.contains { $0.feature == .tag && $0.effect == .dropped }
    #expect(isReported)
    let again = try read(written)
    #expect(equations(again).isEmpty)
    #expect(again.string.text == string.text)
  }

  @Test func dollarSignsTakeLinearTime() throws {
    for text in ["$a ", "$`a ", "$$a ", "\\$a $b", "$a\\"] {
      let document = try read(String(repeating: text, count: 100_000))
      #expect(document.string.utf16Count > 100_000)
    }
  }
}
