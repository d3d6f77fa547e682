internal import IAFonts
internal import IALayout
internal import IAText

// Glyphs with their text.

extension PDFPainter {
  /// Draws glyphs; each cluster can be selected and copied as its text.
  ///
  /// - Parameter isSilent: Whether the glyphs have no text: labels of cards are not part of the
  ///   document, and the text of an equation is its TeX.
  mutating func show(_ run: borrowing GlyphRun, color: Color, isSilent: Bool) {
    if run.glyphs.isEmpty {
      // A run without glyphs has the TeX of an equation as its text, which is written as invisible text.
      guard !isSilent, run.width > 0 else { return }
      let size = max(min(run.size, run.width), 1)
      return showUnseen(run.units, at: run.origin, size: size)
    }
    if faces.isColor(run.font) {
      showPictures(run, color)
      if !isSilent { showUnseen(run.units, at: run.origin, size: run.size) }
      return
    }
    guard let face = document.fonts.face(run.font) else { return }
    if isSilent { return fillOutlines(run, face, color) }
    let size = PDFBytes.thousandths(run.size * scale)
    guard size > 0 else { return }
    content.setFill(color)
    content.tolerance = hasTextInTenths ? run.size * scale * 0.0025 : 0.01
    if run.isRightToLeft {
      showBackwards(run, face, size)
    } else {
      showForwards(run, face, size)
    }
  }

  /// Shows the clusters of a run from left to right.
  private mutating func showForwards(
    _ run: borrowing GlyphRun, _ face: PDFFace, _ size: Int
  ) {
    let place = RunPlace(run, self)
    let count = run.glyphs.count
    var known = face.known
    var lineY = Double.nan
    var index = 0
    while index < count {
      var end = index + 1
      while end < count, run.clusters[end] == run.clusters[index] { end += 1 }
      let units = run.clusters[index]..<(end < count ? run.clusters[end] : run.units.count)
      let glyph = Int(run.glyphs[index])
      if end == index + 1, units.count == 1, glyph < known.count,
        known[glyph].unit == run.units[units.lowerBound], known[glyph].unit != 0
      {
        let code = known[glyph]
        content.setFont(Int(code.font), size: size)
        if run.y[index] != lineY {
          content.beginLine(
            at: place.x(of: index, run), place.y(of: index, run), slanted: run.font.isSlanted)
          lineY = run.y[index]
        }
        content.show(code.code, advance: code.advance, at: place.x(of: index, run))
      } else {
        show(run, GlyphCluster(glyphs: index..<end, units: units), face, size, place)
        known = face.known
        lineY = .nan
      }
      index = end
    }
  }

  /// Shows the clusters of a run in the order of its text, from right to left.
  private mutating func showBackwards(
    _ run: borrowing GlyphRun, _ face: PDFFace, _ size: Int
  ) {
    let place = RunPlace(run, self)
    let clusters = run.groups()
    for cluster in clusters.reversed() { show(run, cluster, face, size, place) }
  }

  /// Shows a cluster of glyphs with its text.
  private mutating func show(
    _ run: borrowing GlyphRun, _ cluster: GlyphCluster, _ face: PDFFace, _ size: Int,
    _ place: RunPlace
  ) {
    let range = cluster.units.clamped(to: 0..<run.units.count)
    let units = PDFText.units(run.units[range])
    let isOne = cluster.glyphs.count == 1 && (1...PDFFace.maximumUnits).contains(units.count)
    var isReplaced = false
    for index in cluster.glyphs {
      guard let code = face.code(of: run.glyphs[index], isOne ? units : nil) else { continue }
      content.setFont(code.font, size: size)
      content.beginLine(
        at: place.x(of: index, run), place.y(of: index, run), slanted: run.font.isSlanted)
      if !isOne, !isReplaced {
        content.beginReplaced(by: units)
        isReplaced = true
      }
      content.show(code.code, advance: code.advance, at: place.x(of: index, run))
    }
    if isReplaced { content.endReplaced() }
  }

  // MARK: Places

  /// Converts the positions of a run's glyphs to the coordinates of the content.
  struct RunPlace {
    private let scale: Double
    /// The position of the origin of the run's coordinates, with *y* upwards.
    private let origin: Point
    /// The start of the run if distances from it are rounded to tenths of a point, as in LibreOffice; otherwise `nil`.
    private let start: Double?
    private let runX: Double

    init(_ run: borrowing GlyphRun, _ painter: PDFPainter) {
      scale = painter.scale
      var origin = painter.placed(0, 0)
      origin.y -= painter.baselineShift(run.origin.y) * scale
      self.origin = origin
      runX = run.origin.x
      start = painter.startInTenths(run.origin.x).map { $0 + origin.x }
    }

    /// Returns the *x* of a glyph.
    func x(of index: Int, _ run: borrowing GlyphRun) -> Double {
      guard let start else { return origin.x + run.x[index] * scale }
      // LibreOffice rounds to twips, and then down to tenths of a point.
      let twips = PDFBytes.nearest((run.x[index] - runX) * 20)
      return start + Double(twips >> 1) / 10
    }

    /// Returns the *y* of a glyph.
    func y(of index: Int, _ run: borrowing GlyphRun) -> Double {
      origin.y - run.y[index] * scale
    }
  }

  /// Returns the distance by which a baseline is lowered so that it is at a whole tenth of a point on the page.
  func baselineShift(_ y: Double) -> Double {
    guard hasTextInTenths, scale == 1 else { return 0 }
    let place = origin.y + y
    // Heights are multiples of 1/1024 point, so that a sum of them may be slightly more than a twentieth.
    return (place * 10 + 0.5 - 0.001).rounded(.down) / 10 - place
  }

  /// Returns the start of a run rounded to a tenth of a point on the page; `nil` if runs are not rounded.
  ///
  /// LibreOffice rounds it up, and adds a tenth.
  fileprivate func startInTenths(_ x: Double) -> Double? {
    guard hasTextInTenths, scale == 1 else { return nil }
    let twips = ((origin.x + x) * 20).rounded()
    return (twips / 2).rounded(.up) / 10 + 0.1 - origin.x
  }

  // MARK: Other glyphs

  /// Fills the outlines of glyphs.
  private mutating func fillOutlines(
    _ run: borrowing GlyphRun, _ face: PDFFace, _ color: Color
  ) {
    content.setFill(color)
    let size = run.size * scale / Double(face.unitsPerEm)
    let slant = run.font.isSlanted ? ScaledFace.slant : 0
    for index in run.glyphs.indices {
      guard let outline = face.outline(of: run.glyphs[index]), !outline.ends.isEmpty else {
        continue
      }
      let place = placed(run.x[index], run.y[index])
      content.fill(outline, at: place, size: size, slant: slant)
    }
  }

  /// Draws colour glyphs as pictures.
  private mutating func showPictures(_ run: borrowing GlyphRun, _ color: Color) {
    for index in run.glyphs.indices {
      guard
        let glyph = document.glyph(
          run.glyphs[index], run.font, size: run.size * scale, faces)
      else { continue }
      let box = glyph.box
      paint(
        glyph.number,
        over: Rectangle(
          x: run.x[index] + box.x * run.size, y: run.y[index] + box.y * run.size,
          width: box.width * run.size, height: box.height * run.size),
        opacity: Int(color.alpha))
    }
  }

  /// Writes the text that a picture represents, as an almost transparent glyph.
  mutating func showUnseen(_ units: [UInt16], at point: Point, size: Double) {
    let plain = faces.fonts.match(FontRequest())
    let size = PDFBytes.thousandths(size * scale)
    guard !units.isEmpty, size > 0, let face = document.fonts.face(plain),
      let letter = faces.wideGlyph(plain), let code = face.code(of: letter, nil)
    else { return }
    let place = placed(point.x, point.y)
    content.setOpacity(PDFContent.unseen)
    content.setFont(code.font, size: size)
    content.beginLine(at: place.x, place.y, slanted: false)
    content.beginReplaced(by: PDFText.units(units[...]))
    content.show(code.code, advance: code.advance, at: place.x)
    content.endReplaced()
  }
}

extension PDFContent {
  /// Fills an outline.
  ///
  /// - Parameters:
  ///   - point: The position of the outline's origin.
  ///   - size: The size of a unit of the outline.
  ///   - slant: The shift to the right for each unit upwards.
  fileprivate mutating func fill(
    _ outline: QuadraticOutline, at point: Point, size: Double, slant: Double
  ) {
    func placed(_ x: Double, _ y: Double) -> Point {
      Point(x: point.x + (x + y * slant) * size, y: point.y + y * size)
    }
    var last = Point(x: 0, y: 0)
    outline.forEachSegment { segment in
      switch segment {
      case .move(let x, let y):
        last = placed(x, y)
        move(last.x, last.y)
      case .line(let x, let y):
        last = placed(x, y)
        line(last.x, last.y)
      case .curve(let controlX, let controlY, let x, let y):
        let (control, end) = (placed(controlX, controlY), placed(x, y))
        // The control points of the equal cubic curve are at two thirds of the way to the quadratic one.
        curve(
          Point(
            x: last.x + (control.x - last.x) * 2 / 3, y: last.y + (control.y - last.y) * 2 / 3),
          Point(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3),
          end)
        last = end
      }
    }
    fill()
  }
}
