internal import IAEquations
internal import IAFiles
internal import IAFormats

extension BodyWriter {
  /// Writes text up to an end as the equation whose TeX it is.
  ///
  /// TeX that has no elements is written as text.
  ///
  /// - Parameter form: The value of the tag, `inline` or `display`.
  mutating func write(
    equation form: String, to end: Int, isLinked: Bool, to sink: inout some DocumentSink
  ) throws {
    let range = cursor.position..<end
    guard let units = wholeUnits(to: end), let math = Self.math(form, units) else {
      // Hidden data never makes text an equation, which shows other characters.
      report.add(.dropped, .tag, Equation.tagName, utf16Range: range)
      return try writeText(to: end, isLinked: isLinked, to: &sink)
    }
    output.write(safe: math)
    cursor.position = end
    try output.drain(into: &sink)
  }

  /// The maximum number of parts inside each other: readers accept 512 open elements.
  private static let maxDepth = 100

  /// Returns the element of an equation; `nil` if there is none that a reader takes for exactly this text.
  private static func math(_ form: String, _ units: [UInt16]) -> String? {
    guard form == "inline" || form == "display", !units.contains(0x0A), !units.contains(0x0D)
    else { return nil }
    let tex = String(decoding: units, as: UTF16.self)
    guard tex.utf16.elementsEqual(units), let equation = Equation(tex: tex), !equation.isEmpty,
      equation.depth <= maxDepth
    else { return nil }
    var math = form == "display" ? "<math display=\"block\">" : "<math>"
    if equation.tex == tex {
      math += equation.mathML
    } else {
      math += "<semantics>" + equation.mathML
      math += "<annotation encoding=\"application/x-tex\">" + Equation.escaped(tex)
      math += "</annotation></semantics>"
    }
    return math + "</math>"
  }
}
