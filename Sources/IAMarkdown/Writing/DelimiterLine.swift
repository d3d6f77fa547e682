/// The delimiters between two pieces: those that close, those that open, and the characters around
/// them.
struct DelimiterLine {
  /// The marks that close, the innermost first.
  let closing: [MarkSet]
  /// The marks that open, the outermost first.
  let opening: [MarkSet]
  let isAtLineStart: Bool
  /// The character before the delimiters, and the last one that is not a tilde.
  let before: (next: CharacterClass, beyondTildes: CharacterClass)
  /// The class of the character after the delimiters.
  let after: CharacterClass
  /// The part after the text of a link that closes.
  var linkTail = ""

  /// A run of equal delimiters, the start of a link or its end.
  private struct Run {
    var byte: UInt8
    var length: Int
    var isOpening: Bool
  }

  init(
    closing: [MarkSet], opening: [MarkSet], isAtLineStart: Bool,
    before: (next: CharacterClass, beyondTildes: CharacterClass), after: CharacterClass
  ) {
    self.closing = closing
    self.opening = opening
    self.isAtLineStart = isAtLineStart
    self.before = before
    self.after = after
  }

  /// Appends the delimiters, with a comment between those that close and those that open if a
  /// reader needs it, and returns whether a reader takes them as they are meant.
  func write(to out: inout [UInt8], _ stack: inout DelimiterStack) -> Bool {
    var runs = Self.runs(closing, isOpening: false)
    let count = runs.count
    runs += Self.runs(opening, isOpening: true)
    var trial = stack
    var isSeparated = false
    var isRead = !runsTogether(runs, count) && apply(runs, separatorAt: nil, &trial)
    if !isRead, !isAtLineStart || count > 0 {
      trial = stack
      isSeparated = true
      isRead = apply(runs, separatorAt: count, &trial)
    }
    stack = trial
    for (index, run) in runs.enumerated() {
      if index == count, isSeparated { out.append(contentsOf: MarkdownTag.separator.utf8) }
      if run.byte == UInt8(ascii: "]") {
        out.append(contentsOf: linkTail.utf8)
      } else {
        for _ in 0..<run.length { out.append(run.byte) }
      }
    }
    if count == runs.count, isSeparated { out.append(contentsOf: MarkdownTag.separator.utf8) }
    return isRead
  }

  /// Returns whether delimiters that close are joined with delimiters that open.
  private func runsTogether(_ runs: [Run], _ count: Int) -> Bool {
    count > 0 && count < runs.count && runs[count - 1].byte == runs[count].byte
      && runs[count].byte != UInt8(ascii: "[")
  }

  private static func runs(_ marks: [MarkSet], isOpening: Bool) -> [Run] {
    var runs: [Run] = []
    for mark in marks {
      let byte: UInt8
      var length = 1
      switch mark {
      case .link: byte = isOpening ? UInt8(ascii: "[") : UInt8(ascii: "]")
      case .strikethrough: (byte, length) = (UInt8(ascii: "~"), 2)
      case .bold: (byte, length) = (UInt8(ascii: "*"), 2)
      default: byte = UInt8(ascii: "*")
      }
      if let last = runs.indices.last, runs[last].byte == byte {
        runs[last].length += length
      } else {
        runs.append(Run(byte: byte, length: length, isOpening: isOpening))
      }
    }
    return runs
  }

  /// Opens and closes the runs in turn, and returns whether all do so as meant.
  private func apply(
    _ runs: [Run], separatorAt separator: Int?, _ stack: inout DelimiterStack
  ) -> Bool {
    for (index, run) in runs.enumerated() {
      switch run.byte {
      case UInt8(ascii: "["): stack.openLink()
      case UInt8(ascii: "]"): stack.closeLink()
      default:
        // cmark-gfm looks beyond tildes for the neighbours of asterisks, other readers do not.
        let isAsterisk = run.byte == UInt8(ascii: "*")
        for skipsTildes in isAsterisk ? [false, true] : [false] {
          let sides = DelimiterStack.Sides(
            before: left(of: index, runs, separator, skipsTildes),
            after: right(of: index, runs, separator, skipsTildes))
          if isAsterisk, !skipsTildes {
            var other = stack
            guard Self.step(run, sides, &other) else { return false }
          } else {
            guard Self.step(run, sides, &stack) else { return false }
          }
        }
      }
    }
    return true
  }

  private static func step(
    _ run: Run, _ sides: DelimiterStack.Sides, _ stack: inout DelimiterStack
  ) -> Bool {
    run.isOpening
      ? stack.open(run.byte, run.length, sides) : stack.close(run.byte, run.length, sides)
  }

  private func left(
    of index: Int, _ runs: [Run], _ separator: Int?, _ skipsTildes: Bool
  ) -> CharacterClass {
    var at = index
    while true {
      if at == separator { return .punctuation }
      guard at > 0 else { return skipsTildes ? before.beyondTildes : before.next }
      at -= 1
      guard skipsTildes, runs[at].byte == UInt8(ascii: "~") else { return .punctuation }
    }
  }

  private func right(
    of index: Int, _ runs: [Run], _ separator: Int?, _ skipsTildes: Bool
  ) -> CharacterClass {
    var at = index + 1
    while true {
      if at == separator { return .punctuation }
      guard at < runs.count else { return after }
      guard skipsTildes, runs[at].byte == UInt8(ascii: "~") else { return .punctuation }
      at += 1
    }
  }
}
