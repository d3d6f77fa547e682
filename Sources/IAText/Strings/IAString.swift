internal import IARangeTree

/// Text whose every UTF-16 unit carries an intensity, with attributes, attachments and options.
///
/// A value type: copies are O(1) and share their storage until one of them is edited. All offsets
/// count UTF-16 units. U+FFFC that has a record represents an attachment; without one it is an
/// ordinary character.
public struct IAString: Sendable {
  var tree = RangeTree()
  var inlineTable: AttributeTable<InlineAttributes>
  var paragraphTable: AttributeTable<ParagraphAttributes>
  /// Numbers of paragraph attributes; runs end only where paragraphs do.
  var paragraphRuns = RunTree<UInt32>()
  /// The record number of each attachment over its one unit, 0 over all other text.
  var attachmentRuns = RunTree<UInt32>()
  /// Attachment records; number n is at index n - 1.
  var records: [Attachment] = []
  /// Anchors, sorted by offset and then by name.
  public internal(set) var bookmarks: [Bookmark] = []
  /// How the string wants to be shown.
  public var options = DisplayOptions()

  /// A named place between two units.
  public struct Bookmark: Hashable, Sendable {
    /// The unit before which the place is; the count of the string for its end.
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

  /// Creates a string of one intensity and one set of attributes.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - intensity: 0…100; higher values count as 100.
  ///   - attributes: The attributes of all of it.
  public init(
    _ text: String, intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: InlineAttributes = InlineAttributes()
  ) {
    self.init(units: Array(text.utf16), intensity: intensity, attributes: attributes)
  }

  /// Creates a string of one intensity and one set of attributes from UTF-16 units, paired or not.
  ///
  /// - Complexity: O(*n*).
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

  /// Creates a string from UTF-16 units with an intensity each.
  ///
  /// - Precondition: There are as many intensities as units.
  /// - Complexity: O(*n*).
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

  /// Whether there is no text.
  public var isEmpty: Bool { tree.count == 0 }

  /// The range of the whole text.
  public var utf16Range: Range<Int> { 0..<tree.count }
}

extension IAString: ExpressibleByStringLiteral {
  /// Creates a string of the default intensity without attributes.
  public init(stringLiteral value: String) { self.init(value) }
}
