import IAText

/// The indent, the bars and the boxes of the quotes, lists and boxes around an outermost table, and
/// the space above it.
///
/// Lengths are in points. In the placement of LibreOffice there are none: tables state their
/// indent.
struct TableSurroundings {
  /// The distances of the table from the leading and the trailing margin.
  private(set) var (left, right) = (0.0, 0.0)
  /// The space above the table, because another table precedes it.
  private var spacing = 0.0
  private var bars: [QuoteBar] = []
  private var boxes: [BoxGround] = []
  /// The blocks that the table shares with the paragraphs before and after it.
  private var shared = SharedBlocks.all

  /// Creates the surroundings of a table.
  ///
  /// - Parameters:
  ///   - range: The units of the table.
  ///   - string: The text.
  ///   - options: The options of the layout.
  init(of range: Range<Int>, _ string: IAString, _ options: LayoutOptions) {
    guard options.placement == .standard else { return }
    let scale = options.textScale
    let (start, end) = (range.lowerBound, range.upperBound)
    let blocks = string.paragraphAttributes(at: start).blocks
    let before = start > 0 ? string.paragraphAttributes(at: start - 1) : ParagraphAttributes()
    let outer = blocks.prefix { if case .table = $0.kind { false } else { true } }
    if BlockScanner.table(around: before) != 0 {
      let own = blocks.dropFirst(outer.count).first.flatMap { options.blockSpaces.tables[$0.id] }
      spacing = LineBreaker.summable(StyleTable.bounded(own ?? options.tableSpacing) * scale)
    }
    guard !outer.isEmpty else { return }
    let style = BlockStyle(Array(outer), options)
    (left, right) = (style.inset * scale, style.tailInset * scale)
    bars = style.quoteBars.map { QuoteBar(distance: $0.distance * scale, depth: $0.depth) }
    let after =
      end < string.utf16Count ? string.paragraphAttributes(at: end) : ParagraphAttributes()
    shared = SharedBlocks(
      before: SharedBlocks.count(before.blocks, blocks),
      after: SharedBlocks.count(after.blocks, blocks))
    boxes = BoxGround.placed(style.boxes, shared, (0, 0), scale)
  }

  /// Whether the table has no bars, boxes and space around it.
  var isPlain: Bool { spacing == 0 && bars.isEmpty && boxes.isEmpty }

  /// Returns the layout of the table with the space above and below it, and with the bars and boxes
  /// around it.
  ///
  /// - Parameters:
  ///   - table: The layout of the table without its surroundings.
  ///   - region: The left edge and the width of the column.
  ///   - options: The options of the layout.
  func layout(
    _ table: BlockLayout, in region: (left: Double, width: Double), _ options: LayoutOptions
  ) -> BlockLayout {
    let above = LineBreaker.summable(spacing + (boxes.first?.space(above: true) ?? 0))
    let below = LineBreaker.summable(boxes.first?.space(above: false) ?? 0)
    let inner = above..<above + Double(table.height) / BlockLayout.unitsPerPoint
    let grounds = fills(
      around: inner, 0..<inner.upperBound + below, left: region.left, width: region.width, options)
    return table.moved(down: above, top: table.top, below: below, behind: grounds)
  }

  /// Returns the rectangles of the boxes and bars.
  ///
  /// - Parameters:
  ///   - inner: The top and the bottom of the table.
  ///   - outer: The same with the space around it.
  private func fills(
    around inner: Range<Double>, _ outer: Range<Double>, left: Double, width: Double,
    _ options: LayoutOptions
  ) -> [BlockLayout.Fill] {
    var sink = FillSink()
    for box in boxes {
      let top = box.above.map { inner.lowerBound - $0 } ?? outer.lowerBound
      let bottom = box.below.map { inner.upperBound + $0 } ?? outer.upperBound
      box.draw(
        in: Rectangle(
          x: left + box.left, y: top, width: width - box.left - box.right, height: bottom - top),
        isFirst: box.above != nil, isLast: box.below != nil, ink: options.textColor, to: &sink)
    }
    for bar in bars {
      func space(_ isAbove: Bool) -> Double {
        boxes.first { $0.depth > bar.depth }?.space(above: isAbove) ?? 0
      }
      let top = shared.before > bar.depth ? outer.lowerBound : inner.lowerBound - space(true)
      let bottom = shared.after > bar.depth ? outer.upperBound : inner.upperBound + space(false)
      sink.fill(
        Rectangle(x: left + bar.distance, y: top, width: 3, height: bottom - top),
        color: options.ruleColor, role: .quoteBar)
    }
    return sink.fills
  }
}

/// A list of the rectangles that are drawn; it ignores everything else.
private struct FillSink: DrawingSink {
  var fills: [BlockLayout.Fill] = []

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {
    fills.append(.init(rectangle: rectangle, color: color, role: role))
  }
  mutating func draw(_ run: borrowing GlyphRun) {}
  mutating func stroke(_ stroke: Stroke) {}
  mutating func draw(_ attachment: AttachmentBox) {}
}

extension BlockLayout {
  /// Returns the block with space above and below its parts and fills.
  ///
  /// - Parameters:
  ///   - distance: The space above in points.
  ///   - top: The position that the new block is made for; `nil` if it can be moved.
  ///   - below: The space below in points.
  ///   - ground: Rectangles that are drawn before all others.
  func moved(
    down distance: Double, top: Double?, below: Double = 0, behind ground: [Fill] = []
  ) -> BlockLayout {
    var parts = parts
    for index in parts.indices {
      parts[index].y += distance
      parts[index].row?.move(by: distance)
    }
    var fills = fills
    for index in fills.indices { fills[index].rectangle.y += distance }
    return BlockLayout(
      parts: parts, fills: ground + fills, tables: tables, utf16Count: utf16Count,
      height: Double(height) / Self.unitsPerPoint + distance + below, top: top, region: region)
  }
}
