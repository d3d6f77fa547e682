internal import IARangeTree

extension IAString {
  /// Returns the intensity of text typed over a selection, or at a caret if the selection is empty.
  ///
  /// At a caret this is the intensity of the unit before it, or of the first unit at the start; for
  /// a selection it is the mean. For an empty string it is the default.
  public func typingIntensity(for selection: Range<Int>) -> UInt8 {
    if !selection.isEmpty { return legacyMeanIntensity(in: selection) }
    if isEmpty { return DisplayOptions.defaultIntensity }
    return intensity(at: max(selection.lowerBound - 1, 0))
  }

  /// Returns the attributes of text typed over a selection, or at a caret if the selection is
  /// empty.
  ///
  /// At a caret these are the attributes of the unit before it, or of the first unit at the start;
  /// for a selection they are those of its first unit. A link is continued only inside its range,
  /// not at its ends.
  public func typingAttributes(for selection: Range<Int>) -> InlineAttributes {
    if isEmpty { return InlineAttributes() }
    let caret = selection.lowerBound
    if !selection.isEmpty { return attributes(at: caret) }
    var typed = attributes(at: max(caret - 1, 0))
    let continues = caret > 0 && caret < utf16Count && attributes(at: caret).link == typed.link
    if !continues { typed.link = nil }
    return typed
  }

  /// Replaces a range by text.
  ///
  /// The inserted text belongs to the paragraph at the start of the range; if it has line ends,
  /// each new paragraph has the attributes of that one.
  ///
  /// - Parameters:
  ///   - utf16Range: The units to replace; empty to insert.
  ///   - text: The new text.
  ///   - intensity: 0…100; `nil` for `typingIntensity(for:)`.
  ///   - attributes: The attributes; `nil` for `typingAttributes(for:)`.
  /// - Complexity: O(log *n* + *m*) in the inserted units.
  public mutating func replace(
    _ utf16Range: Range<Int>, with text: String, intensity: UInt8? = nil,
    attributes: InlineAttributes? = nil
  ) {
    replace(utf16Range, with: Array(text.utf16), intensity: intensity, attributes: attributes)
  }

  /// Replaces a range by UTF-16 units, which may include lone surrogates; `nil` continues the
  /// surrounding text.
  public mutating func replace(
    _ utf16Range: Range<Int>, with units: [UInt16], intensity: UInt8? = nil,
    attributes: InlineAttributes? = nil
  ) {
    let level = min(intensity ?? typingIntensity(for: utf16Range), 100)
    let id = inlineTable.id(of: attributes ?? typingAttributes(for: utf16Range))
    let join = ParagraphJoin(self, replacing: utf16Range, withCount: units.count)
    tree.replace(utf16Range, with: units.span, intensity: level, attribute: id)
    attachmentRuns.replace(utf16Range, withCount: units.count, value: 0)
    paragraphRuns.replace(utf16Range, withCount: units.count, value: join.paragraph)
    shiftBookmarks(utf16Range, by: units.count)
    apply(join)
  }

  /// Removes a range.
  ///
  /// If the end of a paragraph is removed, the joined paragraph has the attributes of the first
  /// one, unless all of that one is removed.
  ///
  /// - Complexity: O(log *n*).
  public mutating func remove(_ utf16Range: Range<Int>) {
    guard !utf16Range.isEmpty else { return }
    let join = ParagraphJoin(self, replacing: utf16Range, withCount: 0)
    tree.remove(utf16Range)
    attachmentRuns.replace(utf16Range, withCount: 0, value: 0)
    paragraphRuns.replace(utf16Range, withCount: 0, value: 0)
    shiftBookmarks(utf16Range, by: 0)
    apply(join)
  }

  /// Inserts text at an offset; `nil` continues the surrounding text.
  public mutating func insert(
    _ text: String, at utf16Offset: Int, intensity: UInt8? = nil,
    attributes: InlineAttributes? = nil
  ) {
    replace(
      utf16Offset..<utf16Offset, with: text, intensity: intensity, attributes: attributes)
  }

  /// Appends text; `nil` continues the preceding text.
  public mutating func append(
    _ text: String, intensity: UInt8? = nil, attributes: InlineAttributes? = nil
  ) {
    insert(text, at: utf16Count, intensity: intensity, attributes: attributes)
  }

  /// Sets the intensity of all units of a range.
  ///
  /// - Parameters:
  ///   - intensity: 0…100; higher values are clamped to 100.
  ///   - utf16Range: The units to set.
  /// - Complexity: O(log *n*).
  public mutating func setIntensity(_ intensity: UInt8, in utf16Range: Range<Int>) {
    tree.setIntensity(min(intensity, 100), in: utf16Range)
  }

  /// Sets the intensities of units from an offset on; values above 100 are clamped.
  ///
  /// - Precondition: The text has as many units from this offset on.
  public mutating func setIntensities(_ intensities: [UInt8], at utf16Offset: Int) {
    let clamped = intensities.map { min($0, 100) }
    tree.setIntensities(clamped.span, at: utf16Offset)
  }

  /// The effect of an edit on the paragraph at its start.
  private struct ParagraphJoin {
    /// The attribute number of inserted text and of the joined paragraph.
    var paragraph: UInt32
    /// A unit of the joined paragraph after the edit, or `nil` if no paragraphs are joined.
    var joined: Int?

    init(_ string: IAString, replacing range: Range<Int>, withCount count: Int) {
      let start = range.lowerBound
      paragraph = string.paragraphID(at: start)
      guard !range.isEmpty, string.tree.lineBreakCount(in: range) > 0 else { return }
      let startsParagraph = string.startsParagraph(at: start)
      if count == 0, startsParagraph, range.upperBound < string.utf16Count {
        // Nothing remains of the first paragraph: the following one keeps its attributes.
        paragraph = string.paragraphID(at: range.upperBound)
      } else {
        joined = count > 0 ? start + count - 1 : start
      }
    }
  }

  /// Sets the attribute number of a joined paragraph, so that runs end only at ends of paragraphs.
  private mutating func apply(_ join: ParagraphJoin) {
    guard let joined = join.joined, joined < utf16Count else { return }
    let range = paragraphRange(at: joined)
    if paragraphRuns.value(at: range.upperBound - 1) != join.paragraph {
      paragraphRuns.set(join.paragraph, in: range)
    }
  }

  /// Returns whether a paragraph starts at an offset.
  func startsParagraph(at offset: Int) -> Bool {
    offset == 0 || tree.unit(at: offset - 1) == Self.lineFeed
  }

  mutating func shiftBookmarks(_ range: Range<Int>, by inserted: Int) {
    guard let last = bookmarks.last, last.utf16Offset > range.lowerBound else { return }
    let delta = inserted - range.count
    for index in bookmarks.indices {
      let offset = bookmarks[index].utf16Offset
      if offset >= range.upperBound, offset > range.lowerBound || inserted == 0 {
        bookmarks[index].utf16Offset = offset + delta
      } else if offset > range.lowerBound {
        bookmarks[index].utf16Offset = range.lowerBound
      }
    }
  }

  static var lineFeed: UInt16 { 0x000A }
}
