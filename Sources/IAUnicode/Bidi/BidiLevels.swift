/// Rules L1 and L2 of UAX 9, and a test for texts that need neither.
public enum BidiLevels {
  /// Returns whether a left-to-right paragraph of this text can have a level other than 0.
  ///
  /// `false` means that no unit belongs to a right-to-left script and none is a bidi control, so
  /// that all levels are 0. `true` means that the levels must be resolved.
  ///
  /// - Complexity: O(*n*); ASCII, Latin, Greek, Cyrillic and CJK units need one comparison each.
  public static func mayReorder(_ text: Span<UInt16>) -> Bool {
    for index in text.indices where isSuspect(text[index]) { return true }
    return false
  }

  /// Returns whether a unit belongs to a right-to-left script, is a bidi control, or is half of a
  /// character that may be one of these.
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

  /// Sets the level of the spaces and formatting characters that end a line to that of the
  /// paragraph (L1).
  ///
  /// - Parameters:
  ///   - levels: The levels of the paragraph; those at the end of the line are replaced.
  ///   - utf16Range: The units of the line.
  ///   - text: The paragraph.
  ///   - paragraphLevel: The level of the paragraph, 0 or 1.
  public static func resetTrailing(
    _ levels: inout [UInt8], utf16Range: Range<Int>, in text: Span<UInt16>, paragraphLevel: UInt8
  ) {
    var index = utf16Range.upperBound
    while index > utf16Range.lowerBound, isLineEndSpace(text[index - 1]) {
      index -= 1
      levels[index] = paragraphLevel
    }
  }

  /// Returns whether rule L1 resets a unit at the end of a line to the level of the paragraph.
  ///
  /// These are white space, separators, the controls that X9 removes, and isolate controls.
  private static func isLineEndSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09...0x0D, 0x1C...0x20, 0x85, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x205F, 0x3000:
      return true
    case 0x200C, 0x200D, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF, 0xAD:
      return true
    default: return false
    }
  }

  /// A run of units with one embedding level.
  public struct Run: Hashable, Sendable {
    /// The units of the run, counted from the start of the paragraph.
    public var utf16Range: Range<Int>
    /// The embedding level; an odd level means right to left.
    public var level: UInt8

    /// Creates a run.
    public init(utf16Range: Range<Int>, level: UInt8) {
      self.utf16Range = utf16Range
      self.level = level
    }

    /// Whether the run is drawn from right to left.
    public var isRightToLeft: Bool { level & 1 == 1 }
  }

  /// Returns the level runs of a line in drawing order, from left to right (L2).
  ///
  /// - Complexity: O(*r* · *d*) for *r* runs with *d* distinct levels.
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

  /// Sorts elements that have levels into drawing order (L2).
  public static func reorder<Element>(
    _ elements: inout [Element], by level: (Element) -> UInt8
  ) {
    guard var highest = elements.lazy.map(level).max() else { return }
    let lowestOdd = elements.lazy.map(level).filter { $0 & 1 == 1 }.min() ?? highest + 1
    while highest >= lowestOdd {
      reverseRuns(of: &elements, atLeast: highest, by: level)
      highest -= 1
    }
  }

  private static func reverseRuns<Element>(
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
