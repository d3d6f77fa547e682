package import IAFormats
internal import IAText

/// Inserts hidden text that a file does not contain into the document that was restored from it.
///
/// The inserted text is hidden, so that the visible text of the document does not change
/// (Specs/hidden-data.md, section 4).
package struct AbsentTextRestorer {
  private let block: HiddenDocument
  private let shownTags: Set<String>
  private var string: IAString
  private var blockIDs: [Int: Int] = [:]
  private var nextBlockID: Int
  private var report = ConversionReport()
  /// The number of units of the text without absent text.
  private let utf16Count: Int

  private init(_ block: HiddenDocument, _ standIns: StandIns, _ string: IAString) {
    self.block = block
    shownTags = standIns.shownTags
    self.string = string
    utf16Count = string.utf16Count
    nextBlockID = string.unusedBlockID
  }

  /// Returns a restored document with its absent text.
  ///
  /// - Parameters:
  ///   - restored: The document without absent text, its report, and the offsets of its paragraphs.
  ///   - block: The record of the document; each part of absent text refers to a paragraph whose
  ///     visible text has the part's hash.
  ///   - standIns: The replacements of the format.
  /// - Returns: The document with its absent text; `restored` with a note if the visible text would change.
  /// - Complexity: O(*a* log *n*) for *a* parts, and O(*n*) for the comparison.
  package static func restored(
    _ restored: RestoredDocument, _ block: HiddenDocument, _ standIns: StandIns
  ) -> ReadResult {
    guard !block.absent.isEmpty else { return restored.result }
    var result = restored.result
    let before = result.document
    var restorer = AbsentTextRestorer(block, standIns, before.string)
    restorer.insert(restored.starts)
    result.document.string = restorer.string
    guard result.document.string.withoutHiddenText == before.string.withoutHiddenText else {
      result.document = before
      result.report.add(.dropped, .refusedHiddenData, "hidden text")
      return result
    }
    result.report.add(restorer.report)
    return result
  }

  /// Inserts all parts, from the last offset to the first.
  private mutating func insert(_ starts: [Int]) {
    let parts = block.absent
    var end = parts.count
    while end > 0 {
      var start = end - 1
      let (paragraph, offset) = (parts[start].paragraph, parts[start].utf16Offset)
      while start > 0, parts[start - 1].paragraph == paragraph,
        parts[start - 1].utf16Offset == offset
      {
        start -= 1
      }
      insert(parts[start..<end], starts)
      end = start
    }
  }

  /// Inserts the parts of one offset, or reports that they were refused.
  private mutating func insert(_ parts: ArraySlice<AbsentText>, _ starts: [Int]) {
    guard let first = parts.first, let place = place(of: first, starts), isAllowed(parts, at: place)
    else {
      report.add(.dropped, .refusedHiddenData, "hidden text")
      return
    }
    let before = place > 0 ? string.paragraphAttributes(at: place - 1).blocks : []
    let after =
      place < string.utf16Count ? string.paragraphAttributes(at: place).blocks : []
    var at = place
    for part in parts {
      insert(part, at: at, before: before, after: after)
      at += part.utf16Count
    }
    report.add(.restored, .hiddenData, "hidden text", utf16Range: place..<at)
  }

  /// Returns the offset at which a part is inserted, or `nil` if its paragraph is shorter.
  private func place(of part: AbsentText, _ starts: [Int]) -> Int? {
    guard part.paragraph < starts.count else {
      return part.paragraph == starts.count && part.utf16Offset == 0 ? utf16Count : nil
    }
    // Parts are inserted from the last offset to the first, so smaller offsets are unchanged.
    let start = starts[part.paragraph]
    let place = start + part.utf16Offset
    guard part.utf16Offset > 0 else { return place }
    let next = part.paragraph + 1
    let end = next < starts.count ? starts[next] : utf16Count
    let isTerminated = end > start && string.unit(at: end - 1) == 0x000A
    return place <= (isTerminated ? end - 1 : end) ? place : nil
  }

  /// Returns whether parts may be inserted: they are within the limits, are in blocks that may be hidden,
  /// do not divide a word, and do not form characters with the text around them.
  private func isAllowed(_ parts: ArraySlice<AbsentText>, at place: Int) -> Bool {
    guard
      parts.allSatisfy({ part in
        part.fits(block)
          && part.part.records.allSatisfy { AbsentText.allows(block.records[$0.index]) }
          && (part.part.paragraph == 0
            || AbsentText.allows(block.paragraphs[part.part.paragraph - 1].blocks))
      }), parts.dropLast().allSatisfy(\.part.isTerminated)
    else { return false }
    if parts.contains(where: \.part.isTerminated),
      AbsentText.dividesWord(place..<place, in: string)
    {
      return false
    }
    let isAfterLead = place > 0 && UTF16.isLeadSurrogate(string.unit(at: place - 1))
    let isBeforeTrail =
      place < string.utf16Count && UTF16.isTrailSurrogate(string.unit(at: place))
    if isAfterLead, isBeforeTrail { return false }
    if isAfterLead, let unit = parts.first?.units.first, UTF16.isTrailSurrogate(unit) {
      return false
    }
    if isBeforeTrail, let last = parts.last, !last.part.isTerminated, let unit = last.units.last,
      UTF16.isLeadSurrogate(unit)
    {
      return false
    }
    return true
  }

  private mutating func insert(
    _ absent: AbsentText, at place: Int, before: [Block], after: [Block]
  ) {
    let part = absent.part
    var levels: [UInt8] = []
    for run in part.intensities {
      levels.append(contentsOf: repeatElement(UInt8(min(run.value, 100)), count: run.count))
    }
    let units = absent.units + (part.isTerminated ? [0x000A] : [])
    let isStart = place == 0 || string.unit(at: place - 1) == 0x000A
    let isWhole = isStart && (part.isTerminated || place == string.utf16Count)
    string.replace(
      place..<place, with: units, intensity: levels[0],
      attributes: AbsentText.limited(InlineAttributes(), shownTags: shownTags))
    string.setIntensities(levels, at: place)
    var at = place
    for run in part.inline {
      if run.value > 0 {
        string.setAttributes(
          AbsentText.limited(block.inline[run.value - 1], shownTags: shownTags),
          in: at..<at + run.count)
      }
      at += run.count
    }
    for record in part.records {
      string.setAttachment(block.records[record.index], at: place + record.utf16Offset)
    }
    guard isWhole else { return }
    var attributes =
      part.paragraph > 0 ? block.paragraphs[part.paragraph - 1] : ParagraphAttributes()
    number(&attributes.blocks, absent, before: before, after: after)
    string.setParagraphAttributes(attributes, in: place..<place + units.count)
  }

  /// Sets the ids of the blocks of a part to those that they have in the document.
  private mutating func number(
    _ blocks: inout [Block], _ absent: AbsentText, before: [Block], after: [Block]
  ) {
    let isBefore = absent.blocksBefore >= absent.blocksAfter
    let shared = (isBefore ? before : after).prefix(
      isBefore ? absent.blocksBefore : absent.blocksAfter)
    var isShared = true
    for index in blocks.indices {
      let known = shared.dropFirst(index).first
      if isShared, let known, known.kind == blocks[index].kind {
        blocks[index].id = known.id
        continue
      }
      isShared = false
      let id = blockIDs[blocks[index].id] ?? nextBlockID
      if id == nextBlockID { nextBlockID += 1 }
      blockIDs[blocks[index].id] = id
      blocks[index].id = id
    }
  }
}
