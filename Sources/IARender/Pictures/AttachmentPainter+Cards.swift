internal import IALayout
internal import IAText

/// Cards for attachments that are not pictures, and placeholders for missing pictures.
extension AttachmentPainter {
  /// Draws a card: a sheet with a folded corner, a name and a size, and a play symbol for a video.
  func drawCard<P: Painter>(_ box: AttachmentBox, on painter: inout P) {
    let area = box.box
    let radius = min(8, area.height / 6)
    painter.fill(.rectangle(area, cornerRadius: radius), color: theme.panel)
    painter.outline(
      .rectangle(area.inset(by: 0.5), cornerRadius: radius), width: 1, color: theme.rule)
    guard area.height >= 24, area.width >= 24 else { return drawSheet(in: area, box, on: &painter) }
    let textHeight = area.height >= 64 ? min(34, area.height * 0.4) : 0
    let inside = area.inset(by: min(10, area.height / 8))
    drawSheet(
      in: Rectangle(
        x: inside.x, y: inside.y, width: inside.width, height: inside.height - textHeight), box,
      on: &painter)
    guard textHeight > 0 else { return }
    let name = box.attachment.name ?? box.attachment.altText ?? box.attachment.kind.rawValue
    labels.draw(
      name, size: 12, color: theme.text,
      in: Rectangle(
        x: inside.x, y: inside.maxY - textHeight + 2, width: inside.width, height: textHeight / 2),
      alignment: .center, on: &painter)
    labels.draw(
      facts(about: box.attachment), size: 11, color: theme.secondaryText,
      in: Rectangle(
        x: inside.x, y: inside.maxY - textHeight / 2 + 2, width: inside.width,
        height: textHeight / 2), alignment: .center, on: &painter)
  }

  private func drawSheet<P: Painter>(
    in area: Rectangle, _ box: AttachmentBox, on painter: inout P
  ) {
    if box.attachment.kind == .video {
      let radius = min(area.width, area.height) * 0.36
      return Self.drawPlaySign(at: area.center, radius: radius, on: &painter)
    }
    let sheet = area.inset(by: min(area.width, area.height) * 0.1).fitting(
      Size(width: 3, height: 4))
    let fold = sheet.width * 0.32
    painter.fill(
      .path([
        Point(x: sheet.x, y: sheet.y), Point(x: sheet.maxX - fold, y: sheet.y),
        Point(x: sheet.maxX, y: sheet.y + fold), Point(x: sheet.maxX, y: sheet.maxY),
        Point(x: sheet.x, y: sheet.maxY),
      ]), color: theme.secondaryText.mixed(with: theme.panel, share: 0.55))
    painter.fill(
      .path([
        Point(x: sheet.maxX - fold, y: sheet.y),
        Point(x: sheet.maxX - fold, y: sheet.y + fold), Point(x: sheet.maxX, y: sheet.y + fold),
      ]), color: theme.secondaryText)
  }

  /// Returns the kind and the size of an attachment in words.
  private func facts(about attachment: Attachment) -> String {
    let kind = attachment.mediaType.map { String($0.split(separator: "/").last ?? "") } ?? ""
    guard let digest = attachment.contentDigest, let bytes = store[digest] else {
      return kind.isEmpty ? attachment.absence : kind
    }
    let size = Self.size(bytes.count)
    return kind.isEmpty ? size : "\(kind.uppercased()), \(size)"
  }

  /// Returns a number of bytes in decimal units, with one decimal below 10.
  static func size(_ count: Int) -> String {
    guard count >= 1000 else { return count == 1 ? "1 byte" : "\(count) bytes" }
    var tenths = count / 100
    var unit = "kB"
    for next in ["MB", "GB", "TB"] where tenths >= 10_000 {
      tenths /= 1000
      unit = next
    }
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)"
  }

  /// Draws the placeholder of a missing picture: a frame, a symbol for its state, and its
  /// alternative text.
  func drawPlaceholder<P: Painter>(_ box: AttachmentBox, on painter: inout P) {
    let area = box.box
    let radius = min(6, area.height / 5)
    painter.fill(.rectangle(area, cornerRadius: radius), color: theme.panel)
    painter.outline(
      .rectangle(area.inset(by: 0.5), cornerRadius: radius), width: 1, color: theme.rule)
    if box.attachment.isSticker {
      return drawStickerName(box, on: &painter)
    }
    if area.height < 56, area.width > area.height * 1.3 {
      return drawLabel(box, on: &painter)
    }
    let hasText = area.height >= 56
    let textHeight = hasText ? 18.0 : 0
    let inside = area.inset(by: min(10, area.height / 8))
    let picture = Rectangle(
      x: inside.x, y: inside.y, width: inside.width, height: inside.height - textHeight)
    drawSign(of: box.attachment, in: picture, on: &painter)
    guard hasText else { return }
    labels.draw(
      box.attachment.altText ?? box.attachment.name ?? box.attachment.absence, size: 12,
      color: theme.secondaryText,
      in: Rectangle(
        x: inside.x, y: inside.maxY - textHeight + 2, width: inside.width, height: textHeight),
      alignment: .center, on: &painter)
  }

  /// Draws the symbol of a missing picture and its name beside it.
  private func drawLabel<P: Painter>(_ box: AttachmentBox, on painter: inout P) {
    let area = box.box
    drawSign(
      of: box.attachment,
      in: Rectangle(x: area.x, y: area.y, width: area.height, height: area.height), on: &painter)
    labels.draw(
      box.attachment.altText ?? box.attachment.name ?? "",
      size: area.height * AttachmentBox.labelTextFactor, color: theme.secondaryText,
      in: Rectangle(
        x: area.x + area.height, y: area.y, width: max(area.width - area.height, 1),
        height: area.height), alignment: .leading, on: &painter)
  }

  private func drawStickerName<P: Painter>(_ box: AttachmentBox, on painter: inout P) {
    let name = box.attachment.textBacking.map { String($0.dropFirst().dropLast()) } ?? ""
    let size = max(box.box.height * 0.4, 4)
    labels.draw(
      name, size: size, color: theme.secondaryText,
      in: Rectangle(
        x: box.box.x + 1, y: box.box.center.y - size * 0.75, width: max(box.box.width - 2, 1),
        height: size * 1.5), alignment: .center, on: &painter)
  }

  private func drawSign<P: Painter>(
    of attachment: Attachment, in area: Rectangle, on painter: inout P
  ) {
    let side = min(area.width, area.height) * 0.7
    guard side >= 6 else { return }
    let (center, width) = (area.center, max(side / 16, 1))
    switch attachment.state {
    case .loading:
      // Three dots indicate loading.
      for step in [-1.0, 0, 1] {
        painter.fill(
          .circle(center: Point(x: center.x + step * side / 3, y: center.y), radius: side / 12),
          color: theme.secondaryText)
      }
    case .failed:
      let arm = side / 4
      for sign in [-1.0, 1] {
        painter.outline(
          .path([
            Point(x: center.x - arm, y: center.y - arm * sign),
            Point(x: center.x + arm, y: center.y + arm * sign),
          ]), width: width * 1.5, color: theme.secondaryText)
      }
    case .missing, .ready:
      let frame = Rectangle(
        x: center.x - side / 2, y: center.y - side * 0.4, width: side, height: side * 0.8)
      painter.outline(
        .rectangle(frame, cornerRadius: side / 12), width: width, color: theme.secondaryText)
      painter.fill(
        .circle(
          center: Point(x: frame.x + side * 0.3, y: frame.y + side * 0.25), radius: side * 0.08),
        color: theme.secondaryText)
      painter.outline(
        .path([
          Point(x: frame.x + side * 0.1, y: frame.maxY - side * 0.1),
          Point(x: frame.x + side * 0.38, y: frame.y + side * 0.42),
          Point(x: frame.x + side * 0.56, y: frame.maxY - side * 0.24),
          Point(x: frame.x + side * 0.7, y: frame.y + side * 0.36),
          Point(x: frame.x + side * 0.9, y: frame.maxY - side * 0.1),
        ]), width: width, color: theme.secondaryText)
    }
  }
}
