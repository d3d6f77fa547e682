public import IAFonts
public import IAText

/// The resources that layouts share: the fonts, the shaped words, the styles and paints of
/// attributes.
///
/// One owner at a time: layouts that share a typesetter belong to one thread. Threads that lay out
/// text at the same time have one typesetter each, over one `FontCollection`.
///
/// Cached: shaped words (in `TextShaper`, bounded), and the style and paint of each attribute set
/// at each scheme step (never removed). Both depend only on fonts and options, which do not change.
public final class Typesetter {
  /// The fonts.
  public let fonts: FontCollection
  /// The options of all layouts of this typesetter.
  public let options: LayoutOptions

  var itemiser: Itemiser
  var source = ParagraphSource()
  /// The reader of texts for which only the size is computed.
  private var sizing = SourceReader(IAString())

  /// Creates a typesetter.
  ///
  /// - Parameters:
  ///   - fonts: The fonts.
  ///   - options: The options of all layouts of this typesetter.
  ///   - cacheBytes: The maximum size in bytes of the cache of shaped words.
  public init(
    fonts: FontCollection, options: LayoutOptions = LayoutOptions(), cacheBytes: Int = 32 << 20
  ) {
    self.fonts = fonts
    self.options = options
    itemiser = Itemiser(fonts, options: options, cacheBytes: cacheBytes)
  }

  /// Creates a typesetter that continues the numbering of another one.
  init(_ fonts: FontCollection, _ numbering: TextShaper.Numbering, _ table: StyleTable) {
    self.fonts = fonts
    options = table.options
    itemiser = Itemiser(numbering, table, cacheBytes: 8 << 20)
  }

  /// Counts of the work done by a typesetter.
  public struct Statistics: Hashable, Sendable {
    /// The number of paragraphs divided into items.
    public var itemisedParagraphs: Int
    /// The number of lines broken.
    public var brokenLines: Int
    /// The number of texts measured as a sum of letter pairs.
    public var measuredTexts: Int
    /// The number of texts found in the cache.
    public var cacheHits: Int
    /// The number of texts shaped by HarfBuzz.
    public var shapedTexts: Int
    /// The number of glyphs that HarfBuzz returned.
    public var shapedGlyphs: Int
    /// The size of the cache in bytes.
    public var cacheBytes: Int
    /// The number of failed ICU calls; the text was laid out without their results.
    public var refusals: Int
  }

  var brokenLines = 0

  /// The work done since the typesetter was created, for benchmarks and gates.
  public var statistics: Statistics {
    let cache = itemiser.shaper.statistics
    return Statistics(
      itemisedParagraphs: itemiser.paragraphCount, brokenLines: brokenLines,
      measuredTexts: cache.measured, cacheHits: cache.hits, shapedTexts: cache.misses,
      shapedGlyphs: itemiser.shaper.shapedGlyphs,
      cacheBytes: itemiser.shaper.cacheBytes,
      refusals: itemiser.refusals)
  }

  /// The weights that texts requested and that their family lacks, by the index in
  /// `FontCollection.faces` of the face whose strokes are drawn thicker or thinner instead.
  public var missingWeights: [Int: Set<Int>] { itemiser.table.missingWeights }

  /// Divides the paragraph at an offset into items, and returns them with the paragraph's range.
  func itemise(at start: Int, _ reader: inout SourceReader) -> (ParagraphItems, Range<Int>) {
    let range = reader.read(at: start, into: &source, &itemiser.table)
    return (itemiser.itemise(source), range)
  }

  /// Breaks a paragraph into lines, and returns them with their height in points.
  func breakLines(
    of paragraph: ParagraphItems, _ snapshot: TextSnapshot, start: Int, in column: Column,
    cut: LineBreaker.Cut? = nil, before end: Int = .max
  ) -> (lines: [Line], height: Double) {
    var breaker = LineBreaker(paragraph, text: access(snapshot, start))
    breaker.breakLines(in: column, &itemiser, cut: cut, before: end)
    brokenLines += breaker.lines.count
    return (breaker.lines, breaker.height)
  }

  func access(_ snapshot: TextSnapshot, _ start: Int) -> TextAccess {
    TextAccess(
      snapshot: snapshot, tabInterval: options.tabInterval * options.textScale,
      spaceBelowLines: min(max(StyleTable.bounded(options.spaceBelowLines), 0), 4096)
        * options.textScale, placement: options.placement, start: start)
  }

  /// Returns the size of a text, equal to `LayoutManager.usedRect` in a container of this width
  /// without insets; for example for a message bubble.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - width: The width of the container in points, including padding.
  ///   - lineFragmentPadding: The space kept free at both ends of each line, in points.
  /// - Complexity: O(*n*) in the units.
  public func size(
    of string: IAString, width: Double, lineFragmentPadding: Double = 5
  ) -> Size {
    guard let plain = plainSize(of: string, width: width, padding: lineFragmentPadding) else {
      let manager = LayoutManager(
        self, containers: [TextContainer(width: width, lineFragmentPadding: lineFragmentPadding)])
      manager.setString(string)
      manager.ensureLayout()
      let used = manager.usedRect()
      return Size(width: used.width, height: used.height)
    }
    return plain
  }

  /// Returns the size of a text without storing its layout, or `nil` if the text has a table.
  private func plainSize(of string: IAString, width: Double, padding: Double) -> Size? {
    sizing.replaceString(string)
    sizing.readAhead = string.utf16Count
    defer { sizing.replaceString(IAString()) }
    let padding = max(padding, 0)
    let column = Column.plain(left: padding, width: max(width - 2 * padding, 1))
    var start = 0
    var height = 0
    var left = Double.infinity
    var right = -Double.infinity
    var isDone = false
    while !isDone {
      let (paragraph, range) = itemise(at: start, &sizing)
      if paragraph.style.isInTable { return nil }
      let broken = breakLines(of: paragraph, sizing.snapshot, start: start, in: column)
      height += BlockLayout.heightUnits(broken.height)
      for line in broken.lines {
        left = min(left, line.x)
        right = max(right, line.x + line.width)
      }
      // A final terminator is followed by one more line.
      isDone = range.upperBound == string.utf16Count && !(source.units.last == 0x0A)
      start = range.upperBound
    }
    return Size(
      width: right - left + 2 * padding, height: Double(height) / BlockLayout.unitsPerPoint)
  }
}
