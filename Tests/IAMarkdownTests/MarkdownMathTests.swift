import IAFiles
import IAFormats
import IAMarkdown
import IAText
import Testing

/// Equations are TeX with a tag, which the writer writes as equations again.
@Suite struct MarkdownMathTests {
  private func read(_ text: String) throws -> IADocument { try MarkdownRoundTripTests.read(text) }

  /// Returns the texts of a document that have the tag, each with the value of the tag.
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
    ("$`a`b`$\n", "a`b"), ("$\\`{a}$\n", "\\`{a}"),
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
    "$$a$$\n", "$$\\text{``a''}$$\n", "$$a `b` c$$\n", "$$a $b$ c$$\n", "> $$a\n> \\\\b$$\n",
    "a $$b$$ c\n", "1. $$a\n   {b}\n   c$$\n",
    "$$\\begin{matrix}a & b\\\\\nc & d\n\\end{matrix}$$\n", "$$a\n=b\n-c\n2x\n(d)$$\n",
    "$$a\n|b|\n*c\n:=d\n[e]\n'f\n.g\n< 5\n% h\n\u{2211}i\n]j$$\n",
  ])
  func displaysComeBackByteForByte(_ text: String) throws {
    let document = try read(text)
    #expect(equations(document).first?.hasPrefix("display ") == true)
    #expect(try MarkdownRoundTripTests.write(document).text == text)
  }

  @Test(arguments: [
    ("$$\n a\n b \n$$", "display a\u{2028}b"),
    ("$$a \t\n=& \n\\b\\\\  \n$$", "display a\u{2028}=&\u{2028}\\b\\\\"),
    ("$$a\tb$$", "display a b"), ("$a\tb$", "inline a b"), ("$$a\\ \nb$$", "display a\\ \u{2028}b"),
    ("$a\nb$", "inline a b"), ("$$ a $$", "display a"),
  ])
  func whiteSpaceIsRemoved(_ text: String, _ equation: String) throws {
    #expect(equations(try read(text)) == [equation])
  }

  @Test(arguments: [
    "It costs $5 or $6.", "\\$a$", "$ a$", "$a $", "$", "$$", "$$ $$", "`$a$`", "    $a$", "$a",
    "a$", "$a\n\nb$", "$$a$", "\\$\\$a$$ 5", "$2 and `a=$(b)` c", "$a `b` c$",
    "kill $$ and `$$` `c`",
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
    for text in ["$a ", "$`a ", "$$a ", "\\$a $b", "$a\\", "$a$1`", "$$a`"] {
      let document = try read(String(repeating: text, count: 100_000))
      #expect(document.string.utf16Count > 100_000)
    }
  }

  @Test(arguments: [
    ("a <math><msup><mi>x</mi><mn>2</mn></msup></math> b", "a x^2 b\n", "inline x^2"),
    (
      "<math display=\"block\">\n  <mfrac><mn>1</mn><mi>y</mi></mfrac>\n</math>", nil,
      "display \\frac{1}{y}"
    ),
    ("# <math><mi>x</mi></math>", nil, "inline x"),
    ("| a <math><mi>x</mi></math> |\n| --- |\n", nil, "inline x"),
    ("<table><math><mi>x</mi></math></table>", nil, "inline x"),
    ("<div>\na<math><mo>&lt;</mo></math>b\n</div>", "a<b\n", "inline <"),
    ("<math><mi>x</mi> <mo>&amp;lt;</mo></math>", nil, "inline x\\mathrm{\\&lt;}"),
  ])
  func mathMLIsAnEquation(_ text: String, _ whole: String?, _ equation: String) throws {
    let document = try read(text)
    if !equation.contains("&") { #expect(equations(document) == [equation]) }
    #expect(equations(document).count == 1)
    if let whole { #expect(document.string.text == whole) }
    let written = try MarkdownRoundTripTests.write(document).text
    #expect(equations(try read(written)) == equations(document))
  }

  @Test(arguments: [
    ("a <math><mi>x</mi></math>", nil), ("a <math/> b", nil),
    ("a <math style=\"color: red\"><mi>x</mi></math>", nil),
    ("a <math><mi mathcolor=red>x</mi></math>", "mathcolor"),
    ("a <math><mi style=\"color:red\">x</mi></math>", "style"),
    ("a <math><mi style=\"display:none\">x</mi></math>", "mi"),
    ("a <math><mi>x</mi>", "without an end tag"),
    ("a <math><mi>*x*</mi></math>", "Markdown in it"),
    ("a <math><mi>![x](y)</mi></math>", "in an equation"),
    ("a <math><mi onclick=b()>x</mi></math>", "onclick"),
    ("<math onclick=b()>\n<mi>x</mi></math>", "onclick"),
  ])
  func whatOfMathMLIsNotReadIsReported(_ text: String, _ name: String?) throws {
    let report = try MarkdownHTMLTests.result(text).report
    #expect(report.notes.map(\.detail) == (name.map { [$0] } ?? []))
  }

  /// Text that HTML's rules move out of an equation is not part of it, and none of it is lost.
  @Test(arguments: [
    ("<div>\n<math><mi>x</mi><p>a</p>b</math>c<p>d</p>\n</div>", "x\na\nbc\nd\n"),
    ("a <math><mi>x</mi><p>b</p>c</math> d", "a x\u{2028}b\u{2028}c d\n"),
    ("<math><mtext><b>x</b><span>a</span></mtext></math>", "\\text{xa}\n"),
    ("<div>\n<math><style></math><p>a</p></style></math>\n</div>", "a\n"),
    ("<div>\n<math><p><script>a</script><math>b</math>c\n</div>", "bc\n"),
  ])
  func whatFollowsAnEquationIsRead(_ text: String, _ expected: String) throws {
    #expect(try read(text).string.text == expected)
  }

  @Test func rawEquationsTakeLinearTime() throws {
    for part in [
      "<math>", "<math><p>", "<math><p></math>", "a <math>", "<math><mi>", "<math></math>",
      "</math>",
    ] {
      for start in ["", "<div>\n"] {
        let text = start + String(repeating: part, count: 2000)
        let time = try ContinuousClock().measure { _ = try read(text) }
        #expect(time < .seconds(20), "\(part)")
      }
    }
  }

  @Test func anEquationWhoseAttributesChangeInsideIsOneEquation() throws {
    var string = IAString("a x_1+y_2 b\n")
    string.updateAttributes(in: 2..<9) { $0[tag: "math"] = "inline" }
    string.set(\.bold, to: true, in: 5..<9)
    string.set(\.foreground, to: Color(0xFF0000), in: 2..<4)
    let (written, report) = try MarkdownRoundTripTests.write(
      IADocument(string), keepsHiddenData: true)
    #expect(written.hasPrefix("a $x_1+y_2$ b"), "\(written)")
    #expect(report.kinds.contains { $0.feature == .bold })
    let again = try read(written)
    #expect(equations(again).joined().replacing("inline ", with: "") == "x_1+y_2")
    #expect(again.string.attributes(at: 2).foreground == Color(0xFF0000))
  }

  @Test func partsOfAnEquationThatNoSpanHoldsAreText() throws {
    // The first part alone would be an equation; the whole is not.
    var string = IAString("xa`$b$`\n")
    string.updateAttributes(in: 1..<7) { $0[tag: "math"] = "inline" }
    string.set(\.bold, to: true, in: 2..<7)
    let (written, report) = try MarkdownRoundTripTests.write(IADocument(string))
    #expect(report.kinds.contains { $0.feature == .tag && $0.effect == .dropped })
    let again = try read(written)
    #expect(equations(again).isEmpty, "\(written)")
    #expect(again.string.text == string.text)
  }
}
