import IAText

/// A laid out paragraph or table: lines and boxes with *y* measured from its own top.
///
/// Cached: all content. The value is immutable and can be moved vertically, unless `top` states the
/// one position that it was made for, or `region` the one container. Invalidated by an edit inside
/// it, by another column width, and, if it has a `top` or a `region`, by another position or
/// container.
final class BlockLayout: Sendable {
  /// A paragraph in the block, or a piece of a long one (LayoutManager+Pieces.swift).
  struct Part: Sendable {
    var paragraph: ParagraphItems
    var lines: [Line]
    /// The top of the paragraph or piece, in points from the top of the block.
    var y: Double
    var height: Double
    /// The left edge and width of the column.
    var left: Double
    var width: Double
    /// The first unit of the part, counted from the start of the block.
    var utf16Start: Int
    /// The top and bottom of the rows of the part's cell in the outermost table, in points from the
    /// top of the block; `nil` outside tables, and in tables without tables in their cells that
    /// state no borders, padding, alignment or sizes.
    var row: RowExtent?
    /// The leftmost and the rightmost end of text; infinity and minus infinity if there are no
    /// lines.
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

    /// Returns whether lines of the part, or glyphs that extend beyond their line, may intersect a
    /// vertical range.
    func mayMeet(_ top: Double, _ bottom: Double) -> Bool {
      y - height < bottom && y + 2 * height > top
    }
  }

  /// A rectangle of a table.
  struct Fill: Sendable {
    var rectangle: Rectangle
    var color: Color
    var role: FillRole
    var pattern = Pattern.solid
  }

  /// The paragraphs in the order of the text; never empty.
  let parts: [Part]
  /// The rectangles drawn behind the text.
  let fills: [Fill]
  /// The tables of a block that is a table; `nil` for a paragraph.
  let tables: TableTree?
  /// The vertical extents of groups of parts, then of groups of fills; empty if there are few parts
  /// and fills.
  private let groups: [ClosedRange<Double>]
  let utf16Count: Int
  /// The height in 1/1024 point, so that sums of heights are exact.
  let height: Int
  let lineCount: Int
  /// The leftmost and the rightmost end of text and rectangles, in points from the left of the
  /// container.
  let extent: ClosedRange<Double>
  /// The position in the flow that the block was made for, or `nil` if it can be moved.
  let top: Double?
  /// The container that the block was made for, or `nil` for the last one, which has no end.
  let region: Int?

  /// Whether the block must be laid out again at another position.
  var isBound: Bool { top != nil || region != nil }

  convenience init(
    parts: [Part], fills: [Fill] = [], tables: TableTree? = nil, utf16Count: Int, height: Double,
    top: Double?, region: Int?
  ) {
    self.init(
      parts: parts, fills: fills, tables: tables, utf16Count: utf16Count,
      units: Self.heightUnits(height), top: top, region: region)
  }

  /// Creates a block; `units` is its height in 1/1024 point.
  init(
    parts: [Part], fills: [Fill], tables: TableTree?, utf16Count: Int, units: Int, top: Double?,
    region: Int?
  ) {
    self.parts = parts
    self.fills = fills
    self.tables = tables
    groups = Self.groups(parts, fills)
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

  /// The number of height units per point.
  static let unitsPerPoint = 1024.0

  /// Returns a height in units of 1/1024 point, rounded up.
  static func heightUnits(_ points: Double) -> Int {
    Int((min(max(points, 0), 1e12) * unitsPerPoint).rounded(.up))
  }

  /// Returns the index of the part that contains a unit; the last part for the end of the block.
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

// MARK: Visible parts

extension BlockLayout {
  /// The number of parts or fills in a group, whose extent decides whether they are visited.
  private static let groupSize = 64

  private static func groups(_ parts: [Part], _ fills: [Fill]) -> [ClosedRange<Double>] {
    guard parts.count + fills.count > 4 * groupSize else { return [] }
    func extents<Element>(
      _ elements: [Element], _ extent: (Element) -> (Double, Double)
    ) -> [ClosedRange<Double>] {
      stride(from: 0, to: elements.count, by: groupSize).map { first in
        var (top, bottom) = (Double.infinity, -Double.infinity)
        for element in elements[first..<min(first + groupSize, elements.count)] {
          let (low, high) = extent(element)
          (top, bottom) = (min(top, low), max(bottom, high))
        }
        return min(top, bottom)...max(top, bottom)
      }
    }
    return extents(parts) { ($0.y - $0.height, $0.y + 2 * $0.height) }
      + extents(fills) { ($0.rectangle.y, $0.rectangle.maxY) }
  }

  /// Calls a closure with the fills that may intersect a vertical range of the block, in order.
  ///
  /// - Complexity: O(*n* / 64 + *m*) for *n* fills and *m* in groups that intersect the range.
  func forEachFill(from top: Double, to bottom: Double, _ body: (Fill) -> Void) {
    let first = (parts.count + Self.groupSize - 1) / Self.groupSize
    Self.forEach(fills, groups.dropFirst(first), top, bottom, body)
  }

  /// Calls a closure with the parts that may intersect a vertical range of the block, in order.
  ///
  /// - Complexity: O(*n* / 64 + *m*) for *n* parts and *m* in groups that intersect the range.
  func forEachPart(from top: Double, to bottom: Double, _ body: (Part) -> Void) {
    Self.forEach(parts, groups[...], top, bottom) {
      if $0.mayMeet(top, bottom) { body($0) }
    }
  }

  private static func forEach<Element>(
    _ elements: [Element], _ groups: ArraySlice<ClosedRange<Double>>, _ top: Double,
    _ bottom: Double, _ body: (Element) -> Void
  ) {
    guard !groups.isEmpty else { return elements.forEach(body) }
    var first = 0
    for group in groups {
      guard first < elements.count else { return }
      let end = min(first + groupSize, elements.count)
      if group.lowerBound <= bottom, group.upperBound >= top { elements[first..<end].forEach(body) }
      first = end
    }
  }
}

extension BlockLayout.Part {
  /// Returns the index of the line that contains a unit; an offset between two lines is on the
  /// second.
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
