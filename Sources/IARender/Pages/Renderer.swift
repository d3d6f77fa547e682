public import IABytes
public import IAFonts
public import IALayout
public import IAText

/// Lays documents out as pages and draws them.
///
/// A renderer has one owner at a time: threads that draw in parallel have one renderer each and share one
/// `FontCollection`. It caches shaped words, opened fonts and decoded pictures, all with limits on their size.
public final class Renderer {
  /// The fonts.
  public let fonts: FontCollection
  /// The colours of the background and of the content.
  public let theme: Theme
  /// The limits for pictures that are read and for pictures that are drawn.
  public let limits: Limits

  let faces: FaceCache
  let atlas: GlyphAtlas
  let labels: LabelPainter
  let attachments: AttachmentPainter
  private let pictures: PictureCache
  private var typesetters: [Looks: Typesetter] = [:]

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - theme: The colours of the background and of the content.
  ///   - theme: The ground and the colours on it.
  ///   - limits: The limits of pictures.
  ///   - pictureBytes: The maximum size in bytes of the decoded pictures that are kept, without the
  ///     one drawn last.
  public init(
    fonts: FontCollection, theme: Theme = .light, limits: Limits = .standard,
    pictureBytes: Int = 64 << 20
  ) {
    self.fonts = fonts
    self.theme = theme
    self.limits = limits
    faces = FaceCache(fonts: fonts)
    atlas = GlyphAtlas(fonts)
    labels = LabelPainter(fonts: fonts)
    pictures = PictureCache(limits: limits, maximumBytes: pictureBytes)
    attachments = AttachmentPainter(
      AttachmentStore(), theme: theme, labels: labels, cache: pictures)
  }

  /// Returns a picture of the background colour, which views of the same size share; nothing may be drawn on it.
  func paperPage(_ size: PixelSize) throws(RenderError) -> ImageSurface {
    try pictures.page(size, theme.paper)
  }

  /// The attachments that were replaced by a card or placeholder in all drawings so far, with the reasons.
  public var undrawnAttachments: [(utf16Offset: Int, reason: String)] {
    attachments.losses.map { ($0.utf16Offset, $0.reason) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }

  /// Whether a header or footer of the pages so far was cut off because it is too high.
  public internal(set) var hasCutOffRunningTexts = false

  /// The lines of all documents so far that are not drawn because their table row has an exact height, as ranges of
  /// their document.
  public private(set) var clippedLines: Set<Range<Int>> = []

  /// The positioned text boxes and pictures that were drawn in the text instead on all pages so far, as ranges of their
  /// document.
  public internal(set) var objectsInText: Set<Range<Int>> = []

  /// Counts of the work done by a renderer since it was created.
  public struct Statistics: Hashable, Sendable {
    /// The number of paragraphs divided into items.
    public var itemisedParagraphs = 0
    /// The number of lines broken.
    public var brokenLines = 0
    /// The number of texts shaped by HarfBuzz.
    public var shapedTexts = 0
    /// The number of glyphs that HarfBuzz returned.
    public var shapedGlyphs = 0
    /// The number of texts measured as a sum of letter pairs.
    public var measuredTexts = 0
    /// The number of glyph masks rasterised.
    public var rasterisedGlyphs = 0
    /// The number of pictures decoded.
    public var decodedPictures = 0
    /// The size of the decoded pictures that are kept, in bytes.
    public var pictureBytes = 0
  }

  /// The work done so far, for benchmarks and performance tests.
  public var statistics: Statistics {
    var sum = Statistics()
    for typesetter in typesetters.values {
      let one = typesetter.statistics
      sum.itemisedParagraphs += one.itemisedParagraphs
      sum.brokenLines += one.brokenLines
      sum.shapedTexts += one.shapedTexts
      sum.shapedGlyphs += one.shapedGlyphs
      sum.measuredTexts += one.measuredTexts
    }
    sum.rasterisedGlyphs = atlas.rasterisedGlyphs
    (sum.decodedPictures, sum.pictureBytes) = (pictures.decodedCount, pictures.byteCount)
    return sum
  }

  /// The requested weights that the font families lack, by the number of the face whose strokes are drawn thicker or
  /// thinner instead.
  public var missingWeights: [Int: Set<Int>] {
    typesetters.values.reduce(into: [:]) { found, typesetter in
      found.merge(typesetter.missingWeights) { $0.union($1) }
    }
  }

  /// The content of a page.
  public struct Source {
    /// The document.
    public var document: IADocument
    /// The way in which intensities are shown.
    public var looks: Looks
    /// The selection, the caret and other marks over the text.
    public var marks = Marks()
    /// Ranges of text with links whose addresses are harmless.
    public var links: [(utf16Range: Range<Int>, url: String)] = []
    /// The destinations of links inside the text; `nil` if there are no such links.
    ///
    /// The address of such a link is `#` followed by the name of its destination.
    public var destinations: Destinations?
    /// The columns of each page; `nil` for a single column.
    public var columns: Columns?
    /// Maps offsets of the text to offsets of the whole document; `nil` for a whole document.
    var places: SourcePlaces?

    /// Creates a source.
    public init(_ document: IADocument, looks: Looks) {
      self.document = document
      self.looks = looks
    }
  }

  /// Returns a page of the height of the text.
  ///
  /// - Parameters:
  ///   - source: The content.
  ///   - width: Its width in points, margins included.
  ///   - margins: The margins around the text.
  ///   - leastHeight: The minimum height in points.
  /// - Throws: `RenderError` if the margins leave no space.
  /// - Complexity: O(*n*) in the size of the text.
  public func page(
    of source: Source, width: Double, margins: Insets, leastHeight: Double = 0
  ) throws(RenderError) -> Page {
    let column = width - margins.left - margins.right
    let placing = try placedPage(of: source, width: column, margins, leastHeight: leastHeight)
    if let placing { return placing }
    let content = try content(source, width: column, room: margins)
    return Page(
      drawable: DocumentDrawing(content, margins: margins, leastHeight: leastHeight))
  }

  /// The pages that show their number in the bottom margin.
  public enum PageNumbers: Hashable, Sendable {
    /// No page.
    case none
    /// All pages of a document of more than one page.
    case all
    /// The second page and those after it.
    case allButFirst
  }

  /// Returns pages of one size.
  ///
  /// Headers and footers are in the margins. Notes are at the foot of the page that refers to them, and endnotes are
  /// after the text. A header or footer that is higher than its margin reduces the space for text. If it is higher than
  /// three tenths of the page, only its first lines are shown.
  ///
  /// - Parameters:
  ///   - source: The content.
  ///   - size: The size of each page in points.
  ///   - margins: The margins around the text.
  ///   - numbers: The pages that show their number, in a document without footers.
  /// - Throws: `RenderError` if the margins leave no space.
  /// - Complexity: O(*n*) in the size of the text.
  public func pages(
    of source: Source, size: Size, margins: Insets, numbers: PageNumbers = .none
  ) throws(RenderError) -> [Page] {
    try pages(of: source, size: size, margins: margins, numbers: numbers, leading: 0)
  }

  /// Returns pages of one size.
  ///
  /// - Parameters:
  ///   - leading: The number of pages before the first one.
  ///   - known: The text laid out for pages without columns; `nil` to lay it out.
  func pages(
    of source: Source, size: Size, margins: Insets, numbers: PageNumbers, leading: Int,
    known: DocumentDrawing.Content? = nil
  ) throws(RenderError) -> [Page] {
    let first = source.document.string.options.page?.firstPageNumber ?? 1
    let frame = PageFrame(
      size: size, margins: margins, numbers: numbers, leading: leading == 0 ? first - 1 : leading,
      pagesBefore: leading)
    let layout = try layout(of: source, frame, known: known)
    return layout.pages(layout.count + leading).map { Page(drawable: $0) }
  }

  /// Lays out the pages of a section.
  func layout(
    of source: Source, _ frame: PageFrame, known: DocumentDrawing.Content? = nil
  ) throws(RenderError) -> SectionLayout {
    let (size, margins) = (frame.size, frame.margins)
    let height = size.height - margins.top - margins.bottom
    guard height >= 8 else {
      throw Self.noRoom(margins.top, margins.bottom, "\(size.height) points high")
    }
    if let columns = source.columns, columns.count > 1 {
      noteObjectsInText(of: source)
      return try columnLayout(of: source, columns, frame)
    }
    let source = placing(source, width: size.width - margins.left - margins.right)
    let content: DocumentDrawing.Content
    if let known {
      content = known
    } else {
      let width = size.width - margins.left - margins.right
      content = try self.content(source, width: width, room: margins)
    }
    let pages = paginated(content, source.looks, frame)
    let (parts, texts, place) = (pages.parts, pages.texts, pages.frame)
    if texts.isCutOff { hasCutOffRunningTexts = true }
    func drawing(_ index: Int) -> DocumentDrawing {
      let part = parts[index]
      var drawing = DocumentDrawing(
        content, size: size, margins: place.margins(texts, page: index, start: part.start),
        part: part)
      drawing.objects = pages.objects[index] ?? []
      return drawing
    }
    return SectionLayout(
      count: parts.count, freeArea: drawing(parts.count - 1).freeArea,
      isShared: place.shared != nil
    ) { total in
      parts.indices.map { index in
        var drawing = drawing(index)
        if place.shared != nil, index == 0 { return drawing }
        drawing.runningTexts = texts.placed(
          page: index, start: parts[index].start, pageCount: total)
        drawing.number = self.number(index, of: total, place, texts)
        return drawing
      }
    }
  }

  /// Returns a frame that starts on a new page if the text does not fit on the page before.
  ///
  /// The page numbers of a section that shares a page start with that page.
  func place(_ frame: PageFrame, _ flow: PageFlow) -> PageFrame {
    guard let shared = frame.shared else { return frame }
    var place = frame
    if startFits(flow, frame.size.height - shared.top - shared.bottom) {
      place.leading -= 1
      place.pagesBefore -= 1
    } else {
      place.shared = nil
    }
    return place
  }

  func content(
    _ source: Source, width: Double, room: Insets
  ) throws(RenderError) -> DocumentDrawing.Content {
    guard width >= 8, width.isFinite else {
      throw Self.noRoom(
        room.left, room.right, "\(width + room.left + room.right) points wide")
    }
    return laidOut(source, width: width, room: room)
  }

  /// Returns the error for margins that leave less than 8 points.
  private static func noRoom(_ first: Double, _ second: Double, _ size: String) -> RenderError {
    RenderError(
      .page, "margins of \(first) and \(second) points leave no room for text on a page \(size)")
  }

  /// Returns a text laid out at a width of at least 8 points.
  ///
  /// If content extends beyond the margin beside its column, the column is narrowed, as long as at least half of the
  /// width remains for the text.
  func laidOut(
    _ source: Source, width: Double, room: Insets = Insets()
  ) -> DocumentDrawing.Content {
    func content(_ inset: Insets) -> DocumentDrawing.Content {
      DocumentDrawing.Content(
        source.document, typesetter: typesetter(source.looks), width: width, inset: inset,
        theme: theme, marks: source.marks,
        links: source.links.map { .init(utf16Range: $0.utf16Range, url: $0.url) },
        bars: source.looks.showsIntensityBars
          ? IntensityBars(source.document.string, source.looks) : nil,
        destinations: source.destinations)
    }
    var inset = Insets()
    let plain = content(inset)
    let overhang = Overhang.of(plain)
    func needed(_ hanging: Double, _ room: Double) -> Double {
      max(hanging - max(room - Self.edge, 0), 0).rounded(.up)
    }
    inset.left = min(needed(overhang.left, room.left), width / 2)
    inset.right = min(needed(overhang.right, room.right), width / 2 - inset.left)
    let laidOut = inset.left + inset.right > 0 ? content(inset) : plain
    laidOut.places = source.places
    noteClippedLines(of: laidOut)
    return laidOut
  }

  /// Records the lines of a text that rows of an exact height cut off.
  private func noteClippedLines(of content: DocumentDrawing.Content) {
    let string = content.document.string
    guard
      string.paragraphSets.contains(where: { $0.blocks.contains(where: \.kind.isRowOfExactHeight) })
    else { return }
    for line in content.manager.lineFragments() where line.row != nil && line.rect.height <= 0 {
      let isEmpty = string.units(in: line.utf16Range).allSatisfy { $0 == 0x0A }
      if !isEmpty {
        clippedLines.insert(content.places?.source(of: line.utf16Range) ?? line.utf16Range)
      }
    }
  }

  /// The width of the edge of a page that overhanging content leaves free, in points.
  private static let edge = 4.0

  func typesetter(_ looks: Looks) -> Typesetter {
    if let known = typesetters[looks] { return known }
    let made = Typesetter(fonts: fonts, options: looks.layoutOptions(theme))
    typesetters[looks] = made
    return made
  }
}

extension Block.Kind {
  fileprivate var isRowOfExactHeight: Bool {
    if case .tableRow(_, .exactly) = self { true } else { false }
  }
}
