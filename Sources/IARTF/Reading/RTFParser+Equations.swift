internal import IAEquations
internal import IAFormats

extension RTFParser {
  // MARK: Equations

  /// Starts an equation, whose text is collected with the structure of its parts.
  mutating func beginEquation(_ start: Int) {
    flushText()
    collect(.capture, .equation)
    destinations.equation.begin(at: destinations.capture.end)
  }

  /// Starts a part of an equation.
  mutating func begin(_ part: RTFMathPart, _ value: Int32?, _ start: Int) {
    if groups.current.destination == .text, part == .moMath || part == .moMathPara {
      beginEquation(start)
      return destinations.equation.note(part, isStart: true, at: destinations.capture.end)
    }
    guard groups.current.destination == .capture, destinations.equation.isOpen else { return }
    if part.isWord {
      return destinations.equation.note(word: part, value, at: destinations.capture.end)
    }
    guard groups.current.ending == .none else { return }
    groups.current.ending = .math(part)
    destinations.equation.note(part, isStart: true, at: destinations.capture.end)
  }

  /// Ends an equation, and inserts its TeX with the tag of equations.
  mutating func endEquation(_ closed: RTFGroup) {
    let ended = destinations.equation.end(takeUnits(closed))
    if let missing = ended.missing {
      report.add(
        ended.isCut ? .dropped : .approximated, .equation, missing, byteOffset: closed.start)
    }
    groups.current.destination = .text
    insert(tex: ended.tex, isDisplay: ended.isDisplay)
  }

  /// Inserts the equation of a field.
  mutating func insert(_ field: RTFEquationField) {
    if let missing = field.missing {
      report.add(.approximated, .equation, missing, byteOffset: tokenizer.offset)
    }
    insert(tex: field.tex, isDisplay: false)
  }

  /// Inserts TeX with the tag of equations.
  private mutating func insert(tex: String, isDisplay: Bool) {
    guard !tex.isEmpty else { return }
    groups.current.character.tag = document.tables.addTag(
      Equation.tagName, isDisplay ? "display" : "inline")
    groups.current.format = .none
    for unit in tex.utf16 { self.unit(unit) }
  }
}
