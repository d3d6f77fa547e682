import IAFonts
import IAText
import IAUnicode

/// Draws lines: collects glyphs into a run, and passes the run to the sink when font, paint or
/// direction change.
struct LineDrawing {
  /// The passes over a line: backgrounds are drawn before all text of the line.
  enum Pass { case backgrounds, text }

  private var pieces = LinePieces()
  private var run: GlyphRun
  private var isOpen = false
  private var runIndex = -1
  private var paint: UInt32 = 0
  private var pen = 0.0
  private var pass = Pass.text
  /// The units that the open run covers, from the start of the paragraph.
  private var covered = 0..<0
  /// The width of the spaces at the end of the open run, in points.
  private var trailingGap = 0.0
  /// Whether the open run consists of spaces at the end of the line.
  ///
  /// These are not underlined or struck through; in the placement of LibreOffice, they are, up to
  /// the end of the available width.
  private var hangs = false

  init(_ font: FontInstance) {
    run = GlyphRun(font: font, unitsPerEm: 1, size: 1, color: .black, utf16Range: 0..<0)
  }

  /// A line to be drawn, and its position.
  struct Place {
    var paragraph: ParagraphItems
    var text: TextAccess
    var line: Line
    /// The left of the container at the top of the paragraph or piece.
    var origin: Point
    /// The units of the line as in the document.
    var units: [UInt16]
    /// The units of the line as displayed.
    var shown: [UInt16]

    var baseline: Double { origin.y + line.y + line.baseline }
  }

  /// Draws a line.
  mutating func draw(
    _ line: Line, of paragraph: ParagraphItems, text: TextAccess, at origin: Point,
    to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    let range = Int(line.start)..<Int(line.end)
    let shown = text.units(range, of: paragraph)
    let place = Place(
      paragraph: paragraph, text: text, line: line, origin: origin,
      units: paragraph.shownUnits == nil
        ? shown
        : text.snapshot.string.units(
          in: text.start + range.lowerBound..<text.start + range.upperBound),
      shown: shown)
    pieces.find(in: line, of: paragraph, text: text, &itemiser)
    if !paragraph.frames.isEmpty { drawFrames(place, to: &sink, itemiser) }
    let first = paragraph.paintIndex(at: range.lowerBound)
    let hasBackground = paragraph.paints[first...].prefix { Int($0.start) < range.upperBound }
      .contains { itemiser.table.paints[Int($0.paint)].background != nil }
    if hasBackground || paragraph.boxes.boxes(in: range).contains(where: { $0.overlay != nil }) {
      pass = .backgrounds
      drawPieces(place, to: &sink, &itemiser)
    }
    pass = .text
    drawPieces(place, to: &sink, &itemiser)
    drawEnd(place, to: &sink, &itemiser)
  }

  private mutating func drawPieces(
    _ place: Place, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    for piece in pieces.pieces {
      switch piece.kind {
      case .word, .space:
        if piece.isRightToLeft {
          drawSpaces(piece, place, to: &sink, &itemiser)
          drawText(piece, place, to: &sink, &itemiser)
        } else {
          drawText(piece, place, to: &sink, &itemiser)
          drawSpaces(piece, place, to: &sink, &itemiser)
        }
      case .attachment:
        flush(place, to: &sink, &itemiser)
        drawBox(piece, place, to: &sink, &itemiser)
      case .tab:
        flush(place, to: &sink, &itemiser)
        if pass == .text {
          drawLeader(piece, place, to: &sink, &itemiser)
          drawStrokes(ofTab: piece, place, to: &sink, &itemiser)
        }
      case .lineEnd, .hidden: break
      case .startEdge, .endEdge: flush(place, to: &sink, &itemiser)
      }
    }
    flush(place, to: &sink, &itemiser)
  }

  /// Draws the boxes around text of a line.
  ///
  /// - Complexity: O(*p* log *n*) in the pieces of the line and the boxes of the paragraph.
  private func drawFrames(
    _ place: Place, to sink: inout some DrawingSink, _ itemiser: borrowing Itemiser
  ) {
    let range = Int(place.line.start)..<Int(place.line.end)
    let (frames, shown) = (place.paragraph.frames, place.paragraph.frameIndices(in: range))
    guard !shown.isEmpty else { return }
    var ends = [(first: Int, last: Int)?](repeating: nil, count: shown.count)
    for (index, piece) in pieces.pieces.enumerated() where !piece.hangs {
      let unit = ParagraphItems.unit(
        atEdge: piece.start, piece.kind, lineStart: range.lowerBound)
      guard let number = place.paragraph.frameIndex(at: unit), shown.contains(number),
        itemiser.table.styles[Int(place.paragraph.runs[piece.run].style)].box
          == frames[number].number
      else { continue }
      ends[number - shown.lowerBound] = (ends[number - shown.lowerBound]?.first ?? index, index)
    }
    for number in shown {
      guard let (first, last) = ends[number - shown.lowerBound] else { continue }
      drawFrame(
        frames[number], from: pieces.pieces[first], to: pieces.pieces[last], place, to: &sink,
        itemiser)
    }
  }

  /// Draws the part of a box from one piece of a line to another.
  private func drawFrame(
    _ frame: ItemFrame, from first: LinePiece, to last: LinePiece, _ place: Place,
    to sink: inout some DrawingSink, _ itemiser: borrowing Itemiser
  ) {
    var box = itemiser.table.options.blockSpaces.inlineBoxes[Int(frame.number) - 1]
    let scale = itemiser.table.options.textScale
    var (left, right) = (first.x, last.x + last.fullWidth)
    if first.kind.isEdge { left += InlineBox.bounded(box.margin.left) * scale }
    if last.kind.isEdge { right -= InlineBox.bounded(box.margin.right) * scale }
    var (top, bottom) = (place.baseline - frame.above, place.baseline + frame.below)
    // The lines of a box have no gap between them.
    if !frame.isFirst {
      top = place.origin.y + place.line.y
      box.borders.top = nil
    }
    if !frame.isLast {
      bottom = place.origin.y + place.line.y + place.line.height
      box.borders.bottom = nil
    }
    if !(frame.isFirst && frame.isLast) { box.cornerRadius = 0 }
    let shown = LineBox(
      box, scale: scale, baseline: place.baseline,
      rectangle: Rectangle(
        x: place.origin.x + left, y: top,
        // Negative letter spacing can make the sum of advances negative.
        width: max(right - left, 0), height: max(bottom - top, 0)),
      textColor: itemiser.table.paints[
        Int(place.paragraph.paints[place.paragraph.paintIndex(at: frame.range.lowerBound)].paint)
      ].color)
    if shown.isVisible { sink.draw(shown) }
  }

  // MARK: Glyphs

  private mutating func drawText(
    _ piece: LinePiece, _ place: Place, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    guard piece.start < piece.end else { return }
    let itemRun = place.paragraph.runs[piece.run]
    let base = Int(place.line.start)
    let text = place.shown.span.extracting(piece.start - base..<piece.end - base)
    var style = itemiser.shapingStyle(itemRun)
    style.joins = piece.joins
    let shaped = itemiser.shaper.shape(text, style)
    let spacing = itemiser.table.styles[Int(itemRun.style)].letterSpacing
    let glyphs = itemiser.shaper.glyphs(of: shaped)
    var left = place.origin.x + piece.textX
    var index = 0
    while index < glyphs.count {
      let start = Int(glyphs[index].utf16Offset)
      var end = index + 1
      var advance = glyphs[index].advance
      while end < glyphs.count, Int(glyphs[end].utf16Offset) == start {
        advance &+= glyphs[end].advance
        end += 1
      }
      let next =
        piece.isRightToLeft
        ? index > 0 ? Int(glyphs[index - 1].utf16Offset) : text.count
        : end < glyphs.count ? Int(glyphs[end].utf16Offset) : text.count
      var width = Double(advance) * itemRun.scale + spacing
      if text[start] == 0x20 { width += piece.stretch }
      let cluster = piece.start + start..<piece.start + max(next, start + 1)
      open(piece, place, for: cluster, x: left, to: &sink, &itemiser)
      append(glyphs[index..<end], of: cluster, x: left, scale: itemRun.scale)
      left += width
      pen = left
      index = end
    }
    trailingGap = 0
  }

  private mutating func drawSpaces(
    _ piece: LinePiece, _ place: Place, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    guard piece.spaces > 0 else { return }
    let itemRun = place.paragraph.runs[piece.run]
    let space: [UInt16] = [0x20]
    let shaped = itemiser.shaper.shape(space.span, itemiser.shapingStyle(itemRun))
    let glyphs = itemiser.shaper.glyphs(of: shaped)
    let left = place.origin.x + (piece.isRightToLeft ? piece.x : piece.x + piece.width)
    for number in 0..<piece.spaces {
      let offset = piece.isRightToLeft ? piece.fullEnd - 1 - number : piece.end + number
      let x = left + Double(number) * piece.space
      open(piece, place, for: offset..<offset + 1, x: x, to: &sink, &itemiser)
      append(glyphs[...], of: offset..<offset + 1, x: x, scale: itemRun.scale)
      pen = x + piece.space
    }
    trailingGap = piece.gap
  }

  private mutating func append(
    _ glyphs: ArraySlice<Glyph>, of cluster: Range<Int>, x: Double, scale: Double
  ) {
    var pen = x
    for glyph in glyphs {
      run.glyphs.append(glyph.id)
      run.x.append(pen + Double(glyph.xOffset) * scale)
      run.y.append(run.origin.y - Double(glyph.yOffset) * scale)
      run.clusters.append(cluster.lowerBound)
      pen += Double(glyph.advance) * scale
    }
    covered =
      min(covered.lowerBound, cluster.lowerBound)..<max(covered.upperBound, cluster.upperBound)
  }

  /// Ensures that the open run can receive a cluster; a run that cannot is passed to the sink
  /// first.
  private mutating func open(
    _ piece: LinePiece, _ place: Place, for cluster: Range<Int>, x: Double,
    to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    let paints = place.paragraph.paints
    let index = paints.count == 1 ? 0 : place.paragraph.paintIndex(at: cluster.lowerBound)
    let required = paints[index].paint
    let attributes = itemiser.table.paints[Int(required)]
    let hangs = piece.hangs && (attributes.underline != nil || attributes.strikethrough != nil)
    let isNext =
      piece.isRightToLeft
      ? cluster.upperBound == covered.lowerBound : cluster.lowerBound == covered.upperBound
    if isOpen, isNext, runIndex == piece.run, paint == required,
      run.isRightToLeft == piece.isRightToLeft, self.hangs == hangs
    {
      return
    }
    flush(place, to: &sink, &itemiser)
    let itemRun = place.paragraph.runs[piece.run]
    let style = itemiser.table.styles[Int(itemRun.style)]
    run.font = itemiser.shaper.instance(
      of: itemRun.font, strokeChange: Int(attributes.strokeChange))
    run.unitsPerEm = Int(itemiser.shaper.unitsPerEm(of: itemRun.font))
    run.size = style.size
    run.color = attributes.color
    run.isRightToLeft = piece.isRightToLeft
    run.origin = Point(x: x, y: place.baseline - style.baselineShift)
    isOpen = true
    runIndex = piece.run
    paint = required
    covered = cluster
    self.hangs = hangs
    trailingGap = 0
  }

  // MARK: Passing runs to the sink

  /// Passes the open run to the sink: its background, or its glyphs and strokes.
  private mutating func flush(
    _ place: Place, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    guard isOpen else { return }
    isOpen = false
    defer {
      run.glyphs.removeAll(keepingCapacity: true)
      run.x.removeAll(keepingCapacity: true)
      run.y.removeAll(keepingCapacity: true)
      run.clusters.removeAll(keepingCapacity: true)
    }
    run.width = pen - run.origin.x
    let attributes = itemiser.table.paints[Int(paint)]
    let start = place.text.start
    run.utf16Range = start + covered.lowerBound..<start + covered.upperBound
    if pass == .backgrounds {
      if let color = attributes.background {
        sink.fill(
          Rectangle(
            x: run.origin.x, y: place.origin.y + place.line.y, width: run.width,
            height: place.line.height),
          color: color, role: .textBackground)
      }
      return
    }
    let base = Int(place.line.start)
    run.role = .text
    run.units = Array(place.units[covered.lowerBound - base..<covered.upperBound - base])
    for index in run.clusters.indices { run.clusters[index] -= covered.lowerBound }
    sink.draw(run)
    drawStrokes(attributes, place, to: &sink, &itemiser)
  }

  /// Draws the underline and the strikethrough of a tab, which has no glyphs.
  private mutating func drawStrokes(
    ofTab piece: LinePiece, _ place: Place, to sink: inout some DrawingSink,
    _ itemiser: inout Itemiser
  ) {
    let number = place.paragraph.paints[place.paragraph.paintIndex(at: piece.start)].paint
    let attributes = itemiser.table.paints[Int(number)]
    guard attributes.underline != nil || attributes.strikethrough != nil, piece.width > 0,
      attributes.underline?.style != .words
    else { return }
    let style = itemiser.table.styles[Int(place.paragraph.runs[piece.run].style)]
    runIndex = piece.run
    hangs = piece.hangs
    trailingGap = 0
    run.origin = Point(x: place.origin.x + piece.x, y: place.baseline - style.baselineShift)
    run.size = style.size
    run.color = attributes.color
    run.width = piece.width
    run.utf16Range = place.text.start + piece.start..<place.text.start + piece.end
    drawStrokes(attributes, place, to: &sink, &itemiser)
  }

  private func drawStrokes(
    _ attributes: Paint, _ place: Place, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    let length = hangs ? lengthOfHangingStroke(place) : run.width
    guard length > 0, attributes.underline != nil || attributes.strikethrough != nil else { return }
    let itemRun = place.paragraph.runs[runIndex]
    let metrics = itemiser.shaper.metrics(of: itemRun.font)
    var (underline, strike, thickness) = (
      metrics.underlineOffset * run.size, metrics.strikeOffset * run.size,
      max(metrics.underlineThickness * run.size, 0.5)
    )
    if place.text.placement == .office {
      (underline, strike, thickness) = OfficeMetrics.strokes(of: metrics, size: run.size)
    }
    var stroke = Stroke(
      role: .underline, style: .single,
      start: Point(x: run.origin.x, y: run.origin.y + underline),
      length: length, thickness: thickness, color: run.color, utf16Range: run.utf16Range)
    if let line = attributes.underline {
      stroke.color = line.color ?? run.color
      switch line.style {
      case .single: break
      case .double: stroke.style = .double
      case .thick: stroke.thickness = thickness * 2
      case .dotted: stroke.style = .dotted
      case .dashed: stroke.style = .dashed
      case .wavy: stroke.style = .wavy
      case .words: stroke.length = hangs ? 0 : max(run.width - trailingGap, 0)
      }
      sink.stroke(stroke)
    }
    if let strikethrough = attributes.strikethrough {
      stroke.role = .strikethrough
      stroke.style = strikethrough == .double ? .double : .single
      stroke.start.y = run.origin.y - strike
      stroke.color = run.color
      stroke.thickness = thickness
      stroke.length = length
      sink.stroke(stroke)
    }
  }

  /// Returns the length in points of the underline and the strikethrough of spaces at the end of a
  /// line.
  private func lengthOfHangingStroke(_ place: Place) -> Double {
    guard place.text.placement == .office, !place.paragraph.isRightToLeft else { return 0 }
    let end = place.origin.x + place.line.left + place.line.available
    return min(run.width, end - run.origin.x)
  }

  /// Draws an attachment or an equation.
  private mutating func drawBox(
    _ piece: LinePiece, _ place: Place, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    guard let box = place.paragraph.box(at: piece.start) else { return }
    let factor = place.paragraph.fit(box, place.line.available)
    switch box.content {
    case .attachment(let attachment):
      if let size = box.overlay {
        return drawOverlay(attachment, size, piece, place, to: &sink)
      }
      guard pass == .text, !box.isElsewhere else { return }
      let ascent = box.ascent * factor
      sink.draw(
        AttachmentBox(
          utf16Offset: place.text.start + piece.start, attachment: attachment,
          box: Rectangle(
            x: place.origin.x + piece.x, y: place.baseline - ascent, width: piece.width,
            height: ascent + box.descent * factor)))
    case .equation(let figure):
      if pass == .backgrounds {
        drawBackground(of: piece, place, to: &sink, itemiser)
      } else {
        draw(figure, piece, place, factor, to: &sink, itemiser)
        drawStrokes(ofTab: piece, place, to: &sink, &itemiser)
      }
    }
  }

  /// Draws a picture in front of or behind the text of a line, at its place in the column and below
  /// the top of the line.
  private func drawOverlay(
    _ attachment: Attachment, _ size: Size, _ piece: LinePiece, _ place: Place,
    to sink: inout some DrawingSink
  ) {
    guard let placement = attachment.placement,
      (pass == .backgrounds) == (placement.wrap == .behind)
    else { return }
    func bounded(_ offset: Double) -> Double {
      min(max(offset, Placement.offsets.lowerBound), Placement.offsets.upperBound)
    }
    let isFirst = place.line.start == 0 && place.paragraph.startsParagraph
    let indent =
      isFirst
      ? place.paragraph.firstLineIndent(tabInterval: place.text.tabInterval)
      : place.paragraph.style.headIndent
    let space = place.line.available - size.width
    let offset: Double =
      switch placement.across.edge {
      case nil: place.line.left - indent + bounded(placement.across.offset)
      case .start: place.line.left
      case .center: place.line.left + space / 2
      case .end: place.line.left + space
      }
    let top = place.origin.y + place.line.y
    var box = AttachmentBox(
      utf16Offset: place.text.start + piece.start, attachment: attachment,
      box: Rectangle(
        x: place.origin.x + offset, y: top + bounded(placement.down.offset), width: size.width,
        height: size.height))
    box.lineY = top + place.line.height / 2
    sink.draw(box)
  }

  /// Draws the hyphen or ellipsis at the end of a line.
  private mutating func drawEnd(
    _ place: Place, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    let isHyphen = place.line.flags.contains(.hyphenated)
    guard isHyphen || place.line.flags.contains(.truncated) else { return }
    let paragraph = place.paragraph
    let offset = Int(place.line.end)
    let item = paragraph.itemIndex(at: max(offset - 1, 0))
    var itemRun = paragraph.runs[paragraph.items.isEmpty ? 0 : Int(paragraph.items[item].run)]
    itemRun.level = paragraph.baseLevel
    let units: [UInt16] = [isHyphen ? 0x2D : 0x2026]
    let width = Double(itemiser.advance(of: units.span, itemRun)) * itemRun.scale
    let end = place.line.x + place.line.width
    var x = place.origin.x + (paragraph.isRightToLeft ? place.line.x : end - width)
    if isHyphen, place.line.endItem > 0 {
      let last = paragraph.items[Int(place.line.endItem) - 1]
      if last.kind == .endEdge {
        let edge = paragraph.edgeWidth(
          last, available: place.line.available, lineStart: Int(place.line.start))
        x += paragraph.isRightToLeft ? edge : -edge
      }
    }
    draw(
      units, itemRun, role: isHyphen ? .hyphen : .ellipsis, at: Point(x: x, y: place.baseline),
      paint: paragraph.paints[paragraph.paintIndex(at: max(offset - 1, 0))].paint,
      utf16Offset: place.text.start + offset, to: &sink, &itemiser)
  }

  /// Draws text that is not part of the document, for example a marker.
  mutating func draw(
    _ units: [UInt16], _ itemRun: ItemRun, role: GlyphRun.Role, at origin: Point, paint: UInt32,
    utf16Offset: Int, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    let shaped = itemiser.shaper.shape(units.span, itemiser.shapingStyle(itemRun))
    let attributes = itemiser.table.paints[Int(paint)]
    var run = GlyphRun(
      font: itemiser.shaper.instance(
        of: itemRun.font, strokeChange: Int(attributes.strokeChange)),
      unitsPerEm: Int(itemiser.shaper.unitsPerEm(of: itemRun.font)),
      size: itemiser.table.styles[Int(itemRun.style)].size,
      color: attributes.color, utf16Range: utf16Offset..<utf16Offset)
    run.role = role
    run.units = units
    run.isRightToLeft = itemRun.isRightToLeft
    run.origin = origin
    var pen = origin.x
    for glyph in itemiser.shaper.glyphs(of: shaped) {
      run.glyphs.append(glyph.id)
      run.x.append(pen + Double(glyph.xOffset) * itemRun.scale)
      run.y.append(origin.y - Double(glyph.yOffset) * itemRun.scale)
      run.clusters.append(Int(glyph.utf16Offset))
      pen += Double(glyph.advance) * itemRun.scale
    }
    run.width = pen - origin.x
    sink.draw(run)
  }
}

extension TextShaper {
  /// Returns the glyphs of the text that was shaped last.
  func glyphs(of shaped: ShapedText) -> [Glyph] {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(shaped.glyphCount)
    forEachGlyph(of: shaped) { glyphs.append($0) }
    return glyphs
  }
}
