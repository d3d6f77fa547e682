internal import IAEquations

/// Checks that TeX is written in a canonical form that reads as the same equation, and that MathML
/// elements are balanced.
@Sendable func fuzzEquation(_ bytes: [UInt8]) throws(FuzzFailure) {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let equation = Equation(tex: text) else { return }
  let written = equation.tex
  try require(written.utf8.count <= 40 * text.utf8.count + 64, "the length is bounded")
  guard written.utf8.count <= Equation.maxTeXBytes else { return }
  guard let again = Equation(tex: written) else {
    throw FuzzFailure(description: "what is written is read again")
  }
  try require(again.tex == written, "there is one way to write an equation")
  let math = again.mathML
  let opened = math.split(separator: "<", omittingEmptySubsequences: false).dropFirst()
  try require(
    opened.count { $0.hasPrefix("/") } * 2 == opened.count, "each element has its end tag")
}
