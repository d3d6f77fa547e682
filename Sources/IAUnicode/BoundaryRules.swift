/// Segmentation rules for *simple* units, which need no information but their neighbours.
///
/// Simple units are ASCII, Latin, Greek, Cyrillic and common punctuation. ICU segments all others.
///
/// The division is correct for two reasons, which the tests verify against ICU:
///
/// - What follows a boundary does not depend on what precedes it, unless the unit before the
///   boundary belongs to a script segmented by dictionary; such a unit is not simple.
/// - A *cut* is a boundary that the simple units around it determine, independently of the rest of
///   the text. A range with other units can therefore be passed to ICU separately, from a boundary
///   to a cut.
protocol BoundaryRules {
  /// The ICU iterator for text that is not simple.
  static var kind: BreakKind { get }

  /// Returns the segment that starts at `start`, or `nil` if units that are not simple determine
  /// its end.
  ///
  /// `start` is less than the length of the text. The segment is marked if it is a word or ends
  /// with a mandatory break.
  func segment(from start: Int, in text: Span<UInt16>) -> Segment?

  /// Returns whether simple units around `offset`, inside the text, prove that it is a boundary.
  func isCut(_ offset: Int, in text: Span<UInt16>) -> Bool
}

/// The end of a segment, and whether the segment is a word or ends with a mandatory break.
struct Segment {
  let end: Int
  let isMarked: Bool
}

/// A lookup table of break classes.
///
/// The class of a unit is a set with one member, or the empty set for units that are not simple.
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
