internal import IARangeTree

extension IAString: Equatable {
  /// Returns whether two strings have equal text, intensities, attributes, blocks, attachments,
  /// bookmarks and options.
  ///
  /// Block ids are compared only by the paragraphs they group, attachment records by value.
  public static func == (left: IAString, right: IAString) -> Bool {
    left.options == right.options && left.bookmarks == right.bookmarks
      && left.hasEqualText(as: right) && left.attachments == right.attachments
      && left.canonicalParagraphs() == right.canonicalParagraphs()
  }

  private func hasEqualText(as other: IAString) -> Bool {
    if inlineTable === other.inlineTable { return tree == other.tree }
    return utf16Count == other.utf16Count
      && tree.units(in: utf16Range) == other.tree.units(in: utf16Range)
      && tree.intensities(in: utf16Range) == other.tree.intensities(in: utf16Range)
      && attributeRuns(in: utf16Range) == other.attributeRuns(in: utf16Range)
  }

  /// A run of paragraphs with equal attributes.
  public struct ParagraphRun: Hashable, Sendable {
    /// The units of the paragraphs.
    public var utf16Range: Range<Int>
    /// The attributes, with block ids numbered from 1 in the order in which blocks start.
    public var attributes: ParagraphAttributes
  }

  /// Returns the runs of paragraphs with equal attributes in canonical form: block ids are numbered
  /// from 1 in the order in which blocks start.
  ///
  /// A block continues while adjacent paragraphs have its id and all blocks around it; an id that
  /// is used again after other paragraphs is another block.
  public func canonicalParagraphs() -> [ParagraphRun] {
    let values = paragraphTable.values
    var open: [(id: Int, number: Int)] = []
    var lastNumber = 0
    var at = 0
    var found: [ParagraphRun] = []
    for run in paragraphRuns.runs(in: utf16Range) {
      var attributes = values[Int(run.value)]
      let shared = zip(open, attributes.blocks).prefix { $0.id == $1.id }.count
      open.removeSubrange(shared...)
      for block in attributes.blocks[shared...] {
        lastNumber += 1
        open.append((block.id, lastNumber))
      }
      for index in open.indices { attributes.blocks[index].id = open[index].number }
      found.append(ParagraphRun(utf16Range: at..<at + run.count, attributes: attributes))
      at += run.count
    }
    return found
  }
}
