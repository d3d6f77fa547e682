/// Sentence segmentation: UAX #29, SB1 to SB998, over simple units.
struct SentenceRules: BoundaryRules {
  static let kind = BreakKind.sentence

  /// The Sentence_Break classes of simple units.
  struct Class: OptionSet {
    let rawValue: UInt32
    static let other = Class(rawValue: 1 << 0)
    static let carriageReturn = Class(rawValue: 1 << 1)
    static let separator = Class(rawValue: 1 << 2)
    static let space = Class(rawValue: 1 << 3)
    static let lower = Class(rawValue: 1 << 4)
    static let upper = Class(rawValue: 1 << 5)
    static let otherLetter = Class(rawValue: 1 << 6)
    static let numeric = Class(rawValue: 1 << 7)
    /// A full stop, which may also end an abbreviation.
    static let stop = Class(rawValue: 1 << 8)
    /// `!` and `?`, which always end a sentence.
    static let terminator = Class(rawValue: 1 << 9)
    /// `,`, `:` and similar, which continue the sentence.
    static let comma = Class(rawValue: 1 << 10)
    static let close = Class(rawValue: 1 << 11)

    static let ending: Class = [.stop, .terminator]
    static let lineEnd: Class = [.carriageReturn, .separator]
    /// The classes that never end a sentence, so that the scan passes over them.
    static let plain: Class = [
      .other, .space, .lower, .upper, .otherLetter, .numeric, .comma, .close,
    ]
    /// SB8: the classes that end the search for a lowercase letter after a full stop.
    static let decisive: Class = [
      .otherLetter, .upper, .lower, .carriageReturn, .separator, .stop, .terminator,
    ]
  }

  static let table = ClassTable<Class>(
    BreakClasses.sentence,
    [
      ".": .other, "R": .carriageReturn, "L": .separator, "N": .separator, "_": .space,
      "a": .lower, "A": .upper, "o": .otherLetter, "0": .numeric, "p": .stop, "t": .terminator,
      "c": .comma, "x": .close,
    ])

  private let classes = Self.table

  func segment(from start: Int, in text: Span<UInt16>) -> Segment? {
    var offset = start
    while true {
      while offset < text.count, !classes[text[offset]].isDisjoint(with: .plain) { offset += 1 }
      if offset == text.count { return Segment(end: offset, isMarked: false) }
      let found = classes[text[offset]]
      if !found.isDisjoint(with: .lineEnd) {
        return Segment(end: afterLineEnd(offset, in: text), isMarked: false)
      }
      if found.isEmpty { return nil }
      switch decide(ending: found, at: offset, from: start, in: text) {
      case .ends(let end): return Segment(end: end, isMarked: false)
      case .continues(let next): offset = next
      case .undecided: return nil
      }
    }
  }

  private enum Decision {
    case ends(at: Int)
    case continues(at: Int)
    case undecided
  }

  /// Decides by SB6 to SB11 whether the sentence ends after the full stop or terminator at
  /// `offset`.
  private func decide(
    ending: Class, at offset: Int, from start: Int, in text: Span<UInt16>
  ) -> Decision {
    var end = offset + 1
    if ending == .stop, end < text.count {
      let next = classes[text[end]]
      if next == .numeric { return .continues(at: end) }
      if next == .upper, offset > start {
        let before = classes[text[offset - 1]]
        if before == .upper || before == .lower { return .continues(at: end) }
      }
    }
    while end < text.count, classes[text[end]] == .close { end += 1 }
    while end < text.count, classes[text[end]] == .space { end += 1 }
    if end == text.count { return .ends(at: end) }
    let next = classes[text[end]]
    if next.isEmpty { return .undecided }
    if !next.isDisjoint(with: .lineEnd) { return .ends(at: afterLineEnd(end, in: text)) }
    if next == .comma || !next.isDisjoint(with: .ending) { return .continues(at: end) }
    if ending == .terminator { return .ends(at: end) }
    var ahead = end
    while ahead < text.count {
      let candidate = classes[text[ahead]]
      if candidate.isEmpty { return .undecided }
      if candidate == .lower { return .continues(at: ahead) }
      if !candidate.isDisjoint(with: .decisive) { break }
      ahead += 1
    }
    return .ends(at: end)
  }

  private func afterLineEnd(_ offset: Int, in text: Span<UInt16>) -> Int {
    let end = offset + 1
    return text[offset] == 0x0D && end < text.count && text[end] == 0x0A ? end + 1 : end
  }

  func isCut(_ offset: Int, in text: Span<UInt16>) -> Bool {
    let unit = text[offset - 1]
    if unit > 0x20, unit < 0x85 { return false }
    let before = classes[unit]
    if before == .separator { return true }
    if before == .carriageReturn { return text[offset] != 0x0A }
    guard before == .space else { return false }
    let after = classes[text[offset]]
    guard after == .upper || after == .otherLetter else { return false }
    var index = offset - 2
    while index >= 0, classes[text[index]] == .space { index -= 1 }
    return index >= 0 && !classes[text[index]].isDisjoint(with: .ending)
  }
}
