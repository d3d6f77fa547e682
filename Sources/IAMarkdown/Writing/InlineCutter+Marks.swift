internal import IAText

// The marks of pieces. A marked range must not start or end at a blank.
extension InlineCutter {
  /// Removes the marks of blank pieces, so that no delimiter is beside a blank inside it.
  mutating func dropMarksOfBlanks() {
    for index in pieces.indices where pieces[index].isBlank {
      if !pieces[index].marks.isDisjoint(with: .emphasis) { isExact = false }
      pieces[index].marks.subtract(.emphasis)
    }
  }

  /// Records the marks with which a blank piece was actually written.
  mutating func keepMarks(_ marks: MarkSet, ofBlank index: Int) {
    guard !pieces[index].marks.isSubset(of: marks) else { return }
    pieces[index].marks.formIntersection(marks)
    isExact = false
  }

  /// Removes marks from blanks at the ends of marked ranges, where Markdown does not allow them.
  mutating func trimMarks() {
    for mark in MarkSet.emphases {
      var index = 0
      while index < pieces.count {
        guard pieces[index].marks.contains(mark) else {
          index += 1
          continue
        }
        let start = index
        while index < pieces.count, pieces[index].marks.contains(mark) { index += 1 }
        var first = start
        while first < index, pieces[first].isBlank {
          pieces[first].marks.remove(mark)
          isExact = false
          first += 1
        }
        var last = index
        while last > first, pieces[last - 1].isBlank {
          last -= 1
          pieces[last].marks.remove(mark)
          isExact = false
        }
      }
    }
  }

  /// Removes elements from blanks that a reader would move out of them: all blanks except single spaces between pieces
  /// with the same elements.
  mutating func trimTags() {
    for index in pieces.indices where pieces[index].isBlank && !pieces[index].tags.isEmpty {
      var kept: TagSet = []
      if index > 0, index + 1 < pieces.count, pieces[index].range.count == 1,
        text[pieces[index].range.lowerBound] == 0x20, !pieces[index - 1].isBlank,
        !pieces[index + 1].isBlank, pieces[index - 1].tags == pieces[index].tags,
        pieces[index + 1].tags == pieces[index].tags
      {
        kept = pieces[index].tags
      }
      if kept != pieces[index].tags { isExact = false }
      pieces[index].tags = kept
    }
  }

  /// Joins adjacent texts with equal marks.
  ///
  /// Blanks at their ends remain separate pieces.
  mutating func joinTexts() {
    var out = 0
    var index = 0
    while index < pieces.count {
      var end = index + 1
      while end < pieces.count, pieces[index].joins(pieces[end]) { end += 1 }
      if pieces[index].kind != .text || end == index + 1 {
        pieces[out] = pieces[index]
        out += 1
        index += 1
        continue
      }
      var first = index
      while first < end, pieces[first].isBlank { first += 1 }
      var last = end
      while last > first, pieces[last - 1].isBlank { last -= 1 }
      join(index..<first, isBlank: true, into: &out)
      join(first..<last, isBlank: false, into: &out)
      join(last..<end, isBlank: true, into: &out)
      index = end
    }
    pieces.removeLast(pieces.count - out)
  }

  /// Replaces pieces, if there are any, by one piece at a position that is not after them.
  private mutating func join(_ part: Range<Int>, isBlank: Bool, into place: inout Int) {
    guard !part.isEmpty else { return }
    let end = pieces[part.upperBound - 1].range.upperBound
    pieces[place] = pieces[part.lowerBound]
    pieces[place].range = pieces[place].range.lowerBound..<end
    pieces[place].isBlank = isBlank
    place += 1
  }

  /// Removes marks from blanks unless both adjacent pieces have them.
  mutating func unmarkBlanks() {
    for index in pieces.indices
    where pieces[index].isBlank && !pieces[index].marks.isDisjoint(with: .emphasis) {
      var kept: MarkSet = []
      if index > 0, index + 1 < pieces.count, !pieces[index - 1].isBlank,
        !pieces[index + 1].isBlank
      {
        kept = pieces[index - 1].marks.intersection(pieces[index + 1].marks)
      }
      let marks = pieces[index].marks
      pieces[index].marks = marks.intersection(kept.union(.link))
      if pieces[index].marks != marks { isExact = false }
    }
  }
}
