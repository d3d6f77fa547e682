public import IAText

/// Puts hidden data back into a document that a reader made of what a format shows.
public struct HiddenDataRestorer {
  private let block: HiddenDocument
  private var report = ConversionReport()
  private var builder = IAStringBuilder()
  private var starts: [Int] = []
  private var blockIDs: [Int: Int] = [:]
  private var nextBlockID = 0

  /// Starts with the block of the whole document.
  public init(_ block: HiddenDocument) { self.block = block }

  /// The document as it was before it was written, as far as nobody edited it since.
  ///
  /// What the format shows wins; hidden data adds what it cannot show. Where the text of a paragraph
  /// is not the one its hidden data was made for, the hidden data is dropped for that paragraph
  /// alone and the report says so.
  ///
  /// - Parameters:
  ///   - document: What the reader made of the visible part.
  ///   - paragraphs: The hidden data of each of its paragraphs, nil for those without.
  /// - Returns: The document, and which hidden data was stale.
  public consuming func restore(
    _ document: IADocument, paragraphs: [HiddenParagraph?]
  ) -> ReadResult {
    let visible = document.string
    nextBlockID = visible.highestBlockID + 1
    for (index, paragraph) in visible.paragraphs.enumerated() {
      starts.append(builder.utf16Count)
      guard index < paragraphs.count, let hidden = paragraphs[index] else {
        copy(paragraph, of: visible)
        continue
      }
      let units = visible.units(in: paragraph.contentRange)
      guard hidden.textHash == HiddenParagraph.hash(units), hidden.fits(units, block) else {
        report.add(
          .dropped, "stale-hidden-data", "paragraph \(index + 1)",
          utf16Range: builder.utf16Count..<builder.utf16Count + paragraph.utf16Range.count)
        copy(paragraph, of: visible)
        continue
      }
      restore(paragraph, of: visible, units, hidden)
    }
    var restored = document
    let marks = Self.marks(of: visible) + block.bookmarks
    let starts = starts
    let end = builder.utf16Count
    restored.string = builder.finish(options: block.options.overridden(by: visible.options))
    restored.string.setBookmarks(
      marks.map { mark in
        let start = mark.paragraph < starts.count ? starts[mark.paragraph] : end
        return .init(utf16Offset: min(start + mark.utf16Offset, end), name: mark.name)
      })
    restored.metadata = block.metadata.overridden(by: document.metadata)
    return ReadResult(restored, report: report)
  }

  /// The bookmarks that the format shows, by paragraph.
  private static func marks(of visible: IAString) -> [HiddenDocument.Bookmark] {
    guard !visible.bookmarks.isEmpty else { return [] }
    let starts = visible.paragraphs.map(\.utf16Range.lowerBound)
    return visible.bookmarks.map { bookmark in
      let paragraph = starts.lastIndex { $0 <= bookmark.utf16Offset } ?? 0
      let start = paragraph < starts.count ? starts[paragraph] : 0
      return .init(
        paragraph: paragraph, utf16Offset: bookmark.utf16Offset - start, name: bookmark.name)
    }
  }

  private mutating func copy(_ paragraph: IAString.Paragraph, of visible: IAString) {
    builder.append(visible, utf16Range: paragraph.utf16Range)
    builder.endParagraph(paragraph.attributes, terminated: false)
  }

  private mutating func restore(
    _ paragraph: IAString.Paragraph, of visible: IAString, _ units: [UInt16],
    _ hidden: HiddenParagraph
  ) {
    let start = paragraph.utf16Range.lowerBound
    var original = units
    if let patch = hidden.patch {
      original.replaceSubrange(patch.prefix..<patch.prefix + patch.replaced, with: patch.units)
    }
    if hidden.isTerminated { original.append(0x000A) }
    let alignment = PatchAlignment(hidden.patch, visibleCount: units.count, original.count)
    var attached: [Int: Attachment] = [:]
    for record in hidden.records {
      let place = alignment.visibleOffset(of: record.utf16Offset)
      let seen = place.flatMap { visible.attachment(at: start + $0) }
      attached[record.utf16Offset] = block.records[record.index].resolved(by: seen)
    }
    var shown = visible.attributeRuns(in: paragraph.utf16Range)[...]
    var inline = RunCursor(hidden.inline)
    var intensity = RunCursor(hidden.intensities)
    var current = IAStringBuilder.plain
    for (offset, unit) in original.enumerated() {
      let place = start + alignment.nearestVisibleOffset(of: offset)
      let isNext = shown.first.map { $0.utf16Range.upperBound <= place && shown.count > 1 } ?? false
      while let first = shown.first, first.utf16Range.upperBound <= place, shown.count > 1 {
        shown.removeFirst()
      }
      inline.advance()
      intensity.advance()
      if offset == 0 || isNext || inline.isAtStart {
        var attributes = shown.first?.attributes ?? InlineAttributes()
        if inline.value > 0 {
          attributes = attributes.overridden(by: block.inline[inline.value - 1])
        }
        current = builder.intern(attributes)
      }
      let level = UInt8(intensity.value)
      if let attachment = attached[offset], unit == IAString.attachmentUnit {
        builder.append(attachment, intensity: level, attributes: current)
      } else {
        builder.append(unit: unit, intensity: level, attributes: current)
      }
    }
    var attributes = paragraph.attributes
    if hidden.paragraph > 0 {
      let lacking = block.paragraphs[hidden.paragraph - 1]
      attributes = attributes.overridden(by: lacking)
      attributes.blocks = mergedBlocks(paragraph.attributes.blocks, lacking.blocks)
    }
    builder.endParagraph(attributes, terminated: false)
  }

  /// The hidden path with the ids of those of its blocks that the format shows too.
  private mutating func mergedBlocks(_ shown: [Block], _ hidden: [Block]) -> [Block] {
    var merged: [Block] = []
    var rest = shown[...]
    for var block in hidden {
      if let next = rest.first, next.kind.isSameKind(as: block.kind) {
        block.id = next.id
        rest.removeFirst()
      } else {
        let id = blockIDs[block.id] ?? nextBlockID
        if blockIDs[block.id] == nil {
          blockIDs[block.id] = id
          nextBlockID += 1
        }
        block.id = id
      }
      merged.append(block)
    }
    return rest.isEmpty && !hidden.isEmpty ? merged : shown
  }
}
