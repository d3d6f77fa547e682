internal import IAText

/// Determines the spaces between the paragraphs of a page: collapsed margins and the padding
/// between them (CSS 2.2, section 8.3.1).
///
/// All lengths are in points.
struct PageSpaces {
  /// The spaces so far.
  private(set) var spacing = PageSpacing()
  /// The space between the last paragraph and the next one.
  private var gap = Gap()
  /// The gaps around the open floating boxes.
  private var outer: [Gap] = []
  /// The open elements with a background that their paragraphs carry as shading.
  private var grounds: [Ground] = []
  /// The number of paragraphs before each open box.
  private var counts: [Int] = []
  /// The sums of the default margins of the open figures, outermost first.
  private var figures: [PageSpacing.Indents] = []
  /// Whether default margins do not count at the edges of table cells (quirks mode).
  var isQuirky = false

  struct Ground {
    /// The number of its style.
    var style: Int
    /// The number of blocks in the path that are outside of its background.
    var depth: Int
  }

  /// The innermost open element with a background.
  var ground: Ground? { grounds.last }

  mutating func beginGround(_ style: Int, depth: Int) {
    grounds.append(Ground(style: style, depth: depth))
  }

  mutating func endGround() { grounds.removeLast() }

  /// The known part of the space between two paragraphs.
  private struct Gap {
    /// The part that later margins do not change.
    var settled = 0.0
    /// The maximum of the margins after that part, and the maximum of the declared ones.
    var margin = 0.0
    var statedMargin = 0.0
    /// The id of the box at whose start the space is.
    var box: Int?
    /// Whether the space is above that box, because its margins collapse with the margins inside.
    var isAboveBox = false
    /// Whether the space is at the start of a cell.
    var startsCell = false
    /// The number of the style of the innermost element around both paragraphs.
    var around: Int?
    /// The index of the paragraph above in the same box or cell, and its shading.
    var upper: Int?
    var upperShading: Color?
    /// The part of the space that has the shading of the paragraph above.
    var upperPart = 0.0
    /// The shading of the innermost element that begins, and the space above it; `nil` while its
    /// margin can grow.
    var shading: Color?
    var shadingStart: Double?

    var total: Double { settled + margin }
  }

  /// The number of the style of the innermost element around the last paragraph and the next one.
  var around: Int? { gap.around }
  var hasShading: Bool { gap.upperShading != nil }

  /// Records that an element inside an element with this style begins.
  mutating func enter(inside style: Int) { if gap.around == nil { gap.around = style } }

  /// Records that an element inside an element with this style has ended.
  mutating func leave(inside style: Int) { gap.around = style }

  /// Adds a margin above or below an element; adjacent margins collapse to their maximum.
  mutating func add(margin: Double, isStated: Bool) {
    gap.margin = max(gap.margin, margin)
    if isStated { gap.statedMargin = max(gap.statedMargin, margin) }
  }

  /// Adds the upper edge of an element.
  ///
  /// - Parameters:
  ///   - padding: The padding above; 0 next to a border, where the padding belongs to the
  ///     paragraph's border.
  ///   - isClosed: Whether padding or a border separates margins inside from those outside.
  ///   - shading: The background of the element.
  mutating func addTop(padding: Double, isClosed: Bool, shading: Color?) {
    if isClosed { settle() }
    if let shading {
      gap.shading = shading
      gap.shadingStart = isClosed ? gap.settled : nil
    } else if isClosed, gap.shadingStart == nil {
      gap.shadingStart = gap.settled
    }
    gap.settled += padding
  }

  /// Adds the lower edge of an element.
  ///
  /// - Parameter shading: The background of the paragraphs in it.
  mutating func addBottom(padding: Double, isClosed: Bool, shading: Color?) {
    guard isClosed else { return }
    settle()
    gap.settled += padding
    if shading != nil, shading == gap.upperShading { gap.upperPart = gap.settled }
  }

  private mutating func settle() {
    gap.settled += gap.margin
    gap.margin = 0
    gap.statedMargin = 0
  }

  // MARK: Figures and code

  /// Opens a figure with its default margins.
  mutating func beginFigure(start: Double, end: Double) {
    let outer = figures.last ?? .init(start: 0, end: 0)
    figures.append(
      .init(start: min(outer.start + start, 2000), end: min(outer.end + end, 2000)))
  }

  /// Closes the innermost figure.
  mutating func endFigure() { figures.removeLast() }

  /// Records code that browsers show in a smaller size; adjacent ranges are merged.
  mutating func noteSmallCode(_ range: Range<Int>) {
    if let last = spacing.smallCode.last, last.upperBound == range.lowerBound {
      spacing.smallCode[spacing.smallCode.count - 1] = last.lowerBound..<range.upperBound
    } else {
      spacing.smallCode.append(range)
    }
  }

  /// Records the generic font family of the page.
  mutating func setFamily(_ generic: String) { spacing.genericFamily = generic }

  // MARK: Boxes and tables

  /// Opens a text box.
  ///
  /// - Parameters:
  ///   - id: The id of its block.
  ///   - isFloating: Whether it floats.
  ///   - isClosed: Whether padding or a border separates the margins inside from those above.
  mutating func beginBox(_ id: Int, isFloating: Bool, isClosed: Bool) {
    counts.append(spacing.paragraphs.count)
    if !isFloating, !isClosed {
      spacing.boxes[id] = PageSpacing.Box()
      if gap.box == nil { (gap.box, gap.isAboveBox) = (id, true) }
      return
    }
    var box = PageSpacing.Box()
    if isFloating {
      outer.append(gap)
    } else {
      box.above = endGap()
    }
    spacing.boxes[id] = box
    gap = Gap()
    gap.box = id
  }

  /// Closes a text box.
  ///
  /// - Parameters:
  ///   - id: The id of its block.
  ///   - isFloating: Whether it floats.
  ///   - isClosed: Whether padding or a border separates the margins inside from those below.
  mutating func endBox(_ id: Int, isFloating: Bool, isClosed: Bool) {
    let isEmpty = counts.popLast() == spacing.paragraphs.count
    if isFloating {
      let last = isEmpty ? 0 : endGap()
      spacing.boxes[id]?.last = last
      gap = outer.popLast() ?? Gap()
    } else if isEmpty {
      // An empty box is not shown.
      let above = spacing.boxes.removeValue(forKey: id)?.above ?? 0
      if gap.box == id { (gap.box, gap.isAboveBox) = (nil, false) }
      gap.settled += above
    } else if isClosed {
      let last = endGap()
      spacing.boxes[id]?.last = last
      gap = Gap()
    } else {
      gap.settled -= upperPadding(around: nil)
    }
  }

  mutating func beginTable(_ id: Int) {
    let above = endGap()
    spacing.tables[id] = above
    gap = Gap()
  }

  /// Moves the space above a table above its caption.
  mutating func beginCaption(of id: Int) {
    gap.settled = spacing.tables.removeValue(forKey: id) ?? 0
  }

  mutating func beginCell() {
    gap = Gap()
    gap.startsCell = true
  }

  /// Closes a table cell.
  ///
  /// - Parameter hasText: Whether the last paragraph is in this cell and not in a nested table.
  mutating func endCell(hasText: Bool) {
    let space = isQuirky ? gap.settled + gap.statedMargin : gap.total
    let part = upperPadding(around: nil)
    if hasText, let last = spacing.paragraphs.indices.last {
      spacing.paragraphs[last].below = max(space - part, 0)
    }
    gap = Gap()
  }

  mutating func finish() { _ = upperPadding(around: nil) }

  /// Ends the space before a box or table or at the end of a box, and returns the part that is not
  /// stored elsewhere.
  private mutating func endGap() -> Double {
    let total = gap.total
    guard let box = gap.box else { return total - upperPadding(around: nil) }
    setSpace(of: box)
    gap.box = nil
    return 0
  }

  /// Sets the space above or inside a box that begins.
  private mutating func setSpace(of box: Int) {
    if gap.isAboveBox {
      let above = gap.total - upperPadding(around: nil)
      spacing.boxes[box]?.above = above
    } else {
      spacing.boxes[box]?.first = gap.total
    }
  }

  /// Sets the padding of the paragraph above that has its shading, and returns that padding.
  private mutating func upperPadding(around color: Color?, _ lowerPart: Double = 0) -> Double {
    guard let upper = gap.upper, let shading = gap.upperShading else { return 0 }
    let part = color == shading ? gap.total - lowerPart : gap.upperPart
    if part > 0 { spacing.paragraphs[upper].padding.bottom = part }
    gap.upper = nil
    return part
  }

  // MARK: Paragraphs, lists and quotes

  /// Records a paragraph.
  ///
  /// - Parameters:
  ///   - start: Its UTF-16 offset.
  ///   - isEmptyCell: Whether it is the content of an empty cell.
  ///   - shading: Its shading.
  ///   - sides: The distances from its text to the sides of the shading.
  ///   - around: The shading of the innermost element around this paragraph and the last one.
  mutating func note(
    _ start: Int, isEmptyCell: Bool, shading: Color?, sides: Sides<Double>, around: Color?
  ) {
    var paragraph = PageSpacing.Paragraph(start: start, above: gap.total)
    paragraph.isEmptyCell = isEmptyCell
    if gap.startsCell, isQuirky { paragraph.above = gap.settled + gap.statedMargin }
    if let box = gap.box {
      setSpace(of: box)
      paragraph.above = 0
    } else if shading != nil || gap.upperShading != nil {
      var own = 0.0
      if let shading {
        if around == shading {
          own = gap.total - (gap.upperShading == shading ? 0 : gap.upperPart)
        } else if gap.shading == shading, let start = gap.shadingStart {
          own = gap.total - start
        }
      }
      let both = around == shading && gap.upperShading == shading
      let other = both ? 0 : upperPadding(around: around, own)
      paragraph.above = max(gap.total - own - other, 0)
      paragraph.padding = sides
      if own > 0 { paragraph.padding.top = own }
    }
    if let figure = figures.last { paragraph.indents = figure }
    spacing.paragraphs.append(paragraph)
    gap = Gap()
    gap.upper = spacing.paragraphs.count - 1
    gap.upperShading = shading
  }

  /// Records the indents of a list, item or quote, limited to 0 to 2,000 points.
  mutating func indent(_ id: Int, start: Double, end: Double) {
    spacing.indents[id] = PageSpacing.Indents(
      start: min(max(start, 0), 2000), end: min(max(end, 0), 2000))
  }
}
