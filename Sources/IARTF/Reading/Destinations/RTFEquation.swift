internal import IAEquations

/// Collects the parts of an Office equation (`\mmath`) while its groups open and close.
///
/// The text of all parts is in the capture buffer; events refer to positions in it.
struct RTFEquation {
  /// The start or the end of a part, or a word about text, at a position of the text.
  private struct Event {
    enum Kind { case start, end, word(Int32?) }
    let part: RTFMathPart
    let kind: Kind
    let position: Int
  }

  private var events: [Event] = []
  /// The TeX that the suite wrote into the file; it is used if it is the same equation as the groups.
  private var stated: String?
  /// The first feature that is lost in the TeX; `nil` if nothing is lost.
  private var missing: String?
  /// The position of the first text in the capture buffer; `nil` if no equation is open.
  private var start: Int?

  /// The maximum number of events of an equation.
  private static let maxEvents = 100_000

  /// Whether an equation is open.
  var isOpen: Bool { start != nil }

  /// Starts an equation whose text begins at a position of the buffer.
  mutating func begin(at position: Int) {
    events = []
    missing = nil
    stated = nil
    start = position
  }

  /// Records the start or the end of a part.
  mutating func note(_ part: RTFMathPart, isStart: Bool, at position: Int) {
    note(part, isStart ? .start : .end, at: position)
  }

  /// Records a control word about the text that follows.
  mutating func note(word: RTFMathPart, _ value: Int32?, at position: Int) {
    note(word, .word(value), at: position)
    // Bold text in equations is lost: TeX has separate letters for it.
    if word == .msty, value == 1 || value == 3 { missing = missing ?? "msty" }
  }

  private mutating func note(_ part: RTFMathPart, _ kind: Event.Kind, at position: Int) {
    guard let start else { return }
    guard events.count < Self.maxEvents else { return }
    events.append(Event(part: part, kind: kind, position: position - start))
    if !part.isKept { missing = missing ?? part.rawValue }
  }

  /// Records the TeX that the suite wrote into the file for the equation.
  mutating func state(_ tex: String) { stated = tex }

  /// Records that the text has formatting that is lost in an equation.
  mutating func noteFormatting() { missing = missing ?? "formatting" }

  /// Ends the equation.
  ///
  /// - Parameter units: The text of all parts.
  /// - Returns: The TeX; whether the equation is on a line of its own; the first feature that is lost; and whether the
  ///   rest of a long equation is lost.
  mutating func end(
    _ units: [UInt16]
  ) -> (tex: String, isDisplay: Bool, missing: String?, isCut: Bool) {
    defer {
      events = []
      start = nil
    }
    var builder = Builder()
    var at = 0
    for event in events {
      let position = min(max(event.position, at), units.count)
      builder.add(units[at..<position])
      at = position
      switch event.kind {
      case .start: builder.open(event.part)
      case .end: builder.close(event.part)
      case .word(let value): builder.apply(event.part, value)
      }
    }
    builder.add(units[at...])
    let equation = builder.finish()
    let isCut = equation.isFull || events.count >= Self.maxEvents
    let lost = isCut ? "more than \(Equation.maxParts) parts" : missing ?? builder.missing
    var tex = equation.tex
    if let stated, Equation(tex: stated)?.tex == tex { tex = stated }
    return (tex, events.contains { $0.part == .moMathPara }, lost, isCut)
  }
}

/// Builds the tree of an equation from events, without recursion.
private struct Builder {
  /// A part that is open.
  private struct Frame {
    let part: RTFMathPart?
    var content: [Equation.Part] = []
    /// The finished arguments of the part.
    var arguments: [(part: RTFMathPart, content: Equation.Part)] = []
    /// The texts of the properties.
    var properties: [RTFMathPart: String] = [:]
    var text: [UInt16] = []
    /// The interpretation of letters.
    var letters = Equation.Letters.variables
    /// Whether the text is ordinary text and not mathematical characters.
    var isWords = false
  }

  private var equation = Equation()
  /// A structure that lacks one of its arguments; `nil` if there is none.
  private(set) var missing: String?
  private var frames = [Frame(part: nil)]

  mutating func add(_ units: ArraySlice<UInt16>) {
    frames[frames.count - 1].text += units
  }

  /// Adds the text before the start or the end of a part as characters of the equation.
  private mutating func flush() {
    let last = frames.count - 1
    let text = String(decoding: frames[last].text, as: UTF16.self)
    frames[last].text = []
    guard !text.isEmpty, !equation.isFull else { return }
    if frames[last].isWords {
      return frames[last].content.append(equation.add(.text, text))
    }
    let isName = frames.contains { $0.part == .mfName }
    let letters = isName && frames[last].letters == .variables ? .name : frames[last].letters
    frames[last].content += equation.characters(text, letters)
  }

  /// Applies a control word to the text that follows.
  mutating func apply(_ word: RTFMathPart, _ value: Int32?) {
    flush()
    if word == .mnor { frames[frames.count - 1].isWords = value != 0 }
    if word == .msty { frames[frames.count - 1].letters = value == 0 ? .upright : .variables }
  }

  mutating func open(_ part: RTFMathPart) {
    flush()
    frames.append(Frame(part: part))
  }

  mutating func close(_ part: RTFMathPart) {
    guard frames.count > 1, frames[frames.count - 1].part == part else { return }
    if part.isProperty {
      let frame = frames.removeLast()
      let text = String(decoding: frame.text, as: UTF16.self).trimmed
      if part.isValue {
        frames[frames.count - 1].properties[part] = text
      } else {
        frames[frames.count - 1].properties.merge(frame.properties) { $1 }
      }
      return
    }
    flush()
    let frame = frames.removeLast()
    let built = build(frame)
    if part.isArgument {
      frames[frames.count - 1].arguments.append((part, built))
    } else {
      frames[frames.count - 1].content.append(built)
    }
  }

  mutating func finish() -> Equation {
    while frames.count > 1, let part = frames[frames.count - 1].part { close(part) }
    flush()
    equation.finish(row(frames[0]))
    return equation
  }

  /// Returns the content of a part with the arguments that belong to no structure.
  private mutating func row(_ frame: Frame) -> Equation.Part {
    equation.add(.row, frame.content + frame.arguments.map(\.content))
  }

  private mutating func build(_ frame: Frame) -> Equation.Part {
    func argument(_ part: RTFMathPart) -> Equation.Part? {
      frame.arguments.first { $0.part == part }?.content
    }
    guard let part = frame.part, !equation.isFull else { return row(frame) }
    let base = argument(.me)
    switch part {
    case .mf:
      guard let above = argument(.mnum), let below = argument(.mden) else { break }
      if frame.properties[.mtype] == "lin" || frame.properties[.mtype] == "skw" {
        return equation.add(.row, [above, equation.add(.operator, "/"), below])
      }
      return equation.add(.fraction, [above, below])
    case .msSup, .msSub, .msSubSup, .mlimLow, .mlimUpp:
      if let base { return scripts(frame, base) }
    case .msPre:
      let empty = equation.add(.row, [])
      if let base { return equation.add(.row, [scripts(frame, empty), base]) }
    case .mrad:
      guard let base else { break }
      let isHidden = frame.properties[.mdegHide].map { $0 != "off" && $0 != "0" } ?? false
      guard let degree = argument(.mdeg), !isHidden, !equation.isEmpty(degree) else {
        return equation.add(.squareRoot, [base])
      }
      return equation.add(.root, [base, degree])
    case .mnary:
      let sign = equation.add(.operator, frame.properties[.mchr] ?? "\u{222B}")
      return equation.add(.row, [scripts(frame, sign)] + (base.map { [$0] } ?? []))
    case .md: return delimited(frame)
    case .macc:
      let accent =
        RTFMathPart.accents[frame.properties[.mchr] ?? "\u{302}"] ?? frame.properties[.mchr] ?? "^"
      if let base { return equation.add(.accented, [base, equation.add(.operator, accent)]) }
    case .mbar:
      guard let base else { break }
      if frame.properties[.mpos] == "top" {
        return equation.add(.accented, [base, equation.add(.operator, "\u{203E}")])
      }
      return equation.add(.under, [base, equation.add(.operator, "_")])
    case .meqArr:
      let rows = frame.arguments.filter { $0.part == .me }.map(\.content)
      return equation.add(.table, rows.map { equation.add(.tableRow, [$0]) })
    case .mm: return equation.add(.table, frame.arguments.filter { $0.part == .mmr }.map(\.content))
    case .mmr: return equation.add(.tableRow, frame.arguments.map(\.content))
    default: return row(frame)
    }
    missing = missing ?? part.rawValue
    return row(frame)
  }

  /// Returns a base with the index and the exponent among the arguments.
  private mutating func scripts(_ frame: Frame, _ base: Equation.Part) -> Equation.Part {
    let low = frame.arguments.first {
      $0.part == .msub || frame.part == .mlimLow && $0.part == .mlim
    }
    let high = frame.arguments.first {
      $0.part == .msup || frame.part == .mlimUpp && $0.part == .mlim
    }
    let index = low.flatMap { equation.isEmpty($0.content) ? nil : $0.content }
    let exponent = high.flatMap { equation.isEmpty($0.content) ? nil : $0.content }
    let areLimits = frame.part == .mlimLow || frame.part == .mlimUpp || equation.hasLimits(base)
    switch (index, exponent) {
    case (let index?, let exponent?):
      return equation.add(areLimits ? .underOver : .scripted, [base, index, exponent])
    case (let index?, nil): return equation.add(areLimits ? .under : .subscripted, [base, index])
    case (nil, let exponent?):
      return equation.add(areLimits ? .over : .superscripted, [base, exponent])
    case (nil, nil): return base
    }
  }

  private mutating func delimited(_ frame: Frame) -> Equation.Part {
    var parts: [Equation.Part] = []
    for argument in frame.arguments where argument.part == .me {
      if !parts.isEmpty { parts.append(equation.add(.operator, frame.properties[.msepChr] ?? "|")) }
      parts.append(argument.content)
    }
    let opening = frame.properties[.mbegChr] ?? "("
    let closing = frame.properties[.mendChr] ?? ")"
    guard opening.isEmpty || Equation.isDelimiter(opening),
      closing.isEmpty || Equation.isDelimiter(closing)
    else {
      return equation.add(
        .row, [equation.add(.operator, opening)] + parts + [equation.add(.operator, closing)])
    }
    return equation.add(fenced: parts, opening, closing)
  }
}
