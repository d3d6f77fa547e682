public import IAFonts
public import IAText

/// What layouts share: the fonts, the words that were shaped, the looks of attributes.
///
/// One owner at a time: layouts that share a typesetter belong to one thread. Threads that lay out at
/// once have one each over one `FontCollection`.
///
/// Cached: shaped words (in `TextShaper`, bounded), and the looks of each distinct set of attributes
/// at each step of the scheme (never dropped). Both depend on fonts and options alone, which are
/// those of the typesetter for good.
public final class Typesetter {
  /// The fonts.
  public let fonts: FontCollection
  /// The options of all layouts of this typesetter.
  public let options: LayoutOptions

  var itemiser: Itemiser
  var source = ParagraphSource()
  /// Reads the texts whose size alone is asked for.
  private var sizing = SourceReader(IAString())

  /// Makes a typesetter.
  ///
  /// - Parameter cacheBytes: How much memory shaped words may take, in bytes.
  public init(
    fonts: FontCollection, options: LayoutOptions = LayoutOptions(), cacheBytes: Int = 32 << 20
  ) {
    self.fonts = fonts
    self.options = options
    itemiser = Itemiser(fonts, options: options, cacheBytes: cacheBytes)
  }

  /// Makes a typesetter that goes on from the numbers another one has given.
  init(_ fonts: FontCollection, _ numbering: TextShaper.Numbering, _ table: StyleTable) {
    self.fonts = fonts
    options = table.options
    itemiser = Itemiser(numbering, table, cacheBytes: 8 << 20)
  }

  /// What was done so far.
  public struct Statistics: Hashable, Sendable {
    /// Paragraphs that were cut into words.
    public var itemisedParagraphs: Int
    /// Lines that were broken.
    public var brokenLines: Int
    /// Texts whose width was added up from pairs of letters.
    public var measuredTexts: Int
    /// Texts that were found in the cache.
    public var cacheHits: Int
    /// Texts that HarfBuzz had to shape.
    public var shapedTexts: Int
    /// The bytes of the cache.
    public var cacheBytes: Int
    /// Paragraphs that ICU refused and that were laid out without it.
    public var refusals: Int
  }

  var brokenLines = 0

  /// What was done so far: for benchmarks and gates.
  public var statistics: Statistics {
    let cache = itemiser.shaper.statistics
    return Statistics(
      itemisedParagraphs: itemiser.paragraphCount, brokenLines: brokenLines,
      measuredTexts: cache.measured, cacheHits: cache.hits, shapedTexts: cache.misses,
      cacheBytes: itemiser.shaper.cacheBytes,
      refusals: itemiser.refusals)
  }

  /// Cuts the paragraph at an offset into items.
  func itemise(at start: Int, _ reader: inout SourceReader) -> (ParagraphItems, Range<Int>) {
    let range = reader.read(at: start, into: &source, &itemiser.table)
    return (itemiser.itemise(source), range)
  }

  /// Breaks a paragraph into lines.
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
      snapshot: snapshot, tabInterval: options.tabInterval * options.textScale, start: start)
  }

  /// The size that a text takes, as `LayoutManager.usedRect` would find it in a container of a width
  /// without insets: what bubbles of messages are made of.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - width: The width of the container in points, padding counted in.
  ///   - lineFragmentPadding: What is kept free at both ends of each line.
  /// - Complexity: O(*n*).
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

  /// The size of a text without tables, with nothing kept of its layout.
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
      height += BlockLayout.units(broken.height)
      for line in broken.lines {
        left = min(left, line.x)
        right = max(right, line.x + line.width)
      }
      // After a final terminator there is one more line.
      isDone = range.upperBound == string.utf16Count && !(source.units.last == 0x0A)
      start = range.upperBound
    }
    return Size(
      width: right - left + 2 * padding, height: Double(height) / BlockLayout.unitsPerPoint)
  }
}
