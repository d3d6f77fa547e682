internal import IAFormats
package import IAText

/// Decides whether a paragraph record may be applied (Specs/hidden-data.md, section 4).
///
/// A record is accepted if and only if the writer of the format, given the restored paragraph
/// without hidden data, shows the units and attachments that the file shows.
struct HiddenParagraphCheck {
  let standIns: StandIns
  let store: AttachmentStore
  let block: HiddenDocument
  let hidden: HiddenParagraph
  /// The visible units, without U+000A.
  let visible: [UInt16]
  /// The attachments that the file shows, by unit of the paragraph.
  let seen: [Int: StandIns.Seen]
  /// Whether the file shows the paragraph in a cell of a table.
  let isInCell: Bool
  /// The visible units at which attributes change.
  let changes: Set<Int>

  /// The restored text, without the final U+000A.
  var original: [UInt16] {
    guard let patch = hidden.patch else { return visible }
    var units = visible
    units.replaceSubrange(patch.prefix..<patch.prefix + patch.replaced, with: patch.units)
    return units
  }

  /// A paragraph whose record was accepted.
  struct Accepted {
    /// The attachments by unit of the restored text.
    var attachments: [Int: Attachment] = [:]
    /// The visible unit for each unit of the restored text; empty if they are the same.
    var places: [Int] = []
    /// The pairs of surrogates that are shown as two U+FFFD because their halves differ: the unit of
    /// the first half in the restored text, and the visible one.
    var cutPairs: [(offset: Int, place: Int)] = []
  }

  /// Returns the content that the record restores, or `nil` if the record must be refused.
  ///
  /// An attachment that the file shows differently keeps the appearance that the file shows.
  ///
  /// - Complexity: O(*n*).
  func accepted() -> Accepted? {
    if hidden.patch == nil, hidden.records.isEmpty, seen.isEmpty { return Accepted() }
    let original = original
    if original == standIns.emptyText, visible.isEmpty {
      return hidden.records.isEmpty ? Accepted(places: original.map { _ in 0 }) : nil
    }
    var cuts: Set<Int> = []
    if standIns.pairs == .replaced {
      var end = 0
      for run in hidden.inline {
        end += run.count
        cuts.insert(end)
      }
    }
    var result = Accepted()
    var seenCount = 0
    var at = 0
    var shown = 0
    let records = hidden.records.sorted { $0.utf16Offset < $1.utf16Offset }
    var next = records[...]
    while true {
      while let first = next.first, first.utf16Offset < at { next.removeFirst() }
      let end = self.end(of: original, from: at, shown, next.first?.utf16Offset)
      let length = end - at
      let shift = at - shown
      guard shown + length <= visible.count,
        standIns.show(
          original[at..<end], as: visible[shown..<shown + length], isInCell: isInCell,
          cutsPairAt: { cuts.contains($0) || changes.contains($0 - shift) })
      else { return nil }
      if hidden.patch != nil { result.places += shown..<shown + length }
      if standIns.pairs == .replaced, hidden.patch != nil {
        addCutPairs(original[at..<end], shift: shift, to: &result)
      }
      at = end
      shown += length
      guard at < original.count else { break }
      let record =
        next.first.flatMap { $0.utf16Offset == at ? block.records[$0.index] : nil }
      guard original[at] == IAString.attachmentUnit,
        let placed = attachment(record, at: shown)
      else { return nil }
      result.attachments[at] = placed.attachment
      if hidden.patch != nil { result.places.append(shown) }
      if placed.isElement { seenCount += 1 }
      at += 1
      shown += placed.shownCount
    }
    return shown == visible.count && seenCount == seen.count ? result : nil
  }

  private func addCutPairs(
    _ original: ArraySlice<UInt16>, shift: Int, to result: inout Accepted
  ) {
    for at in original.indices.dropLast()
    where UTF16.isLeadSurrogate(original[at]) && UTF16.isTrailSurrogate(original[at + 1])
      && visible[at - shift] != original[at]
    {
      result.cutPairs.append((at, at - shift))
    }
  }

  /// Returns the offset of the next attachment in the record or in the file; the end of the text if
  /// there is none.
  private func end(
    of original: [UInt16], from start: Int, _ shown: Int, _ nextRecord: Int?
  ) -> Int {
    if seen.isEmpty {
      guard let nextRecord, nextRecord < original.count else { return original.count }
      return nextRecord
    }
    for at in start..<original.count
    where at == nextRecord || seen[shown + at - start] != nil && original[at] == 0xFFFC {
      return at
    }
    return original.count
  }

  /// Returns the attachment at a unit, or `nil` if the record must be refused.
  private func attachment(
    _ record: Attachment?, at place: Int
  ) -> (attachment: Attachment, isElement: Bool, shownCount: Int)? {
    if let found = seen[place], visible[place] == IAString.attachmentUnit {
      guard let record else { return (found.attachment, true, 1) }
      let candidates = [record, record.resolved(by: found.attachment)]
      let fitting = candidates.first { isHarmless($0, found) && standIns.shows($0, found, store) }
      if let fitting { return (fitting, true, 1) }
      // The replacement of another attachment may start with a visible attachment.
      if standIns.text(record, store) == nil { return (found.attachment, true, 1) }
    }
    guard let record, isHarmless(record, nil), let text = standIns.text(record, store),
      !text.isEmpty,
      place + text.count <= visible.count,
      visible[place..<place + text.count].elementsEqual(text)
    else { return nil }
    return (record, false, text.count)
  }

  /// Returns whether the address of an attachment has no scheme, a harmless one, or is the one that
  /// the file shows.
  private func isHarmless(_ attachment: Attachment, _ seen: StandIns.Seen?) -> Bool {
    guard case .url(let url) = attachment.content else { return true }
    if let seen, seen.attachment.content == attachment.content { return true }
    return LinkSchemes.scheme(of: url).map(LinkSchemes.isHarmless) ?? true
  }
}

extension InlineAttributes {
  /// Returns these attributes without those that hidden data must not set on visible text: hiding,
  /// link target, a size below 1 point, the colour of the background.
  ///
  /// - Parameters:
  ///   - shown: The attributes that the file shows.
  ///   - shownTags: The names of tags that only the file itself may set.
  package func limited(
    by shown: InlineAttributes, shownTags: Set<String>
  ) -> InlineAttributes {
    limited(by: shown, shownTags: shownTags, papers: HiddenPapers())
  }

  /// Returns the attributes without those that hidden data must not set on visible text, for a paragraph with shading.
  func limited(
    by shown: InlineAttributes, shownTags: Set<String>, papers: HiddenPapers
  ) -> InlineAttributes {
    var limited = self
    if !shownTags.isEmpty {
      limited.tags.removeAll { isForbidden($0, shown, shownTags) }
      for tag in shown.tags where Self.missesChange(tag, in: limited, shownTags) {
        limited[tag: tag.name] = tag.value
      }
    }
    limited.hidden = shown.hidden
    if !isSameTarget(link, shown.link) { limited.link = shown.link }
    if let fontSize, !(fontSize >= 1), !(shown.fontSize.map { $0 <= 1 } ?? false) {
      limited.fontSize = shown.fontSize
    }
    if shown.isTiny, !isTiny { limited.fontSize = shown.fontSize }
    if isNarrow, !shown.isNarrow { limited.horizontalScale = shown.horizontalScale }
    if isInvisible(on: papers.restored), !shown.isInvisible(on: papers.shown) {
      limited.foreground = shown.foreground
      limited.background = shown.background
    }
    return limited
  }

  /// Returns these attributes without those that would remove a visible line end, or show a removed
  /// one: hiding and tracked changes.
  func limitedAtLineEnd(by shown: InlineAttributes) -> InlineAttributes {
    var limited = self
    limited.hidden = shown.hidden
    for name in Self.changeTagNames where (shown[tag: name] == nil) != (self[tag: name] == nil) {
      limited[tag: name] = shown[tag: name]
    }
    return limited
  }

  /// Returns whether hidden data must not set these attributes on text with the attributes `shown`.
  func exceeds(
    _ shown: InlineAttributes, shownTags: Set<String>, papers: HiddenPapers
  ) -> Bool {
    if !shownTags.isEmpty, !tags.isEmpty || !shown.tags.isEmpty {
      if tags.contains(where: { isForbidden($0, shown, shownTags) }) { return true }
      if shown.tags.contains(where: { Self.missesChange($0, in: self, shownTags) }) { return true }
    }
    if hidden != shown.hidden || !isSameTarget(link, shown.link) { return true }
    if let fontSize, !(fontSize >= 1), !(shown.fontSize.map { $0 <= 1 } ?? false) { return true }
    if shown.isTiny, !isTiny { return true }
    if isNarrow, !shown.isNarrow { return true }
    return isInvisible(on: papers.restored) && !shown.isInvisible(on: papers.shown)
  }

  /// Returns whether hidden data must not set a tag: one with another value than the file shows, or
  /// a tracked change if the file shows none.
  private func isForbidden(
    _ tag: Tag, _ shown: InlineAttributes, _ shownTags: Set<String>
  ) -> Bool {
    guard shownTags.contains(tag.name) else { return false }
    if Self.changeTagNames.contains(tag.name) { return shown[tag: tag.name] == nil }
    return !shown.tags.contains(tag)
  }

  /// Returns whether a tracked change that the file shows is missing.
  private static func missesChange(
    _ tag: Tag, in attributes: InlineAttributes, _ shownTags: Set<String>
  ) -> Bool {
    shownTags.contains(tag.name) && changeTagNames.contains(tag.name)
      && attributes[tag: tag.name] == nil
  }

  private func isSameTarget(_ left: Link?, _ right: Link?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.url.utf8.elementsEqual(right.url.utf8)
  }

  /// Whether the characters are too small to be seen.
  private var isTiny: Bool { fontSize.map { $0 < 1 } ?? false }

  /// Whether the characters are too narrow to be seen.
  private var isNarrow: Bool { (horizontalScale ?? 100) < 10 }

  /// Returns whether these attributes have a mark that the file does not show: a strikethrough, a
  /// position above or below the baseline.
  func setsMarks(on shown: InlineAttributes) -> Bool {
    strikethrough != nil && shown.strikethrough == nil || script != nil && shown.script == nil
  }

  /// Removes the marks that the file does not show.
  mutating func takeMarks(from shown: InlineAttributes) {
    if shown.strikethrough == nil { strikethrough = nil }
    if shown.script == nil { script = nil }
  }

  /// Returns whether letters overlap, or are so far apart that words cannot be seen.
  private func isSpread(beyond shown: InlineAttributes) -> Bool {
    guard let letterSpacing else { return false }
    return Self.isFar(letterSpacing, from: shown.letterSpacing, allowed: -2...40)
  }

  /// Returns whether the text is so far from its line that it seems to be in another one.
  private func isMoved(beyond shown: InlineAttributes) -> Bool {
    guard let baselineOffset else { return false }
    return Self.isFar(baselineOffset, from: shown.baselineOffset, allowed: -40...40)
  }

  /// Returns whether a length in points is neither in a range nor close to the one that the file shows.
  private static func isFar(
    _ wanted: Double, from shown: Double?, allowed: ClosedRange<Double>
  ) -> Bool {
    guard !allowed.contains(wanted) else { return false }
    guard let shown else { return true }
    return !(abs(wanted - shown) <= 1 || abs(shown) < abs(wanted) && !allowed.contains(shown))
  }

  /// Returns whether the font shows pictures or symbols instead of letters, unlike the font that the file shows.
  private func isSymbolic(beyond shown: InlineAttributes) -> Bool {
    guard let fontFamily, fontFamily != shown.fontFamily else { return false }
    return SymbolFonts.contains(fontFamily)
  }

  /// Returns whether the text has the colour of its background.
  ///
  /// Text without a colour is black, and a page without shading is white.
  package func isInvisible(on shading: Color?) -> Bool {
    guard foreground != nil || background != nil || shading != nil else { return false }
    let ink = foreground ?? .black
    if ink.alpha == 0 { return true }
    let papers = [background, shading].compactMap { $0 }
    return ink.hasChannels(of: papers.first { $0.alpha != 0 } ?? .white)
  }

  /// Returns whether the text has nearly the colour of its background.
  private func isPale(on shading: Color?) -> Bool {
    guard foreground != nil || background != nil || shading != nil else { return false }
    var paper = Color.white
    if let shading { paper = shading.blended(onto: paper) }
    if let background { paper = background.blended(onto: paper) }
    return (foreground ?? .black).blended(onto: paper).isNear(paper)
  }

  /// Returns whether these attributes change the meaning of text that the file shows with other
  /// attributes: its order, its place, or whether it can be read.
  func distorts(_ shown: InlineAttributes, papers: HiddenPapers) -> Bool {
    direction != shown.direction || isSpread(beyond: shown) || isMoved(beyond: shown)
      || isSymbolic(beyond: shown)
      || isPale(on: papers.restored) && !shown.isPale(on: papers.shown)
  }

  /// Returns these attributes without those that change the meaning of the text.
  package func undistorted(_ shown: InlineAttributes) -> InlineAttributes {
    undistorted(shown, papers: HiddenPapers())
  }

  /// Returns the attributes without those that change the meaning of the text, for a paragraph with shading.
  func undistorted(_ shown: InlineAttributes, papers: HiddenPapers) -> InlineAttributes {
    var kept = self
    kept.direction = shown.direction
    if isSpread(beyond: shown) { kept.letterSpacing = shown.letterSpacing }
    if isMoved(beyond: shown) { kept.baselineOffset = shown.baselineOffset }
    if isSymbolic(beyond: shown) { kept.fontFamily = shown.fontFamily }
    if isPale(on: papers.restored), !shown.isPale(on: papers.shown) {
      kept.foreground = shown.foreground
      kept.background = shown.background
    }
    return kept
  }
}
