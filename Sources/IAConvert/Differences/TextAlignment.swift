public import IAText

/// The common parts of two texts, in order.
public struct TextAlignment: Hashable, Sendable {
  /// The parts that are compared between equal paragraphs.
  public enum Granularity: Hashable, Sendable {
    /// UTF-16 units.
    case units
    /// Words, and each unit between words.
    case words
  }

  /// A range of units that both texts have.
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
  let matchedCount: Int
  /// Whether the comparison ended at its limit because the texts differ too much; a longer search might find more
  /// common text.
  public let isCutShort: Bool

  /// Creates the alignment of two texts.
  ///
  /// First equal paragraphs are aligned, then the units or words between them.
  ///
  /// - Complexity: O(*n* + *m*) and the work of the differences, which is bounded (`SequenceDiff`).
  public init(_ left: IAString, _ right: IAString, by granularity: Granularity = .units) {
    let (ours, theirs) = (left.units(in: left.utf16Range), right.units(in: right.utf16Range))
    let (lines, others) = (TextParts.lines(of: ours), TextParts.lines(of: theirs))
    var numbers = PartNumbers()
    let rough = SequenceDiff(
      numbers.numbers(of: lines, in: ours), numbers.numbers(of: others, in: theirs))
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
        let gap: (matches: [Match], work: Int, isCutShort: Bool)
        switch granularity {
        case .units: gap = Self.units(ours[at.left..<here], theirs[at.right..<there], work)
        case .words: gap = Self.words(ours[at.left..<here], theirs[at.right..<there], work)
        }
        work = gap.work
        isCutShort = isCutShort || gap.isCutShort
        found += gap.matches
      }
      let end = start(of: match.left + match.count, lines, ours.count)
      if end > here { found.append(Match(left: here, right: there, count: end - here)) }
      at = (end, start(of: match.right + match.count, others, theirs.count))
    }
    matches = Self.joiningGaps(Self.merged(found), ours, theirs)
    matchedCount = matches.reduce(0) { $0 + $1.count }
    self.isCutShort = isCutShort
  }

  /// Returns the offset in the second text of the unit that corresponds to a unit of the first;
  /// `nil` if there is none.
  ///
  /// - Complexity: O(log matches).
  func counterpart(of utf16Offset: Int) -> Int? {
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

  private static func units(
    _ left: ArraySlice<UInt16>, _ right: ArraySlice<UInt16>, _ work: Int
  ) -> (matches: [Match], work: Int, isCutShort: Bool) {
    let difference = SequenceDiff(left.map(UInt32.init), right.map(UInt32.init), work: work)
    let matches = difference.matches.map {
      Match(left: left.startIndex + $0.left, right: right.startIndex + $0.right, count: $0.count)
    }
    return (matches, difference.work, difference.isCutShort)
  }

  private static func words(
    _ left: ArraySlice<UInt16>, _ right: ArraySlice<UInt16>, _ work: Int
  ) -> (matches: [Match], work: Int, isCutShort: Bool) {
    let (ours, theirs) = (TextParts.words(of: left), TextParts.words(of: right))
    var numbers = PartNumbers()
    let difference = SequenceDiff(
      numbers.numbers(of: ours, in: left), numbers.numbers(of: theirs, in: right), work: work)
    let matches = difference.matches.map { match in
      let start = ours[match.left].lowerBound
      let end = ours[match.left + match.count - 1].upperBound
      return Match(left: start, right: theirs[match.right].lowerBound, count: end - start)
    }
    return (matches, difference.work, difference.isCutShort)
  }

  /// Moves a match between two changes to the other end of an adjacent insertion or removal, if the text there is the
  /// same, so that the two changes become one.
  ///
  /// For example, a format writes U+FFFD and half of a surrogate pair as two U+FFFD. Only the second
  /// unit differs, but a comparison can find an insertion before the first unit and a removal after it.
  /// Likewise, a removal that ends with a space and follows another space is one removal.
  private static func joiningGaps(
    _ matches: [Match], _ ours: [UInt16], _ theirs: [UInt16]
  ) -> [Match] {
    var joined: [Match] = []
    for (index, found) in matches.enumerated() {
      var match = found
      let last = joined.last ?? Match(left: 0, right: 0, count: 0)
      let end = (left: last.left + last.count, right: last.right + last.count)
      let next =
        index + 1 < matches.count
        ? matches[index + 1] : Match(left: ours.count, right: theirs.count, count: 0)
      let units = ours[match.left..<match.left + match.count]
      let before = (left: match.left - end.left, right: match.right - end.right)
      let after = (
        left: next.left - match.left - match.count, right: next.right - match.right - match.count
      )
      func hasMatch(_ text: [UInt16], at start: Int) -> Bool {
        units.elementsEqual(text[start..<start + match.count])
      }
      let isBetween = before.left + before.right > 0 && after.left + after.right > 0
      if isBetween, before.left == 0, hasMatch(theirs, at: end.right) {
        match.right = end.right
      } else if isBetween, before.right == 0, hasMatch(ours, at: end.left) {
        match.left = end.left
      } else if isBetween, after.left == 0, hasMatch(theirs, at: next.right - match.count) {
        match.right = next.right - match.count
      } else if isBetween, after.right == 0, hasMatch(ours, at: next.left - match.count) {
        match.left = next.left - match.count
      }
      if !joined.isEmpty, end == (match.left, match.right) {
        joined[joined.count - 1].count += match.count
      } else {
        joined.append(match)
      }
    }
    return joined
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
