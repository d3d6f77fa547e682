import Testing

@testable import IAEquations

@Suite struct TeXTests {
  /// TeX in the form of the writer, which is read and written unchanged.
  static let canonical = [
    "x^2", "x_1", "x_1^2", "x'", "x_1''", "\\frac{1}{x+1}=y^2", "\\sqrt{a_i}", "\\sqrt[3]{x}",
    "\\sqrt[{n+1}]{x}",
    "\\sum_{i=1}^n i", "\\sum^n i", "\\lim_{x\\to 0}\\frac{\\sin x}{x}=1",
    "\\int_0^{\\infty}e^{-x}dx",
    "\\left(\\frac{a}{b}\\right)^2", "(a+b)", "\\left\\{x\\right.",
    "\\begin{pmatrix}1 & 0 \\\\ 0 & 1\\end{pmatrix}",
    "\\begin{matrix}a & {} \\\\ b\\end{matrix}", "\\begin{cases}x & y\\end{cases}",
    "\\hat{x}+\\overline{ab}", "\\underline{x}",
    "\\overset{a}{b}", "\\underset{a}{b}", "\\overset{c}{{\\underset{b}{a}}}", "\\text{if \\$ }x",
    "a\\quad b\\,c",
    "\\mathbb{R}\\mathbf{x}", "\\mathrm{d}x", "\\mathrm{foo}(x)", "{ab}^2", "{x^2}^3", "{}^2",
    "\\alpha\\beta x", "\\{1,2\\}",
    "x\\leq y\\neq z", "3.14\\cdot 10^{-2}", "a'b", "\\|x\\|", "\\backslash", "50\\%",
    "\\vec{v}\\to w", "",
  ]

  @Test(arguments: canonical) func `The output of the writer is read unchanged`(tex: String)
    throws
  {
    let equation = try #require(Equation(tex: tex))
    #expect(
      equation.tex
        == tex.replacing("& {} \\", with: "&  \\").replacing(
          "{{\\underset{b}{a}}}", with: "{\\underset{b}{a}}"))
    #expect(Equation(tex: equation.tex)?.tex == equation.tex)
  }

  @Test(arguments: [
    ("x^{2}", "x^2"), ("\\frac12", "\\frac{1}{2}"), ("\\dfrac{a}{b}", "\\frac{a}{b}"),
    ("x^2_1", "x_1^2"), ("x \\le y", "x\\leq y"),
    ("\\operatorname{foo} x", "\\mathrm{foo}x"), ("\\mathbf{ab}", "\\mathbf{a}\\mathbf{b}"),
    ("α", "\\alpha"), ("{{x}}", "x"),
    ("x\u{2028}+ y", "x+y"), ("\\left.x\\right.", "x"),
    ("\\begin{aligned}a &= b \\\\ \\end{aligned}", "\\begin{matrix}a & =b\\end{matrix}"),
    ("\\sqrt x", "\\sqrt{x}"), ("a\\ b", "a\\ b"), ("−1", "-1"),
  ]) func `Other spellings give the same equation`(tex: String, expected: String) throws {
    #expect(try #require(Equation(tex: tex)).tex == expected)
  }

  @Test(arguments: [
    "\\unknown", "{x", "x}", "x^", "x^a^b", "x_a_b", "\\frac{a}", "\\left(x", "\\right)", "a & b",
    "\\\\", "$x$", "x%y", "#1",
    "\\begin{align}x\\end{align}", "\\begin{matrix}x\\end{pmatrix}", "\\text{a", "\\text{\\foo}",
    "\\sqrt[x", "a\u{0}b", "\\mathbb{1a é}",
    "x''^2", "\\", "\\frac a^2",
  ]) func `Other commands and unbalanced text give no equation`(tex: String) {
    #expect(Equation(tex: tex) == nil)
  }

  @Test func `Deep and long equations are read in linear time, up to the limits`() {
    let deep = String(repeating: "{", count: 150) + "x" + String(repeating: "}", count: 150)
    #expect(Equation(tex: deep)?.tex == "x")
    #expect(Equation(tex: String(repeating: "{", count: 30_000)) == nil)
    #expect(Equation(tex: String(repeating: "\\sqrt", count: 10_000) + "x") == nil)
    let long = String(repeating: "x+", count: 5000)
    #expect(Equation(tex: long)?.tex == long)
    #expect(Equation(tex: String(repeating: "x", count: 30_000)) == nil)
    #expect(Equation(tex: String(repeating: "x", count: 70_000)) == nil)
  }

  @Test func `Random text does not stop the process, and equations are stable when written`()
    throws
  {
    let pieces = [
      "x", "1", "{", "}", "^", "_", "\\frac", "\\sqrt", "[", "]", "'", "&", "\\\\", "\\left(",
      "\\right)", "\\begin{matrix}",
      "\\end{matrix}", "\\sum", "\\alpha", "\\text{a b}", "+", "\\hat", "\\overset", " ",
      "\\mathbb{R}", "\\lim", "\\,", "12", "∑", "ℝ",
    ]
    var generator = SeededGenerator(seed: 7)
    var read = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...12, using: &generator)
      let tex = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let equation = Equation(tex: tex) else { continue }
      read += 1
      let written = equation.tex
      let again = try #require(Equation(tex: written), "\(tex) → \(written)")
      #expect(again.tex == written, "\(tex)")
      #expect(again.mathML == Equation(tex: again.tex)?.mathML)
    }
    #expect(read > 2000)
  }
}

/// A random generator with a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
