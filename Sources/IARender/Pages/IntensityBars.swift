internal import IALayout
internal import IAText

/// The graph under each line of a text: a bar for each character, or for each segment over which
/// intensities are averaged.
struct IntensityBars {
  /// The space of the graph under a line, as a fraction of the font size.
  static let space = 0.75
  /// The height of a bar of intensity 100, as a fraction of this space.
  private static let share = 0.7
  /// The thickness of the line from which the bars rise, in points.
  private static let thickness = 0.5
  /// The maximum gap between two bars, in points.
  private static let gap = 0.75

  private let runs: [IAString.IntensityRun]
  /// Whether each word has a separate bar, and spaces have no bar.
  private let dividesWords: Bool
  private let hasSegments: Bool
  /// The height of the graph under each line, in points.
  private let height: Double

  /// Creates the graph of a text.
  init(_ string: IAString, _ looks: Looks) {
    // If ICU fails, the intensities are shown without smoothing.
    runs =
      (try? string.smoothedRuns(looks.smoothing))
      ?? string.intensityRuns(in: string.utf16Range)
    dividesWords = looks.smoothing == .word
    hasSegments = looks.smoothing != .character
    height = Self.space * looks.layoutOptions(.light).fontSize * looks.textScale
  }

  /// A part of a line with one intensity.
  struct Bar {
    /// The index of its run of intensity.
    var run: Int
    var left: Double
    var right: Double
  }

  /// Returns the index of the run of intensity that contains a unit.
  private func run(at utf16Offset: Int) -> Int {
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].utf16Range.upperBound <= utf16Offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return max(low, 0)
  }

  /// Returns the bars of a line, from left to right.
  private func bars(of line: IntensityCells.Line) -> [Bar] {
    var bars: [Bar] = []
    var isContinued = false
    for cell in line.cells.sorted(by: { $0.left < $1.left }) {
      guard cell.right > cell.left else { continue }
      let middle = (cell.left + cell.right) / 2
      if cell.isSpace, dividesWords || middle >= line.right || middle <= line.left {
        isContinued = false
        continue
      }
      let run = run(at: cell.utf16Offset)
      if hasSegments, isContinued, let last = bars.last, last.run == run {
        bars[bars.count - 1].right = cell.right
      } else {
        bars.append(Bar(run: run, left: cell.left, right: cell.right))
      }
      isContinued = true
    }
    return bars
  }

  /// Draws the graph under a line.
  func draw<P: Painter>(under line: IntensityCells.Line, _ theme: Theme, on painter: inout P) {
    let bars = bars(of: line)
    guard let first = bars.first, let last = bars.last, !runs.isEmpty else { return }
    let foot = line.bottom - height * (1 - Self.share)
    painter.fill(
      .rectangle(
        Rectangle(
          x: first.left, y: foot, width: last.right - first.left, height: Self.thickness),
        cornerRadius: 0),
      color: theme.rule)
    for bar in bars {
      let gap = min(Self.gap, (bar.right - bar.left) / 4)
      let high = height * Self.share * Double(min(runs[bar.run].intensity, 100)) / 100
      guard high > 0 else { continue }
      painter.fill(
        .rectangle(
          Rectangle(
            x: bar.left + gap / 2, y: foot - high, width: bar.right - bar.left - gap,
            height: high), cornerRadius: 0),
        color: theme.bar)
    }
  }
}

/// Collects the characters of a part of a text with their positions, line by line.
struct IntensityCells: DrawingSink {
  /// A character or attachment with its position.
  struct Cell {
    var utf16Offset: Int
    var left: Double
    var right: Double
    var isSpace: Bool
  }

  /// A line with its characters.
  struct Line {
    /// The left and right end of the text, without the spaces at its end, in points.
    var left: Double
    var right: Double
    /// The lower edge of the line in points.
    var bottom: Double
    var cells: [Cell] = []
  }

  private let manager: LayoutManager
  private var lines: [Line] = []
  /// The indices of the lines by their first unit.
  private var indices: [Int: Int] = [:]

  private init(_ manager: LayoutManager) { self.manager = manager }

  /// Returns the lines of a part of a text, by height.
  static func lines(
    of content: DocumentDrawing.Content, in part: Range<Double>, near visible: Range<Double>?
  ) -> [Line] {
    var cells = IntensityCells(content.manager)
    if let visible {
      content.draw(near: visible, to: &cells)
    } else {
      content.draw(part, to: &cells)
    }
    return cells.lines
  }

  mutating func draw(_ run: borrowing GlyphRun) {
    let run = copy run
    guard run.role == .text, let line = line(at: run.utf16Range.lowerBound) else { return }
    let groups = run.groups()
    for (number, group) in groups.enumerated() {
      let left = run.x[group.glyphs.lowerBound]
      let isLast = number == groups.count - 1
      let right = isLast ? run.origin.x + run.width : run.x[groups[number + 1].glyphs.lowerBound]
      add(group, of: run, left, right, to: line)
    }
  }

  /// Adds the characters of a cluster, each with an equal share of its width.
  private mutating func add(
    _ group: GlyphCluster, of run: GlyphRun, _ left: Double, _ right: Double, to line: Int
  ) {
    var characters = Array(run.text(group.units))
    if run.isRightToLeft { characters.reverse() }
    let width = (right - left) / Double(max(characters.count, 1))
    var offset = run.utf16Range.lowerBound + group.units.lowerBound
    if run.isRightToLeft { offset += group.units.count }
    for (number, character) in characters.enumerated() {
      let count = character.utf16.count
      if run.isRightToLeft { offset -= count }
      let start = left + Double(number) * width
      lines[line].cells.append(
        Cell(
          utf16Offset: offset, left: start, right: start + width, isSpace: character.isWhitespace))
      if !run.isRightToLeft { offset += count }
    }
  }

  mutating func draw(_ attachment: AttachmentBox) {
    guard let line = line(at: attachment.utf16Offset) else { return }
    lines[line].cells.append(
      Cell(
        utf16Offset: attachment.utf16Offset, left: attachment.box.x, right: attachment.box.maxX,
        isSpace: false))
  }

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}

  mutating func stroke(_ stroke: Stroke) {}

  /// Returns the index of the line that contains a unit.
  private mutating func line(at utf16Offset: Int) -> Int? {
    guard let found = manager.lineFragment(at: utf16Offset) else { return nil }
    if let known = indices[found.utf16Range.lowerBound] { return known }
    indices[found.utf16Range.lowerBound] = lines.count
    lines.append(
      Line(left: found.usedRect.x, right: found.usedRect.maxX, bottom: found.rect.maxY))
    return lines.count - 1
  }
}

extension DocumentDrawing {
  /// Draws the graphs under the lines of a part of the text.
  func drawBars<P: Painter>(
    in part: Range<Double>, near visible: Range<Double>?, on painter: inout P
  ) {
    guard let bars = content.bars else { return }
    painter.push(part: .grounds)
    for line in IntensityCells.lines(of: content, in: part, near: visible) {
      bars.draw(under: line, content.theme, on: &painter)
    }
    painter.pop()
  }
}

extension Theme {
  /// The colour of the bars: the colour of secondary text, made translucent.
  fileprivate var bar: Color {
    var color = secondaryText
    color.alpha = 180
    return color
  }
}
