internal import IARangeTree

extension IAString {
  /// Returns the intensity that text typed over a selection, or at a caret for an empty one, takes
  /// on.
  ///
  /// A caret continues the unit before it, at the start the unit after it; a selection gives its
  /// mean. An empty string has the default.
  public func typingIntensity(for selection: Range<Int>) -> UInt8 {
    if !selection.isEmpty { return legacyMeanIntensity(in: selection) }
    if isEmpty { return DisplayOptions.defaultIntensity }
    return intensity(at: max(selection.lowerBound - 1, 0))
  }

  /// Returns the attributes that text typed over a selection, or at a caret for an empty one, takes
  /// on.
  ///
  /// A caret continues the unit before it, at the start the unit after it; a selection gives those
  /// of its first unit. A link is continued only from within: it does not grow at its ends.
  public func typingAttributes(for selection: Range<Int>) -> InlineAttributes {
    if isEmpty { return InlineAttributes() }
    let caret = selection.lowerBound
    if !selection.isEmpty { return attributes(at: caret) }
    var typed = attributes(at: max(caret - 1, 0))
    let continues = caret > 0 && caret < utf16Count && attributes(at: caret).link == typed.link
    if !continues { typed.link = nil }
    return typed
  }

  /// Replaces a range by text; what is not given continues the text around it.
  ///
  /// Inserted text belongs to the paragraph it is put into; where it has line ends, each new
  /// paragraph is set like that one.
  ///
  /// - Parameters:
  ///   - utf16Range: The units to replace, empty to insert.
  ///   - text: What takes their place.
  ///   - intensity: 0…100; `nil` for that of the surroundings.
  ///   - attributes: `nil` for those of the surroundings.
  /// - Complexity: O(log *n* + inserted units).
  public mutating func replace(
    _ utf16Range: Range<Int>, with text: String, intensity: UInt8? = nil,
    attributes: InlineAttributes? = nil
  ) {
    replace(utf16Range, with: Array(text.utf16), intensity: intensity, attributes: attributes)
  }

  /// Replaces a range by UTF-16 units, paired or not; what is not given continues the text around.
  public mutating func replace(
    _ utf16Range: Range<Int>, with units: [UInt16], intensity: UInt8? = nil,
    attributes: InlineAttributes? = nil
  ) {
    let level = min(intensity ?? typingIntensity(for: utf16Range), 100)
    let id = inlineTable.id(of: attributes ?? typingAttributes(for: utf16Range))
    let seam = ParagraphSeam(self, replacing: utf16Range, withCount: units.count)
    tree.replace(utf16Range, with: units.span, intensity: level, attribute: id)
    attachmentRuns.replace(utf16Range, withCount: units.count, value: 0)
    paragraphRuns.replace(utf16Range, withCount: units.count, value: seam.paragraph)
    shiftBookmarks(utf16Range, by: units.count)
    settle(seam)
  }

  /// Removes a range.
  ///
  /// Where a paragraph's end is removed, the joined paragraph is set like the first of the two,
  /// unless nothing is left of that one.
  ///
  /// - Complexity: O(log *n*).
  public mutating func remove(_ utf16Range: Range<Int>) {
    guard !utf16Range.isEmpty else { return }
    let seam = ParagraphSeam(self, replacing: utf16Range, withCount: 0)
    tree.remove(utf16Range)
    attachmentRuns.replace(utf16Range, withCount: 0, value: 0)
    paragraphRuns.replace(utf16Range, withCount: 0, value: 0)
    shiftBookmarks(utf16Range, by: 0)
    settle(seam)
  }

  /// Inserts text at an offset; what is not given continues the text around it.
  public mutating func insert(
    _ text: String, at utf16Offset: Int, intensity: UInt8? = nil,
    attributes: InlineAttributes? = nil
  ) {
    replace(
      utf16Offset..<utf16Offset, with: text, intensity: intensity, attributes: attributes)
  }

  /// Appends text of one intensity and one set of attributes.
  public mutating func append(
    _ text: String, intensity: UInt8? = nil, attributes: InlineAttributes? = nil
  ) {
    insert(text, at: utf16Count, intensity: intensity, attributes: attributes)
  }

  /// Sets the intensity of every unit of a range.
  ///
  /// - Parameters:
  ///   - intensity: 0…100; higher values count as 100.
  ///   - utf16Range: The units to set.
  /// - Complexity: O(log *n*).
  public mutating func setIntensity(_ intensity: UInt8, in utf16Range: Range<Int>) {
    tree.setIntensity(min(intensity, 100), in: utf16Range)
  }

  /// Sets the intensity of each unit from an offset on.
  ///
  /// - Precondition: The units are there. Values over 100 count as 100.
  public mutating func setIntensities(_ intensities: [UInt8], at utf16Offset: Int) {
    let clamped = intensities.map { min($0, 100) }
    tree.setIntensities(clamped.span, at: utf16Offset)
  }

  /// What an edit does to the paragraph it is made in.
  private struct ParagraphSeam {
    /// The number that inserted text and the joined paragraph have.
    var paragraph: UInt32
    /// A unit of the joined paragraph after the edit, or `nil` if no paragraphs are joined.
    var joined: Int?

    init(_ string: IAString, replacing range: Range<Int>, withCount count: Int) {
      let start = range.lowerBound
      paragraph = string.paragraphID(at: start)
      guard !range.isEmpty, string.tree.lineBreakCount(in: range) > 0 else { return }
      let startsParagraph = string.startsParagraph(at: start)
      if count == 0, startsParagraph, range.upperBound < string.utf16Count {
        // Nothing is left of the first paragraph: what follows keeps its own attributes.
        paragraph = string.paragraphID(at: range.upperBound)
      } else {
        joined = count > 0 ? start + count - 1 : start
      }
    }
  }

  /// Gives a joined paragraph one number, so that runs end only where paragraphs do.
  private mutating func settle(_ seam: ParagraphSeam) {
    guard let joined = seam.joined, joined < utf16Count else { return }
    let range = paragraphRange(at: joined)
    if paragraphRuns.value(at: range.upperBound - 1) != seam.paragraph {
      paragraphRuns.set(seam.paragraph, in: range)
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
