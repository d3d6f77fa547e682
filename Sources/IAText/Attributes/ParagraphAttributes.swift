/// The attributes of a paragraph and the blocks around it.
///
/// A paragraph ends with U+000A, which is part of it. Lengths are in points.
public struct ParagraphAttributes: Sendable {
  /// All attributes except the blocks, as an array of zero or one elements.
  ///
  /// Documents have tens of thousands of sets, one for each cell and item; most of them have only
  /// blocks.
  private var settings: [Setting] = []
  /// The blocks around the paragraph, outermost first.
  ///
  /// Adjacent paragraphs are in the same blocks up to the depth to which their paths have equal
  /// block ids.
  public var blocks: [Block] = []

  /// Creates the attributes of a paragraph with nothing set.
  public init() {}

  /// Creates the attributes of a paragraph in blocks, outermost first, with nothing else set.
  public init(blocks: [Block]) { self.blocks = blocks }

  /// Whether no attribute is set and the paragraph is not in a block.
  public var isPlain: Bool { blocks.isEmpty && !isSetInItself }

  /// Whether any attribute is set, apart from the blocks.
  public var isSetInItself: Bool { !settings.isEmpty && settings[0].isSet }

  /// Whether the spacing after the paragraph is the document's paragraph spacing, if the paragraph
  /// sets none.
  ///
  /// This is false in headings, list items, code blocks, cells, footnotes, and page headers and
  /// footers.
  public var takesDocumentSpacing: Bool { blocks.allSatisfy(\.kind.takesDocumentSpacing) }

  /// The attributes except the blocks, or `nil` if none was set.
  var setting: Setting? {
    get { settings.first }
    set { settings = newValue.map { [$0] } ?? [] }
  }

  /// The borders and the shading, or `nil` if none is stated.
  var frame: Frame? { settings.isEmpty ? nil : settings[0].frame }

  /// Whether borders, their spacing or a shading are stated.
  package var hasFrame: Bool { !settings.isEmpty && settings[0].hasFrame }

  /// Whether a section starts with the paragraph.
  package var hasSection: Bool { !settings.isEmpty && settings[0].hasSection }

  /// Ensures that there is a `Setting` to change.
  ///
  /// - Parameter isNeeded: Whether an attribute gets a value; a reset needs no `Setting`.
  /// - Returns: Whether there is a `Setting`.
  private mutating func open(_ isNeeded: Bool) -> Bool {
    if settings.isEmpty, isNeeded { settings = [Setting()] }
    return !settings.isEmpty
  }
}

extension ParagraphAttributes {
  /// The attributes of a paragraph except its blocks.
  struct Setting: Hashable, Sendable {
    var alignment: Alignment?
    var firstLineIndent: Double?
    var headIndent: Double?
    var tailIndent: Double?
    var spacingBefore: Double?
    var spacingAfter: Double?
    var lineHeight: LineHeight?
    var tabStops: [TabStop] = []
    var direction: WritingDirection?
    var pageBreakBefore = false
    var keepTogether = false
    var keepWithNext: Bool?
    var widowControl: Bool?
    /// The borders and the shading, as an array of zero or one elements: few paragraphs have any.
    private var frames: [Frame] = []

    /// The section that starts with the paragraph, as an array of zero or one elements.
    private var sections: [PageSection] = []

    var hasFrame: Bool { !frames.isEmpty }

    var hasSection: Bool { !sections.isEmpty }

    var section: PageSection? {
      get { sections.first }
      set { sections = newValue.map { [$0] } ?? [] }
    }

    var frame: Frame? {
      get { frames.first }
      set { frames = newValue.map { [$0] } ?? [] }
    }

    var isSet: Bool {
      alignment != nil || firstLineIndent != nil || headIndent != nil || tailIndent != nil
        || spacingBefore != nil || spacingAfter != nil || lineHeight != nil || !tabStops.isEmpty
        || direction != nil || pageBreakBefore || keepTogether || keepWithNext != nil
        || widowControl != nil || !frames.isEmpty || !sections.isEmpty
    }

    /// Hashes all attributes, because a document may have many sets that differ in one value.
    func hash(into hasher: inout Hasher) {
      hasher.combine(flags: [
        firstLineIndent != nil, headIndent != nil, tailIndent != nil, pageBreakBefore,
        spacingBefore != nil, spacingAfter != nil, lineHeight != nil, alignment == .left,
        alignment == .right, alignment == .center, alignment == .justified,
        direction == .leftToRight, direction == .rightToLeft, keepTogether, keepWithNext == true,
        keepWithNext == false, widowControl == true, widowControl == false,
      ])
      hasher.combine(tabStops.count)
      hasher.combine(ifSet: firstLineIndent)
      hasher.combine(ifSet: headIndent)
      hasher.combine(ifSet: tailIndent)
      hasher.combine(ifSet: spacingBefore)
      hasher.combine(ifSet: spacingAfter)
      if let lineHeight { hasher.combine(lineHeight) }
      for stop in tabStops { hasher.combine(stop) }
      if let frame { hasher.combine(frame) }
      for section in sections { hasher.combine(section) }
    }
  }

  /// The alignment of the lines; `nil` for the leading side of the direction.
  public var alignment: Alignment? {
    get { settings.isEmpty ? nil : settings[0].alignment }
    set { if open(newValue != nil) { settings[0].alignment = newValue } }
  }
  /// The indent of the first line from the leading margin, in points.
  public var firstLineIndent: Double? {
    get { settings.isEmpty ? nil : settings[0].firstLineIndent }
    set { if open(newValue != nil) { settings[0].firstLineIndent = newValue } }
  }
  /// The indent of the other lines from the leading margin, in points.
  public var headIndent: Double? {
    get { settings.isEmpty ? nil : settings[0].headIndent }
    set { if open(newValue != nil) { settings[0].headIndent = newValue } }
  }
  /// The indent of all lines from the trailing margin, in points.
  public var tailIndent: Double? {
    get { settings.isEmpty ? nil : settings[0].tailIndent }
    set { if open(newValue != nil) { settings[0].tailIndent = newValue } }
  }
  /// The spacing above the paragraph, in points.
  public var spacingBefore: Double? {
    get { settings.isEmpty ? nil : settings[0].spacingBefore }
    set { if open(newValue != nil) { settings[0].spacingBefore = newValue } }
  }
  /// The spacing below the paragraph, in points.
  public var spacingAfter: Double? {
    get { settings.isEmpty ? nil : settings[0].spacingAfter }
    set { if open(newValue != nil) { settings[0].spacingAfter = newValue } }
  }
  /// The line height; `nil` for that of the font.
  public var lineHeight: LineHeight? {
    get { settings.isEmpty ? nil : settings[0].lineHeight }
    set { if open(newValue != nil) { settings[0].lineHeight = newValue } }
  }
  /// The tab stops, in order of position.
  public var tabStops: [TabStop] {
    get { settings.isEmpty ? [] : settings[0].tabStops }
    set { if open(!newValue.isEmpty) { settings[0].tabStops = newValue } }
  }
  /// The direction of the paragraph; `nil` to derive it from the text.
  public var direction: WritingDirection? {
    get { settings.isEmpty ? nil : settings[0].direction }
    set { if open(newValue != nil) { settings[0].direction = newValue } }
  }
  /// Whether the paragraph starts a new page.
  public var pageBreakBefore: Bool {
    get { settings.isEmpty ? false : settings[0].pageBreakBefore }
    set { if open(newValue) { settings[0].pageBreakBefore = newValue } }
  }
  /// Whether all lines of the paragraph are on one page, if they fit.
  public var keepTogether: Bool {
    get { settings.isEmpty ? false : settings[0].keepTogether }
    set { if open(newValue) { settings[0].keepTogether = newValue } }
  }
  /// Whether the last line of the paragraph is on the page of the next paragraph; `nil` if nothing is
  /// stated; a header is then kept with the next paragraph.
  public var keepWithNext: Bool? {
    get { settings.isEmpty ? nil : settings[0].keepWithNext }
    set { if open(newValue != nil) { settings[0].keepWithNext = newValue } }
  }
  /// Whether no page ends after the first line, or starts with the last line, of a paragraph of
  /// several lines; `nil` if nothing is stated.
  public var widowControl: Bool? {
    get { settings.isEmpty ? nil : settings[0].widowControl }
    set { if open(newValue != nil) { settings[0].widowControl = newValue } }
  }
}

extension ParagraphAttributes: Hashable {
  /// Returns whether both have equal attributes and are in the same blocks.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.blocks == right.blocks else { return false }
    if left.settings.isEmpty || right.settings.isEmpty {
      return !left.isSetInItself && !right.isSetInItself
    }
    return left.settings == right.settings
  }

  /// Hashes the attributes, and the blocks by their ids and numbers.
  public func hash(into hasher: inout Hasher) {
    if isSetInItself { hasher.combine(settings[0]) }
    for block in blocks {
      hasher.combine(block.id &* 0x9E37_79B9 &+ block.kind.hashNumber)
    }
  }
}

extension ParagraphAttributes {
  /// The alignments of lines.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case left, right, center, justified
  }

  /// The height of a line.
  public enum LineHeight: Hashable, Sendable {
    /// A multiple of the font's line height.
    case multiple(Double)
    /// A minimum line height in points.
    case atLeast(Double)
    /// An exact line height in points.
    case exactly(Double)
  }

  /// A tab stop.
  public struct TabStop: Hashable, Sendable {
    /// The alignments of text at a tab stop.
    public enum Kind: String, Hashable, Sendable, CaseIterable { case left, right, center, decimal }
    /// The characters or lines that fill the space before a tab stop.
    public enum Leader: String, Hashable, Sendable, CaseIterable {
      case dots, hyphens, underscores, equals
      case middleDots = "middle-dots"
      case thickLine = "thick-line"
    }
    /// The distance from the leading margin, in points.
    public var position: Double
    /// The alignment of text at the tab stop.
    public var kind: Kind
    /// The characters or the line in the space of the tab; `nil` for an empty space.
    public var leader: Leader?

    /// Creates a tab stop.
    public init(_ position: Double, _ kind: Kind = .left, leader: Leader? = nil) {
      self.position = position
      self.kind = kind
      self.leader = leader
    }
  }
}
