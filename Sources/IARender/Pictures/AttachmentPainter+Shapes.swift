internal import IALayout
internal import IAShapes
internal import IAText

// Pictures of shapes.

extension AttachmentPainter {
  /// Draws a picture of shapes over the box of its attachment, and returns whether the attachment is one.
  func drawShapes<P: Painter>(_ box: AttachmentBox, on painter: inout P) -> Bool {
    guard box.attachment.mediaType == ShapePicture.mediaType,
      let digest = box.attachment.contentDigest, let bytes = store[digest],
      let picture = shapePicture(digest, bytes)
    else { return false }
    let area = box.box
    let (across, down) = (
      area.width / Double(picture.width), area.height / Double(picture.height)
    )
    func point(_ place: ShapePicture.Place) -> Point {
      Point(x: area.x + place.x * across, y: area.y + place.y * down)
    }
    for shape in picture.shapes {
      let figures = shape.figures.map { figure in
        (points: figure.points.map(point), isClosed: figure.isClosed)
      }
      if let fill = shape.fill {
        painter.fill(.figures(figures.map(\.points), winds: false), color: fill)
      }
      guard let line = shape.line else { continue }
      for figure in figures {
        painter.outline(
          .path(figure.isClosed ? figure.points + figure.points.prefix(1) : figure.points),
          width: max(Double(line.width) * min(across, down), 0.05), color: line.color)
      }
    }
    return true
  }
}
