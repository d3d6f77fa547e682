internal import IALayout
internal import IAText

// Metafiles are drawn as shapes and text instead of pixels.

extension AttachmentPainter {
  /// Draws a metafile over the box of its attachment, and returns whether it did.
  func drawMetafile<P: Painter>(
    _ box: AttachmentBox, pixelsPerPoint: Double, on painter: inout P
  ) -> Bool {
    guard let digest = box.attachment.contentDigest, let bytes = store[digest],
      ["image/wmf", "image/emf"].contains(box.attachment.mediaType),
      let metafile = metafile(digest, bytes)
    else { return false }
    let area = box.box
    painter.keepsTextOfPictures = true
    defer { painter.keepsTextOfPictures = false }
    painter.push(origin: Point(x: 0, y: 0), scale: 1, clip: area)
    var clip: Rectangle?
    for operation in metafile.operations {
      if operation.clip != clip {
        if clip != nil { painter.pop() }
        clip = operation.clip
        if let clip {
          painter.push(origin: Point(x: 0, y: 0), scale: 1, clip: area.part(clip))
        }
      }
      draw(operation.content, box, pixelsPerPoint, on: &painter)
    }
    if clip != nil { painter.pop() }
    painter.pop()
    return true
  }

  private func draw<P: Painter>(
    _ content: Metafile.Content, _ box: AttachmentBox, _ pixelsPerPoint: Double,
    on painter: inout P
  ) {
    let area = box.box
    switch content {
    case .fill(let points, let color):
      painter.fill(.path(points.map(area.place)), color: color)
    case .area(let figures, let winds, let color):
      painter.fill(
        .figures(figures.map { $0.map(area.place) }, winds: winds), color: color)
    case .line(let points, let width, let color):
      painter.outline(
        .path(points.map(area.place)), width: max(width * area.width, Self.thinnestLine),
        color: color)
    case .text(let text): draw(text, in: area, on: &painter)
    case .bitmap(let part):
      guard let digest = box.attachment.preview,
        let picture = picture(box, pixelsPerPoint, digest)
      else { return }
      painter.draw(picture, in: area.part(part), cornerRadius: 0)
    }
  }

  /// The minimum width of lines, in points.
  private static let thinnestLine = 0.5

  private func draw<P: Painter>(
    _ text: Metafile.Text, in area: Rectangle, on painter: inout P
  ) {
    let size = min(text.size * area.height, 1024)
    guard size >= 0.5 else { return }
    var attributes = InlineAttributes()
    attributes.fontSize = size
    attributes.fontFamily = text.font.family.isEmpty ? nil : text.font.family
    attributes.bold = text.font.isBold
    attributes.italic = text.font.isItalic
    if text.font.isUnderlined { attributes.underline = .init() }
    attributes.foreground = text.color
    let line = labels.line(IAString(text.text, attributes: attributes))
    let place = area.place(text.place)
    painter.push(origin: place, angle: text.angle)
    let x: Double =
      switch text.alignment {
      case .left: 0
      case .center: -line.width / 2
      case .right: -line.width
      }
    let y: Double =
      switch text.line {
      case .top: 0
      case .baseline: -line.baseline
      case .bottom: -line.height
      }
    painter.push(origin: Point(x: x, y: y), scale: 1, clip: nil)
    line.draw(on: &painter)
    painter.pop()
    painter.pop()
  }
}

extension Rectangle {
  /// Returns the position of a point given as fractions of the width and height.
  fileprivate func place(_ fractions: Point) -> Point {
    Point(x: x + fractions.x * width, y: y + fractions.y * height)
  }

  /// Returns the area of a rectangle given as fractions of the width and height.
  fileprivate func part(_ fractions: Rectangle) -> Rectangle {
    Rectangle(
      x: x + fractions.x * width, y: y + fractions.y * height, width: fractions.width * width,
      height: fractions.height * height)
  }
}
