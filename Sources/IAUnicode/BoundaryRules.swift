/// Segmentation of units that need to know nothing but their neighbours.
///
/// Those are ASCII, Latin, Greek, Cyrillic and the usual punctuation; they are called *simple*.
/// All others are left to ICU.
///
/// Everything rests on two facts, which the tests hold against ICU:
///
/// - A boundary is a fresh start: what follows it does not depend on what stood before, unless
///   the unit before belongs to a script that is cut by dictionary, and then it is not simple.
/// - A *cut* is a boundary that the simple units around it prove, whatever stands farther off.
///   So a stretch with other units in it can be given to ICU alone, from a boundary to a cut.
protocol BoundaryRules {
  /// Which of ICU's iterators takes over.
  static var kind: BreakKind { get }

  /// The end of the segment that starts at `start`, below the end of the text, and whether it is
  /// a word or ends in a mandatory break; nil where units that are not simple decide.
  func segment(from start: Int, in text: Span<UInt16>) -> Segment?

  /// Whether a boundary at `offset`, inside the text, is proved by simple units around it.
  func isCut(_ offset: Int, in text: Span<UInt16>) -> Bool
}

/// A segment's end.
struct Segment {
  let end: Int
  let isMarked: Bool
}

/// Looks up the break class of a unit, a set with one member; empty for units that are not simple.
struct ClassTable<Class: OptionSet & Sendable>: Sendable where Class.RawValue == UInt32 {
  private let classes: [UInt32]

  init(_ letters: StaticString, _ meanings: KeyValuePairs<Character, Class>) {
    var byLetter = [UInt32](repeating: 0, count: 128)
    for (letter, meaning) in meanings {
      if let ascii = letter.asciiValue { byLetter[Int(ascii)] = meaning.rawValue }
    }
    classes = letters.withUTF8Buffer { unsafe $0.map { byLetter[Int($0 & 0x7F)] } }
  }

  @inline(__always)
  subscript(_ unit: UInt16) -> Class {
    if unit < 0x590 { return Class(rawValue: classes[Int(unit)]) }
    if unit &- 0x2010 < 0x20 { return Class(rawValue: classes[Int(unit &- 0x2010) &+ 0x590]) }
    return []
  }
}
