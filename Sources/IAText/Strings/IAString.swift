internal import IARangeTree

/// Text with an intensity for each UTF-16 unit, and with attributes, attachments and options.
///
/// A value type: copies take constant time and share their storage until one of them is edited. All
/// offsets count UTF-16 units. A U+FFFC with a record represents an attachment; without a record it
/// is an ordinary character.
public struct IAString: Sendable {
  var tree = RangeTree()
  var inlineTable: AttributeTable<InlineAttributes>
  var paragraphTable: AttributeTable<ParagraphAttributes>
  /// The numbers of paragraph attributes; runs end only at ends of paragraphs.
  var paragraphRuns = RunTree<UInt32>()
  /// The record number of each attachment's unit; 0 for all other text.
  var attachmentRuns = RunTree<UInt32>()
  /// The attachment records; number *n* is at index *n* − 1.
  var records: [Attachment] = []
  /// The bookmarks, sorted by offset and then by name.
  public internal(set) var bookmarks: [Bookmark] = []
  /// The display options of the string.
  public var options = DisplayOptions()

  /// A named position between two units.
  public struct Bookmark: Hashable, Sendable {
    /// The offset of the unit after the position, or the count of the string at its end.
    public var utf16Offset: Int
    /// The name, unique in a string.
    @Spelled public var name: String

    /// Creates a bookmark.
    public init(utf16Offset: Int, name: String) {
      self.utf16Offset = utf16Offset
      self.name = name
    }
  }

  /// Creates an empty string.
  public init() {
    inlineTable = AttributeTable(first: Self.plainInline)
    paragraphTable = AttributeTable(first: Self.plainParagraph)
  }

  private static let plainInline = [InlineAttributes()]
  private static let plainParagraph = [ParagraphAttributes()]

  /// Creates a string with one intensity and one attribute set.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - intensity: 0…100; higher values are clamped to 100.
  ///   - attributes: The attributes of all units.
  public init(
    _ text: String, intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: InlineAttributes = InlineAttributes()
  ) {
    self.init(units: Array(text.utf16), intensity: intensity, attributes: attributes)
  }

  /// Creates a string with one intensity and one attribute set from UTF-16 units, which may include
  /// lone surrogates.
  ///
  /// - Complexity: O(*n*) in the units.
  public init(
    units: [UInt16], intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: InlineAttributes = InlineAttributes()
  ) {
    self.init()
    tree = RangeTree(
      units: units.span, intensity: min(intensity, 100), attribute: inlineTable.id(of: attributes))
    paragraphRuns = RunTree(count: units.count, value: 0)
    attachmentRuns = paragraphRuns
  }

  /// Creates a string from UTF-16 units and the intensity of each.
  ///
  /// - Precondition: The arrays have the same count.
  /// - Complexity: O(*n*) in the units.
  public init(units: [UInt16], intensities: [UInt8]) {
    precondition(units.count == intensities.count, "one intensity a unit")
    self.init()
    let clamped = intensities.contains { $0 > 100 } ? intensities.map { min($0, 100) } : intensities
    let runs = [RangeTree.Run(count: units.count, attribute: 0)]
    tree = RangeTree(
      units: units.span, intensities: clamped.span, runs: (units.isEmpty ? [] : runs).span)
    paragraphRuns = RunTree(count: units.count, value: 0)
    attachmentRuns = paragraphRuns
  }

  /// The number of UTF-16 units.
  public var utf16Count: Int { tree.count }

  /// Whether the text is empty.
  public var isEmpty: Bool { tree.count == 0 }

  /// The range of the whole text.
  public var utf16Range: Range<Int> { 0..<tree.count }
}

extension IAString: ExpressibleByStringLiteral {
  /// Creates a string with the default intensity and without attributes.
  public init(stringLiteral value: String) { self.init(value) }
}
