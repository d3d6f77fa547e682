/// What lines do with embedding levels: rules L1 and L2 of UAX 9, and the test that spares both.
public enum BidiLevels {
  /// Whether a text can have a level other than 0 where its paragraph goes from left to right.
  ///
  /// False means that no unit is of a right-to-left script and none is a bidi control; then the
  /// levels are all 0. True decides nothing.
  ///
  /// - Complexity: O(*n*); ASCII, Latin, Greek, Cyrillic and CJK are passed in one comparison each.
  public static func mayReorder(_ text: Span<UInt16>) -> Bool {
    for index in text.indices where isSuspect(text[index]) { return true }
    return false
  }

  /// Whether a unit is of a right-to-left script, a bidi control, or half of a character that
  /// may be one.
  private static func isSuspect(_ unit: UInt16) -> Bool {
    guard unit >= 0x590 else { return false }
    switch unit {
    case 0x590..<0x900: return true  // Hebrew … Arabic Extended-A
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return true
    case 0xD802, 0xD803, 0xD83A, 0xD83B: return true  // U+10800…10FFF, U+1E800…1EFFF
    case 0xFB1D...0xFDFF, 0xFE70...0xFEFE: return true
    default: return false
    }
  }

  /// Gives the spaces and formatting characters that end a line the level of the paragraph (L1).
  ///
  /// - Parameters:
  ///   - levels: The levels of the paragraph; those of the line's end are replaced.
  ///   - utf16Range: The line.
  ///   - text: The paragraph.
  ///   - paragraphLevel: The level to give.
  public static func resetTrailing(
    _ levels: inout [UInt8], utf16Range: Range<Int>, in text: Span<UInt16>, paragraphLevel: UInt8
  ) {
    var index = utf16Range.upperBound
    while index > utf16Range.lowerBound, isLineEndSpace(text[index - 1]) {
      index -= 1
      levels[index] = paragraphLevel
    }
  }

  /// Whether rule L1 moves a unit at the end of a line to the paragraph's level: white space,
  /// separators, and the controls that X9 removes or that isolate.
  private static func isLineEndSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09...0x0D, 0x1C...0x20, 0x85, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x205F, 0x3000:
      return true
    case 0x200C, 0x200D, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF, 0xAD:
      return true
    default: return false
    }
  }

  /// One stretch of equal level, in the order of the text.
  public struct Run: Hashable, Sendable {
    /// The units of the stretch.
    public var utf16Range: Range<Int>
    /// Its level; odd goes from right to left.
    public var level: UInt8

    /// Makes a stretch.
    public init(utf16Range: Range<Int>, level: UInt8) {
      self.utf16Range = utf16Range
      self.level = level
    }

    /// Whether it goes from right to left.
    public var isRightToLeft: Bool { level & 1 == 1 }
  }

  /// The stretches of equal level of a line, from left to right as they are drawn (L2).
  ///
  /// - Complexity: O(*r* · *d*) for *r* stretches in *d* distinct levels.
  public static func visualRuns(_ levels: Span<UInt8>, utf16Range: Range<Int>) -> [Run] {
    var runs: [Run] = []
    var start = utf16Range.lowerBound
    while start < utf16Range.upperBound {
      var end = start + 1
      while end < utf16Range.upperBound, levels[end] == levels[start] { end += 1 }
      runs.append(Run(utf16Range: start..<end, level: levels[start]))
      start = end
    }
    reorder(&runs, by: \.level)
    return runs
  }

  /// Puts elements that carry levels into the order they are drawn in (L2).
  public static func reorder<Element>(
    _ elements: inout [Element], by level: (Element) -> UInt8
  ) {
    guard var highest = elements.lazy.map(level).max() else { return }
    let lowestOdd = elements.lazy.map(level).filter { $0 & 1 == 1 }.min() ?? highest + 1
    while highest >= lowestOdd {
      reverseStretches(of: &elements, atLeast: highest, by: level)
      highest -= 1
    }
  }

  private static func reverseStretches<Element>(
    of elements: inout [Element], atLeast minimum: UInt8, by level: (Element) -> UInt8
  ) {
    var start = 0
    while start < elements.count {
      guard level(elements[start]) >= minimum else {
        start += 1
        continue
      }
      var end = start + 1
      while end < elements.count, level(elements[end]) >= minimum { end += 1 }
      elements[start..<end].reverse()
      start = end
    }
  }
}
