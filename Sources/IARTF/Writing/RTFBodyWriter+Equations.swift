internal import IAEquations
internal import IAFiles
internal import IAFormats
internal import IAText

extension RTFBodyWriter {
  /// Writes text as the equation whose TeX it is.
  ///
  /// TeX for which there are no groups is written as text. Hidden data has the TeX if a reader gets another spelling from the groups.
  ///
  /// - Parameter form: The value of the tag, `inline` or `display`.
  mutating func write(
    equation form: String, _ range: Range<Int>, to sink: inout some DocumentSink
  ) throws {
    let units = context.columns.units[range]
    let tex = String(decoding: units, as: UTF16.self)
    guard form == "inline" || form == "display", tex.utf16.elementsEqual(units),
      let equation = Equation(tex: tex), equation.tex == tex || context.keepsHiddenData,
      let groups = RTFEquationGroups(equation, isDisplay: form == "display")
    else {
      // Hidden data never makes text an equation, which shows other characters.
      report.add(.dropped, .tag, Equation.tagName, utf16Range: range)
      return try writeUnits(range, to: &sink)
    }
    output.write("{\\mmath")
    if equation.tex != tex {
      output.write("{\\*\\iatex ")
      output.write(base64: Array(tex.utf8))
      output.closeGroup()
    }
    for piece in groups.pieces {
      switch piece {
      case .markup(let words): output.write(Array(words.utf8))
      case .text(let text): output.write(text: text)
      }
      try output.drain(into: &sink)
    }
    output.closeGroup()
  }
}
