import IAEquations
import IAFonts
import IAUnicode

/// Lays out an equation.
///
/// Sizes are found from the root to the leaves, boxes from the leaves to the root, and places from
/// the root again, without recursion. The rules are those of The TeXbook, appendix G, with measures
/// of the text's font instead of those of a font for mathematics.
struct EquationSetter {
  /// The size and the style in which a part is laid out.
  struct Setting {
    /// The script level: 0 in a line, 1 in an index or exponent, 2 in deeper ones.
    var level = 0
    /// Whether large operators are larger, with limits above and below.
    var isDisplay = false
    /// Whether the columns of a table are aligned to the left, like those of cases.
    var isLeftAligned = false
  }

  let equation: Equation
  let style: TextStyle
  var settings: [Setting]
  var boxes: [EquationBox]
  /// The middle of operators above the baseline, as a fraction of the size.
  var axis = 0.25
  /// The thickness of lines, as a fraction of the size.
  var line = 0.05
  /// The x-height, as a fraction of the size.
  var xHeight = 0.45

  init(_ equation: Equation, _ style: TextStyle) {
    self.equation = equation
    self.style = style
    settings = Array(repeating: Setting(), count: equation.partCount)
    boxes = Array(repeating: EquationBox(), count: equation.partCount)
  }

  /// Returns the figures of the equation from left to right; empty if nothing of it is visible.
  ///
  /// - Complexity: O(*n*), *n* being the number of parts and the length of their texts.
  mutating func figures(isDisplay: Bool, _ shaper: inout TextShaper) -> [EquationFigure] {
    measureFont(&shaper)
    let order = equation.partsFromRoot
    settings[equation.root.number] = Setting(level: 0, isDisplay: isDisplay)
    for part in order { setChildren(of: part) }
    for part in order.reversed() { boxes[part.number] = box(of: part, &shaper) }
    return placed(order, isDisplay: isDisplay, shaper)
  }

  private mutating func measureFont(_ shaper: inout TextShaper) {
    let metrics = shaper.metrics(of: style.font)
    xHeight = min(max(metrics.xHeight, 0.3), 0.7)
    line = min(max(metrics.underlineThickness, 0.04), 0.07)
    let minus = glyphs("\u{2212}", size: 1, isItalic: false, &shaper)
    axis = minus.height > 0 ? (minus.ascent - minus.descent) / 2 : xHeight / 2
    axis = min(max(axis, 0.1), 0.5)
  }

  private func placed(
    _ order: [Equation.Part], isDisplay: Bool, _ shaper: borrowing TextShaper
  ) -> [EquationFigure] {
    let root = boxes[equation.root.number]
    let starts = figureStarts(isDisplay: isDisplay)
    var figures = emptyFigures(starts, isDisplay: isDisplay)
    var places: [(x: Double, y: Double, figure: Int)?] = Array(repeating: nil, count: boxes.count)
    places[equation.root.number] = (0, 0, 0)
    for part in order {
      // The character of an accent and the rows of a table are not placed themselves.
      guard let place = places[part.number] else { continue }
      let box = boxes[part.number]
      var number = place.figure
      for (index, inner) in box.parts.enumerated() {
        if part == equation.root, number + 1 < starts.count, starts[number + 1].part == index {
          number += 1
        }
        places[inner.part.number] = (place.x + inner.x, place.y + inner.y, number)
      }
      let origin = (x: place.x - starts[place.figure].x, y: place.y)
      for glyph in box.glyphs {
        figures[place.figure].append(
          glyph.glyph, x: origin.x + glyph.x, y: origin.y + glyph.y, size: glyph.size,
          font: shaper.instance(of: glyph.font), unitsPerEm: Int(shaper.unitsPerEm(of: glyph.font)))
      }
      for var rule in box.rules {
        rule.x += origin.x
        rule.y += origin.y
        figures[place.figure].rules.append(rule)
      }
    }
    let areFinite = figures.allSatisfy {
      $0.width.isFinite && $0.ascent.isFinite && $0.descent.isFinite && $0.wholeWidth.isFinite
    }
    let isVisible = figures.contains { !$0.runs.isEmpty || !$0.rules.isEmpty }
    return areFinite && isVisible && root.width + root.overhang > 0 ? figures : []
  }

  // MARK: Figures

  /// The start of a figure: the index of its first part in the root, its left end in points, and
  /// the index of its first Unicode scalar in the TeX.
  private typealias FigureStart = (part: Int, x: Double, scalar: Int)

  /// The width in ems up to which an equation is one figure.
  private static let undividedWidth = 8.0

  /// Returns the starts of the figures.
  ///
  /// Outside groups, a figure starts after a relation or a binary operator; in a display, before
  /// it.
  private func figureStarts(isDisplay: Bool) -> [FigureStart] {
    var starts: [FigureStart] = [(0, 0, 0)]
    let root = boxes[equation.root.number]
    let placed = equation.placedOperators
    guard equation.kind(of: equation.root) == .row, !placed.isEmpty,
      root.width > Self.undividedWidth * style.size
    else { return starts }
    let parts = Array(equation.children(of: equation.root))
    var atoms = parts.map { atom(of: $0) }
    EquationAtom.resolve(&atoms)
    var next = 0
    for (index, part) in parts.enumerated() {
      while next < placed.count, placed[next].part.number < part.number { next += 1 }
      guard next < placed.count, placed[next].part == part,
        atoms[index] == .relation || atoms[index] == .binary
      else { continue }
      let (first, scalar) =
        isDisplay
        ? (index, placed[next].scalars.lowerBound) : (index + 1, placed[next].scalars.upperBound)
      guard first > 0, first < parts.count else { continue }
      let x = root.parts[first].x
      // A start may be before the last one after negative space.
      if x > starts[starts.count - 1].x { starts.append((first, x, scalar)) }
    }
    return starts
  }

  /// Returns the figures with their measures, without glyphs and lines.
  private func emptyFigures(_ starts: [FigureStart], isDisplay: Bool) -> [EquationFigure] {
    let root = boxes[equation.root.number]
    let whole = max(root.width, root.width + root.overhang)
    return starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1].x : whole
      var figure = EquationFigure(
        width: end - starts[index].x, ascent: root.ascent, descent: root.descent)
      if starts.count > 1 {
        let parts =
          root.parts[
            starts[index]
              .part..<(index + 1 < starts.count
              ? starts[index + 1].part : root.parts.count)]
        figure.ascent = parts.reduce(0) { max($0, boxes[$1.part.number].ascent - $1.y) }
        figure.descent = parts.reduce(0) { max($0, boxes[$1.part.number].descent + $1.y) }
      }
      figure.isDisplay = isDisplay
      figure.wholeWidth = whole
      figure.firstScalar = starts[index].scalar
      return figure
    }
  }

  // MARK: Sizes

  /// Returns the size of the text of a part in points.
  func size(of part: Equation.Part) -> Double { size(atLevel: settings[part.number].level) }

  private func size(atLevel level: Int) -> Double {
    let full = style.size
    // Indices of indices stay readable.
    return max(full * [1, 0.7, 0.5][min(level, 2)], min(full, Self.leastSize))
  }

  /// The minimum size of reduced parts in points.
  private static let leastSize = 5.0

  private mutating func setChildren(of part: Equation.Part) {
    let own = settings[part.number]
    let script = Setting(level: min(own.level + 1, 2), isDisplay: false)
    for (index, child) in equation.children(of: part).enumerated() {
      switch equation.kind(of: part) {
      case .fraction:
        settings[child.number] = own.isDisplay ? Setting(level: own.level) : script
      case .root where index == 1: settings[child.number] = Setting(level: 2)
      case .subscripted, .superscripted, .scripted, .under, .over, .underOver:
        let isFull = index == 0 || isLine(child) || isPrime(child)
        settings[child.number] = isFull ? own : script
      case .fenced:
        settings[child.number] = own
        settings[child.number].isLeftAligned = equation.delimiters(of: part) == ("{", "")
      case .table, .tableRow: settings[child.number] = Setting(level: own.level)
      default: settings[child.number] = own
      }
    }
  }

  /// Returns whether a part is `_`, which below another part is a horizontal line.
  func isLine(_ part: Equation.Part) -> Bool {
    equation.kind(of: part) == .operator && equation.text(of: part) == "_"
  }

  /// Returns whether a part consists of primes, which are raised in the font.
  func isPrime(_ part: Equation.Part) -> Bool {
    let text = equation.text(of: part).unicodeScalars
    return equation.kind(of: part) == .operator && !text.isEmpty
      && text.allSatisfy { $0 == "′" || $0 == "'" }
  }

  // MARK: Boxes

  private func box(of part: Equation.Part, _ shaper: inout TextShaper) -> EquationBox {
    let parts = Array(equation.children(of: part))
    let text = equation.text(of: part)
    let size = size(of: part)
    switch equation.kind(of: part) {
    case .row: return row(parts, of: part)
    case .fenced: return fenced(parts, of: part, &shaper)
    case .identifier:
      return glyphs(text, size: size, isItalic: Self.isItalic(text), &shaper)
    case .upright, .number, .text: return glyphs(text, size: size, isItalic: false, &shaper)
    case .operator: return sign(text, of: part, &shaper)
    case .space:
      return EquationBox(width: (Double(text) ?? 0) / 18 * size)
    case .fraction: return fraction(parts[0], parts[1], of: part)
    case .squareRoot: return root(parts[0], degree: nil, of: part, &shaper)
    case .root: return root(parts[0], degree: parts[1], of: part, &shaper)
    case .subscripted: return scripts(parts[0], below: parts[1], above: nil, of: part)
    case .superscripted: return scripts(parts[0], below: nil, above: parts[1], of: part)
    case .scripted: return scripts(parts[0], below: parts[1], above: parts[2], of: part)
    case .under: return limits(parts[0], below: parts[1], above: nil, of: part)
    case .over: return limits(parts[0], below: nil, above: parts[1], of: part)
    case .underOver: return limits(parts[0], below: parts[1], above: parts[2], of: part)
    case .accented: return accented(parts[0], parts[1], of: part, &shaper)
    case .table: return table(parts, of: part)
    // The table lays out the cells of its rows.
    case .tableRow: return EquationBox()
    }
  }

  /// Returns whether a variable is slanted: a single letter below U+0590, as in the Latin, Greek
  /// and Cyrillic scripts.
  private static func isItalic(_ text: String) -> Bool {
    guard let letter = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return false
    }
    return letter.value < 0x590 && letter.properties.isAlphabetic
  }

  /// Returns a row of parts, with the spaces between their classes.
  func row(_ parts: [Equation.Part], of part: Equation.Part) -> EquationBox {
    var atoms = parts.map { atom(of: $0) }
    EquationAtom.resolve(&atoms)
    let size = size(of: part)
    let isScript = settings[part.number].level > 0
    var box = EquationBox()
    var x = 0.0
    var last: EquationAtom?
    for (index, inner) in parts.enumerated() {
      if let atom = atoms[index] {
        if let last { x += EquationAtom.space(last, atom, isScript: isScript) / 18 * size }
        last = atom
      }
      let own = boxes[inner.number]
      box.add(own, of: inner, x: x, y: 0)
      x += own.width
      box.overhang = own.overhang
    }
    box.width = max(x, 0)
    return box
  }

  /// Returns the class of a part, or `nil` for a space.
  private func atom(of part: Equation.Part) -> EquationAtom? {
    var part = part
    while true {
      switch equation.kind(of: part) {
      case .operator: return EquationAtom(operator: equation.text(of: part))
      case .identifier:
        return equation.text(of: part).unicodeScalars.count > 1 ? .large : .ordinary
      case .space: return nil
      case .fenced, .fraction, .table: return .inner
      case .subscripted, .superscripted, .scripted, .under, .over, .underOver:
        part = equation.children(of: part)[equation.children(of: part).startIndex]
      default: return .ordinary
      }
    }
  }

  /// Returns an operator; a large one has its middle at the axis.
  private func sign(
    _ text: String, of part: Equation.Part, _ shaper: inout TextShaper
  ) -> EquationBox {
    let size = size(of: part)
    guard let scalar = text.unicodeScalars.first, EquationAtom.largeOperators.contains(scalar)
    else {
      return glyphs(text == "-" ? "\u{2212}" : text, size: size, isItalic: false, &shaper)
    }
    let factor = settings[part.number].isDisplay ? Self.displayFactor : 1
    let sign = glyphs(text, size: size * factor, isItalic: false, &shaper)
    return centred(sign, size)
  }

  /// The size of large operators in a display relative to that of the text.
  private static let displayFactor = 1.4

  /// Returns a box whose ink has its middle at the axis.
  func centred(_ box: EquationBox, _ size: Double) -> EquationBox {
    var result = EquationBox()
    result.add(box, x: 0, y: (box.ascent - box.descent) / 2 - axis * size)
    result.overhang = box.overhang
    return result
  }

  /// Returns the glyphs of a text, in fonts that have them; the descent is negative if all ink is
  /// above the baseline.
  func glyphs(
    _ text: String, size: Double, isItalic: Bool, _ shaper: inout TextShaper
  ) -> EquationBox {
    var request = style.request
    if isItalic { request.isItalic = true }
    let own = shaper.font(for: request)
    var pieces: [(font: FontID, units: [UInt16])] = []
    for scalar in text.unicodeScalars {
      let font =
        shaper.hasGlyph(scalar.value, in: own)
        ? own
        : shaper.fallback(
          for: scalar.value, instead: own, request: request, wantsColor: false,
          language: style.language)
      if pieces.last?.font != font { pieces.append((font, [])) }
      pieces[pieces.count - 1].units += Array(String(scalar).utf16)
    }
    var box = EquationBox()
    var (top, bottom, right) = (-Double.infinity, -Double.infinity, 0.0)
    for (font, units) in pieces {
      let shaped = shaper.shape(
        units.span, ShapingStyle(font: font, script: .latin, language: style.language))
      let scale = size / Double(shaper.unitsPerEm(of: font))
      for glyph in shaper.glyphs(of: shaped) {
        let (x, y) = (box.width + Double(glyph.xOffset) * scale, -Double(glyph.yOffset) * scale)
        if let ink = shaper.ink(of: glyph.id, in: font) {
          box.glyphs.append(.init(glyph: glyph.id, font: font, size: size, x: x, y: y))
          top = max(top, Double(ink.top) * scale - y)
          bottom = max(bottom, y - Double(ink.bottom) * scale)
          right = max(right, x + Double(ink.right) * scale)
        }
        box.width += Double(glyph.advance) * scale
      }
    }
    if top.isFinite { (box.ascent, box.descent) = (top, bottom) }
    box.overhang = max(right - box.width, 0)
    return box
  }
}
