/// How a paragraph is set, and which blocks it stands in.
///
/// A paragraph ends with U+000A, which belongs to it. Lengths are in points.
public struct ParagraphAttributes: Sendable {
  /// What is set but the blocks: none or one.
  ///
  /// Documents hold tens of thousands of sets, one for each cell and item, and most set nothing else.
  private var settings: [Setting] = []
  /// The blocks around the paragraph, from the outermost in.
  ///
  /// Neighbouring paragraphs whose paths share a prefix of equal block ids stand in the same blocks.
  public var blocks: [Block] = []

  /// Creates the attributes of an ordinary paragraph.
  public init() {}

  /// Creates the attributes of an ordinary paragraph that stands in blocks, from the outermost in.
  public init(blocks: [Block]) { self.blocks = blocks }

  /// Whether nothing is set.
  public var isPlain: Bool { blocks.isEmpty && !isSetInItself }

  /// Whether anything is set but the blocks around the paragraph.
  public var isSetInItself: Bool { !settings.isEmpty && settings[0].isSet }

  /// Whether the space behind the paragraph is that of the document, where it says none itself:
  /// that of headings, items of lists, code, cells, notes and the lines on top and foot of pages is
  /// their own.
  public var takesDocumentSpacing: Bool { blocks.allSatisfy(\.kind.takesDocumentSpacing) }

  /// What is set but the blocks, or `nil` if nothing was.
  var setting: Setting? {
    get { settings.first }
    set { settings = newValue.map { [$0] } ?? [] }
  }

  /// Makes sure that there are settings to change.
  ///
  /// - Parameter isNeeded: Whether something is to be set; what is not there need not be reset.
  /// - Returns: Whether there are.
  private mutating func open(_ isNeeded: Bool) -> Bool {
    if settings.isEmpty, isNeeded { settings = [Setting()] }
    return !settings.isEmpty
  }
}

extension ParagraphAttributes {
  /// How a paragraph is set, its blocks apart.
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

    var isSet: Bool {
      alignment != nil || firstLineIndent != nil || headIndent != nil || tailIndent != nil
        || spacingBefore != nil || spacingAfter != nil || lineHeight != nil || !tabStops.isEmpty
        || direction != nil || pageBreakBefore
    }

    /// Hashes all that tells sets apart: documents may hold many sets that differ in one value alone.
    func hash(into hasher: inout Hasher) {
      hasher.combine(flags: [
        firstLineIndent != nil, headIndent != nil, tailIndent != nil, pageBreakBefore,
        spacingBefore != nil, spacingAfter != nil, lineHeight != nil, alignment == .left,
        alignment == .right, alignment == .center, alignment == .justified,
        direction == .leftToRight, direction == .rightToLeft,
      ])
      hasher.combine(tabStops.count)
      hasher.combine(ifSet: firstLineIndent)
      hasher.combine(ifSet: headIndent)
      hasher.combine(ifSet: tailIndent)
      hasher.combine(ifSet: spacingBefore)
      hasher.combine(ifSet: spacingAfter)
      if let lineHeight { hasher.combine(lineHeight) }
      for stop in tabStops { hasher.combine(stop) }
    }
  }

  /// How lines meet the margins; `nil` for the natural side of the direction.
  public var alignment: Alignment? {
    get { settings.isEmpty ? nil : settings[0].alignment }
    set { if open(newValue != nil) { settings[0].alignment = newValue } }
  }
  /// The indent of the first line from the leading margin.
  public var firstLineIndent: Double? {
    get { settings.isEmpty ? nil : settings[0].firstLineIndent }
    set { if open(newValue != nil) { settings[0].firstLineIndent = newValue } }
  }
  /// The indent of the other lines from the leading margin.
  public var headIndent: Double? {
    get { settings.isEmpty ? nil : settings[0].headIndent }
    set { if open(newValue != nil) { settings[0].headIndent = newValue } }
  }
  /// The indent of all lines from the trailing margin.
  public var tailIndent: Double? {
    get { settings.isEmpty ? nil : settings[0].tailIndent }
    set { if open(newValue != nil) { settings[0].tailIndent = newValue } }
  }
  /// The space above the paragraph.
  public var spacingBefore: Double? {
    get { settings.isEmpty ? nil : settings[0].spacingBefore }
    set { if open(newValue != nil) { settings[0].spacingBefore = newValue } }
  }
  /// The space below the paragraph.
  public var spacingAfter: Double? {
    get { settings.isEmpty ? nil : settings[0].spacingAfter }
    set { if open(newValue != nil) { settings[0].spacingAfter = newValue } }
  }
  /// The height of a line.
  public var lineHeight: LineHeight? {
    get { settings.isEmpty ? nil : settings[0].lineHeight }
    set { if open(newValue != nil) { settings[0].lineHeight = newValue } }
  }
  /// Where tabs lead to, in order of position.
  public var tabStops: [TabStop] {
    get { settings.isEmpty ? [] : settings[0].tabStops }
    set { if open(!newValue.isEmpty) { settings[0].tabStops = newValue } }
  }
  /// The direction of the paragraph; `nil` to find it from the text.
  public var direction: WritingDirection? {
    get { settings.isEmpty ? nil : settings[0].direction }
    set { if open(newValue != nil) { settings[0].direction = newValue } }
  }
  /// Whether the paragraph starts a new page.
  public var pageBreakBefore: Bool {
    get { settings.isEmpty ? false : settings[0].pageBreakBefore }
    set { if open(newValue) { settings[0].pageBreakBefore = newValue } }
  }
}

extension ParagraphAttributes: Hashable {
  /// Returns whether both set the same and stand in the same blocks.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.blocks == right.blocks else { return false }
    if left.settings.isEmpty || right.settings.isEmpty {
      return !left.isSetInItself && !right.isSetInItself
    }
    return left.settings == right.settings
  }

  /// Hashes what is set, and the blocks by their ids.
  public func hash(into hasher: inout Hasher) {
    if isSetInItself { hasher.combine(settings[0]) }
    for block in blocks { hasher.combine(block.id) }
  }
}

extension ParagraphAttributes {
  /// How lines meet the margins.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case left, right, center, justified
  }

  /// The height of a line.
  public enum LineHeight: Hashable, Sendable {
    /// A multiple of the font's own height.
    case multiple(Double)
    /// At least so many points.
    case atLeast(Double)
    /// Just so many points.
    case exactly(Double)
  }

  /// A place that a tab leads to.
  public struct TabStop: Hashable, Sendable {
    /// How text stands at the place.
    public enum Kind: String, Hashable, Sendable, CaseIterable { case left, right, center, decimal }
    /// The distance from the leading margin, in points.
    public var position: Double
    /// How text stands at the place.
    public var kind: Kind

    /// Creates a tab stop.
    public init(_ position: Double, _ kind: Kind = .left) {
      self.position = position
      self.kind = kind
    }
  }
}
