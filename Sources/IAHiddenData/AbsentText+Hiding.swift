package import IAFormats
package import IAText

extension HiddenDataEncoder {
  /// The effect of adding absent text to the document record.
  package struct AbsentOutcome {
    /// The effect on the text: hidden, approximated if something of it or of the text after it is not
    /// restored, or dropped.
    package var effect: ConversionNote.Effect
    /// The range of the note, in the text with its hidden text.
    package var utf16Range: Range<Int>
  }

  /// The place of hidden text that a file does not show.
  package struct AbsentPlace {
    /// The index of the paragraph; the number of paragraphs for the end of the text.
    package var paragraph: Int
    /// The offset in the paragraph in UTF-16 units.
    package var utf16Offset: Int
    /// The hash of the visible text of the paragraph.
    package var textHash: UInt64

    /// Creates a place.
    package init(paragraph: Int, utf16Offset: Int, textHash: UInt64) {
      self.paragraph = paragraph
      self.utf16Offset = utf16Offset
      self.textHash = textHash
    }
  }

  /// Adds hidden text that the file does not show to the document record.
  ///
  /// - Parameters:
  ///   - range: The range of the text. Call this for each range, in order, after all paragraphs.
  ///   - string: The text with its hidden text.
  ///   - place: The place of the text in the document that is restored without it.
  ///   - standIns: The replacements of the format.
  /// - Complexity: O(*m* + *r* log *n*) for *m* units and *r* runs of the range.
  package mutating func hide(
    absent range: Range<Int>, of string: IAString, at place: AbsentPlace, _ standIns: StandIns
  ) -> AbsentOutcome {
    let paragraphs = string.paragraphs(in: range)
    let isDropped =
      string.attachments(in: range).contains { !AbsentText.allows($0.attachment) }
      || paragraphs.contains {
        range.contains($0.utf16Range) && !AbsentText.allows($0.attributes.blocks)
      }
    if isDropped { return AbsentOutcome(effect: .dropped, utf16Range: range) }
    var outcome = AbsentOutcome(effect: .hidden, utf16Range: range)
    let before =
      range.lowerBound > 0
      ? string.paragraphAttributes(at: range.lowerBound - 1).blocks : []
    let after =
      range.upperBound < string.utf16Count
      ? string.paragraphAttributes(at: range.upperBound).blocks : []
    let divides =
      paragraphs.count > 1 && paragraphs[0].isTerminated
      || paragraphs[0].utf16Range.upperBound == range.upperBound
    let isOnePart = divides && AbsentText.dividesWord(range, in: string)
    if isOnePart { outcome.effect = .approximated }
    for paragraph in isOnePart ? paragraphs.prefix(1) : paragraphs[...] {
      let part = isOnePart ? range : paragraph.utf16Range.clamped(to: range)
      var hidden = HiddenParagraph(textHash: place.textHash)
      hidden.isTerminated =
        !isOnePart && paragraph.isTerminated && paragraph.utf16Range.upperBound == part.upperBound
      let content = part.lowerBound..<part.upperBound - (hidden.isTerminated ? 1 : 0)
      // A format without hidden line ends would divide a word at this line end: it becomes a line separator, U+2028.
      let units = string.units(in: content).map { $0 == 0x000A ? 0x2028 : $0 }
      hidden.patch = .init(prefix: place.utf16Offset, replaced: 0, units: units)
      hidden.intensities = Self.runs(of: string.intensities(in: part).span)
      if !addRuns(of: part, string, standIns, to: &hidden) { outcome.effect = .approximated }
      for placed in string.attachments(in: content) {
        hidden.records.append(
          .init(utf16Offset: placed.utf16Offset - part.lowerBound, index: block.records.count))
        block.records.append(placed.attachment)
      }
      var absent = AbsentText(
        paragraph: place.paragraph, blocksBefore: 0, blocksAfter: 0, part: hidden)
      if part == paragraph.utf16Range {
        let blocks = paragraph.attributes.blocks
        absent.blocksBefore = Self.sharedCount(blocks, before)
        absent.blocksAfter = Self.sharedCount(blocks, after)
        absent.part.paragraph = paragraphIndex(renumbered(paragraph.attributes))
      }
      block.absent.append(absent)
    }
    noteTail(of: range, string, paragraphs.first, in: &outcome)
    if string.bookmarks.contains(where: {
      range.lowerBound < $0.utf16Offset && $0.utf16Offset <= range.upperBound
    }) {
      outcome.effect = .approximated
    }
    return outcome
  }

  /// Adds the attributes of a part, and returns whether all of them will be restored.
  private mutating func addRuns(
    of part: Range<Int>, _ string: IAString, _ standIns: StandIns, to hidden: inout HiddenParagraph
  ) -> Bool {
    var isWhole = true
    for run in string.attributeRuns(in: part) {
      var limited = AbsentText.limited(run.attributes, shownTags: standIns.shownTags)
      if limited != run.attributes { isWhole = false }
      limited.hidden = false
      let count = run.utf16Range.clamped(to: part).count
      hidden.inline.append(.init(count: count, value: inlineIndex(limited)))
    }
    if hidden.inline.allSatisfy({ $0.value == 0 }) { hidden.inline = [] }
    return isWhole
  }

  /// Records that visible text after a hidden line end gets the attributes of the paragraph before it.
  private func noteTail(
    of range: Range<Int>, _ string: IAString, _ first: IAString.Paragraph?,
    in outcome: inout AbsentOutcome
  ) {
    guard let first, first.utf16Range.lowerBound < range.lowerBound,
      first.utf16Range.upperBound <= range.upperBound, range.upperBound < string.utf16Count,
      let tail = string.paragraphs(in: range.upperBound..<range.upperBound + 1).first,
      tail.attributes != first.attributes || outcome.effect == .approximated
    else { return }
    outcome.effect = .approximated
    outcome.utf16Range = range.lowerBound..<tail.utf16Range.upperBound
  }

  private static func sharedCount(_ left: [Block], _ right: [Block]) -> Int {
    zip(left, right).prefix { $0 == $1 }.count
  }
}
