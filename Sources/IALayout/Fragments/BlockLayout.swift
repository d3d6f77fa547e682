import IAText

/// A paragraph or a table, laid out: lines and boxes with *y* from its own top.
///
/// Cached: all of it; an immutable value that can be moved up and down unless `top` says that it was
/// made for one place, or `region` for one container. Invalidated by an edit inside, another column
/// width, and for those with a `top` or a `region` by another place or container.
final class BlockLayout: Sendable {
  /// A paragraph in the block, or a piece of a long one (LayoutManager+Pieces.swift).
  struct Part: Sendable {
    var paragraph: ParagraphItems
    var lines: [Line]
    /// The paragraph's top.
    var y: Double
    var height: Double
    /// The column it stands in.
    var left: Double
    var width: Double
    /// Where it starts in the block, in units.
    var utf16Start: Int
    /// The leftmost and the rightmost end of text; the other way round where there are no lines.
    let textLeft: Double
    let textRight: Double

    init(
      paragraph: ParagraphItems, lines: [Line], y: Double, height: Double, left: Double,
      width: Double, utf16Start: Int
    ) {
      self.paragraph = paragraph
      self.lines = lines
      self.y = y
      self.height = height
      self.left = left
      self.width = width
      self.utf16Start = utf16Start
      var (textLeft, textRight) = (Double.infinity, -Double.infinity)
      for line in lines {
        textLeft = min(textLeft, line.x)
        textRight = max(textRight, line.x + line.width)
      }
      self.textLeft = textLeft
      self.textRight = textRight
    }

    /// Whether lines of the part, or glyphs that reach beyond their line, may meet a stretch.
    func mayMeet(_ top: Double, _ bottom: Double) -> Bool {
      y - height < bottom && y + 2 * height > top
    }
  }

  /// A rectangle of a table.
  struct Fill: Sendable {
    var rectangle: Rectangle
    var color: Color
    var role: FillRole
  }

  /// The paragraphs in the order of the text; never empty.
  let parts: [Part]
  /// What is drawn behind the text.
  let fills: [Fill]
  let utf16Count: Int
  /// In 1024ths of a point, so that heights can be added exactly.
  let height: Int
  let lineCount: Int
  /// The leftmost and the rightmost end of text.
  let extent: ClosedRange<Double>
  /// The place in the flow that the block was made for; nil where it can be moved.
  let top: Double?
  /// The container that the block was made for; nil for the last one, which no block below leaves.
  let region: Int?

  /// Whether another place may want another layout.
  var isBound: Bool { top != nil || region != nil }

  convenience init(
    parts: [Part], fills: [Fill] = [], utf16Count: Int, height: Double, top: Double?, region: Int?
  ) {
    self.init(
      parts: parts, fills: fills, utf16Count: utf16Count, units: Self.units(height), top: top,
      region: region)
  }

  /// - Parameter units: The height in 1024ths of a point.
  init(parts: [Part], fills: [Fill], utf16Count: Int, units: Int, top: Double?, region: Int?) {
    self.parts = parts
    self.fills = fills
    self.utf16Count = utf16Count
    height = units
    self.top = top
    self.region = region
    var count = 0
    var left = Double.infinity
    var right = -Double.infinity
    for part in parts {
      count += part.lines.count
      left = min(left, part.textLeft)
      right = max(right, part.textRight)
    }
    for fill in fills {
      left = min(left, fill.rectangle.x)
      right = max(right, fill.rectangle.maxX)
    }
    lineCount = count
    extent = min(left, right)...max(left, right)
  }

  /// How many units of height make a point.
  static let unitsPerPoint = 1024.0

  /// A height in units, rounded up.
  static func units(_ points: Double) -> Int {
    Int((min(max(points, 0), 1e12) * unitsPerPoint).rounded(.up))
  }

  /// The part that holds a unit; the last one for the end.
  func partIndex(at offset: Int) -> Int {
    var low = 0
    var high = parts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if parts[middle].utf16Start <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

extension BlockLayout.Part {
  /// The index of the line that a unit is on; the end of a line is on the next one.
  func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = lines.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if Int(lines[middle].start) <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
