import IAEquations
import IAFonts

// Delimiters and tables.

extension EquationSetter {
  /// Returns parts between delimiters that are as high as the content.
  func fenced(
    _ parts: [Equation.Part], of part: Equation.Part, _ shaper: inout TextShaper
  ) -> EquationBox {
    let content = row(parts, of: part)
    let size = size(of: part)
    let half = max(content.ascent - axis * size, content.descent + axis * size, 0)
    let (opening, closing) = equation.delimiters(of: part)
    var box = EquationBox()
    let left = delimiter(opening, height: 2 * half, size, &shaper)
    box.add(left, x: 0, y: 0)
    for inner in content.parts {
      box.add(boxes[inner.part.number], of: inner.part, x: left.width + inner.x, y: inner.y)
    }
    let right = delimiter(closing, height: 2 * half, size, &shaper)
    let x = left.width + content.width + content.overhang
    box.add(right, x: x, y: 0)
    box.width = x + right.width
    return box
  }

  /// Returns a delimiter with its middle at the axis; one that is not shown has a small width.
  private func delimiter(
    _ text: String, height: Double, _ size: Double, _ shaper: inout TextShaper
  ) -> EquationBox {
    guard !text.isEmpty else { return EquationBox(width: Self.margin * size) }
    let plain = glyphs(text, size: size, isItalic: false, &shaper)
    // A delimiter may be smaller than its content, as with `\delimiterfactor` and
    // `\delimitershortfall` in TeX.
    let wanted = max(0.9 * height, height - 0.4 * size)
    guard wanted > 1.1 * plain.height else { return centred(plain, size) }
    if let drawn = ruled(text, height: wanted, size) { return drawn }
    return centred(enlarged(text, plain, to: wanted, size, &shaper), size)
  }

  /// Returns a delimiter that consists of straight lines, at the axis; `nil` for others.
  private func ruled(_ text: String, height: Double, _ size: Double) -> EquationBox? {
    var (bars, isLeft, atTop, atBottom) = (0, true, true, true)
    switch text {
    case "|": bars = 1
    case "‖": bars = 2
    case "[": break
    case "]": isLeft = false
    case "⌊": atTop = false
    case "⌋": (isLeft, atTop) = (false, false)
    case "⌈": atBottom = false
    case "⌉": (isLeft, atBottom) = (false, false)
    default: return nil
    }
    let line = 1.2 * line * size
    let (side, arm) = (0.1 * size, 0.22 * size)
    let (top, bottom) = (-axis * size - height / 2, -axis * size + height / 2)
    var box = EquationBox()
    func addBar(_ x: Double) {
      box.rules.append(.init(x: x, y: -axis * size, length: line, thickness: height))
    }
    if bars > 0 {
      for bar in 0..<bars { addBar(side + Double(bar) * 3 * line) }
      box.width = 2 * side + Double(3 * bars - 2) * line
    } else {
      addBar(isLeft ? side : side + arm - line)
      if atTop { box.addLine(x: side, y: top + line / 2, length: arm, thickness: line) }
      if atBottom { box.addLine(x: side, y: bottom - line / 2, length: arm, thickness: line) }
      box.width = 2 * side + arm
    }
    (box.ascent, box.descent) = (-top, max(bottom, 0))
    return box
  }

  /// Returns a sign of at least a height in points, as far as the maximum font size permits: a
  /// taller variant of a mathematics font if there is one, enlarged if necessary, otherwise the
  /// enlarged plain sign.
  func enlarged(
    _ text: String, _ plain: EquationBox, to height: Double, _ size: Double,
    _ shaper: inout TextShaper
  ) -> EquationBox {
    guard plain.height > 0, height > plain.height else { return plain }
    guard let scalar = text.unicodeScalars.first else { return plain }
    let font = shaper.font(for: FontRequest(families: Self.families))
    let perEm = Double(shaper.unitsPerEm(of: font))
    if let glyph = shaper.tallGlyph(
      for: scalar.value, in: font, height: Int32(min(height / size * perEm, 1e8))),
      let ink = shaper.ink(of: glyph, in: font), ink.top > ink.bottom
    {
      let scale = size / perEm
      let found = Double(ink.top - ink.bottom) * scale
      let factor = max(height / found, 1)
      if size * factor <= StyleTable.sizes.upperBound {
        let unit = scale * factor
        var box = EquationBox(
          width: Double(max(ink.right, 0)) * unit, ascent: Double(ink.top) * unit,
          descent: -Double(ink.bottom) * unit)
        box.glyphs.append(.init(glyph: glyph, font: font, size: size * factor, x: 0, y: 0))
        if text != "√" { box.width += 0.06 * size }
        return box
      }
    }
    let factor = min(height / plain.height, StyleTable.sizes.upperBound / size)
    return glyphs(text, size: size * max(factor, 1), isItalic: false, &shaper)
  }

  /// The families with taller variants of delimiters, in order of preference.
  private static let families = [
    "STIX Two Math", "Latin Modern Math", "DejaVu Math TeX Gyre",
  ]

  /// Returns a table with its middle at the axis.
  func table(_ rows: [Equation.Part], of part: Equation.Part) -> EquationBox {
    let size = size(of: part)
    let cells = rows.map { row in
      equation.isRow(row) ? Array(equation.children(of: row)) : [row]
    }
    var widths: [Double] = []
    for row in cells {
      for (column, cell) in row.enumerated() {
        let width = boxes[cell.number].width + boxes[cell.number].overhang
        if column < widths.count {
          widths[column] = max(widths[column], width)
        } else {
          widths.append(width)
        }
      }
    }
    var box = EquationBox()
    var y = 0.0
    var baselines: [Double] = []
    for (index, row) in cells.enumerated() {
      let ascent = row.reduce(0.7 * size) { max($0, boxes[$1.number].ascent) }
      let descent = row.reduce(0.25 * size) { max($0, boxes[$1.number].descent) }
      y += index > 0 ? Self.rowGap * size + ascent : ascent
      baselines.append(y)
      y += descent
    }
    let shift = -axis * size - y / 2
    let share = settings[part.number].isLeftAligned ? 0 : 0.5
    for (row, baseline) in zip(cells, baselines) {
      var x = 0.0
      for (column, cell) in row.enumerated() {
        let own = boxes[cell.number]
        box.add(
          own, of: cell, x: x + (widths[column] - own.width - own.overhang) * share,
          y: baseline + shift)
        x += widths[column] + Self.columnGap * size
      }
    }
    let gaps = Double(max(widths.count - 1, 0)) * Self.columnGap * size
    box.width = widths.reduce(0, +) + gaps
    return box
  }

  private static let rowGap = 0.25
  private static let columnGap = 0.9
}
