internal import CCairo
internal import IABytes
internal import IAEmbedding
internal import IAFonts
internal import IALayout
internal import IAText

/// Draws an SVG picture: the outlines of glyphs, and above them the same text, invisible, for selection and search.
///
/// The picture looks the same without its fonts. Outlines and pictures are stored once.
struct SVGPainter: Painter {
  let faces: FaceCache
  private let theme: Theme
  let attachments: AttachmentPainter
  var body = ""
  var definitions = ""
  private var outlines: [OutlineKey: Int?] = [:]
  private var outlineCount = 0
  private var pictures: [ObjectIdentifier: KnownPicture] = [:]
  private var pictureCount = 0
  var clipCount = 0
  var gradientCount = 0
  /// The pushed states: `nil` for new coordinates, which are a group; otherwise the previous part.
  private var pushed: [DrawingParts??] = []
  /// The part to which all operations are assigned; `nil` for their own part.
  private var part: DrawingParts?
  /// The texts of the glyphs that were drawn in each of the nested coordinate systems.
  private var texts: [[Text]] = [[]]
  /// Whether texts have their offset in the document, which is embedded in the picture.
  private let statesOffsets: Bool
  var structuredContent: DocumentDrawing.Content?
  var keepsTextOfPictures = false

  private struct KnownPicture {
    /// The picture, which the key identifies as long as the picture exists.
    weak var picture: Picture?
    var number: Int
  }

  private struct OutlineKey: Hashable {
    var font: FontInstance
    var glyph: UInt16
  }

  /// An element of selectable text, with its offset in the document.
  private struct Text {
    var utf16Offset: Int
    var element: String
  }

  /// The size at which outlines are stored, so that coordinates rounded to whole numbers are exact enough.
  private static let outlineSize = 1000.0
  /// The size at which colour glyphs are stored, in pixels.
  private static let colorSize = 136.0

  init(
    faces: FaceCache, theme: Theme, attachments: AttachmentPainter, statesOffsets: Bool = false
  ) {
    self.statesOffsets = statesOffsets
    self.faces = faces
    self.theme = theme
    self.attachments = attachments
  }

  /// Returns the complete picture.
  ///
  /// - Parameters:
  ///   - size: Its size in points; a point is a CSS pixel.
  ///   - title: Its title; `nil` for none.
  ///   - source: The document to embed as the bytes of an `.ia` file; `nil` for none.
  mutating func finish(size: Size, title: String?, source: [UInt8]? = nil) -> String {
    while !pushed.isEmpty { pop() }
    flushTexts()
    let (width, height) = (Self.number(size.width), Self.number(size.height))
    var svg = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">

      """
    if let title { svg += "<title>\(Self.escaped(title))</title>\n" }
    if let source { svg += SVGSource.metadata(source) }
    if !definitions.isEmpty { svg += "<defs>\n\(definitions)</defs>\n" }
    return svg + body + "</svg>\n"
  }

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {
    fill(
      .rectangle(rectangle, cornerRadius: 0),
      color: theme.color(color, of: role))
  }

  mutating func fill(_ shape: Shape, color: Color) {
    guard color.alpha > 0 else { return }
    body += "\(Self.open(shape))\(Self.paint("fill", color))/>\n"
  }

  mutating func outline(_ shape: Shape, width: Double, color: Color) {
    body +=
      "\(Self.open(shape)) fill=\"none\"\(Self.paint("stroke", color)) stroke-width=\"\(Self.number(width))\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
  }

  mutating func stroke(_ stroke: Stroke) {
    for line in stroke.lines {
      let points = line.points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
      body += "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\""
      body += Self.paint("stroke", theme.ink(stroke.color))
      body += " stroke-width=\"\(Self.number(line.width))\""
      if !line.dashes.isEmpty {
        let dashes = line.dashes.map(Self.number).joined(separator: " ")
        body += " stroke-dasharray=\"\(dashes)\""
        if line.isDotted { body += " stroke-linecap=\"round\"" }
      }
      body += "/>\n"
    }
  }

  mutating func draw(_ run: borrowing GlyphRun) {
    let run = copy run
    guard run.color.alpha > 0 else { return }
    drawGlyphs(run)
    // Labels of cards are not part of the document, so they have no selectable text.
    if part != .attachments || keepsTextOfPictures { addText(run) }
  }

  private mutating func drawGlyphs(_ run: GlyphRun) {
    let isColor = faces.isColor(run.font)
    let factor = run.size / (isColor ? Self.colorSize : Self.outlineSize)
    var uses = ""
    for (index, glyph) in run.glyphs.enumerated() {
      guard let number = outline(OutlineKey(font: run.font, glyph: glyph), isColor) else {
        continue
      }
      let (x, y) = (run.x[index] / factor, run.y[index] / factor)
      uses += "<use href=\"#g\(number)\" x=\"\(Self.whole(x))\" y=\"\(Self.whole(y))\"/>"
    }
    guard !uses.isEmpty else { return }
    let paint =
      isColor
      ? run.color.alpha < 255
        ? " opacity=\"\(Self.number(Double(run.color.alpha) / 255))\"" : ""
      : Self.paint("fill", theme.ink(run.color))
    body += "<g transform=\"scale(\(Self.precise(factor)))\"\(paint)>\(uses)</g>\n"
  }

  /// Returns the number of the definition of an outline; `nil` if the glyph has no ink.
  private mutating func outline(_ key: OutlineKey, _ isColor: Bool) -> Int? {
    if let known = outlines[key] { return known }
    let drawing = isColor ? colorGlyph(key) : outlinePath(key)
    var number: Int?
    if let drawing {
      outlineCount += 1
      number = outlineCount
      definitions += drawing(outlineCount)
    }
    outlines[key] = .some(number)
    return number
  }

  private func outlinePath(_ key: OutlineKey) -> ((Int) -> String)? {
    guard let face = faces.face(key.font, size: Self.outlineSize, scale: 1),
      face.canDraw(key.glyph), let path = GlyphOutline.path(of: key.glyph, face), !path.isEmpty
    else { return nil }
    return { "<path id=\"g\($0)\" d=\"\(path)\"/>\n" }
  }

  private func colorGlyph(_ key: OutlineKey) -> ((Int) -> String)? {
    guard let face = faces.face(key.font, size: Self.colorSize, scale: 1),
      face.canDraw(key.glyph), let image = GlyphOutline.picture(of: key.glyph, face),
      let png = try? image.surface.png()
    else { return nil }
    let (x, y) = (Self.whole(image.x), Self.whole(image.y))
    let (width, height) = (image.surface.size.width, image.surface.size.height)
    let data = Base64.encode(png.span)
    return {
      "<image id=\"g\($0)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" href=\"data:image/png;base64,\(data)\"/>\n"
    }
  }

  private mutating func addText(_ run: GlyphRun) {
    let text = run.text(0..<run.units.count)
    guard !text.isEmpty, run.role == .text || run.role == .listMarker else { return }
    var element = "<text x=\"\(Self.number(run.origin.x))\" y=\"\(Self.number(run.origin.y))\""
    if statesOffsets, structuredContent != nil, run.role == .text {
      element += " \(SVGSource.offsetAttribute)=\"\(run.utf16Range.lowerBound)\""
    }
    element += " font-size=\"\(Self.number(run.size))\""
    if run.width > 0 {
      element += " textLength=\"\(Self.number(run.width))\" lengthAdjust=\"spacingAndGlyphs\""
    }
    element += ">\(Self.escaped(text))</text>\n"
    texts[texts.count - 1].append(
      Text(utf16Offset: run.utf16Range.lowerBound, element: element))
  }

  /// Writes the texts of the current coordinate system in the order of the document.
  private mutating func flushTexts() {
    let found = texts[texts.count - 1].enumerated().sorted {
      ($0.element.utf16Offset, $0.offset) < ($1.element.utf16Offset, $1.offset)
    }
    texts[texts.count - 1].removeAll()
    guard !found.isEmpty else { return }
    body += "<g fill-opacity=\"0\" xml:space=\"preserve\" font-family=\"sans-serif\">\n"
    for text in found { body += text.element.element }
    body += "</g>\n"
  }

  mutating func link(to url: String, in rectangle: Rectangle, at utf16Offset: Int) {
    body += "<a href=\"\(Self.escaped(url))\">"
    body += "\(Self.open(.rectangle(rectangle, cornerRadius: 0))) fill-opacity=\"0\"/></a>\n"
  }

  mutating func draw(_ box: AttachmentBox) {
    push(part: .attachments)
    attachments.draw(box, pixelsPerPoint: 3, on: &self)
    pop()
    guard let text = box.attachment.textBacking else { return }
    let place = "x=\"\(Self.number(box.box.x))\" y=\"\(Self.number(box.box.maxY))\""
    texts[texts.count - 1].append(
      Text(
        utf16Offset: box.utf16Offset,
        element:
          "<text \(place) font-size=\"\(Self.number(max(box.box.height, 1)))\" textLength=\"\(Self.number(box.box.width))\" lengthAdjust=\"spacingAndGlyphs\">\(Self.escaped(text))</text>\n"
      ))
  }

  mutating func draw(_ picture: Picture, in rectangle: Rectangle, cornerRadius: Double) {
    let size = picture.size
    guard size.width > 0, size.height > 0 else { return }
    let key = ObjectIdentifier(picture)
    let number: Int
    if let known = pictures[key], known.picture === picture {
      number = known.number
    } else {
      guard let png = try? picture.surface.png() else { return }
      pictureCount += 1
      number = pictureCount
      pictures[key] = KnownPicture(picture: picture, number: number)
      definitions +=
        "<image id=\"p\(number)\" width=\"\(size.width)\" height=\"\(size.height)\" href=\"data:image/png;base64,\(Base64.encode(png.span))\"/>\n"
    }
    let (x, y) = (Self.number(rectangle.x), Self.number(rectangle.y))
    let scale =
      "scale(\(Self.precise(rectangle.width / Double(size.width))) \(Self.precise(rectangle.height / Double(size.height))))"
    let clip = cornerRadius > 0 ? addClip(rectangle, cornerRadius) : ""
    body +=
      "<g\(clip)><use href=\"#p\(number)\" transform=\"translate(\(x) \(y)) \(scale)\"/></g>\n"
  }

  private mutating func addClip(_ rectangle: Rectangle, _ radius: Double) -> String {
    clipCount += 1
    definitions +=
      "<clipPath id=\"c\(clipCount)\">\(Self.open(.rectangle(rectangle, cornerRadius: radius)))/></clipPath>\n"
    return " clip-path=\"url(#c\(clipCount))\""
  }

  mutating func push(origin: Point, scale: Double, clip: Rectangle?) {
    // Two elements are needed, because the clip is in the previous coordinates.
    let outer = clip.map { addClip($0, 0) } ?? ""
    body += "<g\(outer)><g transform=\"translate(\(Self.number(origin.x)) \(Self.number(origin.y)))"
    body += scale == 1 ? "\">\n" : " scale(\(Self.precise(scale)))\">\n"
    pushed.append(nil)
    texts.append([])
  }

  mutating func push(origin: Point, angle: Double) {
    body += "<g><g transform=\"translate(\(Self.number(origin.x)) \(Self.number(origin.y)))"
    body += angle == 0 ? "\">\n" : " rotate(\(Self.number(-angle)))\">\n"
    pushed.append(nil)
    texts.append([])
  }

  /// Opens two groups, which the next `pop` closes.
  mutating func push(_ outer: String, _ inner: String) {
    body += "<g\(outer)><g\(inner)>\n"
    pushed.append(nil)
    texts.append([])
  }

  mutating func push(part: DrawingParts) {
    pushed.append(.some(self.part))
    self.part = self.part ?? part
  }

  mutating func pop() {
    guard let last = pushed.popLast() else { return }
    if let former = last {
      part = former
    } else {
      flushTexts()
      texts.removeLast()
      body += "</g></g>\n"
    }
  }
}

extension SVGPainter {
  /// Returns the start of an element for a shape, without its end.
  private static func open(_ shape: Shape) -> String {
    switch shape {
    case .rectangle(let rectangle, let radius):
      let round = radius > 0 ? " rx=\"\(number(radius))\"" : ""
      return
        "<rect x=\"\(number(rectangle.x))\" y=\"\(number(rectangle.y))\" width=\"\(number(rectangle.width))\" height=\"\(number(rectangle.height))\"\(round)"
    case .circle(let center, let radius):
      return "<circle cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" r=\"\(number(radius))\""
    case .path(let points):
      let list = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
      return "<polyline points=\"\(list)\""
    case .figures(let figures, let winds):
      let path = figures.map { figure in
        "M" + figure.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ") + "Z"
      }
      let rule = winds ? "" : " fill-rule=\"evenodd\""
      return "<path d=\"\(path.joined())\"\(rule)"
    }
  }

  /// Returns a colour as attributes of an element.
  static func paint(_ name: String, _ color: Color) -> String {
    var opaque = color
    opaque.alpha = 255
    let opacity =
      color.alpha == 255 ? "" : " \(name)-opacity=\"\(precise(Double(color.alpha) / 255))\""
    return " \(name)=\"\(opaque.hex)\"\(opacity)"
  }

  /// Returns a length with up to three decimals.
  static func number(_ value: Double) -> String { decimal(value, places: 3) }

  /// Returns a factor with up to six decimals, as text.
  static func precise(_ value: Double) -> String { decimal(value, places: 6) }

  /// Returns a length without decimals.
  static func whole(_ value: Double) -> String { decimal(value, places: 0) }

  private static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return "0" }
    let power = [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000][places]
    let scaled = (value * power).rounded()
    guard abs(scaled) < 1e15 else { return "\(Int(max(min(value, 1e9), -1e9)))" }
    let digits = Int(abs(scaled))
    let sign = scaled < 0 ? "-" : ""
    let (whole, part) = (digits / Int(power), digits % Int(power))
    guard part != 0 else { return "\(sign)\(whole)" }
    let padded = String(part)
    var decimals = String(repeating: "0", count: places - padded.count) + padded
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)"
  }

  /// Escapes text for XML; characters that XML does not allow become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
