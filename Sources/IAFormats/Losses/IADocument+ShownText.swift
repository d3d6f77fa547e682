public import IAText

/// The treatment of tracked changes when a document is written.
public enum ChangePolicy: String, Hashable, Sendable, CaseIterable {
  /// Insertions become ordinary text, and deleted text is removed.
  case accept
  /// Inserted text is removed, and deleted text becomes ordinary text.
  case reject
  /// Tracked changes are written as tracked changes.
  case keep
}

extension IADocument {
  /// Returns the document with its tracked changes accepted or rejected.
  ///
  /// - Parameters:
  ///   - policy: The treatment; `keep` returns the document unchanged.
  ///   - report: Receives the number of changes as approximated.
  /// - Complexity: O(*r* log *n*) for *r* runs with changes; O(sets) without changes.
  public func resolvingChanges(
    _ policy: ChangePolicy, report: inout ConversionReport
  ) -> IADocument {
    guard policy != .keep,
      string.inlineSets.contains(where: { $0.insertion != nil || $0.deletion != nil })
    else { return self }
    var resolved = self
    var removed: [Range<Int>] = []
    for run in string.attributeRuns(in: string.utf16Range) {
      let isInserted = run.attributes.insertion != nil
      let isDeleted = run.attributes.deletion != nil
      guard isInserted || isDeleted else { continue }
      let isRemoved = policy == .accept ? isDeleted : isInserted
      report.add(
        .approximated, .trackedChange,
        isRemoved
          ? (policy == .accept ? "deletion accepted" : "insertion rejected")
          : (policy == .accept ? "insertion accepted" : "deletion rejected"),
        utf16Range: run.utf16Range)
      if isRemoved {
        removed.append(run.utf16Range)
      } else {
        resolved.string.updateAttributes(in: run.utf16Range) {
          $0.insertion = nil
          $0.deletion = nil
        }
      }
    }
    resolved.string.remove(string.wholeCharacters(removed), report: &report)
    return resolved
  }

  /// Returns the document without hidden text, for formats that can only show such text as ordinary text.
  ///
  /// The end of a paragraph with visible text stays, so that the paragraph is not joined to the next one.
  ///
  /// - Parameter report: Receives each range that was removed.
  /// - Complexity: O(*r* log *n*) for *r* hidden runs; O(sets) without hidden text.
  public func removingHiddenText(report: inout ConversionReport) -> IADocument {
    removing(string.hiddenRanges(joinsParagraphs: false), report: &report)
  }

  /// Returns the document without ranges of hidden text, in ascending order.
  ///
  /// - Parameter isReported: Whether the report receives each range.
  private func removing(
    _ hidden: [Range<Int>], isReported: Bool = true, report: inout ConversionReport
  ) -> IADocument {
    guard !hidden.isEmpty else { return self }
    var shown = self
    if isReported {
      for range in hidden { report.add(.dropped, .hiddenText, utf16Range: range) }
    }
    shown.string.remove(string.wholeCharacters(hidden), report: &report)
    return shown
  }

  /// Returns the document with its hidden text as ordinary text.
  ///
  /// - Parameter report: Receives each range as approximated.
  /// - Complexity: O(*r* log *n*) for *r* hidden runs; O(sets) without hidden text.
  public func showingHiddenText(report: inout ConversionReport) -> IADocument {
    guard string.inlineSets.contains(where: \.hidden) else { return self }
    var shown = self
    for run in string.attributeRuns(in: string.utf16Range) where run.attributes.hidden {
      report.add(.approximated, .hiddenText, "shown", utf16Range: run.utf16Range)
      shown.string.set(\.hidden, to: false, in: run.utf16Range)
    }
    return shown
  }

  /// Returns the document as formats without tracked changes and hidden text show it, and the ranges that were removed.
  ///
  /// - Parameter joinsParagraphs: Whether the hidden end of a paragraph with visible text is also removed,
  ///   for formats whose hidden data restores it. With hidden data, `absent` of the result has the hidden
  ///   text, which is not reported yet.
  package func remainingText(
    _ options: WriteOptions, joinsParagraphs: Bool = false
  ) -> RemainingText {
    guard string.inlineSets.contains(where: \.mayBeAbsent) else {
      return RemainingText(document: self)
    }
    let policy = options.changes ?? .accept
    var remaining = remainingText(policy == .keep ? .accept : policy)
    if options.showsHiddenText {
      remaining.apply(removing: []) { $0.showingHiddenText(report: &$1) }
    } else {
      let text = remaining.document.string
      let hidden = text.hiddenRanges(joinsParagraphs: joinsParagraphs)
      let ranges = text.wholeCharacters(hidden)
      let isKept = joinsParagraphs && options.keepsHiddenData && !ranges.isEmpty
      remaining.apply(removing: ranges) {
        $0.removing(hidden, isReported: !isKept, report: &$1)
      }
      if isKept { remaining.absent = .init(string: text, utf16Ranges: ranges) }
    }
    return remaining
  }

  /// Returns the document with its tracked changes accepted, rejected or kept, and the ranges that were removed.
  package func remainingText(_ policy: ChangePolicy) -> RemainingText {
    var remaining = RemainingText(document: self)
    guard policy != .keep else { return remaining }
    remaining.apply(
      removing: ranges { policy == .reject ? $0.insertion != nil : $0.deletion != nil }
    ) {
      $0.resolvingChanges(policy, report: &$1)
    }
    return remaining
  }

  /// Returns the ranges of runs whose attributes meet a condition, in ascending order.
  private func ranges(where condition: (InlineAttributes) -> Bool) -> [Range<Int>] {
    guard string.inlineSets.contains(where: condition) else { return [] }
    return string.wholeCharacters(
      string.attributeRuns(in: string.utf16Range).filter { condition($0.attributes) }
        .map(\.utf16Range))
  }

  /// Returns the document as pictures show it.
  package func shownText(_ options: WriteOptions) -> IADocument { remainingText(options).document }
}

/// A document without the text that a format cannot show.
package struct RemainingText {
  /// The document without that text.
  package private(set) var document: IADocument
  /// The notes, with ranges of the whole document.
  package private(set) var report = ConversionReport()
  /// The removed ranges of each step, in ascending order, in offsets before that step.
  private var removed: [[Range<Int>]] = []
  /// The hidden text that was removed and not reported, for hidden data; `nil` if there is none.
  package fileprivate(set) var absent: Absent?

  /// The hidden text that the document lacks.
  package struct Absent {
    /// The text with its hidden text.
    package let string: IAString
    /// The ranges of hidden text in ascending order; some touch.
    package let utf16Ranges: [Range<Int>]
  }

  fileprivate init(document: IADocument) { self.document = document }

  /// Applies a step that removes the ranges, which are in ascending order, from the document.
  fileprivate mutating func apply(
    removing ranges: [Range<Int>], _ step: (IADocument, inout ConversionReport) -> IADocument
  ) {
    var notes = ConversionReport()
    let next = step(document, &notes)
    add(notes)
    document = next
    guard !ranges.isEmpty else { return }
    removed.append(ranges)
    document.printedPlacement.remove(ranges)
  }

  /// Adds notes about the document without that text, with ranges of the whole document.
  package mutating func add(_ notes: ConversionReport) { add(notes, after: removed.count) }

  /// Adds notes whose ranges refer to the text that still contains its hidden text.
  package mutating func add(absent notes: ConversionReport) { add(notes, after: removed.count - 1) }

  /// Adds notes whose ranges refer to the text after a number of steps.
  private mutating func add(_ notes: ConversionReport, after steps: Int) {
    let located = steps == 0 ? notes : notes.relocated { placed($0, after: steps) }
    if report.notes.isEmpty {
      report = located
    } else {
      report.add(located)
    }
  }

  /// Converts a range of the text after a number of steps to a range of the whole document.
  private func placed(_ range: Range<Int>, after steps: Int) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    for gap in removed[..<steps].reversed().joined() {
      if gap.lowerBound < end { end += gap.count }
      if gap.lowerBound <= start { start += gap.count }
      end = max(start, end)
    }
    return start..<end
  }
}

extension IAString {
  /// The text without its hidden text; a paragraph whose end is hidden is joined to the next one.
  ///
  /// - Complexity: O(*r* log *n*) for *r* hidden runs; O(sets) without hidden text.
  package var withoutHiddenText: IAString {
    let hidden = wholeCharacters(hiddenRanges(joinsParagraphs: true))
    guard !hidden.isEmpty else { return self }
    var shown = self
    var report = ConversionReport()
    shown.remove(hidden, report: &report)
    return shown
  }

  /// Returns the ranges of hidden text in ascending order, without the ends of paragraphs with visible
  /// text unless their paragraphs are joined to the next ones.
  fileprivate func hiddenRanges(joinsParagraphs: Bool) -> [Range<Int>] {
    guard inlineSets.contains(where: \.hidden) else { return [] }
    var ranges: [Range<Int>] = []
    var end = 0
    var isAfterText = false
    for run in attributeRuns(in: utf16Range) where run.attributes.hidden {
      var range = run.utf16Range
      if range.lowerBound > end { isAfterText = unit(at: range.lowerBound - 1) != 0x0A }
      end = range.upperBound
      if !joinsParagraphs, isAfterText, let length = units(in: range).firstIndex(of: 0x0A) {
        isAfterText = false
        let lineEnd = range.lowerBound + length
        if length > 0 { ranges.append(range.lowerBound..<lineEnd) }
        range = lineEnd + 1..<end
      }
      if !range.isEmpty { ranges.append(range) }
    }
    return ranges
  }

  /// Returns the ranges, adjusted so that they contain a surrogate pair if and only if they contained its first half.
  fileprivate func wholeCharacters(_ ranges: [Range<Int>]) -> [Range<Int>] {
    func start(_ offset: Int) -> Int {
      guard offset > 0, offset < utf16Count else { return offset }
      let isInside =
        UTF16.isLeadSurrogate(unit(at: offset - 1)) && UTF16.isTrailSurrogate(unit(at: offset))
      return isInside ? offset + 1 : offset
    }
    return ranges.map { start($0.lowerBound)..<start($0.upperBound) }.filter { !$0.isEmpty }
  }

  /// Removes ranges in ascending order.
  ///
  /// Consecutive ranges are removed together, so that a paragraph that is removed completely does not pass
  /// its attributes to the next paragraph.
  ///
  /// If lone halves of surrogate pairs become adjacent, they do not become a character: the first
  /// one becomes U+FFFD.
  fileprivate mutating func remove(
    _ utf16Ranges: [Range<Int>], report: inout ConversionReport
  ) {
    var end: Int?
    for (index, range) in utf16Ranges.enumerated().reversed() {
      let at = range.lowerBound
      let last = end ?? range.upperBound
      end = last
      guard index == 0 || utf16Ranges[index - 1].upperBound != at else { continue }
      end = nil
      remove(at..<last)
      guard at > 0, at < utf16Count, UTF16.isLeadSurrogate(unit(at: at - 1)),
        UTF16.isTrailSurrogate(unit(at: at))
      else { continue }
      let half = at - 1..<at
      replace(
        half, with: [0xFFFD], intensity: intensity(at: half.lowerBound),
        attributes: attributes(at: half.lowerBound))
      report.add(.approximated, .loneSurrogate, utf16Range: half)
    }
  }
}

extension InlineAttributes {
  /// Whether formats without hidden text and tracked changes may omit the text.
  fileprivate var mayBeAbsent: Bool { hidden || insertion != nil || deletion != nil }
}
