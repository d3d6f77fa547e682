/// Word segmentation: UAX #29, WB1 to WB999, over simple units.
struct WordRules: BoundaryRules {
  static let kind = BreakKind.word

  /// The Word_Break classes of simple units.
  struct Class: OptionSet {
    let rawValue: UInt32
    static let other = Class(rawValue: 1 << 0)
    static let carriageReturn = Class(rawValue: 1 << 1)
    static let newline = Class(rawValue: 1 << 2)
    static let space = Class(rawValue: 1 << 3)
    static let letter = Class(rawValue: 1 << 4)
    static let numeric = Class(rawValue: 1 << 5)
    static let underscore = Class(rawValue: 1 << 6)
    static let midLetter = Class(rawValue: 1 << 7)
    static let midNumber = Class(rawValue: 1 << 8)
    static let midBoth = Class(rawValue: 1 << 9)

    static let inWord: Class = [.letter, .numeric, .underscore]
    /// Classes that end the context of every rule, so that there is a boundary beside them.
    static let neutral: Class = [.other, .carriageReturn, .newline, .space]
  }

  static let table = ClassTable<Class>(
    BreakClasses.word,
    [
      ".": .other, "R": .carriageReturn, "L": .newline, "N": .newline, "_": .space,
      "A": .letter, "0": .numeric, "E": .underscore, "m": .midLetter, "n": .midNumber,
      "q": .midBoth,
    ])

  private let classes = Self.table

  func segment(from start: Int, in text: Span<UInt16>) -> Segment? {
    let first = classes[text[start]]
    if !first.isDisjoint(with: .inWord) { return word(from: start, first, in: text) }
    if first.isEmpty { return nil }
    var end = start + 1
    if first == .newline { return Segment(end: end, isMarked: false) }
    if first == .carriageReturn {
      if end < text.count, text[end] == 0x0A { end += 1 }
      return Segment(end: end, isMarked: false)
    }
    if first == .space {
      while end < text.count, text[end] == 0x20 { end += 1 }
    }
    // Marks and joiners extend the character before them, which ICU must decide.
    if end < text.count, classes[text[end]].isEmpty { return nil }
    return Segment(end: end, isMarked: false)
  }

  private func word(from start: Int, _ first: Class, in text: Span<UInt16>) -> Segment? {
    var last = first
    var end = start + 1
    while end < text.count {
      let next = classes[text[end]]
      if !next.isDisjoint(with: .inWord) {
        last = next
        end += 1
        continue
      }
      if next.isEmpty { return nil }
      let joins: Class =
        last == .letter ? [.midLetter, .midBoth] : last == .numeric ? [.midNumber, .midBoth] : []
      guard !next.isDisjoint(with: joins), end + 1 < text.count else { break }
      let after = classes[text[end + 1]]
      if after.isEmpty { return nil }
      guard after == last else { break }
      end += 2
    }
    // As in ICU, a single underscore is not a word, and two underscores are one.
    let isWordLike = end - start > 1 || first != .underscore
    return Segment(end: end, isMarked: isWordLike)
  }

  func isCut(_ offset: Int, in text: Span<UInt16>) -> Bool {
    let before = classes[text[offset - 1]]
    let after = classes[text[offset]]
    if before.isEmpty || after.isEmpty { return false }
    if before.isDisjoint(with: .neutral), after.isDisjoint(with: .neutral) { return false }
    if before == .space, after == .space { return false }
    return !(before == .carriageReturn && text[offset] == 0x0A)
  }
}
