import IAFonts
import IAText

extension LineDrawing {
  /// Fills the background of an equation.
  func drawBackground(
    of piece: LinePiece, _ place: Place, to sink: inout some DrawingSink,
    _ itemiser: borrowing Itemiser
  ) {
    let paint = place.paragraph.paints[place.paragraph.paintIndex(at: piece.start)].paint
    guard let color = itemiser.table.paints[Int(paint)].background else { return }
    sink.fill(
      Rectangle(
        x: place.origin.x + piece.x, y: place.origin.y + place.line.y, width: piece.width,
        height: place.line.height),
      color: color, role: .textBackground)
  }

  /// Draws an equation: a run with its TeX and without glyphs, then its glyphs and lines.
  ///
  /// - Parameters:
  ///   - factor: The factor that reduces the equation to the available width.
  func draw(
    _ figure: EquationFigure, _ piece: LinePiece, _ place: Place, _ factor: Double,
    to sink: inout some DrawingSink, _ itemiser: borrowing Itemiser
  ) {
    let number = place.paragraph.paints[place.paragraph.paintIndex(at: piece.start)].paint
    let paint = itemiser.table.paints[Int(number)]
    let itemRun = place.paragraph.runs[piece.run]
    let style = itemiser.table.styles[Int(itemRun.style)]
    let range = place.text.start + piece.start..<place.text.start + piece.end
    let base = Int(place.line.start)
    let origin = Point(
      x: place.origin.x + piece.x, y: place.baseline - style.baselineShift)
    var run = GlyphRun(
      font: itemiser.shaper.instance(of: itemRun.font),
      unitsPerEm: Int(itemiser.shaper.unitsPerEm(of: itemRun.font)), size: style.size,
      color: paint.color, utf16Range: range)
    run.units = Array(place.units[piece.start - base..<piece.end - base])
    run.origin = origin
    run.width = piece.width
    sink.draw(run)
    for part in figure.runs {
      var run = GlyphRun(
        font: part.font.changingStrokes(by: Int(paint.strokeChange)), unitsPerEm: part.unitsPerEm,
        size: part.size * factor, color: paint.color,
        utf16Range: range.lowerBound..<range.lowerBound)
      run.role = .equation
      run.glyphs = part.glyphs
      run.x = part.x.map { origin.x + $0 * factor }
      run.y = part.x.map { _ in origin.y + part.y * factor }
      run.clusters = part.x.map { _ in 0 }
      run.origin = Point(x: run.x.first ?? origin.x, y: origin.y + part.y * factor)
      sink.draw(run)
    }
    for rule in figure.rules {
      sink.stroke(
        Stroke(
          role: .equation, style: .single,
          start: Point(x: origin.x + rule.x * factor, y: origin.y + rule.y * factor),
          length: rule.length * factor, thickness: rule.thickness * factor, color: paint.color,
          utf16Range: range.lowerBound..<range.lowerBound))
    }
  }
}
