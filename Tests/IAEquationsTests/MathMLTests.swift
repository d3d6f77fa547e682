import Testing

@testable import IAEquations

@Suite struct MathMLTests {
  @Test(arguments: [
    ("x^2", "<msup><mi>x</mi><mn>2</mn></msup>"),
    ("\\frac{1}{x+1}", "<mfrac><mn>1</mn><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></mfrac>"),
    ("a-b", "<mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow>"),
    ("a<b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"),
    ("\\text{a & b}", "<mtext>a\u{A0}&amp;\u{A0}b</mtext>"),
    ("\\mathrm{d}", "<mi mathvariant=\"normal\">d</mi>"),
    ("\\sum_i", "<munder><mo>∑</mo><mi>i</mi></munder>"),
    ("\\hat{x}", "<mover accent=\"true\"><mi>x</mi><mo>^</mo></mover>"),
    ("(x)", "<mrow><mo stretchy=\"false\">(</mo><mi>x</mi><mo stretchy=\"false\">)</mo></mrow>"),
    (
      "\\left(x\\right)",
      "<mrow><mo form=\"prefix\" stretchy=\"true\">(</mo><mi>x</mi><mo form=\"postfix\" stretchy=\"true\">)</mo></mrow>"
    ),
    (
      "\\begin{matrix}1 & 2\\end{matrix}",
      "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>"
    ),
    (
      "a\\quad b\\,",
      "<mrow><mi>a</mi><mspace width=\"1em\"></mspace><mi>b</mi><mspace width=\"0.1667em\"></mspace></mrow>"
    ),
  ]) func `Parts of an equation have the expected elements`(tex: String, expected: String) throws {
    #expect(try #require(Equation(tex: tex)).mathML == expected)
  }
}
