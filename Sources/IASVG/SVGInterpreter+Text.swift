internal import IAText

// Text elements, which become lines of text.

extension SVGInterpreter {
  /// The numbers of an attribute of `text` or `tspan` with a value for each character, such as `x`.
  private struct Places {
    var x: [Double]
    var y: [Double]
    var dx: [Double]
    var dy: [Double]
    /// The number of characters before the element.
    var start: Int
  }

  /// An element inside a `text` element.
  private struct Level {
    var node: Int
    var next: Int
    var style: SVGStyle
    var places: Places
    var isLink = false
  }

  private static let maxLevels = 64

  /// Reads a `text` element with its descendants.
  mutating func readText(_ frame: Frame) {
    var frame = frame
    beginGroup(&frame, box: nil)
    var line = LineBuilder(frame: frame)
    var levels = [level(frame.node, frame.style, frame, start: 0)]
    while let index = levels.indices.last {
      let child = levels[index].next
      guard child >= 0 else {
        levels.removeLast()
        continue
      }
      levels[index].next = nodes[child].next
      let style = levels[index].style
      if nodes[child].name.isEmpty {
        let text = line.collapsed(nodes[child].text, keepsSpace: style.font.keepsSpace)
        add(text, style, levels.map(\.places), to: &line)
        continue
      }
      guard nodes[child].isSVG, levels.count < Self.maxLevels else { continue }
      switch nodes[child].name {
      case "tspan", "a":
        let inner = self.style(of: child, in: style, sheet: &sheet)
        if !inner.isUndisplayed {
          levels.append(level(child, inner, frame, start: line.characterCount))
        }
      case "textPath", "tref", "altGlyph": omit(nodes[child].name)
      default: break
      }
    }
    var texts = line.finished()
    if texts.count == 1, let width = length(nodes[frame.node], "textLength", .horizontal, frame),
      width > 0
    {
      texts[0].width = width
    }
    for text in texts { picture.operations.append(.text(text)) }
    for _ in 0..<frame.groups { endGroup() }
  }

  private func level(_ node: Int, _ style: SVGStyle, _ frame: Frame, start: Int) -> Level {
    var inner = frame
    inner.style = style
    func numbers(_ name: String, _ axis: SVGLength.Axis) -> [Double] {
      (nodes[node][name] ?? "").split { $0 == "," || $0.isWhitespace }.prefix(4096)
        .compactMap {
          SVGLength(String($0))?.pixels(axis, in: inner.viewport, em: style.font.size)
        }
    }
    return Level(
      node: node, next: nodes[node].firstChild, style: style,
      places: Places(
        x: numbers("x", .horizontal), y: numbers("y", .vertical), dx: numbers("dx", .horizontal),
        dy: numbers("dy", .vertical), start: start))
  }

  /// Adds text, divided at each character that has its own position.
  private mutating func add(
    _ text: String, _ style: SVGStyle, _ levels: [Places], to line: inout LineBuilder
  ) {
    guard !text.isEmpty else { return }
    textLeft -= text.utf8.count
    guard textLeft > 0 else { return omit(Self.beyondLimit) }
    let attributes = attributes(style, line.frame)
    var part = ""
    for character in text {
      func own(_ list: (Places) -> [Double]) -> Double? {
        for level in levels.reversed() {
          let index = line.characterCount - level.start
          let numbers = list(level)
          if numbers.indices.contains(index) { return numbers[index] }
        }
        return nil
      }
      let (x, y) = (own(\.x), own(\.y))
      let (dx, dy) = (own(\.dx) ?? 0, own(\.dy) ?? 0)
      if x != nil || y != nil || dx != 0 || dy != 0 {
        line.add(part, attributes, style)
        part = ""
        line.move(x: x, y: y, dx: dx, dy: dy, style)
      }
      part.append(character)
      line.characterCount += 1
    }
    line.add(part, attributes, style)
  }

  private mutating func attributes(_ style: SVGStyle, _ frame: Frame) -> InlineAttributes? {
    guard !style.isHidden, style.font.size > 0 else { return nil }
    var frame = frame
    frame.style = style
    let box = SVGBox(x: 0, y: 0, width: 1, height: 1)
    var color: Color?
    switch paint(style.fill, style.fillOpacity, frame, box: box) {
    case .color(let one): color = one
    case .gradient(let gradient):
      omit("text with a gradient")
      color = gradient.stops[gradient.stops.count / 2].color
    case nil:
      // The outline of text is drawn as text, without a stroke.
      switch paint(style.line.paint, style.line.opacity, frame, box: box) {
      case .color(let one): color = one
      case .gradient(let gradient): color = gradient.stops[0].color
      case nil: return nil
      }
      omit("outline of text")
    }
    guard let color else { return nil }
    var attributes = InlineAttributes()
    attributes.fontSize = style.font.size
    attributes.fontFamily = style.font.family
    attributes.bold = style.font.weight >= 600
    if style.font.weight != 400, style.font.weight != 700 {
      attributes.fontWeight = style.font.weight
    }
    attributes.italic = style.font.isItalic
    attributes.foreground = color.faded(frame.opacity)
    if style.font.letterSpacing != 0 { attributes.letterSpacing = style.font.letterSpacing }
    if style.font.isUnderlined { attributes.underline = .init() }
    if style.font.isStruck { attributes.strikethrough = .single }
    return attributes
  }
}

/// The lines of a `text` element; each starts at its own position.
private struct LineBuilder {
  let frame: SVGInterpreter.Frame
  var characterCount = 0
  private var texts: [SVGPicture.Text] = []
  private var pen = SVGPoint(0, 0)
  private var shift = SVGPoint(0, 0)
  private var isNew = true
  private var endsWithSpace = true
  private var baseline = 0.0

  init(frame: SVGInterpreter.Frame) { self.frame = frame }

  /// Returns text with collapsed white space; white space at its start is also collapsed with that before it.
  mutating func collapsed(_ text: String, keepsSpace: Bool) -> String {
    var result = ""
    for character in text {
      let isSpace = character == " " || character == "\t" || character.isNewline
      if isSpace, !keepsSpace, endsWithSpace { continue }
      result.append(isSpace ? " " : character == "\u{FFFC}" ? "\u{FFFD}" : character)
      endsWithSpace = isSpace && !keepsSpace
    }
    return result
  }

  mutating func move(x: Double?, y: Double?, dx: Double, dy: Double, _ style: SVGStyle) {
    if x != nil || y != nil {
      // Without `x`, the line continues after the previous one, but only the painter knows the width of that line.
      if let x {
        pen.x = x
      } else if isNew == false, texts.isEmpty == false {
        shift.y += (y ?? 0) - pen.y
        pen.y = y ?? pen.y
        shift.x += dx
        shift.y += dy
        return
      }
      if let y { pen.y = y }
      isNew = true
    }
    shift.x += dx
    shift.y += dy
  }

  mutating func add(_ text: String, _ attributes: InlineAttributes?, _ style: SVGStyle) {
    guard !text.isEmpty else { return }
    guard let attributes else { return }
    let lift = style.font.baseline * style.font.size
    if isNew {
      texts.append(
        SVGPicture.Text(
          pieces: [], place: SVGPoint(pen.x, pen.y),
          anchor: style.font.anchor == .start
            ? .start : style.font.anchor == .middle ? .middle : .end,
          width: nil, matrix: frame.matrix))
      baseline = 0
      isNew = false
    }
    shift.y += lift - baseline
    baseline = lift
    texts[texts.count - 1].pieces.append(
      .init(text: text, attributes: attributes, dx: shift.x, dy: shift.y))
    shift = SVGPoint(0, 0)
  }

  mutating func finished() -> [SVGPicture.Text] {
    // White space at the end of the last line is removed.
    if let last = texts.indices.last, let piece = texts[last].pieces.indices.last,
      endsWithSpace, texts[last].pieces[piece].text.hasSuffix(" ")
    {
      texts[last].pieces[piece].text.removeLast()
    }
    return texts.filter { text in
      text.matrix.isUsable && text.pieces.contains { !$0.text.allSatisfy { $0 == " " } }
    }
  }
}
