internal import IAEquations

/// The equation of a field `EQ` of Word, read without recursion.
///
/// Source: the description of the field EQ in the help of Microsoft Word.
struct RTFEquationField {
  /// The TeX of the equation.
  private(set) var tex = ""
  /// The first element whose form is lost; `nil` if there is none.
  private(set) var missing: String?

  /// An element that is open.
  private struct Frame {
    let letter: Character
    let options: [String: String]
    /// The finished arguments, and the parts of the current one.
    var arguments: [Equation.Part] = []
    var parts: [Equation.Part] = []
    /// The number of open parentheses that are text.
    var parentheses = 0
  }

  private var equation = Equation()
  private var frames = [Frame(letter: " ", options: [:])]
  private var text = ""

  private static let maxDepth = 200

  /// Creates the equation of an instruction after the name of the field.
  ///
  /// - Returns: `nil` if it is not balanced, or has an element without arguments.
  init?(_ instruction: String) {
    let characters = Array(instruction.prefix(8192))
    var at = 0
    while at < characters.count {
      guard frames.count < Self.maxDepth, !equation.isFull, read(characters, &at) else {
        return nil
      }
    }
    guard frames.count == 1 else { return nil }
    flush()
    equation.finish(equation.add(.row, frames[0].parts))
    tex = equation.tex
  }

  private mutating func read(_ characters: [Character], _ at: inout Int) -> Bool {
    let character = characters[at]
    let last = frames.count - 1
    at += 1
    switch character {
    case "\\":
      guard at < characters.count else { return false }
      guard characters[at].isASCII, characters[at].isLetter else {
        text.append(characters[at])
        at += 1
        return true
      }
      flush()
      return open(characters, &at)
    case "(" where last > 0:
      frames[last].parentheses += 1
      text.append(character)
    case ")" where last > 0 && frames[last].parentheses == 0:
      endArgument()
      close()
    case ")" where last > 0:
      frames[last].parentheses -= 1
      text.append(character)
    case ",", ";":
      if last > 0, frames[last].parentheses == 0 { endArgument() } else { text.append(character) }
    default: text.append(character)
    }
    return true
  }

  private mutating func flush() {
    guard !text.isEmpty else { return }
    frames[frames.count - 1].parts += equation.characters(text, .variables)
    text = ""
  }

  private mutating func endArgument() {
    flush()
    let last = frames.count - 1
    frames[last].arguments.append(equation.add(.row, frames[last].parts))
    frames[last].parts = []
  }

  /// Reads the letter of an element with its options, up to its opening parenthesis.
  private mutating func open(_ characters: [Character], _ at: inout Int) -> Bool {
    let letter = Character(characters[at].lowercased())
    at += 1
    var options: [String: String] = [:]
    while at < characters.count, characters[at] != "(" {
      guard characters[at] == "\\" else {
        guard characters[at] == " " else { return false }
        at += 1
        continue
      }
      let name = String(characters[(at + 1)...].prefix(2)).lowercased()
      at = min(at + 3, characters.count)
      if ["lc", "rc", "bc", "fc", "vc"].contains(name), at + 1 < characters.count {
        options[name] = String(characters[at + 1])
        at += 2
      } else {
        let digits = characters[at...].prefix { $0.isASCII && $0.isNumber }
        options[name] = String(digits)
        at += digits.count
      }
    }
    guard at < characters.count else { return false }
    at += 1
    frames.append(Frame(letter: letter, options: options))
    return true
  }

  private mutating func close() {
    let frame = frames.removeLast()
    let last = frames.count - 1
    if frame.letter == "s", let content = frame.arguments.first {
      let base = frames[last].parts.popLast() ?? equation.add(.row, [])
      let isIndex = frame.options["do"] != nil
      frames[last].parts.append(
        equation.add(isIndex ? .subscripted : .superscripted, [base, content]))
      return
    }
    frames[last].parts.append(build(frame))
  }

  private mutating func build(_ frame: Frame) -> Equation.Part {
    let arguments = frame.arguments
    switch (frame.letter, arguments.count) {
    case ("f", 2): return equation.add(.fraction, arguments)
    case ("r", 1): return equation.add(.squareRoot, arguments)
    case ("r", 2):
      return equation.isEmpty(arguments[0])
        ? equation.add(.squareRoot, [arguments[1]])
        : equation.add(.root, [arguments[1], arguments[0]])
    case ("i", 3): return integral(frame)
    case ("b", 1): return brackets(frame)
    case ("a", _):
      let columns = max(Int(frame.options["co"] ?? "") ?? 1, 1)
      let rows = stride(from: 0, to: arguments.count, by: columns).map { start in
        equation.add(.tableRow, Array(arguments[start..<min(start + columns, arguments.count)]))
      }
      return equation.add(.table, rows)
    case ("l", _):
      var parts: [Equation.Part] = []
      for argument in arguments {
        if !parts.isEmpty { parts.append(equation.add(.operator, ",")) }
        parts.append(argument)
      }
      return equation.add(.row, parts)
    default:
      missing = missing ?? "EQ \\\(frame.letter)"
      return equation.add(.row, arguments)
    }
  }

  private mutating func integral(_ frame: Frame) -> Equation.Part {
    let other = frame.options["fc"] ?? frame.options["vc"] ?? "\u{222B}"
    let sign =
      frame.options["su"] != nil ? "\u{2211}" : frame.options["pr"] != nil ? "\u{220F}" : other
    let base = equation.add(.operator, sign)
    let areLimits = equation.hasLimits(base)
    let isLow = !equation.isEmpty(frame.arguments[0])
    let isHigh = !equation.isEmpty(frame.arguments[1])
    let part: Equation.Part
    switch (isLow, isHigh) {
    case (true, true):
      part = equation.add(
        areLimits ? .underOver : .scripted, [base, frame.arguments[0], frame.arguments[1]])
    case (true, false):
      part = equation.add(areLimits ? .under : .subscripted, [base, frame.arguments[0]])
    case (false, true):
      part = equation.add(areLimits ? .over : .superscripted, [base, frame.arguments[1]])
    case (false, false): part = base
    }
    return equation.add(.row, [part, frame.arguments[2]])
  }

  private mutating func brackets(_ frame: Frame) -> Equation.Part {
    let pairs = ["(": ")", "[": "]", "{": "}", "<": ">"]
    let both = frame.options["bc"]
    let isOneSided = both == nil && (frame.options["lc"] != nil || frame.options["rc"] != nil)
    let opening = both ?? frame.options["lc"] ?? (isOneSided ? "" : "(")
    let closing = both.map { pairs[$0] ?? $0 } ?? frame.options["rc"] ?? (isOneSided ? "" : ")")
    guard [opening, closing].allSatisfy({ $0.isEmpty || Equation.isDelimiter($0) }) else {
      return equation.add(
        .row,
        [equation.add(.operator, opening)] + frame.arguments + [equation.add(.operator, closing)])
    }
    return equation.add(fenced: frame.arguments, opening, closing)
  }
}
