public import IAText

/// Puts hidden data back into a document that a reader made of what a format shows.
public struct HiddenDataRestorer {
  private let block: HiddenDocument
  private var report = ConversionReport()
  private var builder = IAStringBuilder()
  private var starts: [Int] = []
  private var blockIDs: [Int: Int] = [:]
  private var claimedIDs: Set<Int> = []
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
  ///   - untouched: Of formats whose records hold attributes in full: whether the formatting of a
  ///     paragraph is known to be as it was written, so that its record alone counts.
  ///   - lacks: Of such formats: what they cannot show, which is all that counts of the attributes
  ///     of other records.
  /// - Returns: The document, and which hidden data was stale.
  public consuming func restore(
    _ document: IADocument, paragraphs: [HiddenParagraph?], untouched: [Bool] = [],
    lacks: HiddenDataEncoder.Lacks? = nil
  ) -> ReadResult {
    let full = block.inline
    let lacking = lacks.map { lacks in full.map(lacks.inline) } ?? full
    let visible = document.string
    nextBlockID = visible.highestBlockID + 1
    for (index, paragraph) in visible.paragraphs.enumerated() {
      starts.append(builder.utf16Count)
      guard index < paragraphs.count, let hidden = paragraphs[index] else {
        copy(paragraph, of: visible)
        continue
      }
      let units = visible.units(in: paragraph.contentRange)
      // Only an empty paragraph: hidden data takes no text away.
      if hidden.isAbsent, units.isEmpty { continue }
      guard !hidden.isAbsent, hidden.textHash == HiddenParagraph.hash(units),
        hidden.fits(units, block)
      else {
        report.add(
          .dropped, "stale-hidden-data", "paragraph \(index + 1)",
          utf16Range: builder.utf16Count..<builder.utf16Count + paragraph.utf16Range.count)
        copy(paragraph, of: visible)
        continue
      }
      let isUntouched = index < untouched.count && untouched[index]
      restoreText(of: paragraph, of: visible, units, hidden) { shown, index in
        if isUntouched { return index == 0 ? InlineAttributes() : full[index - 1] }
        return index == 0 ? shown : shown.overridden(by: lacking[index - 1])
      }
      let attributes =
        isUntouched
        ? writtenAttributes(shown: paragraph.attributes, hidden.paragraph)
        : mergedAttributes(shown: paragraph.attributes, hidden.paragraph, lacks)
      builder.endParagraph(attributes, terminated: false)
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

  /// Appends the units of a paragraph with intensities, attachments and attributes.
  ///
  /// - Parameter attributes: Makes the attributes of units from those shown and the index in the
  ///   record.
  private mutating func restoreText(
    of paragraph: IAString.Paragraph, of visible: IAString, _ units: [UInt16],
    _ hidden: HiddenParagraph,
    attributes: (_ shown: InlineAttributes, _ index: Int) -> InlineAttributes
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
        current = builder.intern(
          attributes(shown.first?.attributes ?? InlineAttributes(), inline.value))
      }
      let level = UInt8(intensity.value)
      if let attachment = attached[offset], unit == IAString.attachmentUnit {
        builder.append(attachment, intensity: level, attributes: current)
      } else {
        builder.append(unit: unit, intensity: level, attributes: current)
      }
    }
  }

  /// The attributes shown, and what the record adds.
  private mutating func mergedAttributes(
    shown: ParagraphAttributes, _ index: Int, _ lacks: HiddenDataEncoder.Lacks?
  ) -> ParagraphAttributes {
    guard index > 0 else { return shown }
    let full = block.paragraphs[index - 1]
    let lacking = lacks.map { $0.paragraph(full) ?? ParagraphAttributes() } ?? full
    var attributes = shown.overridden(by: lacking)
    attributes.blocks = mergedBlocks(shown.blocks, lacking.blocks)
    return attributes
  }

  /// The attributes of a record that says all.
  private mutating func writtenAttributes(
    shown: ParagraphAttributes, _ index: Int
  ) -> ParagraphAttributes {
    guard index > 0 else { return ParagraphAttributes() }
    var attributes = block.paragraphs[index - 1]
    for depth in attributes.blocks.indices {
      attributes.blocks[depth].id = documentID(of: attributes.blocks[depth], shown: shown.blocks)
    }
    return attributes
  }

  /// The id that a block of a record has in the document: always the same one; that of a block
  /// shown at its first paragraph, where no other block has it yet.
  private mutating func documentID(of block: Block, shown: [Block]) -> Int {
    if let known = blockIDs[block.id] { return known }
    let seen = shown.first { $0.kind.isSameKind(as: block.kind) && !claimedIDs.contains($0.id) }
    let id = seen?.id ?? nextBlockID
    if seen == nil { nextBlockID += 1 }
    claimedIDs.insert(id)
    blockIDs[block.id] = id
    return id
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
