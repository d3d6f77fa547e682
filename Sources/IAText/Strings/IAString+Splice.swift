internal import IARangeTree

extension IAString {
  /// Returns the substring of a range, including attributes, attachments, bookmarks and options.
  ///
  /// - Complexity: O(log *n* + *a*) in the attachments.
  public func substring(_ utf16Range: Range<Int>) -> IAString {
    var part = self
    part.tree = tree.subtree(utf16Range)
    part.paragraphRuns = paragraphRuns.subtree(utf16Range)
    part.attachmentRuns = attachmentRuns.subtree(utf16Range)
    part.bookmarks = bookmarks.filter {
      utf16Range.contains($0.utf16Offset) || $0.utf16Offset == utf16Range.upperBound
    }
    for index in part.bookmarks.indices {
      part.bookmarks[index].utf16Offset -= utf16Range.lowerBound
    }
    return part
  }

  /// Replaces a range by another string with its attributes, attachments and bookmarks; its options
  /// are ignored.
  ///
  /// Complete paragraphs of the other string keep their attributes. Its first part joins the text
  /// before it, and its last part the text after it, if there is any, and get the attributes of
  /// that text. Blocks and attachment records get new numbers; a bookmark whose name is in use is
  /// omitted.
  ///
  /// - Complexity: O(log *n* + *r*) in the runs of the other string.
  public mutating func replace(_ utf16Range: Range<Int>, with other: IAString) {
    guard !other.isEmpty else { return remove(utf16Range) }
    let start = utf16Range.lowerBound
    let last = start + other.utf16Count - 1
    let hasHead = !startsParagraph(at: start)
    let headID = paragraphID(at: start)
    let hasTail =
      utf16Range.upperBound < utf16Count && unit(at: utf16Range.upperBound) != Self.lineFeed
    let tailID = paragraphID(at: utf16Range.upperBound)

    tree.replace(utf16Range, with: adoptedTree(of: other))
    attachmentRuns.replace(utf16Range, with: adoptedAttachments(of: other))
    paragraphRuns.replace(utf16Range, with: adoptedParagraphs(of: other))
    shiftBookmarks(utf16Range, by: other.utf16Count)
    adoptBookmarks(of: other, at: start)

    // If one part joins both sides, it gets the attributes of the text before, which are set last.
    if unit(at: last) != Self.lineFeed {
      let joined = hasTail ? tailID : paragraphRuns.value(at: last)
      paragraphRuns.set(joined, in: paragraphRange(at: last))
    }
    if hasHead { paragraphRuns.set(headID, in: paragraphRange(at: start)) }
  }

  /// Inserts another string with its attributes, attachments and bookmarks.
  public mutating func insert(_ other: IAString, at utf16Offset: Int) {
    replace(utf16Offset..<utf16Offset, with: other)
  }

  /// Appends another string with its attributes, attachments and bookmarks.
  public mutating func append(_ other: IAString) { insert(other, at: utf16Count) }

  private func adoptedTree(of other: IAString) -> RangeTree {
    guard other.inlineTable !== inlineTable else { return other.tree }
    var ids: [UInt32: UInt32] = [0: 0]
    var adopted = other.tree
    adopted.mapAttributes(in: 0..<adopted.count) { id in
      if let known = ids[id] { return known }
      let mapped = inlineTable.id(of: other.inlineTable[id])
      ids[id] = mapped
      return mapped
    }
    return adopted
  }

  private mutating func adoptedAttachments(of other: IAString) -> RunTree<UInt32> {
    let runs = other.attachmentRuns.runs(in: other.utf16Range).map { run in
      guard run.value > 0 else { return run }
      records.append(other.records[Int(run.value) - 1])
      return .init(count: run.count, value: UInt32(records.count))
    }
    return RunTree(runs: runs)
  }

  private func adoptedParagraphs(of other: IAString) -> RunTree<UInt32> {
    let values = other.paragraphTable.values
    var ids: [UInt32: UInt32] = [0: 0]
    var blockIDs: [Int: Int] = [:]
    var nextBlockID = unusedBlockID
    let runs = other.paragraphRuns.runs(in: other.utf16Range).map { run in
      if let known = ids[run.value] { return RunTree.Run(count: run.count, value: known) }
      var attributes = values[Int(run.value)]
      for index in attributes.blocks.indices {
        let old = attributes.blocks[index].id
        if blockIDs[old] == nil {
          blockIDs[old] = nextBlockID
          nextBlockID += 1
        }
        attributes.blocks[index].id = blockIDs[old] ?? old
      }
      let id = paragraphTable.id(of: attributes)
      ids[run.value] = id
      return RunTree.Run(count: run.count, value: id)
    }
    return RunTree(runs: runs)
  }

  private mutating func adoptBookmarks(of other: IAString, at start: Int) {
    for bookmark in other.bookmarks where !bookmarks.contains(where: { $0.name == bookmark.name }) {
      setBookmark(bookmark.name, at: bookmark.utf16Offset + start)
    }
  }
}
