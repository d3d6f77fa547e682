internal import IALayout
internal import IAText

/// The text of a document laid out at a width, or a part of it from one height to another.
struct DocumentDrawing: Drawable {
  /// A text that was laid out, with the painter of its attachments.
  final class Content {
    let document: IADocument
    let manager: LayoutManager
    let width: Double
    private(set) var height: Double
    /// The insets of the text's column on both sides that make overhanging content visible.
    let inset: Insets
    let theme: Theme
    /// The links with harmless schemes, in the order of the text.
    let links: [Link]
    /// The marks over the text, clamped to it.
    let marks: Marks
    /// The graph under each line; `nil` for none.
    let bars: IntensityBars?
    private let namedPlaces: Destinations?
    /// Maps offsets of the text to offsets of the whole document; `nil` for a whole document.
    var places: SourcePlaces?
    /// Whether the text is a table of contents.
    var isTableOfContents = false

    /// A range of text with a link.
    struct Link {
      var utf16Range: Range<Int>
      var url: String
    }

    init(
      _ document: IADocument, typesetter: Typesetter, width: Double,
      inset: Insets = Insets(), theme: Theme,
      marks: Marks = Marks(), links: [Link] = [], bars: IntensityBars? = nil,
      destinations: Destinations? = nil
    ) {
      namedPlaces = destinations
      self.document = document
      self.width = width
      self.inset = inset
      self.theme = theme
      self.links = links
      self.bars = bars
      self.marks = marks.clamped(to: document.string.utf16Count)
      manager = LayoutManager(
        typesetter,
        containers: [
          TextContainer(width: width - inset.left - inset.right, lineFragmentPadding: 0)
        ])
      manager.setString(document.string)
      manager.ensureLayout()
      height = manager.usedRect().maxY
    }

    /// Breaks the lines again, so that the text flows around areas.
    func reflow(around areas: [AnchoredExclusion]) {
      manager.reflow(around: areas, cleared: document.printedPlacement.clearings)
      height = manager.usedRect().maxY
    }

    /// A rectangle of a link, with the first unit of the link.
    struct LinkRectangle {
      var rectangle: Rectangle
      var url: String
      var utf16Offset: Int
    }

    /// The rectangles of the links from the top to the bottom, found on first use.
    private lazy var linkRectangles: [LinkRectangle] =
      links.flatMap { link in
        manager.selectionRects(for: link.utf16Range).map {
          LinkRectangle(rectangle: $0, url: link.url, utf16Offset: link.utf16Range.lowerBound)
        }
      }
      .sorted { $0.rectangle.center.y < $1.rectangle.center.y }

    /// Returns the rectangles of the links between two heights.
    func links(in range: Range<Double>) -> ArraySlice<LinkRectangle> {
      guard !links.isEmpty else { return [] }
      let all = linkRectangles
      var (low, high) = (0, all.count)
      while low < high {
        let middle = (low + high) / 2
        if all[middle].rectangle.center.y < range.lowerBound {
          low = middle + 1
        } else {
          high = middle
        }
      }
      let end = all[low...].firstIndex { $0.rectangle.center.y >= range.upperBound } ?? all.count
      return all[low..<end]
    }

    /// The named destinations, which are found on first use.
    private lazy var destinations = PlacedDestinations(namedPlaces, manager)

    /// Returns the named destinations between two heights.
    func destinations(in range: Range<Double>) -> [(name: String, place: Point)] {
      namedPlaces == nil ? [] : destinations.entries(in: range)
    }

    /// The headings at their places in the layout, from the top to the bottom, found on first use.
    private lazy var headings: [PlacedHeading] = Heading.list(of: document.string)
      .compactMap { heading in
        manager.lineFragment(at: heading.utf16Offset).map { line in
          PlacedHeading(
            heading: Heading(
              level: heading.level, title: heading.title,
              place: Point(x: line.rect.x, y: line.rect.y)),
            utf16Offset: heading.utf16Offset, middle: line.rect.center.y)
        }
      }
      .sorted { ($0.middle, $0.utf16Offset) < ($1.middle, $1.utf16Offset) }

    /// A heading with its first unit and the middle of its line.
    struct PlacedHeading {
      var heading: Heading
      var utf16Offset: Int
      var middle: Double
    }

    /// Returns the headings whose line is between two heights.
    func headings(in range: Range<Double>) -> ArraySlice<PlacedHeading> {
      let all = headings
      var (low, high) = (0, all.count)
      while low < high {
        let middle = (low + high) / 2
        if all[middle].middle < range.lowerBound { low = middle + 1 } else { high = middle }
      }
      return all[low...].prefix { $0.middle < range.upperBound }
    }

    /// The part that was drawn last, and its recorded operations from the second time on.
    private var last: (part: Range<Double>, list: DisplayList?)?

    /// Draws the part between two heights.
    func draw(_ part: Range<Double>, to sink: inout some DrawingSink) {
      if let list = last?.list, last?.part == part { return list.replay(to: &sink) }
      guard last?.part == part else {
        last = (part, nil)
        return layOutAndDraw(part, to: &sink)
      }
      var list = DisplayList()
      layOutAndDraw(part, to: &list)
      guard list.glyphCount <= DisplayList.maximumGlyphs else {
        return layOutAndDraw(part, to: &sink)
      }
      last = (part, list)
      list.replay(to: &sink)
    }

    /// The recorded operations of the whole text, for drawing in bands; `nil` before the first band, and if there are
    /// too many operations.
    private var whole: DisplayList?
    private var isTooLong = false

    /// The maximum height of a text that is recorded as a whole, in points.
    private static let maximumRecorded = 4096.0
    /// For text that is not recorded: the distance from a line, in points, within which all its ink is drawn.
    private static let overhang = 96.0

    /// Draws at least what is visible between two heights.
    ///
    /// Ink of a glyph further than four times the font size from its baseline may be omitted.
    func draw(near visible: Range<Double>, to sink: inout some DrawingSink) {
      if whole == nil, !isTooLong {
        isTooLong = height > Self.maximumRecorded
        if !isTooLong {
          var list = DisplayList()
          manager.draw(in: Rectangle(x: 0, y: 0, width: width, height: height), to: &list)
          isTooLong = list.glyphCount > DisplayList.maximumGlyphs
          if !isTooLong { whole = list }
        }
      }
      if let whole { return whole.replay(near: visible, to: &sink) }
      let top = max(visible.lowerBound - Self.overhang, 0)
      let bottom = min(visible.upperBound + Self.overhang, height)
      guard top < bottom else { return }
      manager.draw(in: Rectangle(x: 0, y: top, width: width, height: bottom - top), to: &sink)
    }

    private func layOutAndDraw<Sink: DrawingSink>(_ part: Range<Double>, to sink: inout Sink) {
      let visible = Rectangle(
        x: 0, y: part.lowerBound, width: width, height: part.upperBound - part.lowerBound)
      if part.lowerBound <= 0, part.upperBound >= height {
        manager.draw(in: visible, to: &sink)
      } else {
        var filter = PartSink(base: sink, part: part)
        manager.draw(in: visible, to: &filter)
        sink = filter.base
      }
    }
  }

  let content: Content
  /// The size of the page.
  let size: Size
  /// The margins around the text.
  let margins: Insets
  /// The part of the text that is on the page.
  let part: PagePart
  /// The number in the bottom margin; `nil` for none.
  var number: PageNumber?
  /// The text boxes and pictures that have positions on the page.
  var objects: [PlacedObject] = []
  /// The header and the footer of the page.
  var runningTexts: [RunningTexts.Placed] = []

  init(_ content: Content, size: Size, margins: Insets, part: PagePart) {
    self.content = content
    self.size = size
    self.margins = margins
    self.part = part
  }

  /// Creates a drawing of a whole text on a page of its height.
  init(_ content: Content, margins: Insets, leastHeight: Double = 0) {
    let height = margins.top + content.height.rounded(.up) + margins.bottom
    self.init(
      content,
      size: Size(
        width: content.width + margins.left + margins.right, height: max(height, leastHeight)),
      margins: margins, part: PagePart(whole: max(content.height, 1)))
  }

  /// The parts of the layout on the page, each with its upper left corner there.
  var texts: [(range: Range<Double>, origin: Point)] {
    let left = margins.left + content.inset.left
    return part.segments.map { ($0.range, Point(x: left, y: margins.top + $0.y)) }
      + objects.compactMap(\.text)
  }

  var headings: [Heading] {
    texts.flatMap { text in
      content.headings(in: text.range).map { found in
        var heading = found
        heading.heading.place = Point(
          x: text.origin.x + found.heading.place.x,
          y: text.origin.y + found.heading.place.y - text.range.lowerBound)
        return heading
      }
    }
    // Endnotes may precede other text in the layout.
    .sorted { $0.utf16Offset < $1.utf16Offset }.map(\.heading)
  }

  /// The area below the text and above the notes.
  var freeArea: Rectangle {
    let bottom = part.ruleY ?? max(size.height - margins.top - margins.bottom, 0)
    let top = part.segments.reduce(0) { found, segment in
      let end = segment.y + min(segment.range.upperBound, content.height) - segment.range.lowerBound
      return segment.y < bottom ? max(found, end) : found
    }
    return Rectangle(
      x: margins.left, y: margins.top + top, width: content.width, height: max(bottom - top, 0))
  }

  var pageNumber: PageNumber? { number }

  func draw<P: Painter>(on painter: inout P) { draw(on: &painter, near: nil) }

  /// Draws the page, or at least what is visible between two heights of the text.
  func draw<P: Painter>(on painter: inout P, near visible: Range<Double>?) {
    let left = margins.left + content.inset.left
    painter.hasTextInTenths = content.manager.typesetter.options.placement == .office
    defer { painter.hasTextInTenths = false }
    for text in runningTexts { text.draw(on: &painter) }
    painter.attachments.store = content.document.attachments
    painter.attachments.places = content.places
    painter.attachments.stretchesPictures = content.manager.typesetter.options.stretchesPictures
    drawHeader(left: left, on: &painter)
    drawRule(left: left, on: &painter)
    painter.structuredContent = content
    for object in objects where object.isBehind { object.draw(content, on: &painter) }
    for segment in part.segments {
      painter.push(
        origin: Point(x: left, y: margins.top + segment.y - segment.range.lowerBound), scale: 1,
        clip: nil)
      if let visible {
        content.draw(near: visible, to: &painter)
      } else {
        content.draw(segment.range, to: &painter)
      }
      drawBars(in: segment.range, near: visible, on: &painter)
      drawMarks(in: segment.range, on: &painter)
      // A drawing in parts consists of pixels, which have no links.
      if visible == nil { addLinks(in: segment.range, on: &painter) }
      painter.pop()
    }
    for object in objects where !object.isBehind { object.draw(content, on: &painter) }
    painter.structuredContent = nil
    number?.draw(below: size, margins, content.theme, on: &painter)
  }

  /// Draws the repeated header rows of a table as labels, because their text belongs to an earlier page.
  private func drawHeader<P: Painter>(left: Double, on painter: inout P) {
    guard let header = part.header else { return }
    painter.push(
      origin: Point(x: left, y: margins.top - header.lowerBound), scale: 1, clip: nil)
    painter.push(part: .attachments)
    content.draw(header, to: &painter)
    painter.pop()
    drawBars(in: header, near: nil, on: &painter)
    painter.pop()
  }

  /// Draws the rule between the text and its notes.
  private func drawRule<P: Painter>(left: Double, on painter: inout P) {
    guard let y = part.ruleY else { return }
    let width = min((content.width - content.inset.left - content.inset.right) / 3, 144)
    painter.push(part: .attachments)
    painter.fill(
      .rectangle(
        Rectangle(x: left, y: margins.top + y, width: width, height: 0.5), cornerRadius: 0),
      color: content.theme.rule)
    painter.pop()
  }

  private func addLinks<P: Painter>(in range: Range<Double>, on painter: inout P) {
    for link in content.links(in: range) {
      painter.link(to: link.url, in: link.rectangle, at: link.utf16Offset)
    }
  }
}
