/// The delimiters of emphasis that a reader has open at a place, to decide whether the next ones
/// open and close as intended (CommonMark, section 6.2).
///
/// A run of `*` that can open and close would close an open run, unless their lengths add up to a
/// multiple of 3; the writer of a paragraph then takes a form without nested marks.
struct DelimiterStack {
  private struct Run {
    /// The delimiter, or 0 for the start of a link, through which no other one is found.
    var mark: UInt8
    var length: Int
    /// The number of delimiters that are not closed yet.
    var remaining: Int
    var canClose: Bool
  }

  private var runs: [Run] = []

  /// A place between two characters of a line, by the classes around a run of delimiters.
  struct Sides {
    var before: CharacterClass
    var after: CharacterClass

    var canOpen: Bool {
      after != .space && (after != .punctuation || before != .other)
    }
    var canClose: Bool {
      before != .space && (before != .punctuation || after != .other)
    }
  }

  /// Removes all runs.
  mutating func clear() { runs.removeAll(keepingCapacity: true) }

  mutating func openLink() { runs.append(Run(mark: 0, length: 0, remaining: 0, canClose: false)) }

  mutating func closeLink() {
    while let last = runs.popLast(), last.mark != 0 {}
  }

  /// Opens a run, and returns whether a reader does so too.
  mutating func open(_ mark: UInt8, _ length: Int, _ sides: Sides) -> Bool {
    guard sides.canOpen else { return false }
    let canClose = sides.canClose
    if canClose {
      for run in runs.reversed() {
        if run.mark == 0 { break }
        if run.mark == mark, length % 3 == 0 || (run.length + length) % 3 != 0 { return false }
      }
    }
    runs.append(Run(mark: mark, length: length, remaining: length, canClose: canClose))
    return true
  }

  /// Closes with a run the delimiters that were opened last, and returns whether a reader does so
  /// too.
  mutating func close(_ mark: UInt8, _ length: Int, _ sides: Sides) -> Bool {
    guard sides.canClose else { return false }
    let canOpen = sides.canOpen
    var left = length
    while left > 0 {
      guard let last = runs.indices.last, runs[last].mark == mark else { return false }
      let isOdd =
        (canOpen || runs[last].canClose) && length % 3 != 0
        && (runs[last].length + length) % 3 == 0
      guard !isOdd else { return false }
      let used = left >= 2 && runs[last].remaining >= 2 ? 2 : 1
      left -= used
      runs[last].remaining -= used
      if runs[last].remaining == 0 { runs.removeLast() }
    }
    return true
  }
}
