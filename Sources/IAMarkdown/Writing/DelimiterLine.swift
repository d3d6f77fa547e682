/// The delimiters between two pieces: the closing and the opening ones, and the characters around them.
struct DelimiterLine {
  /// The marks that close, innermost first.
  let closing: MarkList
  /// The marks that open, outermost first.
  let opening: MarkList
  let isAtLineStart: Bool
  /// The class of the character before the delimiters, and of the last character before them that is not a tilde.
  let before: (next: CharacterClass, beyondTildes: CharacterClass)
  /// The class of the character after the delimiters.
  let after: CharacterClass
  /// The markup after the text of a link that closes.
  var linkTail = ""

  init(
    closing: MarkList, opening: MarkList, isAtLineStart: Bool,
    before: (next: CharacterClass, beyondTildes: CharacterClass), after: CharacterClass
  ) {
    self.closing = closing
    self.opening = opening
    self.isAtLineStart = isAtLineStart
    self.before = before
    self.after = after
  }

  /// Appends the delimiters, with an empty comment between the closing and the opening ones if a reader needs it.
  ///
  /// Returns whether a reader interprets all of them as intended.
  func write(to out: inout [UInt8], _ stack: inout DelimiterStack) -> Bool {
    let runs = DelimiterRuns(closing: closing, opening: opening)
    let count = runs.closingCount
    var trial = stack
    var isSeparated = false
    var isRead = !runs.runTogether && apply(runs, separatorAt: nil, &trial)
    if !isRead, !isAtLineStart || count > 0 {
      trial = stack
      isSeparated = true
      isRead = apply(runs, separatorAt: count, &trial)
    }
    stack = trial
    for index in 0..<runs.count {
      if index == count, isSeparated { out.append(contentsOf: MarkdownTag.separator.utf8) }
      let run = runs[index]
      if run.byte == UInt8(ascii: "]") {
        out.append(contentsOf: linkTail.utf8)
      } else {
        for _ in 0..<run.length { out.append(run.byte) }
      }
    }
    if count == runs.count, isSeparated { out.append(contentsOf: MarkdownTag.separator.utf8) }
    return isRead
  }

  /// Closes and opens the runs in order, and returns whether a reader does the same for all of them.
  private func apply(
    _ runs: DelimiterRuns, separatorAt separator: Int?, _ stack: inout DelimiterStack
  ) -> Bool {
    for index in 0..<runs.count {
      let run = runs[index]
      switch run.byte {
      case UInt8(ascii: "["): stack.openLink()
      case UInt8(ascii: "]"): stack.closeLink()
      case UInt8(ascii: "*"):
        // cmark-gfm ignores tildes when it looks for the neighbours of asterisks; other readers do not.
        var other = stack
        guard step(run, sides(of: index, runs, separator, skipsTildes: false), &other),
          step(run, sides(of: index, runs, separator, skipsTildes: true), &stack)
        else { return false }
      default:
        guard step(run, sides(of: index, runs, separator, skipsTildes: false), &stack) else {
          return false
        }
      }
    }
    return true
  }

  private func step(
    _ run: DelimiterRuns.Run, _ sides: DelimiterStack.Sides, _ stack: inout DelimiterStack
  ) -> Bool {
    run.isOpening
      ? stack.open(run.byte, run.length, sides) : stack.close(run.byte, run.length, sides)
  }

  private func sides(
    of index: Int, _ runs: DelimiterRuns, _ separator: Int?, skipsTildes: Bool
  ) -> DelimiterStack.Sides {
    DelimiterStack.Sides(
      before: left(of: index, runs, separator, skipsTildes),
      after: right(of: index, runs, separator, skipsTildes))
  }

  private func left(
    of index: Int, _ runs: DelimiterRuns, _ separator: Int?, _ skipsTildes: Bool
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
    of index: Int, _ runs: DelimiterRuns, _ separator: Int?, _ skipsTildes: Bool
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
