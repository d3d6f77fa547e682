import IAText

extension LineDrawing {
  /// The maximum number of leader characters of a tab.
  private static let maxLeaders = 1000

  /// Draws the leader that the tab stop of a tab states.
  mutating func drawLeader(
    _ piece: LinePiece, _ place: Place, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    let options = itemiser.table.options
    guard
      let leader = Self.leader(
        of: piece, place, tabInterval: options.tabInterval * options.textScale)
    else { return }
    let itemRun = place.paragraph.runs[piece.run]
    let paint = place.paragraph.paints[place.paragraph.paintIndex(at: piece.start)].paint
    let x = place.origin.x + piece.x
    if let width = leader.lineWidth {
      sink.stroke(
        Stroke(
          role: .underline, style: .single,
          start: Point(x: x, y: place.baseline + 1 + width / 2), length: piece.width,
          thickness: width, color: itemiser.table.paints[Int(paint)].color,
          utf16Range: place.text.start + piece.start..<place.text.start + piece.start))
      return
    }
    let mark = [leader.unit]
    let advance = Double(itemiser.advance(of: mark.span, itemRun)) * itemRun.scale
    guard advance > 0.1 else { return }
    // The characters start at multiples of their advance, so that those of consecutive lines are
    // aligned.
    let first = (piece.x / advance).rounded(.up) * advance
    let count = Int((piece.x + piece.width - first) / advance + 0.001)
    guard count > 0 else { return }
    draw(
      Array(repeating: leader.unit, count: min(count, Self.maxLeaders)), itemRun, role: .tabLeader,
      at: Point(x: place.origin.x + first, y: place.baseline), paint: paint,
      utf16Offset: place.text.start + piece.start, to: &sink, &itemiser)
  }

  /// Returns the leader of the tab stop at which a tab ends, as `LineBreaker.tabAdvance` finds it.
  private static func leader(
    of piece: LinePiece, _ place: Place, tabInterval: Double
  ) -> ParagraphAttributes.TabStop.Leader? {
    let style = place.paragraph.style
    guard style.tabStops.contains(where: { $0.leader != nil }) else { return nil }
    let isFirst = place.line.start == 0 && place.paragraph.startsParagraph
    let start =
      place.paragraph.isRightToLeft
      ? place.line.x + place.line.width - piece.x - piece.width : piece.x - place.line.x
    let indent =
      isFirst ? place.paragraph.firstLineIndent(tabInterval: tabInterval) : style.headIndent
    let position = start + indent
    return style.tabStops.first { $0.position > position + LineBreaker.tolerance }?.leader
  }
}

extension ParagraphAttributes.TabStop.Leader {
  /// The thickness of the line in points; `nil` if it is not a line.
  fileprivate var lineWidth: Double? {
    switch self {
    case .underscores: 0.5
    case .thickLine: 1.5
    case .dots, .hyphens, .equals, .middleDots: nil
    }
  }

  /// The character that fills the space.
  fileprivate var unit: UInt16 {
    switch self {
    case .dots, .underscores, .thickLine: 0x2E
    case .hyphens: 0x2D
    case .equals: 0x3D
    case .middleDots: 0xB7
    }
  }
}
