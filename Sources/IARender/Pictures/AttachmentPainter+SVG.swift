internal import IAFonts
internal import IALayout
internal import IASVG
internal import IAText

// Draws SVG pictures: paths, text and bitmaps.

extension AttachmentPainter {
  /// Draws the SVG picture of an attachment over its box; returns `false` if the attachment is not such a picture.
  func drawSVG<P: Painter>(
    _ box: AttachmentBox, pixelsPerPoint: Double, on painter: inout P
  ) -> Bool {
    guard let digest = box.attachment.contentDigest, let bytes = store[digest],
      box.attachment.mediaType == SVGPicture.mediaType
        || box.attachment.mediaType == nil && SVGPicture.isLikely(bytes)
    else { return false }
    guard let picture = svgPicture(digest, bytes) else {
      lose(box, "the SVG cannot be read")
      drawPlaceholder(box, on: &painter)
      return true
    }
    if !picture.omissions.isEmpty {
      lose(box, "drawn without \(picture.omissions.sorted().joined(separator: ", "))")
    }
    let size = Size(width: picture.width, height: picture.height)
    let area = picture.stretches ? box.box : box.box.fitting(size)
    if !P.drawsGroups, picture.needsGroups,
      let pixels = pixels(of: picture, area, pixelsPerPoint, painter.faces)
    {
      painter.draw(pixels, in: area, cornerRadius: 0)
      return true
    }
    painter.keepsTextOfPictures = true
    defer { painter.keepsTextOfPictures = false }
    painter.push(origin: Point(x: 0, y: 0), scale: 1, clip: area)
    draw(
      picture,
      SVGMatrix(
        area.width / picture.width, 0, 0, area.height / picture.height, area.x, area.y),
      on: &painter)
    painter.pop()
    return true
  }

  /// The maximum side of an SVG picture that is drawn as pixels, in pixels.
  private static let maxPixels = 4096.0

  /// Returns a picture as pixels; `nil` if there is no memory for it.
  private func pixels(
    of picture: SVGPicture, _ area: Rectangle, _ pixelsPerPoint: Double, _ faces: FaceCache
  ) -> Picture? {
    let scale = min(pixelsPerPoint, Self.maxPixels / max(area.width, area.height))
    let size = PixelSize(
      width: max(Int((area.width * scale).rounded(.up)), 1),
      height: max(Int((area.height * scale).rounded(.up)), 1))
    guard let surface = try? ImageSurface(size, maximumPixels: size.pixelCount),
      let context = try? CairoContext(surface)
    else { return nil }
    var painter = CairoPainter(
      context, faces: faces, theme: theme, attachments: self, scale: 1)
    draw(
      picture,
      .scale(Double(size.width) / picture.width, Double(size.height) / picture.height),
      on: &painter)
    guard (try? context.check()) != nil else { return nil }
    return Picture(surface)
  }

  private func draw<P: Painter>(
    _ picture: SVGPicture, _ matrix: SVGMatrix, on painter: inout P
  ) {
    for operation in picture.operations {
      switch operation {
      case .begin(let opacity, let clips):
        painter.push(opacity: opacity, clips: clips.map { $0.mapped(matrix) })
      case .end: painter.pop()
      case .fill(let area, let paint): painter.fill(area.mapped(matrix), paint.mapped(matrix))
      case .stroke(let path, let paint, let stroke, let inner):
        painter.stroke(path, paint.mapped(matrix), stroke, matrix.after(inner))
      case .text(let text): draw(text, matrix.after(text.matrix), on: &painter)
      case .image(let image): draw(image, matrix.after(image.matrix), on: &painter)
      }
    }
  }

  private func draw<P: Painter>(
    _ image: SVGPicture.Image, _ matrix: SVGMatrix, on painter: inout P
  ) {
    guard matrix.inverse != nil, let picture = try? Picture.decode(image.bytes) else { return }
    let size = picture.pointSize
    var (width, height) = (image.box.width, image.box.height)
    if width == 0 { width = height == 0 ? size.width : height * size.width / size.height }
    if height == 0 { height = width * size.height / size.width }
    let box = Rectangle(x: image.box.x, y: image.box.y, width: width, height: height)
    painter.push(matrix: matrix)
    painter.draw(picture, in: image.stretches ? box : box.fitting(size), cornerRadius: 0)
    painter.pop()
  }

  private func draw<P: Painter>(
    _ text: SVGPicture.Text, _ matrix: SVGMatrix, on painter: inout P
  ) {
    guard matrix.inverse != nil, matrix.scaleFactor > 0 else { return }
    let lines = text.pieces.map { labels.line(IAString($0.text, attributes: $0.attributes)) }
    let advances = zip(text.pieces, lines).map(advance)
    var width = 0.0
    for (piece, advance) in zip(text.pieces, advances) { width += piece.dx + advance }
    let factor = text.width.map { width > 0 ? $0 / width : 1 } ?? 1
    width *= factor
    let start: Double =
      switch text.anchor {
      case .start: 0
      case .middle: -width / 2
      case .end: -width
      }
    painter.push(
      matrix: matrix.after(.translation(text.place.x + start, text.place.y)).after(
        .scale(factor, 1)))
    var (x, y) = (0.0, 0.0)
    for (index, line) in lines.enumerated() {
      let piece = text.pieces[index]
      x += piece.dx
      y += piece.dy
      painter.push(origin: Point(x: x, y: y - line.baseline), scale: 1, clip: nil)
      line.draw(on: &painter)
      painter.pop()
      x += advances[index]
    }
    painter.pop()
  }

  /// Returns the width of a piece of text including spaces at its end, which the width of a line excludes.
  private func advance(_ piece: SVGPicture.Text.Piece, _ line: LabelPainter.Line) -> Double {
    guard piece.text.hasSuffix(" ") else { return line.width }
    let mark = IAString(".", attributes: piece.attributes)
    let longer = IAString(piece.text + ".", attributes: piece.attributes)
    return labels.line(longer).width - labels.line(mark).width
  }
}

extension SVGPicture {
  /// Whether the picture has transparent groups or gradients, or gradients along lines.
  fileprivate var needsGroups: Bool {
    operations.contains { operation in
      switch operation {
      case .begin(let opacity, _): opacity < 1
      case .fill(_, .gradient(let gradient)): gradient.hasChangingOpacity
      case .stroke(_, .gradient, _, _): true
      default: false
      }
    }
  }
}

extension SVGPicture.Area {
  fileprivate func mapped(_ matrix: SVGMatrix) -> SVGPicture.Area {
    SVGPicture.Area(path: path.mapped(matrix), isEvenOdd: isEvenOdd)
  }
}

extension SVGPicture.Paint {
  fileprivate func mapped(_ matrix: SVGMatrix) -> SVGPicture.Paint {
    guard case .gradient(var gradient) = self else { return self }
    gradient.matrix = matrix.after(gradient.matrix)
    return .gradient(gradient)
  }
}
