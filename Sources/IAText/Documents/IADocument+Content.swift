internal import IARangeTree
internal import IASyntax

/// The result of a comparison of two documents by value.
package enum ContentComparison: Hashable, Sendable {
  /// The dumps are equal.
  case equal
  /// The dumps differ.
  case different
  /// The values differ, or were not all compared, but the dumps may be equal.
  case unknown
}

extension IADocument {
  /// Compares two documents by value: texts, attributes, blocks, bookmarks, options and metadata.
  ///
  /// Only values that cannot be compared directly are converted to text, and sets of attributes are compared once for
  /// each pair of numbers. The result is `unknown` for equal documents with attachments, for different bookmarks or
  /// blobs, and for values outside their ranges, which a dump omits.
  ///
  /// - Complexity: O(*n*) in the units; memory O(*r*) in the runs.
  package func contentComparison(with other: IADocument) -> ContentComparison {
    let result = string.contentComparison(with: other.string)
    if result == .different { return .different }
    if metadata.identity != other.metadata.identity {
      let isDifferent =
        Self.json { metadata.identity.write(to: &$0) }
        != Self.json { other.metadata.identity.write(to: &$0) }
      return isDifferent ? .different : .unknown
    }
    let hasBlobs = !attachments.digests.isEmpty || !other.attachments.digests.isEmpty
    return hasBlobs ? .unknown : result
  }

  /// Returns the text of a JSON value.
  fileprivate static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.finish()
  }
}

extension IAString {
  /// The number of units that are compared at once.
  private static let comparedUnits = 1 << 15

  fileprivate func contentComparison(with other: IAString) -> ContentComparison {
    guard utf16Count == other.utf16Count else { return .different }
    if options != other.options {
      let isDifferent =
        IADocument.json { options.write(to: &$0) }
        != IADocument.json { other.options.write(to: &$0) }
      return isDifferent ? .different : .unknown
    }
    guard hasEqualUnits(as: other) else { return .different }
    let inline = inlineComparison(with: other)
    guard inline == .equal else { return inline }
    let paragraphs = paragraphComparison(with: other)
    guard paragraphs == .equal else { return paragraphs }
    guard isEmpty || (attachmentRuns.isAll(0) && other.attachmentRuns.isAll(0)),
      bookmarks.count == other.bookmarks.count,
      bookmarks.isEmpty || sortedBookmarks == other.sortedBookmarks
    else { return .unknown }
    return .equal
  }

  private var sortedBookmarks: [Bookmark] {
    bookmarks.sorted { ($0.utf16Offset, $0.name) < ($1.utf16Offset, $1.name) }
  }

  private func hasEqualUnits(as other: IAString) -> Bool {
    var at = 0
    while at < utf16Count {
      let range = at..<min(at + Self.comparedUnits, utf16Count)
      guard units(in: range) == other.units(in: range),
        intensities(in: range) == other.intensities(in: range)
      else { return false }
      at = range.upperBound
    }
    return true
  }

  private func inlineComparison(with other: IAString) -> ContentComparison {
    let (ours, theirs) = (inlineTable.values, other.inlineTable.values)
    var pairs = NumberPairs(count: ours.count)
    var at = 0
    while at < utf16Count {
      let range = at..<min(at + Self.comparedUnits, utf16Count)
      var (left, right): ([NumberedRun], [NumberedRun]) = ([], [])
      forEachInlineRun(in: range) { left.append($0) }
      other.forEachInlineRun(in: range) { right.append($0) }
      var (index, matching) = (0, 0)
      while index < left.count, matching < right.count {
        let (run, match) = (left[index], right[matching])
        let (set, matchingSet) = (ours[Int(run.number)], theirs[Int(match.number)])
        if !pairs.match(run.number, match.number, { set == matchingSet }) {
          let isDifferent =
            IADocument.json { set.write(to: &$0) } != IADocument.json { matchingSet.write(to: &$0) }
          return isDifferent ? .different : .unknown
        }
        if run.end <= match.end { index += 1 }
        if match.end <= run.end { matching += 1 }
      }
      guard left.map(\.end) == right.map(\.end) else { return .unknown }
      at = range.upperBound
    }
    return .equal
  }

  private func paragraphComparison(with other: IAString) -> ContentComparison {
    if isEmpty { return .equal }
    let (ours, theirs) = (paragraphTable.values, other.paragraphTable.values)
    var (left, right): ([NumberedRun], [NumberedRun]) = ([], [])
    forEachParagraphRun { left.append($0) }
    other.forEachParagraphRun { right.append($0) }
    var (path, matchingPath): ([Block], [Block]) = ([], [])
    var (index, matching) = (0, 0)
    while index < left.count, matching < right.count {
      let (run, match) = (left[index], right[matching])
      var (set, matchingSet) = (ours[Int(run.number)], theirs[Int(match.number)])
      let (blocks, matchingBlocks) = (set.blocks, matchingSet.blocks)
      // Blocks start at the same paragraphs if each path shares the same number of ids with the
      // path before it.
      let shared = zip(path, blocks).prefix { $0.id == $1.id }.count
      let matchingShared = zip(matchingPath, matchingBlocks).prefix { $0.id == $1.id }.count
      for depth in blocks.indices { set.blocks[depth].id = depth + 1 }
      for depth in matchingBlocks.indices { matchingSet.blocks[depth].id = depth + 1 }
      if set != matchingSet {
        let isDifferent =
          IADocument.json { set.write(to: &$0) } != IADocument.json { matchingSet.write(to: &$0) }
        return isDifferent ? .different : .unknown
      }
      guard shared == matchingShared else { return .unknown }
      (path, matchingPath) = (blocks, matchingBlocks)
      if run.end <= match.end { index += 1 }
      if match.end <= run.end { matching += 1 }
    }
    return left.map(\.end) == right.map(\.end) ? .equal : .unknown
  }
}

/// The numbers of one table with the equal numbers of another one.
private struct NumberPairs {
  private var matches: [UInt32]

  /// Creates an empty list for a table with a number of sets.
  init(count: Int) { matches = Array(repeating: UInt32.max, count: count) }

  /// Returns whether the sets of two numbers are equal; `compare` is called once for each pair.
  mutating func match(_ number: UInt32, _ other: UInt32, _ compare: () -> Bool) -> Bool {
    let known = matches[Int(number)]
    // The sets of a table differ from each other.
    if known != UInt32.max { return known == other }
    guard compare() else { return false }
    matches[Int(number)] = other
    return true
  }
}
