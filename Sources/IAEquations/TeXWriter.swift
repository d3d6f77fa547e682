extension Equation {
  /// The equation in TeX, in one line.
  ///
  /// Equations with equal trees have equal TeX, and `Equation(tex:)` creates an equation with the same TeX from it.
  ///
  /// - Complexity: O(*n*), *n* being the number of parts and the length of their texts.
  package var tex: String {
    var writer = TeXWriter()
    var pending: [TeXWriter.Step] = [.part(root)]
    while let step = pending.popLast() {
      switch step {
      case .text(let text): writer.write(text)
      case .braced(let part): pending += [.text("}"), .part(part), .text("{")]
      case .part(let part): writer.write(part, of: self, &pending)
      }
    }
    return writer.out
  }
}

/// The text written so far, and the rules for the next part.
private struct TeXWriter {
  /// A pending step of the writer.
  enum Step {
    case text(String)
    case part(Equation.Part)
    case braced(Equation.Part)
  }

  private(set) var out = ""
  /// Whether a space is needed before the next letter or digit.
  ///
  /// The text then ends with a command whose name a letter would continue, or with an index or exponent without braces,
  /// which a letter or digit would seem to continue.
  private var needsBlank = false

  mutating func write(_ text: String) {
    guard let first = text.utf8.first else { return }
    if needsBlank, Self.isLetter(first) || Self.isDigit(first) { out += " " }
    let isScript = out.utf8.last == UInt8(ascii: "^") || out.utf8.last == UInt8(ascii: "_")
    out += text
    let letters = text.utf8.reversed().prefix(while: Self.isLetter)
    let before = text.utf8.dropLast(letters.count)
    let isWord = !letters.isEmpty && before.last == UInt8(ascii: "\\")
    needsBlank = isWord || isScript && text.utf8.count == 1 && text != "{"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// Writes a part without children, or adds the steps that write it.
  mutating func write(_ part: Equation.Part, of equation: Equation, _ pending: inout [Step]) {
    let node = equation[part]
    let parts = Array(equation.children(of: part))
    let steps: [Step]
    switch node.kind {
    case .row: steps = parts.map { .part($0) }
    case .fenced: steps = fenced(part, parts, equation)
    case .identifier, .upright, .number, .operator, .text, .space: return write(leaf: node)
    case .fraction: steps = [.text("\\frac"), .braced(parts[0]), .braced(parts[1])]
    case .squareRoot: steps = [.text("\\sqrt"), .braced(parts[0])]
    case .root:
      steps =
        [.text("\\sqrt"), .text("[")] + degree(parts[1], equation)
        + [.text("]"), .braced(parts[0])]
    case .subscripted: steps = base(parts[0], equation) + script("_", parts[1], equation)
    case .superscripted: steps = base(parts[0], equation) + script("^", parts[1], equation)
    case .scripted:
      steps =
        base(parts[0], equation) + script("_", parts[1], equation) + script("^", parts[2], equation)
    case .under, .over, .underOver: steps = limits(node.kind, parts, equation)
    case .accented:
      let accent = EquationSymbols.accents.first { $0.text == equation[parts[1]].text }
      steps =
        accent.map { [.text("\\" + $0.command), .braced(parts[0])] }
        ?? [.text("\\overset"), .braced(parts[1]), .braced(parts[0])]
    case .table: steps = table(part, "matrix", equation)
    case .tableRow: steps = row(part, equation)
    }
    pending += steps.reversed()
  }

  // MARK: Scripts

  /// Returns the steps for the base of an index or exponent; it is in braces if the index or exponent would otherwise
  /// apply only to its last part.
  private func base(_ part: Equation.Part, _ equation: Equation) -> [Step] {
    switch equation[part].kind {
    case .row, .subscripted, .superscripted, .scripted, .under, .over, .underOver: [.braced(part)]
    default: [.part(part)]
    }
  }

  private func script(_ mark: String, _ part: Equation.Part, _ equation: Equation) -> [Step] {
    let node = equation[part]
    if mark == "^", node.kind == .operator, !node.text.isEmpty,
      node.text.unicodeScalars.allSatisfy({ $0 == "′" })
    {
      return [.text(String(repeating: "'", count: node.text.unicodeScalars.count))]
    }
    let isShort =
      node.text.utf8.count == 1 && (node.kind == .identifier || node.kind == .number)
      && node.text.utf8.allSatisfy { Self.isLetter($0) || Self.isDigit($0) }
    return [.text(mark), isShort ? .part(part) : .braced(part)]
  }

  /// Returns the steps for a degree; it is in braces unless it is a number or an identifier, because any other part may
  /// contain brackets.
  private func degree(_ part: Equation.Part, _ equation: Equation) -> [Step] {
    let kind = equation[part].kind
    return kind == .number || kind == .identifier ? [.part(part)] : [.braced(part)]
  }

  private func limits(
    _ kind: Equation.Kind, _ parts: [Equation.Part], _ equation: Equation
  ) -> [Step] {
    let node = equation[parts[0]]
    if node.kind.arity == 0, EquationSymbols.withLimits.contains(node.text) {
      var steps: [Step] = [.part(parts[0])]
      if kind != .over { steps += script("_", parts[1], equation) }
      if kind != .under { steps += script("^", parts[kind == .over ? 1 : 2], equation) }
      return steps
    }
    var steps: [Step] = []
    if kind != .under { steps += [.text("\\overset"), .braced(parts[kind == .over ? 1 : 2])] }
    guard kind != .over else { return steps + [.braced(parts[0])] }
    let below = equation[parts[1]]
    let isLine = below.kind == .operator && below.text == "_"
    let under: [Step] =
      isLine
      ? [.text("\\underline"), .braced(parts[0])]
      : [.text("\\underset"), .braced(parts[1]), .braced(parts[0])]
    return kind == .under ? under : steps + [.text("{")] + under + [.text("}")]
  }

  // MARK: Fences and tables

  private func fenced(
    _ part: Equation.Part, _ parts: [Equation.Part], _ equation: Equation
  ) -> [Step] {
    let (opening, closing) = equation.delimiters(of: part)
    if parts.count == 1, equation[parts[0]].kind == .table,
      let name = EquationSymbols.environments.first(where: { _, fence in
        fence.map { $0.open == opening && $0.close == closing } ?? false
      })?.name
    {
      return table(parts[0], name, equation)
    }
    return [.text("\\left"), .text(Self.delimiter(opening))] + parts.map { .part($0) }
      + [.text("\\right"), .text(Self.delimiter(closing))]
  }

  private static func delimiter(_ text: String) -> String {
    EquationSymbols.delimiters.first { $0.text == text }?.command ?? "."
  }

  private func table(_ part: Equation.Part, _ name: String, _ equation: Equation) -> [Step] {
    var steps: [Step] = [.text("\\begin{\(name)}")]
    for (index, row) in equation.children(of: part).enumerated() {
      if index > 0 { steps.append(.text(" \\\\ ")) }
      steps.append(.part(row))
    }
    return steps + [.text("\\end{\(name)}")]
  }

  private func row(_ part: Equation.Part, _ equation: Equation) -> [Step] {
    var steps: [Step] = []
    for (index, cell) in equation.children(of: part).enumerated() {
      if index > 0 { steps.append(.text(" & ")) }
      steps.append(.part(cell))
    }
    return steps
  }

  // MARK: Characters

  private mutating func write(leaf node: Equation.Node) {
    switch node.kind {
    case .text: return write("\\text{" + TeXWords.escaped(node.text) + "}")
    case .space:
      let command = EquationSymbols.spaces.first { $0.width == node.text }?.command
      return write("\\" + (command ?? ","))
    case .upright: return write("\\mathrm{" + TeXWords.escaped(node.text) + "}")
    default: break
    }
    let scalars = node.text.unicodeScalars
    if node.kind != .number, scalars.count > 1, scalars.allSatisfy(\.properties.isAlphabetic) {
      let isFunction = EquationSymbols.functions.contains(node.text)
      return write(
        isFunction ? "\\" + node.text : "\\mathrm{" + TeXWords.escaped(node.text) + "}")
    }
    for scalar in scalars { write(scalar) }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "{", "}", "$", "%", "#", "&", "_": write("\\" + String(scalar))
    case "^", "~", "'": write("\\text{" + TeXWords.escaped(String(scalar)) + "}")
    case "‖": write("\\|")
    case "\u{2212}": write("-")
    case " ", "\u{A0}": write("\\ ")
    case "\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}", "\u{2028}", "\u{2029}": break
    default:
      if let command = EquationSymbols.commandByText[String(scalar)] {
        write("\\" + command)
      } else if let (command, letter) = MathAlphabet.commands[scalar] {
        write("\\\(command){\(letter)}")
      } else if TeXWords.isAllowed(scalar) {
        write(String(scalar))
      }
    }
  }
}
