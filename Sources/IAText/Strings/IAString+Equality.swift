internal import IARangeTree

extension IAString: Equatable {
  /// Whether two strings have the same text, intensities, attributes, blocks, attachments,
  /// bookmarks and options.
  ///
  /// Block ids count only for which paragraphs they hold together, records by their value.
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

  /// A stretch of paragraphs that are set alike.
  public struct ParagraphRun: Hashable, Sendable {
    /// The units of the paragraphs, whole.
    public var utf16Range: Range<Int>
    /// How they are set, block ids numbered from 1 in order of first use.
    public var attributes: ParagraphAttributes
  }

  /// The stretches of paragraphs that are set alike, block ids numbered from 1 in order of first
  /// use: the canonical form.
  public func canonicalParagraphs() -> [ParagraphRun] {
    let values = paragraphTable.values
    var ids: [Int: Int] = [:]
    var at = 0
    return paragraphRuns.runs(in: utf16Range).map { run in
      var attributes = values[Int(run.value)]
      for index in attributes.blocks.indices {
        let old = attributes.blocks[index].id
        let new = ids[old] ?? ids.count + 1
        ids[old] = new
        attributes.blocks[index].id = new
      }
      defer { at += run.count }
      return ParagraphRun(utf16Range: at..<at + run.count, attributes: attributes)
    }
  }
}
