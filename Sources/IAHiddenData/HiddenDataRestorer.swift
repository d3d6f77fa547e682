public import IAFormats
public import IAText

/// A document with the content that hidden data restored, without text that the file does not show.
package struct RestoredDocument {
  /// The document, and a report of hidden data that was used or refused.
  package var result: ReadResult
  /// The offset of each paragraph of the file, including paragraphs that the document does not have.
  package var starts: [Int]
  /// Whether hidden data changes the meaning of visible text, with attributes that the format shows at least at some
  /// positions.
  ///
  /// Such a document is accepted only if the file is exactly the output of the writer for it.
  package var isDistorted = false
}

/// Restores hidden data in a document that a reader created from the visible content of a file.
public struct HiddenDataRestorer {
  private let block: HiddenDocument
  private var report = ConversionReport()
  private var builder = IAStringBuilder()
  private var starts: [Int] = []
  private var blockIDs: [Int: Int] = [:]
  private var claimedIDs: Set<Int> = []
  private var nextBlockID = 0
  /// The list items that already have a paragraph.
  private var shownItems: Set<Int> = []

  private let standIns: StandIns
  private var store = AttachmentStore()
  private var figures: [Int: StandIns.Seen] = [:]
  private var restoredCount = 0
  /// The number of attempts of hidden data to change visible content.
  private var refusedCount = 0
  /// Whether attributes that change the meaning of visible text are refused.
  private let refusesDistortions: Bool
  private var isDistorted = false
  /// The indexes of sets of inline attributes that state something the format shows.
  private var shownSets: Set<Int> = []

  /// Creates a restorer.
  ///
  /// - Parameters:
  ///   - block: The record of the whole document.
  ///   - standIns: The replacements that the format shows for content that it cannot represent.
  public init(_ block: HiddenDocument, standIns: StandIns) {
    self.init(block, standIns: standIns, refusesDistortions: false)
  }

  /// Creates a restorer.
  ///
  /// - Parameters:
  ///   - block: The record of the whole document.
  ///   - standIns: The replacements that the format shows for content that it cannot represent.
  ///   - refusesDistortions: Whether attributes that change what visible text says are refused, also if
  ///     the writer can have stored them.
  package init(_ block: HiddenDocument, standIns: StandIns, refusesDistortions: Bool) {
    self.block = block
    self.standIns = standIns
    self.refusesDistortions = refusesDistortions
  }

  /// Returns the document as it was before it was written, as far as that agrees with the visible
  /// content.
  ///
  /// Visible content takes precedence; hidden data adds only content that the format cannot show
  /// (Specs/hidden-data.md, section 4). A record that was written for another text, or that would
  /// change visible content, is dropped for its paragraph and reported. The report also lists the
  /// paragraphs that hidden data changed.
  ///
  /// - Parameters:
  ///   - document: The document that the reader created from the visible content.
  ///   - paragraphs: The hidden data of each of its paragraphs; `nil` for those without.
  ///   - untouched: For formats whose records contain complete attributes: whether the formatting
  ///     of each paragraph is known to be unchanged since it was written, so that its record is
  ///     used completely.
  ///   - unshown: For these formats: the functions that return what they cannot show. Of other
  ///     records only this part is used.
  ///   - shownSize: The font size in points that the file shows for text without a size, or `nil`
  ///     if it does not show any.
  ///   - figures: The attachments whose elements show more than the document contains, by unit.
  /// - Returns: The document, and a report of hidden data that was used or refused.
  public consuming func restore(
    _ document: IADocument, paragraphs: [HiddenParagraph?], untouched: [Bool] = [],
    unshown: HiddenDataEncoder.UnshownAttributes? = nil, shownSize: Double? = nil,
    figures: [Int: StandIns.Seen] = [:]
  ) -> ReadResult {
    restoreVisible(
      document, paragraphs: paragraphs, untouched: untouched, unshown: unshown,
      shownSize: shownSize, figures: figures
    ).result
  }

  /// Restores the document as `restore` does, and also returns the offsets of its paragraphs, at which text that the
  /// file does not show is inserted.
  package consuming func restoreVisible(
    _ document: IADocument, paragraphs: [HiddenParagraph?], untouched: [Bool] = [],
    unshown: HiddenDataEncoder.UnshownAttributes? = nil, shownSize: Double? = nil,
    figures: [Int: StandIns.Seen] = [:]
  ) -> RestoredDocument {
    let full = block.inline
    var lacking = unshown.map { unshown in full.map(unshown.inline) } ?? full
    if unshown != nil, untouched.isEmpty {
      shownSets = Set(full.indices.lazy.filter { full[$0] != lacking[$0] }.map { $0 + 1 })
      if !refusesDistortions { lacking = full }
    }
    let visible = document.string
    store = document.attachments
    self.figures = figures
    nextBlockID = visible.unusedBlockID
    let shown = visible.paragraphs
    let lastKept = Self.lastKept(shown, paragraphs)
    for (index, paragraph) in shown.enumerated() {
      starts.append(builder.utf16Count)
      guard index < paragraphs.count, let hidden = paragraphs[index] else {
        copy(paragraph, of: visible)
        continue
      }
      let units = visible.units(in: paragraph.contentRange)
      // Only an empty cell can be absent: hidden data removes neither text nor lines.
      if hidden.isAbsent, Self.isLeftOut(paragraph) { continue }
      guard !hidden.isAbsent, hidden.textHash == HiddenParagraph.hash(units),
        hidden.fits(units, block)
      else {
        drop(paragraph, index, of: visible, .staleHiddenData)
        continue
      }
      let check = self.check(of: paragraph, visible, units, hidden)
      guard hidden.isTerminated || index == lastKept, let accepted = check.accepted(),
        areApart(accepted, hidden, of: visible, from: paragraph.utf16Range.lowerBound)
      else {
        drop(paragraph, index, of: visible, .refusedHiddenData)
        continue
      }
      let isUntouched = index < untouched.count && untouched[index]
      let refused = refusedCount
      var attributes =
        isUntouched
        ? writtenAttributes(shown: paragraph.attributes, hidden.paragraph, unshown)
        : mergedAttributes(shown: paragraph.attributes, hidden.paragraph, unshown)
      let papers = restoreShading(of: &attributes, paragraph, hidden, visible)
      restoreText(of: paragraph, of: visible, check, accepted, papers) { shown, index, isFree in
        if isUntouched { return index == 0 ? InlineAttributes() : full[index - 1] }
        return index == 0 ? shown : shown.overridden(by: (isFree ? full : lacking)[index - 1])
      }
      if standIns.showsTasks, !showsTask(of: attributes.blocks, as: paragraph.attributes.blocks) {
        attributes = paragraph.attributes
        refusedCount += 1
      }
      builder.endParagraph(attributes, terminated: false)
      note(index, isRefused: refusedCount > refused)
    }
    report.count(
      max(restoredCount - ConversionReport.notesPerKind, 0),
      more: .init(effect: .restored, feature: .hiddenData))
    var restored = document
    let marks = Self.marks(of: visible) + block.bookmarks
    let starts = starts
    let end = builder.utf16Count
    var options = block.options
    if options.schemeDefinition != nil {
      options.schemeDefinition = nil
      report.add(.dropped, .refusedHiddenData, "the definition of a scheme")
    }
    if let size = options.fontSize, !(size >= 1), !(shownSize.map { $0 <= 1 } ?? false) {
      options.fontSize = nil
      report.add(.dropped, .refusedHiddenData, "font size of the document")
    }
    restored.string = builder.finish(options: options.overridden(by: visible.options))
    restored.string.setBookmarks(
      marks.map { mark in
        let start = mark.paragraph < starts.count ? starts[mark.paragraph] : end
        return .init(utf16Offset: min(start + mark.utf16Offset, end), name: mark.name)
      })
    restored.metadata = block.metadata.overridden(by: document.metadata)
    return RestoredDocument(
      result: ReadResult(restored, report: report), starts: starts, isDistorted: isDistorted)
  }

  /// Returns the index of the last paragraph that is not absent.
  private static func lastKept(
    _ visible: some BidirectionalCollection<IAString.Paragraph>, _ hidden: [HiddenParagraph?]
  ) -> Int {
    var index = visible.count - 1
    for paragraph in visible.reversed() {
      guard index < hidden.count, hidden[index]?.isAbsent ?? false, isLeftOut(paragraph) else {
        break
      }
      index -= 1
    }
    return index
  }

  /// Returns whether a paragraph may be absent from the document: an empty one in a cell.
  private static func isLeftOut(_ paragraph: IAString.Paragraph) -> Bool {
    paragraph.contentRange.isEmpty && paragraph.attributes.blocks.contains(where: \.kind.isCell)
  }

  private func check(
    of paragraph: IAString.Paragraph, _ visible: IAString, _ units: [UInt16],
    _ hidden: HiddenParagraph
  ) -> HiddenParagraphCheck {
    var seen: [Int: StandIns.Seen] = [:]
    let start = paragraph.utf16Range.lowerBound
    for placed in visible.attachments(in: paragraph.contentRange) {
      let offset = placed.utf16Offset
      seen[offset - start] =
        figures[offset]
        ?? StandIns.Seen(
          placed.attachment, isInLink: visible.attributes(at: offset).link != nil)
    }
    var changes: Set<Int> = []
    if standIns.pairs == .replaced, hidden.patch != nil {
      for run in visible.attributeRuns(in: paragraph.utf16Range) {
        changes.insert(run.utf16Range.upperBound - start)
      }
    }
    return HiddenParagraphCheck(
      standIns: standIns, store: store, block: block, hidden: hidden, visible: units, seen: seen,
      isInCell: paragraph.attributes.blocks.contains(where: \.kind.isCell), changes: changes)
  }

  /// Keeps the visible content of a paragraph, and reports that its record was dropped.
  private mutating func drop(
    _ paragraph: IAString.Paragraph, _ index: Int, of visible: IAString, _ feature: DocumentFeature
  ) {
    report.add(
      .dropped, feature, "paragraph \(index + 1)",
      utf16Range: builder.utf16Count..<builder.utf16Count + paragraph.utf16Range.count)
    copy(paragraph, of: visible)
  }

  /// Reports that a paragraph was changed by hidden data.
  private mutating func note(_ index: Int, isRefused: Bool) {
    let range = (starts.last ?? 0)..<builder.utf16Count
    if isRefused {
      report.add(
        .dropped, .refusedHiddenData, "attributes of paragraph \(index + 1)",
        utf16Range: range)
    }
    restoredCount += 1
    guard restoredCount <= ConversionReport.notesPerKind else { return }
    report.add(.restored, .hiddenData, "paragraph \(index + 1)", utf16Range: range)
  }

  /// Returns whether a record does not change the visible task state of an item.
  private mutating func showsTask(of blocks: [Block], as shown: [Block]) -> Bool {
    guard let item = blocks.last(where: { $0.kind.isSameKind(as: .item) })
    else { return shown.allSatisfy { $0.taskState == nil } }
    let isFirst = shownItems.insert(item.id).inserted
    guard isFirst, let seen = shown.last(where: { $0.kind.isSameKind(as: .item) })?.taskState else {
      return true
    }
    return item.taskState == seen
  }

  /// Returns the bookmarks that the format shows, by paragraph.
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

  /// Limits the shading of a restored paragraph, and returns it with the shading that the file shows.
  private mutating func restoreShading(
    of attributes: inout ParagraphAttributes, _ paragraph: IAString.Paragraph,
    _ hidden: HiddenParagraph, _ visible: IAString
  ) -> HiddenPapers {
    let shown = paragraph.attributes.shading
    guard attributes.shading != shown else { return HiddenPapers(shown: shown, restored: shown) }
    if refusesDistortions, !shownSets.isEmpty {
      // The format shows shadings, so the shading of the record is refused.
      refusedCount += 1
      attributes.shading = shown
      return HiddenPapers(shown: shown, restored: shown)
    }
    var inks: Set<Color?> = []
    var showsOwn = hidden.inline.isEmpty
    var end = hidden.inline.reduce(0) { $0 + $1.count } - (hidden.isTerminated ? 1 : 0)
    for run in hidden.inline where end > 0 {
      end -= run.count
      if run.value > 0, let ink = block.inline[run.value - 1].foreground {
        inks.insert(ink)
      } else {
        showsOwn = true
      }
    }
    if showsOwn {
      for run in visible.attributeRuns(in: paragraph.contentRange) {
        inks.insert(run.attributes.foreground)
      }
    }
    let restored = HiddenShading.restored(attributes.shading, shown: shown, inks: inks)
    if restored != attributes.shading {
      refusedCount += 1
      attributes.shading = restored
    }
    return HiddenPapers(shown: shown, restored: restored)
  }

  /// Appends the units of a paragraph with intensities, attachments and attributes.
  ///
  /// - Parameters:
  ///   - check: The paragraph with its record, which was accepted.
  ///   - accepted: Its attachments, and the visible unit of each restored unit.
  ///   - papers: The shadings of the paragraph.
  ///   - attributes: Returns the attributes of units from those shown, the index in the record, and
  ///     whether the format shows none of them.
  private mutating func restoreText(
    of paragraph: IAString.Paragraph, of visible: IAString, _ check: HiddenParagraphCheck,
    _ accepted: HiddenParagraphCheck.Accepted, _ papers: HiddenPapers,
    attributes: (_ shown: InlineAttributes, _ index: Int, _ isFree: Bool) -> InlineAttributes
  ) {
    let hidden = check.hidden
    let start = paragraph.utf16Range.lowerBound
    var original = check.original
    let contentCount = original.count
    if hidden.isTerminated { original.append(0x000A) }
    let visibleCount = check.visible.count
    var shown = visible.attributeRuns(in: paragraph.utf16Range)[...]
    var inline = RunCursor(hidden.inline)
    var intensity = RunCursor(hidden.intensities)
    var current = IAStringBuilder.plain
    var isStale = true
    var pair = Pair.none
    var offset = 0
    var levels: [UInt8] = []
    while offset < original.count {
      let unit = original[offset]
      var place = start + offset
      if hidden.patch != nil {
        place = start + (offset < contentCount ? accepted.places[offset] : visibleCount)
      }
      while let first = shown.first, first.utf16Range.upperBound <= place, shown.count > 1 {
        shown.removeFirst()
        isStale = true
      }
      inline.advance()
      intensity.advance()
      let isSecondHalf = pair != .none
      if !isSecondHalf, UTF16.isLeadSurrogate(unit), offset + 1 < contentCount,
        UTF16.isTrailSurrogate(original[offset + 1])
      {
        switch standIns.pairs {
        case .first: pair = .firstDecides
        case .firstWithWholeSecond: pair = inline.isAtEnd ? .firstDecides : .whole
        case .replaced: pair = check.visible[place - start] == unit ? .whole : .apart
        }
      }
      let isFree = offset == contentCount || pair == .firstDecides && isSecondHalf
      if isSecondHalf, pair == .whole {
        // The format shows one character: both halves have the attributes of the first.
        if inline.isAtStart { refusedCount += 1 }
      } else if isStale || inline.isAtStart || isFree {
        let seen = shown.first?.attributes ?? InlineAttributes()
        var wanted = attributes(seen, inline.value, isFree)
        if isSecondHalf, standIns.pairs == .firstWithWholeSecond {
          wanted = inline.value > 0 ? block.inline[inline.value - 1] : InlineAttributes()
        } else if offset == contentCount, standIns.showsLineEnds {
          // Without the line end, the paragraph would be joined to the next one.
          if standIns.lineEndsAreComplete, inline.value > 0 {
            wanted = block.inline[inline.value - 1]
          }
          let limited = wanted.limitedAtLineEnd(by: seen)
          if limited != wanted { refusedCount += 1 }
          wanted = limited
        }
        if !isFree { refuseDistortions(by: &wanted, of: seen, papers, inline.value) }
        if !isFree, wanted.exceeds(seen, shownTags: standIns.shownTags, papers: papers) {
          refusedCount += 1
          current = builder.intern(
            wanted.limited(by: seen, shownTags: standIns.shownTags, papers: papers))
        } else {
          current = builder.intern(wanted)
        }
      }
      isStale = isFree || isSecondHalf
      if isSecondHalf { pair = .none }
      let level = UInt8(intensity.value)
      if let attachment = accepted.attachments[offset], unit == IAString.attachmentUnit {
        builder.append(attachment, intensity: level, attributes: current)
      } else {
        builder.append(unit: unit, intensity: level, attributes: current)
      }
      offset += 1
      guard !isStale, pair == .none, offset < contentCount else { continue }
      // The units that follow in both runs have the same attributes.
      let places = hidden.patch == nil ? nil : accepted.places
      let limit = shown.count > 1 ? (shown.first?.utf16Range.upperBound ?? start) - start : Int.max
      let end = Self.end(
        ofPlain: original, from: offset, count: inline.remainingCount, places, limit: limit)
      guard end > offset else { continue }
      levels.removeAll(keepingCapacity: true)
      inline.skip(end - offset)
      intensity.take(end - offset, to: &levels)
      builder.append(units: original[offset..<end], intensities: levels, attributes: current)
      offset = end
    }
  }

  /// Notes or removes attributes that change the meaning of visible text.
  ///
  /// - Parameters:
  ///   - wanted: The attributes with those of the record.
  ///   - seen: The attributes that the file shows.
  ///   - papers: The shadings of the paragraph.
  ///   - index: The index of the set of attributes in the record.
  private mutating func refuseDistortions(
    by wanted: inout InlineAttributes, of seen: InlineAttributes, _ papers: HiddenPapers,
    _ index: Int
  ) {
    guard index > 0 || wanted != seen else { return }
    let isShownSet = shownSets.contains(index)
    let setsMarks = wanted.setsMarks(on: seen)
    let distorts = wanted.distorts(seen, papers: papers)
    guard isShownSet || setsMarks || distorts else { return }
    let refuses = refusesDistortions || standIns.showsSomeMarks && distorts
    if isShownSet || setsMarks || !refuses { isDistorted = true }
    guard refuses else { return }
    refusedCount += 1
    if distorts { wanted = wanted.undistorted(seen, papers: papers) }
    if refusesDistortions { wanted.takeMarks(from: seen) }
  }

  /// The maximum number of units that are appended at once.
  private static let maxPlainUnits = 1 << 14

  /// Returns the end of the units from an offset on that are neither surrogates nor attachments, are
  /// in one run, and have visible units before a limit.
  ///
  /// - Parameters:
  ///   - original: The units of the paragraph with the U+000A at its end, which is not included.
  ///   - start: The offset.
  ///   - count: The number of units of the run, or `nil` for all.
  ///   - places: The visible unit of each unit, or `nil` if it is the unit itself.
  ///   - limit: The limit, from the start of the paragraph.
  private static func end(
    ofPlain original: [UInt16], from start: Int, count: Int?, _ places: [Int]?, limit: Int
  ) -> Int {
    var end = min(original.count, start + min(count ?? maxPlainUnits, maxPlainUnits))
    if places == nil { end = min(end, max(start, limit)) }
    var at = start
    while at < end {
      let unit = original[at]
      if unit & 0xF800 == 0xD800 || unit == IAString.attachmentUnit || unit == 0x000A { break }
      if let places, places[at] >= limit { break }
      at += 1
    }
    return at
  }

  /// The changes that hidden data may make to the halves of a surrogate pair.
  private enum Pair {
    /// The unit is not the first half of a pair.
    case none
    /// The same attributes for both halves: the file shows one character.
    case whole
    /// Different attributes inside the limits: the file shows two U+FFFD.
    case apart
    /// Any attributes for the second half, which the file does not show separately.
    case firstDecides
  }

  /// Returns whether the halves of a pair that the file shows as two U+FFFD, because their attributes
  /// differ, still differ within the limits.
  private func areApart(
    _ accepted: HiddenParagraphCheck.Accepted, _ hidden: HiddenParagraph, of visible: IAString,
    from start: Int
  ) -> Bool {
    // The pairs are in ascending order.
    var inline = hidden.inline[...]
    var end = inline.first?.count ?? 0
    func index(at offset: Int) -> Int {
      while let run = inline.first {
        if offset < end { return run.value }
        inline.removeFirst()
        end += inline.first?.count ?? 0
      }
      return 0
    }
    return accepted.cutPairs.allSatisfy { cut in
      let halves = [0, 1].map { half in
        let seen = visible.attributes(at: start + cut.place + half)
        let index = index(at: cut.offset + half)
        let wanted = index == 0 ? seen : seen.overridden(by: block.inline[index - 1])
        return wanted.limited(by: seen, shownTags: standIns.shownTags)
      }
      return halves[0] != halves[1]
    }
  }

  /// Returns the visible attributes with those that the record adds.
  private mutating func mergedAttributes(
    shown: ParagraphAttributes, _ index: Int, _ unshown: HiddenDataEncoder.UnshownAttributes?
  ) -> ParagraphAttributes {
    guard index > 0 else { return shown }
    let full = block.paragraphs[index - 1]
    let lacking = unshown.map { $0.paragraph(full) ?? ParagraphAttributes() } ?? full
    var attributes = shown.overridden(by: lacking)
    attributes.blocks = labelled(mergedBlocks(shown.blocks, lacking.blocks), as: shown.blocks)
      .placed(as: shown.blocks)
    return attributes
  }

  /// Returns the attributes of a record that contains them completely.
  private mutating func writtenAttributes(
    shown: ParagraphAttributes, _ index: Int, _ unshown: HiddenDataEncoder.UnshownAttributes?
  ) -> ParagraphAttributes {
    guard index > 0 else {
      var attributes = ParagraphAttributes()
      if shown.hasSection { attributes.section = shown.section }
      return attributes
    }
    var attributes = block.paragraphs[index - 1]
    if let section = shown.section,
      attributes.section.map({ (unshown?.section($0) ?? $0) != section }) ?? true
    {
      // The record has a section only for the digits that the file lacks.
      attributes.section = section
    }
    for depth in attributes.blocks.indices {
      attributes.blocks[depth].id = documentID(of: attributes.blocks[depth], shown: shown.blocks)
    }
    attributes.blocks = labelled(attributes.blocks, as: shown.blocks)
    return attributes
  }

  /// Returns blocks whose notes have the labels that the file shows.
  private func labelled(_ blocks: [Block], as shown: [Block]) -> [Block] {
    guard let place = blocks.firstIndex(where: { $0.noteLabel != nil }),
      let label = blocks[place].noteLabel,
      let seen = shown.lazy.compactMap(\.noteLabel).first, seen != label,
      Array(seen.utf16) != standIns.label(label)
    else { return blocks }
    var blocks = blocks
    if case .endnote = blocks[place].kind {
      blocks[place].kind = .endnote(label: seen)
    } else {
      blocks[place].kind = .footnote(label: seen)
    }
    return blocks
  }

  /// Returns the id that a block of a record has in the document.
  ///
  /// It is the same for all paragraphs. At the first one it is the id of a visible block of the
  /// same kind, if no other block has it; otherwise it is a new id.
  private mutating func documentID(of block: Block, shown: [Block]) -> Int {
    if let known = blockIDs[block.id] { return known }
    let seen = shown.first { $0.kind.isSameKind(as: block.kind) && !claimedIDs.contains($0.id) }
    let id = seen?.id ?? nextBlockID
    if seen == nil { nextBlockID += 1 }
    claimedIDs.insert(id)
    blockIDs[block.id] = id
    return id
  }

  /// Returns the block path of a record with the ids of those of its blocks that the format shows.
  ///
  /// Formats show which text is a note; hidden data makes no other text a note.
  private mutating func mergedBlocks(_ shown: [Block], _ hidden: [Block]) -> [Block] {
    guard
      hidden.allSatisfy({ $0.noteLabel == nil })
        || shown.contains(where: { $0.noteLabel != nil })
    else { return shown }
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
