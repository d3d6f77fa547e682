import IAEquations
import IAFonts

// Fractions, roots, indices and exponents, limits, accents.

extension EquationSetter {
  /// Returns a fraction with its line at the axis.
  func fraction(
    _ numerator: Equation.Part, _ denominator: Equation.Part, of part: Equation.Part
  ) -> EquationBox {
    let (above, below) = (boxes[numerator.number], boxes[denominator.number])
    let size = size(of: part)
    let isDisplay = settings[part.number].isDisplay
    let (line, axis) = (line * size, axis * size)
    let gap = line * (isDisplay ? 3 : 1.5)
    let up = max(
      axis + line / 2 + gap + max(above.descent, 0), (isDisplay ? 0.65 : 0.4) * size)
    let down = max(
      line / 2 + gap + max(below.ascent, 0) - axis, (isDisplay ? 0.65 : 0.35) * size)
    let (margin, overlap) = (Self.margin * size, 0.06 * size)
    let inner = max(above.width + above.overhang, below.width + below.overhang)
    let width = inner + 2 * (margin + overlap)
    var box = EquationBox()
    box.add(above, of: numerator, x: (width - above.width) / 2, y: -up)
    box.add(below, of: denominator, x: (width - below.width) / 2, y: down)
    box.addLine(x: margin, y: -axis, length: width - 2 * margin, thickness: line)
    box.width = width
    return box
  }

  /// The space beside a fraction and inside of delimiters, as a fraction of the size.
  static let margin = 0.1

  /// Returns a root: its sign is enlarged to the height of the radicand, and its line is over all
  /// of it.
  func root(
    _ radicand: Equation.Part, degree: Equation.Part?, of part: Equation.Part,
    _ shaper: inout TextShaper
  ) -> EquationBox {
    let inner = boxes[radicand.number]
    let size = size(of: part)
    let line = line * size
    let gap = line + (settings[part.number].isDisplay ? xHeight * size / 4 : line / 2)
    let (ascent, descent) = (max(inner.ascent, xHeight * size), max(inner.descent, 0))
    let top = ascent + gap + line
    let plain = glyphs("√", size: size, isItalic: false, &shaper)
    let sign = enlarged("√", plain, to: top + descent, size, &shaper)
    var box = EquationBox()
    var x = 0.0
    if let degree {
      let small = boxes[degree.number]
      // The degree is above the left stroke of the sign.
      let start = max(small.width - 0.5 * sign.width, 0)
      let raise = 0.55 * sign.height - max(top - sign.ascent, 0) - descent
      box.add(
        small, of: degree, x: start + 0.5 * sign.width - small.width,
        y: -(max(raise, 0) + max(small.descent, 0)))
      x = start
    }
    box.add(sign, x: x, y: sign.ascent - top)
    let right = x + sign.width + sign.overhang
    box.add(inner, of: radicand, x: right + line, y: 0)
    let end = right + 2 * line + inner.width + inner.overhang
    // The line overlaps the end of the sign.
    box.addLine(x: right - line, y: line / 2 - top, length: end - right + line, thickness: line)
    box.ascent = max(box.ascent, top + line)
    box.width = end + line
    return box
  }

  /// Returns a base with an index, an exponent, or both; below and above it if it is an operator
  /// with limits in a display.
  func scripts(
    _ base: Equation.Part, below: Equation.Part?, above: Equation.Part?, of part: Equation.Part
  ) -> EquationBox {
    if equation.hasLimits(base), settings[part.number].isDisplay {
      return stacked(base, below: below, above: above, of: part)
    }
    let size = size(of: part)
    let own = boxes[base.number]
    let index = below.map { boxes[$0.number] }
    let exponent = above.map { boxes[$0.number] }
    var up = 0.0
    if let exponent, let above, !isPrime(above) {
      up = max(0.38 * size, own.ascent - 0.27 * size)
      up = max(up, max(exponent.descent, 0) + xHeight * size / 4)
    }
    var down = 0.0
    if let index {
      down = max((exponent == nil ? 0.16 : 0.25) * size, own.descent + 0.05 * size)
      down = max(down, index.ascent - 0.8 * xHeight * size)
    }
    if let index, let exponent, let above, !isPrime(above) {
      let gap = 4 * line * size
      let free = (up - max(exponent.descent, 0)) - (index.ascent - down)
      if free < gap { down += gap - free }
    }
    var box = EquationBox()
    box.add(own, of: base, x: 0, y: 0)
    if let exponent, let above {
      box.add(exponent, of: above, x: own.width + own.overhang, y: -up)
    }
    if let index, let below { box.add(index, of: below, x: own.width, y: down) }
    box.width += 0.05 * size
    return box
  }

  /// Returns a base with parts below and above; beside it if it is an operator that has limits only
  /// in displays.
  func limits(
    _ base: Equation.Part, below: Equation.Part?, above: Equation.Part?, of part: Equation.Part
  ) -> EquationBox {
    if equation.hasLimits(base), !settings[part.number].isDisplay {
      return scripts(base, below: below, above: above, of: part)
    }
    return stacked(base, below: below, above: above, of: part)
  }

  private func stacked(
    _ base: Equation.Part, below: Equation.Part?, above: Equation.Part?, of part: Equation.Part
  ) -> EquationBox {
    let size = size(of: part)
    let gap = 0.13 * size
    let own = boxes[base.number]
    var width = own.width
    for inner in [below, above] {
      if let inner { width = max(width, boxes[inner.number].width) }
    }
    var box = EquationBox()
    box.add(own, of: base, x: (width - own.width) / 2, y: 0)
    if let above {
      let inner = boxes[above.number]
      box.add(
        inner, of: above, x: (width - inner.width) / 2,
        y: -(own.ascent + gap + max(inner.descent, 0)))
    }
    if let below, isLine(below) {
      let y = max(own.descent, 0) + 2 * line * size
      box.addLine(x: (width - own.width) / 2, y: y, length: own.width, thickness: line * size)
    } else if let below {
      let inner = boxes[below.number]
      box.add(
        inner, of: below, x: (width - inner.width) / 2,
        y: max(own.descent, 0) + gap + max(inner.ascent, 0))
    }
    box.width = width
    return box
  }

  /// Returns a base with an accent: a line as wide as the base, or a sign over its middle.
  func accented(
    _ base: Equation.Part, _ accent: Equation.Part, of part: Equation.Part,
    _ shaper: inout TextShaper
  ) -> EquationBox {
    let size = size(of: part)
    let own = boxes[base.number]
    let text = equation.text(of: accent)
    var box = EquationBox()
    box.add(own, of: base, x: 0, y: 0)
    let top = max(own.ascent, xHeight * size)
    if text == "‾" || text == "¯" {
      let margin = text == "‾" ? 0 : 0.08 * own.width
      box.addLine(
        x: margin + own.overhang, y: -(top + 2 * line * size), length: own.width - 2 * margin,
        thickness: line * size)
      box.width = own.width
      return box
    }
    let isSmall = text == "→"
    let sign = glyphs(text, size: isSmall ? 0.6 * size : size, isItalic: false, &shaper)
    // The lowest ink of the sign is just above the base.
    box.add(
      sign, x: (own.width - sign.width) / 2 + own.overhang / 2,
      y: -(top + 0.06 * size + sign.descent))
    box.width = own.width
    box.overhang = own.overhang
    return box
  }
}
