internal import IAText

/// A range that both texts have in common, with one set of attributes on each side.
struct AlignedRun {
  var left: Range<Int>
  var right: Range<Int>
  var leftAttributes: InlineAttributes
  var rightAttributes: InlineAttributes
}

extension TextAlignment {
  /// Returns the common ranges in order, divided where the attributes of either side change.
  func runs(_ left: IAString, _ right: IAString) -> [AlignedRun] {
    var found: [AlignedRun] = []
    for match in matches {
      let ours = left.attributeRuns(in: match.left..<match.left + match.count)
      let theirs = right.attributeRuns(in: match.right..<match.right + match.count)
      let shift = match.right - match.left
      var (at, index, other) = (match.left, 0, 0)
      while index < ours.count, other < theirs.count {
        let end = min(
          ours[index].utf16Range.upperBound, theirs[other].utf16Range.upperBound - shift)
        found.append(
          AlignedRun(
            left: at..<end, right: at + shift..<end + shift,
            leftAttributes: ours[index].attributes, rightAttributes: theirs[other].attributes))
        at = end
        if ours[index].utf16Range.upperBound == end { index += 1 }
        if theirs[other].utf16Range.upperBound - shift == end { other += 1 }
      }
    }
    return found
  }

  /// Returns the ranges of the first text that have no counterpart in the second.
  func unmatchedLeft(of count: Int) -> [Range<Int>] {
    gaps(matches.map { $0.left..<$0.left + $0.count }, count)
  }

  /// Returns the ranges of the second text that have no counterpart in the first.
  func unmatchedRight(of count: Int) -> [Range<Int>] {
    gaps(matches.map { $0.right..<$0.right + $0.count }, count)
  }

  private func gaps(_ covered: [Range<Int>], _ count: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var at = 0
    for range in covered + [count..<count] {
      if range.lowerBound > at { gaps.append(at..<range.lowerBound) }
      at = range.upperBound
    }
    return gaps
  }

  /// Returns for each paragraph of the first text the index of the corresponding paragraph of the
  /// second.
  ///
  /// It is the paragraph that contains the counterpart of the first common UTF-16 unit. Each paragraph of the second
  /// text is used at most once. The result is `nil` for a paragraph without a corresponding one.
  func paragraphPairs(
    _ left: [IAString.Paragraph], _ right: [IAString.Paragraph]
  ) -> [Int?] {
    var next = 0
    var match = 0
    return left.map { paragraph in
      while match < matches.count,
        matches[match].left + matches[match].count <= paragraph.utf16Range.lowerBound
      { match += 1 }
      guard match < matches.count, matches[match].left < paragraph.utf16Range.upperBound else {
        return nil
      }
      let unit = max(paragraph.utf16Range.lowerBound, matches[match].left)
      let there = matches[match].right + unit - matches[match].left
      while next < right.count, right[next].utf16Range.upperBound <= there { next += 1 }
      guard next < right.count, right[next].utf16Range.contains(there) else { return nil }
      next += 1
      return next - 1
    }
  }
}
