/// How a paragraph is set, and which blocks it stands in.
///
/// A paragraph ends with U+000A, which belongs to it. Lengths are in points.
public struct ParagraphAttributes: Hashable, Sendable {
  /// How lines meet the margins; nil for the natural side of the direction.
  public var alignment: Alignment?
  /// The indent of the first line from the leading margin.
  public var firstLineIndent: Double?
  /// The indent of the other lines from the leading margin.
  public var headIndent: Double?
  /// The indent of all lines from the trailing margin.
  public var tailIndent: Double?
  /// The space above the paragraph.
  public var spacingBefore: Double?
  /// The space below the paragraph.
  public var spacingAfter: Double?
  /// The height of a line.
  public var lineHeight: LineHeight?
  /// Where tabs lead to, in order of position.
  public var tabStops: [TabStop] = []
  /// The direction of the paragraph; nil to find it from the text.
  public var direction: WritingDirection?
  /// Whether the paragraph starts a new page.
  public var pageBreakBefore = false
  /// The blocks around the paragraph, from the outermost in.
  ///
  /// Neighbouring paragraphs whose paths share a prefix of equal block ids stand in the same blocks.
  public var blocks: [Block] = []

  /// Makes the attributes of an ordinary paragraph.
  public init() {}

  /// Makes the attributes of an ordinary paragraph that stands in blocks, from the outermost in.
  public init(blocks: [Block]) { self.blocks = blocks }

  /// Hashes all that tells sets apart: documents may hold many sets that differ in one value alone.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(flags: [
      firstLineIndent != nil, headIndent != nil, tailIndent != nil, pageBreakBefore,
      spacingBefore != nil, spacingAfter != nil, lineHeight != nil, alignment == .left,
      alignment == .right, alignment == .center, alignment == .justified, direction == .leftToRight,
      direction == .rightToLeft,
    ])
    hasher.combine(tabStops.count)
    hasher.combine(ifSet: firstLineIndent)
    hasher.combine(ifSet: headIndent)
    hasher.combine(ifSet: tailIndent)
    hasher.combine(ifSet: spacingBefore)
    hasher.combine(ifSet: spacingAfter)
    if let lineHeight { hasher.combine(lineHeight) }
    for stop in tabStops { hasher.combine(stop) }
    for block in blocks { hasher.combine(block.id) }
  }

  /// Whether nothing is set.
  public var isPlain: Bool { blocks.isEmpty && !isSetInItself }

  /// Whether anything is set but the blocks around the paragraph.
  public var isSetInItself: Bool {
    alignment != nil || firstLineIndent != nil || headIndent != nil || tailIndent != nil
      || spacingBefore != nil || spacingAfter != nil || lineHeight != nil || !tabStops.isEmpty
      || direction != nil || pageBreakBefore
  }

  /// Whether the space behind the paragraph is that of the document, where it says none itself:
  /// that of headings, items of lists, code, cells, notes and the lines on top and foot of pages is
  /// their own.
  public var takesDocumentSpacing: Bool { blocks.allSatisfy(\.kind.takesDocumentSpacing) }
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

    /// Makes a tab stop.
    public init(_ position: Double, _ kind: Kind = .left) {
      self.position = position
      self.kind = kind
    }
  }
}
