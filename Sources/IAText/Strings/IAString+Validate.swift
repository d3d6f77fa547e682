internal import IARangeTree

extension IAString {
  /// A violation of a rule of the model in a string.
  public enum Defect: Hashable, Sendable {
    /// The number of units that a column covers differs from that of the text.
    case lengthMismatch(column: String, count: Int, expected: Int)
    /// An intensity is above 100.
    case intensityOutOfRange(utf16Offset: Int, intensity: UInt8)
    /// A run of paragraph attributes ends within a paragraph.
    case paragraphSplit(utf16Offset: Int)
    /// An attachment record covers a unit that is not U+FFFC.
    case attachmentWithoutUnit(utf16Offset: Int)
    /// A bookmark is outside the text.
    case bookmarkOutOfRange(name: String, utf16Offset: Int)
    /// Two bookmarks share a name.
    case duplicateBookmark(name: String)
    /// Adjacent paragraphs have one block id with different kinds.
    case blockKindMismatch(id: Int, utf16Offset: Int)
    /// The tags of a run are not sorted, or two have one name.
    case unsortedTags(utf16Offset: Int)
  }

  /// Returns all defects, in order of kind and position; empty for a string created by this module.
  ///
  /// - Complexity: O(*n*) in the units.
  public func defects() -> [Defect] {
    lengthDefects() + unitDefects() + bookmarkDefects() + blockDefects() + tagDefects()
  }

  private func lengthDefects() -> [Defect] {
    [("paragraphs", paragraphRuns.count), ("attachments", attachmentRuns.count)]
      .filter { $0.1 != utf16Count }
      .map { .lengthMismatch(column: $0.0, count: $0.1, expected: utf16Count) }
  }

  private func unitDefects() -> [Defect] {
    var found = intensityRuns(in: utf16Range).filter { $0.intensity > 100 }.map {
      Defect.intensityOutOfRange(utf16Offset: $0.utf16Range.lowerBound, intensity: $0.intensity)
    }
    guard lengthDefects().isEmpty else { return found }
    for placed in attachments where unit(at: placed.utf16Offset) != Self.attachmentUnit {
      found.append(.attachmentWithoutUnit(utf16Offset: placed.utf16Offset))
    }
    var end = 0
    for run in paragraphRuns.runs(in: utf16Range) {
      end += run.count
      if end < utf16Count, unit(at: end - 1) != Self.lineFeed {
        found.append(.paragraphSplit(utf16Offset: end))
      }
    }
    return found
  }

  private func bookmarkDefects() -> [Defect] {
    var names: Set<String> = []
    var found: [Defect] = []
    for bookmark in bookmarks {
      if !(0...utf16Count).contains(bookmark.utf16Offset) {
        found.append(
          .bookmarkOutOfRange(name: bookmark.name, utf16Offset: bookmark.utf16Offset))
      }
      if !names.insert(bookmark.name).inserted {
        found.append(.duplicateBookmark(name: bookmark.name))
      }
    }
    return found
  }

  private func blockDefects() -> [Defect] {
    var open: [Block] = []
    var found: [Defect] = []
    for run in canonicalParagraphs() {
      let path = run.attributes.blocks
      for (before, here) in zip(open, path).prefix(while: { $0.id == $1.id })
      where before.kind != here.kind {
        found.append(
          .blockKindMismatch(id: here.id, utf16Offset: run.utf16Range.lowerBound))
      }
      open = path
    }
    return found
  }

  private func tagDefects() -> [Defect] {
    attributeRuns(in: utf16Range).compactMap { run in
      let names = run.attributes.tags.map(\.name)
      let isSorted = zip(names, names.dropFirst()).allSatisfy { $0 < $1 }
      return isSorted ? nil : .unsortedTags(utf16Offset: run.utf16Range.lowerBound)
    }
  }
}
