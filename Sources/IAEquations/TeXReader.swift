extension Equation {
  /// The maximum number of bytes of an equation in TeX.
  package static let maxTeXBytes = 65_536

  /// Creates an equation from TeX.
  ///
  /// The commands are those of `EquationSymbols` and of section 3 of Specs/equations.md.
  ///
  /// - Parameter tex: The text between the delimiters of the equation.
  /// - Returns: `nil` if the text has another command, is not balanced, or has too many parts.
  /// - Complexity: O(*n*), *n* being the length of the text.
  package init?(tex: String) {
    guard tex.utf8.count <= Self.maxTeXBytes else { return nil }
    var reader = TeXReader(tex)
    guard let equation = reader.read() else { return nil }
    self = equation
  }
}

/// Reads TeX with a stack of open groups.
private struct TeXReader {
  /// A construct that still needs arguments.
  private struct Wait {
    enum Purpose {
      case part(Equation.Kind)
      /// A command with two arguments: first the part above or below, then the base.
      case stacked(Equation.Kind)
      /// An accent that applies to the next part.
      case accent(String)
      /// A line below the next part.
      case underline
      /// An index or exponent of a base, which may already have the other one.
      case script(isExponent: Bool, isSecond: Bool)
      /// The radicand of a root whose degree was read.
      case radicand
    }
    let purpose: Purpose
    let count: Int
    var parts: [Equation.Part] = []
  }

  /// A group that is still open.
  private struct Frame {
    enum Kind {
      case top, group
      /// Content between `\left`, with its delimiter, and `\right`.
      case fence(String)
      /// A degree of a root, in brackets.
      case degree
      /// The rows and cells of a table.
      case table(String)
    }
    let kind: Kind
    var items: [Equation.Part] = []
    var waits: [Wait] = []
    /// Whether the last item is a base with one index or exponent, to which the other can be added.
    var takesOther = false
    /// The finished cells and rows of a table.
    var cells: [Equation.Part] = []
    var rows: [Equation.Part] = []
  }

  private let text: [Unicode.Scalar]
  private var at = 0
  /// The start of the part that is being read.
  private var start = 0
  private var equation = Equation()
  private var frames = [Frame(kind: .top)]

  private static let maxDepth = 200

  init(_ tex: String) { text = Array(tex.unicodeScalars) }

  mutating func read() -> Equation? {
    while at < text.count {
      guard !equation.isFull, frames.count <= Self.maxDepth, readNext() else { return nil }
    }
    guard frames.count == 1, frames[0].waits.isEmpty else { return nil }
    equation.finish(equation.add(.row, frames[0].items))
    return equation
  }

  // MARK: Characters

  /// Reads a character, a group mark or a command; returns `false` for any other text.
  private mutating func readNext() -> Bool {
    let scalar = text[at]
    start = at
    at += 1
    switch scalar {
    case " ", "\t", "\n", "\r", "\u{2028}": return true
    case "\\": return readCommand()
    case "{": return open(.group)
    case "}": return closeGroup()
    case "]" where isDegree: return closeDegree()
    case "^": return script(isExponent: true)
    case "_": return script(isExponent: false)
    case "'": return readPrimes()
    case "&": return endCell()
    case "$", "%", "#", "~": return false
    case "0"..."9":
      var digits = String(scalar)
      // A digit without braces is a complete argument.
      if frames[frames.count - 1].waits.isEmpty {
        while at < text.count, ("0"..."9").contains(text[at]) || isDecimalPoint(at) {
          digits.unicodeScalars.append(text[at])
          at += 1
        }
      }
      return deliver(.number, digits)
    default:
      let string = String(scalar)
      guard TeXWords.isAllowed(scalar) else { return false }
      if let command = EquationSymbols.commandByText[string],
        let symbol = EquationSymbols.byCommand[command]
      {
        return deliver(symbol.kind, string)
      }
      return deliver(scalar.properties.isAlphabetic ? .identifier : .operator, string)
    }
  }

  private func isDecimalPoint(_ index: Int) -> Bool {
    text[index] == "." && index + 1 < text.count && ("0"..."9").contains(text[index + 1])
  }

  private mutating func readPrimes() -> Bool {
    var primes = "′"
    while at < text.count, text[at] == "'" {
      primes += "′"
      at += 1
    }
    guard script(isExponent: true) else { return false }
    return deliver(.operator, primes)
  }

  // MARK: Groups

  private mutating func open(_ kind: Frame.Kind) -> Bool {
    frames.append(Frame(kind: kind))
    return true
  }

  private mutating func closeGroup() -> Bool {
    guard case .group? = frames.last?.kind, let items = popItems() else { return false }
    return deliver(equation.add(.row, items))
  }

  /// Removes the last frame and returns its items, or `nil` if a construct in it lacks an argument.
  private mutating func popItems() -> [Equation.Part]? {
    guard frames.count > 1, let frame = frames.popLast(), frame.waits.isEmpty else { return nil }
    return frame.items
  }

  private var isDegree: Bool {
    if case .degree? = frames.last?.kind { return true }
    return false
  }

  private mutating func closeDegree() -> Bool {
    guard let items = popItems() else { return false }
    let degree = equation.add(.row, items)
    frames[frames.count - 1].waits.append(
      Wait(purpose: .radicand, count: 2, parts: [degree]))
    return true
  }

  // MARK: Parts

  private mutating func deliver(_ kind: Equation.Kind, _ text: String) -> Bool {
    let part = equation.add(kind, text)
    if kind == .operator, frames.count == 1, frames[0].waits.isEmpty {
      equation.place(part, at: start..<at)
    }
    return deliver(part)
  }

  /// Passes a part to the construct that needs it as an argument, or adds it to the group.
  private mutating func deliver(_ part: Equation.Part) -> Bool {
    let last = frames.count - 1
    var part = part
    var isScript = false
    while var wait = frames[last].waits.popLast() {
      wait.parts.append(part)
      if wait.parts.count < wait.count {
        frames[last].waits.append(wait)
        return true
      }
      if case .script(_, isSecond: false) = wait.purpose {
        isScript = true
      } else {
        isScript = false
      }
      part = complete(wait)
    }
    frames[last].items.append(part)
    frames[last].takesOther = isScript
    return true
  }

  private mutating func complete(_ wait: Wait) -> Equation.Part {
    let parts = wait.parts
    switch wait.purpose {
    case .part(let kind): return equation.add(kind, parts)
    case .stacked(let kind): return equation.add(kind, [parts[1], parts[0]])
    case .accent(let character):
      let accent = equation.add(.operator, character)
      return equation.add(.accented, [parts[0], accent])
    case .underline:
      let line = equation.add(.operator, "_")
      return equation.add(.under, [parts[0], line])
    case .radicand: return equation.add(.root, [parts[1], parts[0]])
    case .script(let isExponent, let isSecond):
      return script(parts[0], parts[1], isExponent: isExponent, isSecond: isSecond)
    }
  }

  /// Adds an index or exponent to a base, which already has the other one if this is the second.
  private mutating func script(
    _ base: Equation.Part, _ addition: Equation.Part, isExponent: Bool, isSecond: Bool
  ) -> Equation.Part {
    let node = equation[base]
    if isSecond {
      let own = Array(equation.children(of: base))
      let parts = isExponent ? [own[0], own[1], addition] : [own[0], addition, own[1]]
      let areLimits = node.kind == .under || node.kind == .over
      return equation.add(areLimits ? .underOver : .scripted, parts)
    }
    if node.kind.arity == 0, EquationSymbols.withLimits.contains(node.text) {
      return equation.add(isExponent ? .over : .under, [base, addition])
    }
    return equation.add(isExponent ? .superscripted : .subscripted, [base, addition])
  }

  private mutating func script(isExponent: Bool) -> Bool {
    let last = frames.count - 1
    guard frames[last].waits.isEmpty else { return false }
    let isSecond = frames[last].takesOther
    let base = frames[last].items.popLast() ?? equation.add(.row, [])
    let kind = equation[base].kind
    let other: [Equation.Kind] =
      isExponent ? [.subscripted, .under] : [.superscripted, .over]
    guard !isSecond || other.contains(kind) else { return false }
    frames[last].waits.append(
      Wait(
        purpose: .script(isExponent: isExponent, isSecond: isSecond), count: 2, parts: [base]))
    return true
  }
}

// MARK: Commands

extension TeXReader {
  private mutating func readCommand() -> Bool {
    guard at < text.count else { return false }
    let first = text[at]
    at += 1
    guard Self.isLetter(first) else { return read(mark: first) }
    var name = String(first)
    while at < text.count, Self.isLetter(text[at]) {
      name.unicodeScalars.append(text[at])
      at += 1
    }
    if let symbol = EquationSymbols.byCommand[name] { return deliver(symbol.kind, symbol.text) }
    if let accent = EquationSymbols.accents.first(where: { $0.command == name }) {
      return wait(.accent(accent.text), 1)
    }
    if let space = EquationSymbols.spaces.first(where: { $0.command == name }) {
      return deliver(.space, space.width)
    }
    if let alphabet = MathAlphabet(command: name) { return read(in: alphabet) }
    switch name {
    case "frac", "dfrac", "tfrac": return wait(.part(.fraction), 2)
    case "sqrt": return readRoot()
    case "underline": return wait(.underline, 1)
    case "overset": return wait(.stacked(.over), 2)
    case "underset": return wait(.stacked(.under), 2)
    case "text", "textrm", "mbox": return readWords().map { deliver(.text, $0) } ?? false
    case "operatorname", "mathrm":
      guard let words = readWords(), !words.isEmpty else { return false }
      return deliver(words.unicodeScalars.count == 1 ? .upright : .identifier, words)
    case "left": return readDelimiter().map { open(.fence($0)) } ?? false
    case "right": return closeFence()
    case "begin": return openTable()
    case "end": return closeTable()
    default: return false
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Reads a command that consists of one character other than a letter.
  private mutating func read(mark: Unicode.Scalar) -> Bool {
    switch mark {
    case "{", "}", "$", "%", "#", "&", "_": return deliver(.operator, String(mark))
    case "|": return deliver(.operator, "‖")
    case "\\": return endRow()
    default:
      guard let space = EquationSymbols.spaces.first(where: { $0.command == String(mark) }) else {
        return false
      }
      return deliver(.space, space.width)
    }
  }

  private mutating func wait(_ purpose: Wait.Purpose, _ count: Int) -> Bool {
    let last = frames.count - 1
    guard frames[last].waits.count < Self.maxDepth else { return false }
    frames[last].waits.append(Wait(purpose: purpose, count: count))
    return true
  }

  private mutating func skipBlanks() {
    while at < text.count, [" ", "\t", "\n", "\r", "\u{2028}"].contains(text[at]) { at += 1 }
  }

  private mutating func readRoot() -> Bool {
    skipBlanks()
    guard at < text.count, text[at] == "[" else { return wait(.part(.squareRoot), 1) }
    at += 1
    return open(.degree)
  }

  /// Reads text in braces; `nil` if there is none, or if it contains unsupported commands.
  private mutating func readWords() -> String? {
    skipBlanks()
    guard at < text.count, text[at] == "{" else { return nil }
    at += 1
    var words = String.UnicodeScalarView()
    while at < text.count {
      let scalar = text[at]
      at += 1
      switch scalar {
      case "}": return String(words)
      case "{", "$", "\u{2028}": return nil
      case "\\":
        guard let (mark, length) = TeXWords.mark(in: text[at...]) else { return nil }
        words.append(mark)
        at += length
      default:
        guard TeXWords.isAllowed(scalar) else { return nil }
        words.append(scalar)
      }
    }
    return nil
  }

  /// Reads letters or digits in another alphabet, either in braces or a single one.
  private mutating func read(in alphabet: MathAlphabet) -> Bool {
    skipBlanks()
    var letters: [Unicode.Scalar] = []
    if at < text.count, text[at] == "{" {
      at += 1
      while at < text.count, text[at] != "}" {
        letters.append(text[at])
        at += 1
      }
      at += 1
    } else if at < text.count {
      letters = [text[at]]
      at += 1
    }
    let found = letters.compactMap { alphabet[$0] }
    guard !found.isEmpty, found.count == letters.count, at <= text.count, letters.count <= 64 else {
      return false
    }
    let parts = found.map { equation.add(.identifier, String($0)) }
    return deliver(equation.add(.row, parts))
  }

  // MARK: Fences and tables

  /// Reads a delimiter; `nil` if there is none.
  private mutating func readDelimiter() -> String? {
    skipBlanks()
    guard at < text.count else { return nil }
    var name = String(text[at])
    at += 1
    if name == "\\", at < text.count {
      name.unicodeScalars.append(text[at])
      at += 1
      while Self.isLetter(text[at - 1]), at < text.count, Self.isLetter(text[at]) {
        name.unicodeScalars.append(text[at])
        at += 1
      }
    }
    return EquationSymbols.delimiters.first { $0.command == name }?.text
  }

  private mutating func closeFence() -> Bool {
    guard case .fence(let opening)? = frames.last?.kind, let closing = readDelimiter(),
      let items = popItems()
    else { return false }
    return deliver(equation.add(fenced: items, opening, closing))
  }

  private mutating func openTable() -> Bool {
    guard let name = readWords(), EquationSymbols.environments.contains(where: { $0.name == name })
    else { return false }
    return open(.table(name))
  }

  private mutating func endCell() -> Bool {
    let last = frames.count - 1
    guard case .table = frames[last].kind, frames[last].waits.isEmpty else { return false }
    frames[last].cells.append(equation.add(.row, frames[last].items))
    frames[last].items = []
    frames[last].takesOther = false
    return true
  }

  private mutating func endRow() -> Bool {
    guard endCell() else { return false }
    let last = frames.count - 1
    frames[last].rows.append(equation.add(.tableRow, frames[last].cells))
    frames[last].cells = []
    return true
  }

  private mutating func closeTable() -> Bool {
    guard case .table(let name)? = frames.last?.kind, readWords() == name else { return false }
    let last = frames.count - 1
    // A row separator after the last row does not start a new row.
    let isEmpty = frames[last].items.isEmpty && frames[last].cells.isEmpty
    guard isEmpty && !frames[last].rows.isEmpty || endRow() else { return false }
    let rows = frames[last].rows
    guard popItems() != nil else { return false }
    let table = equation.add(.table, rows)
    let fence = EquationSymbols.environments.first { $0.name == name }?.fence
    guard let fence else { return deliver(table) }
    return deliver(equation.add(fenced: [table], fence.open, fence.close))
  }
}
