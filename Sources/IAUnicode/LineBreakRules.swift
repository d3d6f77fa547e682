/// Line break opportunities: UAX #14 with ICU's two tailorings, over simple units.
///
/// The tailorings: a number may begin with its decimal sign (LB25), and a space before that sign is
/// an opportunity (LB14a); a hyphen at the start of a line is not separated from the letter after
/// it (LB20.09).
struct LineBreakRules: BoundaryRules {
  static let kind = BreakKind.lineBreak

  /// The Line_Break classes of simple units; AI is resolved to AL.
  struct Class: OptionSet {
    let rawValue: UInt32
    /// AL, AI.
    static let letter = Class(rawValue: 1 << 0)
    /// SP.
    static let space = Class(rawValue: 1 << 1)
    /// CR, LF, BK, NL.
    static let mandatory = Class(rawValue: 1 << 2)
    /// NU.
    static let numeric = Class(rawValue: 1 << 3)
    /// OP.
    static let open = Class(rawValue: 1 << 4)
    /// CL: `}` and similar.
    static let close = Class(rawValue: 1 << 5)
    /// CP: `)` and `]`.
    static let parenthesis = Class(rawValue: 1 << 6)
    /// QU.
    static let quote = Class(rawValue: 1 << 7)
    /// EX.
    static let exclamation = Class(rawValue: 1 << 8)
    /// IS.
    static let infix = Class(rawValue: 1 << 9)
    /// SY.
    static let slash = Class(rawValue: 1 << 10)
    /// HY.
    static let hyphen = Class(rawValue: 1 << 11)
    /// BA.
    static let breakAfter = Class(rawValue: 1 << 12)
    /// PR.
    static let prefix = Class(rawValue: 1 << 13)
    /// PO.
    static let postfix = Class(rawValue: 1 << 14)
    /// GL.
    static let glue = Class(rawValue: 1 << 15)
    /// B2: the em dash.
    static let dash = Class(rawValue: 1 << 16)
    /// IN: the ellipsis.
    static let ellipsis = Class(rawValue: 1 << 17)

    /// LB13, LB6: no opportunity before these, even after spaces.
    static let neverFirst: Class = [
      .close, .parenthesis, .exclamation, .infix, .slash, .mandatory,
    ]
    /// LB13, LB19, LB21, LB22: no opportunity before these without spaces.
    static let follower: Class = [
      .neverFirst, .quote, .breakAfter, .hyphen, .ellipsis,
    ]
    static let word: Class = [.letter, .numeric]
    static let affix: Class = [.prefix, .postfix]
  }

  static let table = ClassTable<Class>(
    BreakClasses.line,
    [
      "A": .letter, "_": .space, "R": .mandatory, "L": .mandatory, "N": .mandatory,
      "0": .numeric, "(": .open, "}": .close, ")": .parenthesis, "q": .quote,
      "!": .exclamation, ",": .infix, "/": .slash, "-": .hyphen, "b": .breakAfter,
      "$": .prefix, "%": .postfix, "g": .glue, "2": .dash, "i": .ellipsis,
    ])

  /// The state of a number (LB25).
  private enum Number {
    case none
    /// Digits, possibly followed by `/`, `.` or `,`.
    case digits
    /// Digits and a closing bracket.
    case closed

    func followed(by next: Class) -> Number {
      if next == .numeric { return .digits }
      guard self == .digits else { return .none }
      if next == .slash || next == .infix { return .digits }
      return next == .close || next == .parenthesis ? .closed : .none
    }
  }

  /// The decision about a line break before the next unit.
  private enum Decision {
    case breaks
    case continues
    /// The decision depends on a unit that is not simple.
    case undecided
  }

  private let classes = Self.table

  /// Returns whether a unit has class BK, CR, LF or NL: a break after it is mandatory (LB4, LB5).
  static func isTerminator(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  func segment(from start: Int, in text: Span<UInt16>) -> Segment? {
    var last = classes[text[start]]
    if last.isEmpty { return nil }
    var number = Number.none.followed(by: last)
    // LB20.09 applies to the first unit of a line.
    var isLeadingHyphen = last == .hyphen || text[start] == 0x2010
    var offset = start + 1
    while last != .mandatory, offset < text.count {
      let next = classes[text[offset]]
      if next == .letter, last == .letter {
        offset += 1
        continue
      }
      if next.isEmpty { return nil }
      let decision: Decision
      if next == .space || last == .space {
        while offset < text.count, text[offset] == 0x20 { offset += 1 }
        if offset == text.count { break }
        decision = decideAfterSpaces(last, at: offset, in: text)
        number = .none
      } else {
        decision = decide(last, next, number, isLeadingHyphen, at: offset, in: text)
      }
      switch decision {
      case .breaks: return Segment(end: offset, isMarked: false)
      case .undecided: return nil
      case .continues: break
      }
      last = classes[text[offset]]
      number = number.followed(by: last)
      isLeadingHyphen = false
      offset += 1
    }
    guard last == .mandatory else { return Segment(end: offset, isMarked: false) }
    if text[offset - 1] == 0x0D, offset < text.count, text[offset] == 0x0A { offset += 1 }
    return Segment(end: offset, isMarked: true)
  }

  /// Decides by LB6 to LB18 whether the unit at `offset`, after `last` and spaces, may start a
  /// line.
  private func decideAfterSpaces(_ last: Class, at offset: Int, in text: Span<UInt16>) -> Decision {
    let next = classes[text[offset]]
    if next.isEmpty { return .undecided }
    if next == .mandatory || last == .open { return .continues }
    if next == .infix { return startsNumber(at: offset, in: text, yes: .breaks, no: .continues) }
    if !next.isDisjoint(with: .neverFirst) { return .continues }
    if last == .quote, next == .open { return .continues }
    if last == .dash, next == .dash { return .continues }
    return .breaks
  }

  /// Decides by LB6 to LB31 whether a line may end between two adjacent units.
  private func decide(
    _ last: Class, _ next: Class, _ number: Number, _ isLeadingHyphen: Bool, at offset: Int,
    in text: Span<UInt16>
  ) -> Decision {
    if last == .glue || last == .open || last == .quote { return .continues }
    if next == .glue { return last == .breakAfter || last == .hyphen ? .breaks : .continues }
    if !next.isDisjoint(with: .follower) { return .continues }
    if isLeadingHyphen, next == .letter { return .continues }
    switch next {
    case .dash: return last == .dash ? .continues : .breaks
    case .numeric:
      let joins: Class = [.letter, .numeric, .prefix, .postfix, .hyphen, .infix, .parenthesis]
      return number == .digits || !last.isDisjoint(with: joins) ? .continues : .breaks
    case .letter:
      let joins: Class = [.letter, .numeric, .prefix, .postfix, .infix, .parenthesis]
      return last.isDisjoint(with: joins) ? .breaks : .continues
    case .prefix, .postfix:
      return number != .none || last == .letter ? .continues : .breaks
    case .open:
      if !last.isDisjoint(with: .word) { return .continues }
      if last.isDisjoint(with: .affix) { return .breaks }
      return startsNumber(at: offset, in: text, yes: .continues, no: .breaks)
    default: return .breaks
    }
  }

  /// Returns `yes` if the digits of a number follow the bracket or decimal sign at `offset`, `no`
  /// if they do not, or `.undecided` (LB25).
  private func startsNumber(
    at offset: Int, in text: Span<UInt16>, yes: Decision, no: Decision
  ) -> Decision {
    var ahead = offset + 1
    if ahead < text.count, classes[text[offset]] == .open, classes[text[ahead]] == .infix {
      ahead += 1
    }
    if ahead >= text.count { return no }
    let next = classes[text[ahead]]
    if next.isEmpty { return .undecided }
    return next == .numeric ? yes : no
  }

  func isCut(_ offset: Int, in text: Span<UInt16>) -> Bool {
    switch text[offset - 1] {
    case 0x0A...0x0C, 0x85, 0x2028, 0x2029: return true
    case 0x0D: return text[offset] != 0x0A
    case 0x20: break
    default: return false
    }
    guard !classes[text[offset]].isDisjoint(with: .word) else { return false }
    var index = offset - 2
    while index >= 0, text[index] == 0x20 { index -= 1 }
    return index >= 0 && !classes[text[index]].isEmpty && classes[text[index]] != .open
  }
}
