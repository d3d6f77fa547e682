import IAEquations
import Testing

@Suite struct EquationSpecTests {
  @Test func `TeX and MathML are as specified`() throws {
    let fences = try SpecFence.all(of: "equations.md")
    var examples = 0
    for (index, fence) in fences.enumerated() where fence.words == ["tex"] {
      let lines = fence.content.split(separator: "\n").map(String.init)
      let equation = try #require(Equation(tex: lines[0]), "\(fence)")
      #expect(equation.tex == lines[lines.count - 1], "\(fence)")
      if fences.indices.contains(index + 1), fences[index + 1].words == ["html"] {
        #expect("<math>\(equation.mathML)</math>\n" == fences[index + 1].content, "\(fence)")
      }
      examples += 1
    }
    #expect(examples == 3)
  }
}
