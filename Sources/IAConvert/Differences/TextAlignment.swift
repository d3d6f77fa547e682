public import IAText

/// The alignment of two texts: their common ranges in order.
public struct TextAlignment: Hashable, Sendable {
  /// A range that both texts have in common.
  public struct Match: Hashable, Sendable {
    /// The start of the range in the first text, in UTF-16 units.
    public var left: Int
    /// The start of the range in the second text, in UTF-16 units.
    public var right: Int
    /// The number of UTF-16 units.
    public var count: Int
  }

  /// The common ranges in order.
  public let matches: [Match]
  /// The number of UTF-16 units that both texts have in common.
  public let matchedCount: Int
  /// Whether the comparison was ended because the texts differ too much; a longer search might find
  /// more common text.
  public let isCutShort: Bool

  /// Creates the alignment of two texts: first of equal paragraphs, then of units between them.
  ///
  /// - Complexity: O(*n*) for equal texts; otherwise bounded (`SequenceDiff`).
  public init(_ left: IAString, _ right: IAString) {
    let (ours, theirs) = (left.units(in: left.utf16Range), right.units(in: right.utf16Range))
    let (lines, others) = (Self.lines(of: ours), Self.lines(of: theirs))
    var numbers: [ArraySlice<UInt16>: UInt32] = [:]
    func intern(_ lines: [Range<Int>], _ units: [UInt16]) -> [UInt32] {
      lines.map { line in
        if let known = numbers[units[line]] { return known }
        let number = UInt32(truncatingIfNeeded: numbers.count)
        numbers[units[line]] = number
        return number
      }
    }
    let rough = SequenceDiff(intern(lines, ours), intern(others, theirs))
    var found: [Match] = []
    var isCutShort = rough.isCutShort
    var at = (left: 0, right: 0)
    var work = 1 << 26
    func start(of line: Int, _ lines: [Range<Int>], _ count: Int) -> Int {
      line < lines.count ? lines[line].lowerBound : count
    }
    for match in rough.matches + [.init(left: lines.count, right: others.count, count: 0)] {
      let here = start(of: match.left, lines, ours.count)
      let there = start(of: match.right, others, theirs.count)
      if here > at.left, there > at.right {
        let gap = SequenceDiff(
          ours[at.left..<here].map(UInt32.init), theirs[at.right..<there].map(UInt32.init),
          work: work)
        work = gap.work
        isCutShort = isCutShort || gap.isCutShort
        found += gap.matches.map {
          Match(left: at.left + $0.left, right: at.right + $0.right, count: $0.count)
        }
      }
      let end = start(of: match.left + match.count, lines, ours.count)
      if end > here { found.append(Match(left: here, right: there, count: end - here)) }
      at = (end, start(of: match.right + match.count, others, theirs.count))
    }
    matches = Self.merged(found)
    matchedCount = matches.reduce(0) { $0 + $1.count }
    self.isCutShort = isCutShort
  }

  /// Returns the offset in the second text of the unit that corresponds to a unit of the first;
  /// `nil` if there is none.
  ///
  /// - Complexity: O(log matches).
  public func counterpart(of utf16Offset: Int) -> Int? {
    var (low, high) = (0, matches.count)
    while low < high {
      let middle = (low + high) / 2
      if matches[middle].left + matches[middle].count <= utf16Offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < matches.count, matches[low].left <= utf16Offset else { return nil }
    return matches[low].right + utf16Offset - matches[low].left
  }

  private static func lines(of units: [UInt16]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for (index, unit) in units.enumerated() where unit == 0x0A {
      lines.append(start..<index + 1)
      start = index + 1
    }
    if start < units.count { lines.append(start..<units.count) }
    return lines
  }

  private static func merged(_ matches: [Match]) -> [Match] {
    var merged: [Match] = []
    for match in matches {
      if let last = merged.last, last.left + last.count == match.left,
        last.right + last.count == match.right
      {
        merged[merged.count - 1].count += match.count
      } else {
        merged.append(match)
      }
    }
    return merged
  }
}
