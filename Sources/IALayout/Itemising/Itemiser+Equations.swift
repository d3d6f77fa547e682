import IAEquations
import IAFonts

extension Itemiser {
  /// The maximum number of units of an equation that is drawn as one; longer ones are drawn as TeX.
  static let maxEquationLength = 8192
  /// The maximum nesting depth of parts; deeper equations are drawn as TeX.
  private static let maxEquationDepth = 100

  /// Returns the index after the last zone of the equation that a zone starts.
  func endOfEquation(from first: Int) -> Int {
    let kind = table.styles[Int(zones[first].style)].equation
    var end = first + 1
    while end < zones.count, zones[end].start == zones[end - 1].end,
      table.styles[Int(zones[end].style)].equation == kind
    {
      end += 1
    }
    return end
  }

  /// Appends the equation in a range of zones as one item or several, and returns whether it did.
  ///
  /// TeX with unknown commands or right-to-left letters, or longer than `maxEquationLength`, stays
  /// text.
  mutating func appendEquation(
    _ range: Range<Int>, _ units: Span<UInt16>, isLatin: Bool
  ) -> Bool {
    var zone = zones[range.lowerBound]
    let style = table.styles[Int(zone.style)]
    let start = zone.start
    var end = zones[range.upperBound - 1].end
    while end > start, Self.endsLine(units[end - 1]) { end -= 1 }
    guard let kind = style.equation, !style.isHidden, start < end,
      end - start <= Self.maxEquationLength
    else { return false }
    let figures = figures(of: units.extracting(start..<end), style, kind)
    guard !figures.isEmpty else { return false }
    // The parts of an equation are in order from left to right.
    zone.level = (zone.level + 1) & ~1
    let run = run(zone, font: style.font)
    let offsets = Self.offsets(of: figures, in: units.extracting(start..<end))
    let first = items.count
    for (index, figure) in figures.enumerated() {
      let isLast = index == figures.count - 1
      let own = start + offsets[index]..<(isLast ? end : start + offsets[index + 1])
      boxes.append(
        .init(
          offset: own.lowerBound, content: .equation(figure), width: figure.width,
          ascent: figure.ascent + style.baselineShift,
          descent: figure.descent - style.baselineShift))
      items.append(
        Item(
          start: UInt32(own.lowerBound), count: UInt16(own.count), advance: 0, run: run,
          kind: .attachment, flags: isLast ? [] : [.breakAfter, .dividesObject]))
    }
    noteBreak()
    if kind == .display { displays.append(first..<items.count) }
    for index in range where zones[index].end > end {
      var rest = zones[index]
      rest.start = max(rest.start, end)
      appendItems(of: rest, units, isLatin: isLatin)
    }
    return true
  }

  /// Adds mandatory breaks that put display equations on lines of their own.
  mutating func separateDisplays() {
    for display in displays {
      var before = display.lowerBound - 1
      while before >= 0, items[before].isBlank, !items[before].flags.contains(.mandatory) {
        before -= 1
      }
      if before >= 0, !items[before].flags.contains(.mandatory) {
        items[display.lowerBound - 1].flags.formUnion([.breakAfter, .mandatory])
      }
      var after = display.upperBound
      while after < items.count, items[after].isBlank { after += 1 }
      if after < items.count, items[after].kind != .lineEnd {
        items[after - 1].flags.formUnion([.breakAfter, .mandatory])
      }
    }
  }

  /// Returns the offsets of the first units of figures in their TeX; each has at least one unit.
  private static func offsets(of figures: [EquationFigure], in units: Span<UInt16>) -> [Int] {
    var offsets: [Int] = []
    var (scalar, unit) = (0, 0)
    for (index, figure) in figures.enumerated() {
      while scalar < figure.firstScalar, unit < units.count {
        let isPair =
          units[unit] & 0xFC00 == 0xD800 && unit + 1 < units.count
          && units[unit + 1] & 0xFC00 == 0xDC00
        unit += isPair ? 2 : 1
        scalar += 1
      }
      let least = offsets.last.map { $0 + 1 } ?? 0
      offsets.append(min(max(unit, least), units.count - (figures.count - index)))
    }
    return offsets
  }

  private mutating func figures(
    of units: Span<UInt16>, _ style: TextStyle, _ kind: EquationKind
  ) -> [EquationFigure] {
    var tex: [UInt16] = []
    tex.reserveCapacity(units.count)
    for index in units.indices { tex.append(units[index]) }
    guard let equation = Self.equation(ofTeX: tex) else { return [] }
    var setter = EquationSetter(equation, style)
    return setter.figures(isDisplay: kind == .display, &shaper)
  }

  /// Returns the equation of TeX source, or `nil` if the source is drawn as text.
  static func equation(ofTeX tex: [UInt16]) -> Equation? {
    guard tex.count <= maxEquationLength,
      !tex.contains(where: { $0 == 0xFFFC || isRightToLeft($0) }),
      let equation = Equation(tex: String(decoding: tex, as: UTF16.self)), !equation.isEmpty,
      equation.depth <= maxEquationDepth
    else { return nil }
    return equation
  }

  private static func endsLine(_ unit: UInt16) -> Bool {
    (0x0A...0x0D).contains(unit) || unit == 0x85 || unit == 0x2028 || unit == 0x2029
  }

  /// Returns whether a unit is in a block of letters that are written from right to left.
  private static func isRightToLeft(_ unit: UInt16) -> Bool {
    (0x590..<0x900).contains(unit) || (0xFB1D..<0xFE00).contains(unit)
      || (0xFE70..<0xFEFF).contains(unit) || (0xD802...0xD803).contains(unit)
      || (0xD83A...0xD83B).contains(unit)
  }
}

extension LayoutManager {
  /// The name of the tag that marks text as the TeX of an equation.
  package static let equationTag = Equation.tagName

  /// Returns whether the TeX of an equation is drawn as an equation, not as text.
  package static func drawsEquation(_ tex: [UInt16]) -> Bool {
    Itemiser.equation(ofTeX: tex) != nil
  }
}
