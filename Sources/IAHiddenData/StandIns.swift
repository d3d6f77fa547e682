public import IASyntax
public import IAText

/// The replacements that a format shows for content that it cannot represent: the closed list of
/// Specs/hidden-data.md.
///
/// Hidden data may restore a unit or an attachment only if the file shows its replacement. Each
/// format that reads hidden data has one value of this type; `HiddenDataRestorer` uses it.
public struct StandIns: Sendable {
  /// An attachment as the file shows it.
  public struct Seen: Sendable {
    /// The attachment that the reader created from the element.
    public var attachment: Attachment
    /// The visible text of the element beside a picture, or `nil` if the reader did not record any.
    public var caption: String?
    /// The target of the caption, or `nil` if it has none.
    public var target: String?
    /// The picture that the element shows, or `nil` if it shows none.
    public var picture: SHA256Digest?
    /// Whether the element is inside a link.
    public var isInLink: Bool

    /// Creates a description of an attachment that the file shows.
    ///
    /// If target and picture are not given, those of the attachment's content are used.
    public init(
      _ attachment: Attachment, caption: String? = nil, target: String? = nil,
      picture: SHA256Digest? = nil, isInLink: Bool = false
    ) {
      self.attachment = attachment
      self.caption = caption
      self.target = target
      self.picture = picture
      if picture == nil, case .blob(let digest) = attachment.content { self.picture = digest }
      if target == nil, case .url(let url) = attachment.content { self.target = url }
      self.isInLink = isInLink
    }
  }

  /// The halves of a surrogate pair whose own attributes are visible if the attributes of the halves differ.
  public enum PairStyle: Sendable {
    /// The first half; the attributes of the second are not visible.
    case first
    /// The first half; records contain all attributes of the second, if they differ.
    case firstWithWholeSecond
    /// Both, and the pair as two U+FFFD.
    case replaced
  }

  /// Returns the units that the format shows instead of a unit that is not a surrogate; an empty
  /// array if it can represent the unit.
  ///
  /// U+000A is passed only inside a paragraph.
  let units: @Sendable (_ unit: UInt16, _ isInCell: Bool) -> [UInt16]
  /// Whether the two last code points of each plane beyond the first are shown as two U+FFFD.
  let replacesNoncharacterPairs: Bool
  /// The text of a paragraph that the format shows as an empty paragraph, or `nil` if there is
  /// none.
  let emptyText: [UInt16]?
  /// Returns the text that the format shows of the label of a note.
  let label: @Sendable (_ label: String) -> [UInt16]
  /// The attributes that a surrogate pair shows.
  let pairs: PairStyle
  /// Whether the first paragraph of an item shows its task state as text.
  let showsTasks: Bool
  /// The names of tags that change the writer's output and that the reader recognises.
  let shownTags: Set<String>
  /// Whether the format shows that a line end is hidden or deleted, so that hidden data must not make
  /// one so.
  let showsLineEnds: Bool
  /// Whether records contain all attributes of a line end whose attributes are not those of the unit
  /// before.
  let lineEndsAreComplete: Bool
  /// Whether the format shows few attributes, and marks of text such as a strikethrough only at some places:
  /// hidden data then never changes the order, place or readability of text.
  let showsSomeMarks: Bool
  /// Returns whether the writer of the format shows an attachment as the file shows it.
  let shows: @Sendable (_ attachment: Attachment, _ seen: Seen, _ store: AttachmentStore) -> Bool
  /// Returns the text by which the writer of the format represents an attachment, or `nil` if it
  /// writes an element.
  let text: @Sendable (_ attachment: Attachment, _ store: AttachmentStore) -> [UInt16]?

  /// Creates the list of a format.
  ///
  /// - Parameters:
  ///   - units: Returns the units shown instead of a unit that is not a surrogate; empty for a unit
  ///     that the format represents. Lone surrogates are shown as U+FFFD in all formats.
  ///   - replacesNoncharacterPairs: Whether noncharacters beyond U+FFFF are shown as two U+FFFD.
  ///   - emptyText: The text of a paragraph that is shown as an empty one.
  ///   - label: Returns the visible text for the label of a note; by default the label.
  ///   - pairs: The attributes that a surrogate pair shows if its halves differ.
  ///   - showsTasks: Whether the first paragraph of an item shows its task state as text.
  ///   - shownTags: The names of tags that only the file itself may set.
  ///   - showsLineEnds: Whether the format shows that a line end is hidden or deleted.
  ///   - lineEndsAreComplete: Whether records contain all attributes of a line end.
  ///   - showsSomeMarks: Whether the format shows few attributes, and marks of text only at some places.
  ///   - shows: Returns whether the writer shows an attachment as the file shows it.
  ///   - text: Returns the text that represents an attachment; `nil` for an element.
  public init(
    units: @escaping @Sendable (_ unit: UInt16, _ isInCell: Bool) -> [UInt16],
    replacesNoncharacterPairs: Bool = false, emptyText: [UInt16]? = nil,
    label: @escaping @Sendable (String) -> [UInt16] = { Array($0.utf16) },
    pairs: PairStyle = .first, showsTasks: Bool = false, shownTags: Set<String> = [],
    showsLineEnds: Bool = false, lineEndsAreComplete: Bool = false, showsSomeMarks: Bool = false,
    shows: @escaping @Sendable (Attachment, Seen, AttachmentStore) -> Bool,
    text: @escaping @Sendable (Attachment, AttachmentStore) -> [UInt16]? = { _, _ in nil }
  ) {
    self.units = units
    self.replacesNoncharacterPairs = replacesNoncharacterPairs
    self.emptyText = emptyText
    self.label = label
    self.pairs = pairs
    self.showsTasks = showsTasks
    self.shownTags = shownTags
    self.showsLineEnds = showsLineEnds
    self.lineEndsAreComplete = lineEndsAreComplete
    self.showsSomeMarks = showsSomeMarks
    self.shows = shows
    self.text = text
  }

  /// Returns whether the format shows a range of text without attachments as the visible units.
  ///
  /// - Parameters:
  ///   - original: The restored units.
  ///   - visible: The units that the file shows.
  ///   - isInCell: Whether the text is in a cell of a table.
  ///   - cutsPairAt: Returns whether attributes change at an offset in `original`.
  /// - Complexity: O(*n*).
  func show(
    _ original: ArraySlice<UInt16>, as visible: ArraySlice<UInt16>, isInCell: Bool,
    cutsPairAt: (Int) -> Bool
  ) -> Bool {
    guard original.count == visible.count else { return false }
    let shift = visible.startIndex - original.startIndex
    var at = original.startIndex
    while at < original.endIndex {
      let unit = original[at]
      let shown = visible[at + shift]
      let isPair =
        unit & 0xFC00 == 0xD800 && at + 1 < original.endIndex
        && original[at + 1] & 0xFC00 == 0xDC00
      if isPair {
        let low = original[at + 1]
        let isSame = shown == unit && visible[at + 1 + shift] == low
        let isReplaced = shown == 0xFFFD && visible[at + 1 + shift] == 0xFFFD
        let isNoncharacter = unit & 0x3F == 0x3F && low & 0x3FE == 0x3FE
        let isNoPair =
          isNoncharacter && replacesNoncharacterPairs || pairs == .replaced && cutsPairAt(at + 1)
        guard isSame || isReplaced && isNoPair else { return false }
        at += 2
        continue
      }
      if unit & 0xF800 == 0xD800 {
        guard shown == 0xFFFD else { return false }
      } else if shown != unit || unit == 0x0A {
        guard units(unit, isInCell).contains(shown) else { return false }
      }
      at += 1
    }
    return true
  }
}
