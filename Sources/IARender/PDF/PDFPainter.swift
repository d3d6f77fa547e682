internal import IAFonts
internal import IALayout
internal import IAText

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Draws a page of a PDF with selectable text and its logical structure.
struct PDFPainter: Painter {
  let faces: FaceCache
  private let theme: Theme
  let attachments: AttachmentPainter
  /// The file with its fonts and pictures.
  let document: PDFDocument
  private let tags: TagRecorder
  /// The height of the page.
  private let height: Double
  /// The named destinations to which links can lead.
  private let destinations: Set<String>
  var content = PDFContent()
  private(set) var links: [PDFLink] = []
  var structuredContent: DocumentDrawing.Content?
  var hasTextInTenths = false {
    didSet { if hasTextInTenths { document.fonts.hasWholeWidths = true } }
  }
  var keepsTextOfPictures = false
  /// The current origin, in points from the upper left corner of the page, and scale.
  var origin = Point(x: 0, y: 0)
  private(set) var scale = 1.0
  /// The position of the origin of the content's coordinates, in the same unit as `origin`: the lower left corner of
  /// the page unless the drawing is rotated.
  var base: Point
  private var places: [SavedPlace] = []
  /// The part to which all operations are assigned; `nil` for their own part.
  private(set) var part: DrawingParts?
  /// Whether all operations belong to the figure that is drawn.
  private var isInFigure = false
  /// Glyphs and lines of text that are not drawn yet; they are sorted into the order of the text first.
  private var waitingRuns: [GlyphRun] = []
  private var waitingStrokes: [Stroke] = []

  /// The state that a `pop` restores.
  private struct SavedPlace {
    var origin: Point
    var scale: Double
    var base: Point
    var part: DrawingParts?
    var isSaved = false
  }

  init(
    _ document: PDFDocument, faces: FaceCache, theme: Theme, attachments: AttachmentPainter,
    tags: TagRecorder, size: Size, destinations: Set<String>
  ) {
    self.document = document
    self.faces = faces
    self.theme = theme
    self.attachments = attachments
    self.tags = tags
    self.destinations = destinations
    height = size.height
    base = Point(x: 0, y: size.height)
  }

  /// Ends the page and returns its content.
  mutating func finish() -> [UInt8] {
    drawWaiting()
    tags.endPage()
    return content.finish()
  }

  // MARK: Coordinates

  /// Returns a point in the coordinates of the content.
  func placed(_ x: Double, _ y: Double) -> Point {
    Point(x: origin.x + x * scale - base.x, y: base.y - origin.y - y * scale)
  }

  /// Returns a rectangle in points from the upper left corner of the page.
  private func onPage(_ rectangle: Rectangle) -> Rectangle {
    Rectangle(
      x: rectangle.x * scale + origin.x, y: rectangle.y * scale + origin.y,
      width: rectangle.width * scale, height: rectangle.height * scale)
  }

  mutating func push(origin: Point, scale factor: Double, clip: Rectangle?) {
    drawWaiting()
    savePlace(isSaved: clip != nil)
    if let clip {
      content.save()
      addRectangle(clip)
      content.clip()
    }
    self.origin.x += origin.x * scale
    self.origin.y += origin.y * scale
    scale *= factor
  }

  mutating func push(origin: Point, angle: Double) {
    drawWaiting()
    savePlace(isSaved: true)
    content.save()
    let place = placed(origin.x, origin.y)
    let (sine, cosine) = (sin(angle * .pi / 180), cos(angle * .pi / 180))
    content.transform(cosine, sine, -sine, cosine, to: place)
    self.origin.x += origin.x * scale
    self.origin.y += origin.y * scale
    base = self.origin
  }

  mutating func push(part: DrawingParts) {
    drawWaiting()
    savePlace(isSaved: false)
    self.part = self.part ?? part
  }

  mutating func savePlace(isSaved: Bool) {
    places.append(
      SavedPlace(origin: origin, scale: scale, base: base, part: part, isSaved: isSaved))
  }

  mutating func pop() {
    drawWaiting()
    guard let former = places.popLast() else { return }
    (origin, scale, base, part) = (former.origin, former.scale, former.base, former.part)
    if former.isSaved { content.restore() }
  }

  // MARK: Structure

  /// Assigns the following operations to the structure element of some glyphs.
  private mutating func mark(_ run: borrowing GlyphRun) {
    switch run.role {
    case .text, .equation: mark(unit: run.utf16Range.lowerBound)
    case .listMarker: mark(unit: run.utf16Range.lowerBound, isLabel: true)
    case .hyphen, .ellipsis: mark(unit: max(run.utf16Range.lowerBound - 1, 0))
    case .tabLeader: markArtifact()
    }
  }

  /// Assigns the following operations to the structure element of a unit; labels are artifacts.
  private mutating func mark(unit utf16Offset: Int, isLabel: Bool = false) {
    guard !isInFigure else { return }
    guard part == nil else { return markArtifact() }
    begin(tags.mark(unit: utf16Offset, of: structuredContent, isLabel: isLabel))
  }

  /// Marks the following operations as an artifact, except inside a figure.
  mutating func markArtifact() {
    guard !isInFigure else { return }
    begin(tags.markArtifact())
  }

  private mutating func begin(_ change: TagRecorder.Change) {
    switch change {
    case .none: break
    case .artifact: content.beginMark("Artifact", number: nil)
    case .element(let type, let number): content.beginMark(type, number: number)
    }
  }

  // MARK: Text

  mutating func draw(_ run: borrowing GlyphRun) {
    if run.role == .text, part == nil, !isInFigure {
      waitingRuns.append(copy run)
      if waitingRuns.count >= Self.maximumWaiting { drawWaiting() }
    } else {
      drawWaiting()
      show(run)
    }
  }

  /// The maximum number of runs that are collected; a line usually has fewer.
  private static let maximumWaiting = 256

  /// Draws the collected glyphs in the order of the text, and then the lines below and through them.
  mutating func drawWaiting() {
    guard !waitingRuns.isEmpty || !waitingStrokes.isEmpty else { return }
    let (runs, strokes) = (waitingRuns, waitingStrokes)
    waitingRuns.removeAll(keepingCapacity: true)
    waitingStrokes.removeAll(keepingCapacity: true)
    let isInOrder = zip(runs, runs.dropFirst()).allSatisfy {
      $0.utf16Range.lowerBound <= $1.utf16Range.lowerBound
    }
    if isInOrder {
      for run in runs { show(run) }
    } else {
      // The order of runs with equal positions does not change.
      let order = runs.indices.sorted {
        (runs[$0].utf16Range.lowerBound, $0) < (runs[$1].utf16Range.lowerBound, $1)
      }
      for index in order { show(runs[index]) }
    }
    for stroke in strokes { show(stroke) }
  }

  private mutating func show(_ run: borrowing GlyphRun) {
    guard run.color.alpha > 0 else { return }
    mark(run)
    let isLabel = part == .attachments && !keepsTextOfPictures
    show(run, color: theme.ink(run.color), isSilent: isLabel || run.role == .equation)
  }

  mutating func stroke(_ stroke: Stroke) {
    if waitingRuns.isEmpty { show(stroke) } else { waitingStrokes.append(stroke) }
  }

  private mutating func show(_ stroke: Stroke) {
    mark(unit: stroke.utf16Range.lowerBound)
    content.setStroke(theme.ink(stroke.color))
    let shift = baselineShift(stroke.start.y)
    for line in stroke.lines {
      content.setLine(
        width: line.width * scale, isRound: line.isDotted, dashes: line.dashes.map { $0 * scale })
      addLine(line.points, loweredBy: shift)
      content.stroke()
    }
  }

  // MARK: Shapes

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {
    drawWaiting()
    let color = theme.color(color, of: role)
    guard color.alpha > 0 else { return }
    markArtifact()
    content.setFill(color)
    addRectangle(rectangle)
    content.fill()
  }

  mutating func fill(_ shape: Shape, color: Color) {
    drawWaiting()
    guard color.alpha > 0 else { return }
    markArtifact()
    content.setFill(color)
    guard add(shape) else { return }
    if case .figures(_, winds: false) = shape { content.fillEvenOdd() } else { content.fill() }
  }

  mutating func outline(_ shape: Shape, width: Double, color: Color) {
    drawWaiting()
    guard color.alpha > 0 else { return }
    markArtifact()
    content.setStroke(color)
    content.setLine(width: width * scale, isRound: true)
    if add(shape) { content.stroke() }
  }

  private mutating func addRectangle(_ rectangle: Rectangle) {
    let corner = placed(rectangle.x, rectangle.maxY)
    content.rectangle(corner.x, corner.y, rectangle.width * scale, rectangle.height * scale)
  }

  private mutating func addLine(_ points: [Point], loweredBy shift: Double = 0) {
    for (index, point) in points.enumerated() {
      let place = placed(point.x, point.y + shift)
      if index == 0 {
        content.move(place.x, place.y)
      } else {
        content.line(place.x, place.y)
      }
    }
  }

  /// Adds a shape to the path; returns `false` if it has no points.
  private mutating func add(_ shape: Shape) -> Bool {
    switch shape {
    case .rectangle(let rectangle, let radius): addRounded(rectangle, radius)
    case .circle(let center, let radius):
      addRounded(
        Rectangle(
          x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), radius
      )
    case .path(let points):
      guard !points.isEmpty else { return false }
      addLine(points)
    case .figures(let figures, _):
      for figure in figures where !figure.isEmpty {
        addLine(figure)
        content.closePath()
      }
      return figures.contains { !$0.isEmpty }
    }
    return true
  }

  /// The distance of the control points from the ends, for a curve that approximates a quarter circle of radius 1.
  private static let quarter = 0.552_285

  private mutating func addRounded(_ rectangle: Rectangle, _ radius: Double) {
    let radius = min(radius, rectangle.width / 2, rectangle.height / 2)
    guard radius > 0 else { return addRectangle(rectangle) }
    let (left, right) = (rectangle.x, rectangle.maxX)
    let (top, bottom) = (rectangle.y, rectangle.maxY)
    let control = radius * (1 - Self.quarter)
    let start = placed(left + radius, top)
    content.move(start.x, start.y)
    /// Adds a side up to the start of a corner, and then the corner.
    func add(
      _ line: (Double, Double), _ a: (Double, Double), _ b: (Double, Double),
      _ end: (Double, Double)
    ) {
      let place = placed(line.0, line.1)
      content.line(place.x, place.y)
      content.curve(placed(a.0, a.1), placed(b.0, b.1), placed(end.0, end.1))
    }
    add(
      (right - radius, top), (right - control, top), (right, top + control), (right, top + radius))
    add(
      (right, bottom - radius), (right, bottom - control), (right - control, bottom),
      (right - radius, bottom))
    add(
      (left + radius, bottom), (left + control, bottom), (left, bottom - control),
      (left, bottom - radius))
    add((left, top + radius), (left, top + control), (left + control, top), (left + radius, top))
    content.closePath()
  }

  // MARK: Pictures

  mutating func draw(_ box: AttachmentBox) {
    drawWaiting()
    mark(unit: box.utf16Offset)
    tags.setBox(onPage(box.box))
    isInFigure = true
    defer { isInFigure = false }
    push(part: .attachments)
    defer { pop() }
    attachments.draw(box, pixelsPerPoint: 3, on: &self)
    guard let text = box.attachment.textBacking ?? box.attachment.altText else { return }
    showUnseen(
      Array(text.utf16), at: Point(x: box.box.x, y: box.box.maxY),
      size: max(min(box.box.height, 20), 1))
  }

  mutating func draw(_ picture: Picture, in rectangle: Rectangle, cornerRadius: Double) {
    drawWaiting()
    guard picture.size.width > 0, picture.size.height > 0 else { return }
    markArtifact()
    content.save()
    if cornerRadius > 0, add(.rectangle(rectangle, cornerRadius: cornerRadius)) { content.clip() }
    paint(document.number(of: picture), over: rectangle)
    content.restore()
  }

  /// Draws a picture over a rectangle.
  mutating func paint(_ number: Int, over rectangle: Rectangle, opacity: Int = 255) {
    content.save()
    content.setOpacity(opacity)
    content.transform(
      rectangle.width * scale, 0, 0, rectangle.height * scale,
      to: placed(rectangle.x, rectangle.maxY))
    content.draw(picture: number)
    content.restore()
  }

  // MARK: Links

  mutating func link(to url: String, in rectangle: Rectangle, at utf16Offset: Int) {
    drawWaiting()
    var name: String?
    if url.utf8.first == UInt8(ascii: "#") {
      name = String(url.dropFirst())
      guard let name, destinations.contains(name) else { return }
    }
    links.append(
      PDFLink(
        url: url, destination: name, box: onPage(rectangle),
        target: tags.target(ofLink: utf16Offset, of: structuredContent)))
  }
}

/// A link on a page of a PDF.
struct PDFLink {
  var url: String
  /// The name of the destination; `nil` for an external address.
  var destination: String?
  /// The rectangle in points from the upper left corner of the page.
  var box: Rectangle
  /// The structure element of the link.
  var target: TagRecorder.Target?
}
