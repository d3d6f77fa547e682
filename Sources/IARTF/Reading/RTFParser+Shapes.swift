internal import IAFormats
internal import IAShapes
internal import IAText

extension RTFParser {
  /// Whether the current text is that of a page header.
  private var isInHeader: Bool {
    if case .pageHeader? = document.stream.container?.kind { true } else { false }
  }

  private var isInFooter: Bool {
    if case .pageFooter? = document.stream.container?.kind { true } else { false }
  }

  /// Ends a shape or drawing object: its text becomes a text box, and its form becomes a picture.
  mutating func endShape(_ closed: RTFGroup, _ around: RTFGroup) {
    let isInTable = document.depth(of: around.paragraph) > 0
    guard var shape = destinations.shape.end(isInTable: isInTable) else { return }
    appendPictures(of: shape, at: closed.start)
    if !shape.artText.isEmpty { appendArtText(of: &shape, at: closed.start) }
    var box = shape.box(isOwn: document.tables.isOwn)
    if isInHeader {
      // The text box is anchored on one page, so that its position is computed from the page edge.
      if box.placement?.down.reference == .text {
        box.placement?.down.reference = .page
        box.placement?.down.offset += document.page.layout?.headerDistance ?? 36
      }
    } else if document.stream.container != nil {
      box.placement = nil
    }
    if shape.isDrawnPart || shape.isArt { (box.fill, box.border) = (nil, nil) }
    let isDrawn = around.destination == .text && draw(shape, &box, isInTable: isInTable)
    for stream in shape.streams where !isInTable { document.setBox(box, stream: stream) }
    guard around.destination == .text else { return }
    report(shape, isDrawn: isDrawn, isInTable: isInTable, at: closed.start)
  }

  /// Inserts the pictures of a shape, and reports the effects on them that are not shown.
  private mutating func appendPictures(of shape: RTFOpenShape, at start: Int) {
    guard shape.hasPicture, groups.current.destination != .skip else { return }
    let (destination, isMark) = (groups.current.destination, groups.current.isMark)
    groups.current.destination = .text
    groups.current.isMark = false
    for picture in shape.pictures.attachments { append(picture) }
    groups.current.destination = destination
    groups.current.isMark = isMark
    report(shape.pictures.missingEffects, at: start)
  }

  /// Uses the letters that a shape draws as its text if it has no other text.
  private mutating func appendArtText(of shape: inout RTFOpenShape, at start: Int) {
    guard shape.streams.isEmpty, !shape.hasPicture, groups.current.destination != .skip else {
      return
    }
    flushText()
    shape.streams.append(document.streams.count)
    document.beginStream(.textBox(), hasReference: false)
    for unit in shape.artText.utf16 {
      let isEnd = unit == 0x0A || unit == 0x0D
      document.stream.text.append(
        unit: isEnd ? 0x2028 : unit, attributes: document.attributes(in: &groups.current))
    }
    document.endStream(&groups.current, report: &report)
    report.add(.approximated, .shape, "letters as ordinary text", byteOffset: start)
  }

  /// Reports the parts of a shape that are not shown.
  private mutating func report(
    _ shape: RTFOpenShape, isDrawn: Bool, isInTable: Bool, at start: Int
  ) {
    for effect in shape.missingEffects where !shape.hasPicture {
      report.add(.dropped, .shape, effect, byteOffset: start)
    }
    if shape.isBesideText {
      report.add(.approximated, .shape, "text at both sides", byteOffset: start)
    }
    if shape.lacksParts {
      report.add(.dropped, .shape, "a part of a group", byteOffset: start)
    }
    if shape.streams.isEmpty, !shape.hasPicture, !isDrawn {
      report.add(.dropped, .shape, byteOffset: start)
    } else if !shape.isBox, !shape.isGroup, !isDrawn {
      report.add(.approximated, .shape, "as a rectangle", byteOffset: start)
    } else if isInTable || document.stream.container != nil {
      let isFixed = shape.streams.isEmpty && !shape.hasPicture && !shape.isInText
      guard !isFixed else { return }
      report.add(
        .approximated, .shape, isInTable ? "in a table" : isInHeader ? "in a header" : "in a note",
        byteOffset: start)
    }
  }

  /// Adds a picture of the form of a shape, and returns whether the form is shown completely.
  ///
  /// If the shape has text and the picture is added, the text box loses its fill and its border.
  private mutating func draw(
    _ shape: RTFOpenShape, _ box: inout Block.TextBox, isInTable: Bool
  ) -> Bool {
    guard let place = shape.place, let drawing = shape.drawing() else { return false }
    if drawing.picture.shapes.isEmpty { return !shape.isGroup || !shape.lacksParts }
    let isAlone = shape.streams.isEmpty
    // In tables, headers and notes, text boxes are part of the text.
    if !isAlone, !shape.isGroup, isInTable || box.placement == nil { return false }
    if !isAlone {
      (box.fill, box.border) = (nil, nil)
    }
    let picture = drawing.picture
    var attachment = Attachment(
      .image, content: .blob(document.attachments.insert(picture.svg)),
      mediaType: ShapePicture.mediaType, altText: shape.altText)
    let (width, height) = (Double(picture.width) / 20, Double(picture.height) / 20)
    (attachment.displayWidth, attachment.displayHeight) = (width, height)
    (attachment.pixelWidth, attachment.pixelHeight) = picture.pixelSize
    var placement = place.placement
    if isInTable || document.stream.container != nil {
      placement = placementInText(placement, isInTable: isInTable)
    }
    if placement.across.edge == nil { placement.across.offset += Double(drawing.x) / 20 }
    if placement.down.edge == nil { placement.down.offset += Double(drawing.y) / 20 }
    if !isAlone, placement.wrap == .around || placement.wrap == .topAndBottom {
      placement.wrap = .behind
    }
    placement.across.offset = Self.bounded(placement.across.offset)
    placement.down.offset = Self.bounded(placement.down.offset)
    attachment.placement = placement
    groups.current.destination = .text
    append(attachment)
    return true
  }

  private static func bounded(_ offset: Double) -> Double {
    min(max(offset, Placement.offsets.lowerBound), Placement.offsets.upperBound)
  }

  /// Returns the placement of a picture in a table, header or note, relative to its paragraph and in front of or behind
  /// the text.
  private func placementInText(_ placement: Placement, isInTable: Bool) -> Placement {
    var placement = placement
    let page = document.page.layout
    if placement.wrap == .around || placement.wrap == .topAndBottom { placement.wrap = .front }
    if !isInTable {
      if placement.across.reference == .page { placement.across.offset -= page?.leftMargin ?? 90 }
      switch placement.down.reference {
      case .text: break
      case .page where isInHeader: placement.down.offset -= page?.headerDistance ?? 36
      case .margin where isInHeader:
        placement.down.offset += (page?.topMargin ?? 72) - (page?.headerDistance ?? 36)
      case .page where isInFooter:
        // The footer is assumed to have one line and to end at its distance from the page edge.
        placement.down.offset -= (page?.height ?? 792) - (page?.footerDistance ?? 36) - 14
      case .page, .margin: placement.down.offset = 0
      }
    }
    placement.across.reference = .text
    placement.down.reference = .text
    if placement.down.edge != nil { placement.down = .init(.text) }
    return placement
  }
}
