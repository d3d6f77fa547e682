internal import IAEquations

/// The content of `\mmath`, the group of an equation of Office (RTF 1.9.1, "Math").
struct RTFEquationGroups {
  /// A piece of the groups.
  enum Piece {
    /// Control words and braces.
    case markup(String)
    /// Text, which has to be escaped.
    case text(String)
  }

  /// A step of the traversal that is still to be done.
  private enum Step {
    case piece(Piece)
    /// Adjacent parts.
    case row(ArraySlice<Equation.Part>)
    case part(Equation.Part)
  }

  private let equation: Equation
  private(set) var pieces: [Piece] = []

  /// The maximum nesting depth of groups, so that readers accept the groups around and in an equation.
  private static let maxDepth = 100

  /// Creates the groups of an equation.
  ///
  /// - Returns: `nil` if the groups cannot represent the equation so that a reader finds the same one.
  init?(_ equation: Equation, isDisplay: Bool) {
    self.equation = equation
    let (opening, closing) =
      isDisplay
      ? ("{\\*\\moMathPara{\\*\\moMath", "}}") : ("{\\*\\moMath", "}")
    pieces.append(.markup(opening))
    var pending: [Step] = [.part(equation.root)]
    var depth = 0
    while let step = pending.popLast() {
      switch step {
      case .piece(let piece):
        if case .markup(let words) = piece {
          for byte in words.utf8 {
            depth += byte == UInt8(ascii: "{") ? 1 : byte == UInt8(ascii: "}") ? -1 : 0
          }
        }
        guard depth <= Self.maxDepth else { return nil }
        pieces.append(piece)
      case .row(let parts): pending += steps(ofRow: parts).reversed()
      case .part(let part):
        guard let steps = steps(of: part) else { return nil }
        pending += steps.reversed()
      }
    }
    pieces.append(.markup(closing))
  }

  // MARK: Rows

  /// The operators for which Office has a group with limits and an operand.
  private static let largeOperators: Set<String> = [
    "∑", "∏", "∐", "∫", "∬", "∭", "∮", "⋂", "⋃", "⋁", "⋀", "⨁", "⨂", "⨆",
  ]

  /// Returns whether a part is a large operator with limits.
  private func isLarge(_ part: Equation.Part) -> Bool {
    switch equation.kind(of: part) {
    case .under, .over, .underOver, .subscripted, .superscripted, .scripted:
      let base = equation.children(of: part).first
      return base.map {
        equation.kind(of: $0) == .operator && Self.largeOperators.contains(equation.text(of: $0))
      } ?? false
    default: return false
    }
  }

  /// Returns the steps of adjacent parts; the parts after a large operator are its operand.
  private func steps(ofRow parts: ArraySlice<Equation.Part>) -> [Step] {
    guard let index = parts.firstIndex(where: { isLarge($0) || isFunction($0) }) else {
      return parts.map { .part($0) }
    }
    let before: [Step] = parts[..<index].map { .part($0) }
    let rest = parts[(index + 1)...]
    if isLarge(parts[index]) { return before + large(parts[index], rest) }
    return before + function(parts[index], rest)
  }

  /// Returns whether a part is the name of a function with a limit below it.
  private func isFunction(_ part: Equation.Part) -> Bool {
    guard equation.kind(of: part) == .under, let base = equation.children(of: part).first else {
      return false
    }
    return equation.kind(of: base) == .identifier && equation.hasLimits(base)
  }

  /// Returns the steps of a function, whose argument is the next part, and of the parts after it.
  private func function(_ part: Equation.Part, _ rest: ArraySlice<Equation.Part>) -> [Step] {
    [.piece(.markup("{\\mfunc{\\mfName")), .part(part), .piece(.markup("}"))]
      + argument("me", rest.prefix(1)) + [.piece(.markup("}")), .row(rest.dropFirst())]
  }

  private func large(_ part: Equation.Part, _ rest: ArraySlice<Equation.Part>) -> [Step] {
    let parts = Array(equation.children(of: part))
    let kind = equation.kind(of: part)
    let areLimits = kind == .under || kind == .over || kind == .underOver
    let hasIndex = kind != .over && kind != .superscripted
    let hasExponent = kind != .under && kind != .subscripted
    var steps: [Step] = [
      .piece(.markup("{\\mnary{\\mnaryPr{\\mchr ")), .piece(.text(equation.text(of: parts[0]))),
      .piece(.markup("}{\\mlimLoc \(areLimits ? "undOvr" : "subSup")}")),
    ]
    if !hasIndex { steps.append(.piece(.markup("{\\msubHide on}"))) }
    if !hasExponent { steps.append(.piece(.markup("{\\msupHide on}"))) }
    steps.append(.piece(.markup("}")))
    steps += argument("msub", hasIndex ? parts[1...1] : [])
    steps += argument("msup", hasExponent ? parts[(parts.count - 1)...] : [])
    return steps + argument("me", rest) + [.piece(.markup("}"))]
  }

  private func argument(_ name: String, _ parts: ArraySlice<Equation.Part>) -> [Step] {
    [.piece(.markup("{\\" + name)), .row(parts), .piece(.markup("}"))]
  }

  private func argument(_ name: String, _ part: Equation.Part) -> [Step] {
    argument(name, [part])
  }

  /// Returns the steps of a structure with properties and arguments.
  private func structure(_ start: String, _ arguments: (String, Equation.Part)...) -> [Step] {
    [.piece(.markup("{\\" + start))] + arguments.flatMap { argument($0.0, $0.1) }
      + [.piece(.markup("}"))]
  }

  // MARK: Parts

  /// Returns the steps of a part; `nil` if no groups show it.
  private func steps(of part: Equation.Part) -> [Step]? {
    let parts = Array(equation.children(of: part))
    switch equation.kind(of: part) {
    case .row: return steps(ofRow: parts[...])
    case .fenced:
      let (opening, closing) = equation.delimiters(of: part)
      return [
        .piece(.markup("{\\md{\\mdPr{\\mbegChr ")), .piece(.text(opening)),
        .piece(.markup("}{\\mendChr ")), .piece(.text(closing)), .piece(.markup("}}")),
      ] + argument("me", parts[...]) + [.piece(.markup("}"))]
    case .identifier, .upright, .number, .operator, .text, .space: return leaf(part)
    case .fraction: return structure("mf", ("mnum", parts[0]), ("mden", parts[1]))
    case .squareRoot:
      return structure("mrad{\\mradPr{\\mdegHide on}}{\\mdeg}", ("me", parts[0]))
    case .root:
      return equation.isEmpty(parts[1])
        ? nil : structure("mrad", ("mdeg", parts[1]), ("me", parts[0]))
    case .subscripted, .superscripted, .scripted: return scripts(part, parts)
    case .under, .over, .underOver: return limits(part, parts)
    case .accented: return accent(parts)
    case .table:
      return [.piece(.markup("{\\mm"))] + parts.map { .part($0) } + [.piece(.markup("}"))]
    case .tableRow:
      return [.piece(.markup("{\\mmr"))] + parts.flatMap { argument("me", $0) }
        + [.piece(.markup("}"))]
    }
  }

  private func scripts(_ part: Equation.Part, _ parts: [Equation.Part]) -> [Step]? {
    guard !parts[1...].contains(where: { equation.isEmpty($0) }), !equation.hasLimits(parts[0])
    else { return nil }
    if isLarge(part) { return large(part, []) }
    switch equation.kind(of: part) {
    case .subscripted: return structure("msSub", ("me", parts[0]), ("msub", parts[1]))
    case .superscripted: return structure("msSup", ("me", parts[0]), ("msup", parts[1]))
    default:
      return structure("msSubSup", ("me", parts[0]), ("msub", parts[1]), ("msup", parts[2]))
    }
  }

  private func limits(_ part: Equation.Part, _ parts: [Equation.Part]) -> [Step]? {
    guard !parts[1...].contains(where: { equation.isEmpty($0) }) else { return nil }
    if isLarge(part) { return large(part, []) }
    switch equation.kind(of: part) {
    case .under where equation.text(of: parts[1]) == "_":
      return structure("mbar{\\mbarPr{\\mpos bot}}", ("me", parts[0]))
    case .under: return structure("mlimLow", ("me", parts[0]), ("mlim", parts[1]))
    case .over: return structure("mlimUpp", ("me", parts[0]), ("mlim", parts[1]))
    default: return nil
    }
  }

  private func accent(_ parts: [Equation.Part]) -> [Step]? {
    let text = equation.text(of: parts[1])
    if text == "\u{203E}" { return structure("mbar{\\mbarPr{\\mpos top}}", ("me", parts[0])) }
    guard let combining = RTFMathPart.accents.first(where: { $0.value == text })?.key else {
      return nil
    }
    return [
      .piece(.markup("{\\macc{\\maccPr{\\mchr ")), .piece(.text(combining)), .piece(.markup("}}")),
    ] + argument("me", parts[0]) + [.piece(.markup("}"))]
  }

  private func leaf(_ part: Equation.Part) -> [Step]? {
    var text = equation.text(of: part)
    var words = ""
    let isName = text.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
    switch equation.kind(of: part) {
    case .text: words = "\\mnor"
    case .space:
      guard let blank = Equation.blanks.first(where: { $0.value == text })?.key else { return nil }
      text = String(blank)
    case .upright:
      guard isName else { return nil }
      words = "\\mscr0\\msty0"
    case .identifier where text.unicodeScalars.count > 1:
      guard isName else { return nil }
      words = "\\mscr0\\msty0"
    default: break
    }
    guard !text.isEmpty else { return nil }
    return [.piece(.markup("{\\mr" + words + " ")), .piece(.text(text)), .piece(.markup("}"))]
  }
}
