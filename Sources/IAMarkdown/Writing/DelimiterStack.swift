/// The emphasis delimiters that a reader has open at a position.
///
/// The stack is used to decide whether the next delimiters open and close as intended (CommonMark, section 6.2).
///
/// A run of `*` that can both open and close would close an open run, unless their lengths add up to a multiple of 3.
/// The writer then uses a form of the paragraph without nested marks.
struct DelimiterStack {
  private struct Run {
    /// The delimiter, or 0 for the start of a link: the search for an opening delimiter stops there.
    var mark: UInt8
    var length: UInt8 = 0
    /// The number of delimiters that are not closed yet.
    var remaining: UInt8 = 0
    var canClose = false

    /// The run as four bytes, with the delimiter in the lowest.
    var packed: UInt32 {
      UInt32(mark) | UInt32(length) &<< 8 | UInt32(remaining) &<< 16 | (canClose ? 1 &<< 24 : 0)
    }
  }

  /// The maximum number of runs.
  ///
  /// One run for each mark and the start of a link are four.
  private static let most = 8

  private var packed = SIMD8<UInt32>()
  private var count = 0

  private subscript(index: Int) -> Run {
    get {
      let value = packed[index]
      return Run(
        mark: UInt8(truncatingIfNeeded: value), length: UInt8(truncatingIfNeeded: value &>> 8),
        remaining: UInt8(truncatingIfNeeded: value &>> 16), canClose: value &>> 24 != 0)
    }
    set { packed[index] = newValue.packed }
  }

  /// Adds a run, and returns whether there was space for it.
  private mutating func push(_ run: Run) -> Bool {
    guard count < Self.most else { return false }
    self[count] = run
    count += 1
    return true
  }

  /// A position between two characters of a line, described by the classes of the characters around a delimiter run.
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
  mutating func clear() { count = 0 }

  mutating func openLink() { _ = push(Run(mark: 0)) }

  mutating func closeLink() {
    while count > 0 {
      count -= 1
      if self[count].mark == 0 { break }
    }
  }

  /// Opens a run, and returns whether a reader opens it as well.
  mutating func open(_ mark: UInt8, _ length: Int, _ sides: Sides) -> Bool {
    guard sides.canOpen else { return false }
    let canClose = sides.canClose
    if canClose {
      for index in (0..<count).reversed() {
        let run = self[index]
        if run.mark == 0 { break }
        if run.mark == mark, length % 3 == 0 || (Int(run.length) + length) % 3 != 0 {
          return false
        }
      }
    }
    let size = UInt8(clamping: length)
    return push(Run(mark: mark, length: size, remaining: size, canClose: canClose))
  }

  /// Closes the delimiters that were opened last with a run, and returns whether a reader closes them as well.
  mutating func close(_ mark: UInt8, _ length: Int, _ sides: Sides) -> Bool {
    guard sides.canClose else { return false }
    let canOpen = sides.canOpen
    var left = length
    while left > 0 {
      guard count > 0 else { return false }
      var last = self[count - 1]
      guard last.mark == mark else { return false }
      let isOdd =
        (canOpen || last.canClose) && length % 3 != 0 && (Int(last.length) + length) % 3 == 0
      guard !isOdd else { return false }
      let used = left >= 2 && last.remaining >= 2 ? 2 : 1
      left -= used
      last.remaining -= UInt8(used)
      self[count - 1] = last
      if last.remaining == 0 { count -= 1 }
    }
    return true
  }
}
