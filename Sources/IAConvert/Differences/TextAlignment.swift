public import IAText

/// Which units of one text are which of another: what the texts have in common, in order.
public struct TextAlignment: Hashable, Sendable {
  /// A stretch that both texts have.
  public struct Match: Hashable, Sendable {
    /// Where it is in the first text.
    public var left: Int
    /// Where it is in the second text.
    public var right: Int
    /// How many UTF-16 units it has.
    public var count: Int
  }

  /// The common stretches in order.
  public let matches: [Match]
  /// How many units both texts have.
  public let matchedCount: Int
  /// Whether the texts differ so much that more might have been found.
  public let isCutShort: Bool

  /// Aligns two texts: paragraphs that are equal first, then units between those.
  ///
  /// - Complexity: Linear but for the differences; bounded (`SequenceDiff`).
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

  /// Returns the unit of the second text that a unit of the first is, or `nil` if there is none.
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
