internal import IAText

/// Determines the spaces between the paragraphs of a page while it is read (CSS 2.2, section 8.3.1): the largest of the
/// margins that meet, and the padding between them.
struct PageSpaces {
  /// The spaces so far.
  private(set) var spacing = PageSpacing()
  /// The space between the last paragraph and the next one.
  private var gap = Gap()
  /// The gaps around the floating boxes that are open.
  private var outer: [Gap] = []
  /// The elements that are open and state the shading of the paragraphs in them.
  private var grounds: [Ground] = []
  /// The numbers of paragraphs before the boxes that are open.
  private var counts: [Int] = []
  /// The sums of the usual margins of the open figures, from the outside in.
  private var figures: [PageSpacing.Indents] = []
  /// Whether margins that no declaration states do not count at the edges of cells.
  var isQuirky = false

  /// An element with a background.
  struct Ground {
    /// The number of its style.
    var style: Int
    /// The number of blocks around its paragraphs that are outside of its background.
    var depth: Int
  }

  /// The innermost open element that states the shading of the paragraphs in it.
  var ground: Ground? { grounds.last }

  /// Opens an element with a background.
  mutating func beginGround(_ style: Int, depth: Int) {
    grounds.append(Ground(style: style, depth: depth))
  }

  /// Closes the innermost element with a background.
  mutating func endGround() { grounds.removeLast() }

  /// The space between two paragraphs, as far as it is known.
  private struct Gap {
    /// The space that later margins do not change.
    var settled = 0.0
    /// The largest of the margins after it, and the largest one that is stated.
    var margin = 0.0
    var statedMargin = 0.0
    /// The box without text so far that the space is in.
    var box: Int?
    /// Whether the space is above that box, because nothing separates the margins inside from those outside.
    var isAboveBox = false
    /// Whether the space is at the start of a cell.
    var startsCell = false
    /// The number of the style of the innermost element around both paragraphs.
    var around: Int?
    /// The paragraph above in the same box or cell, as an index, and its shading.
    var upper: Int?
    var upperShading: Color?
    /// The part of the space that is in the shading of the paragraph above.
    var upperPart = 0.0
    /// The shading of the innermost element that begins, and the space above it; `nil` if its margin grows.
    var shading: Color?
    var shadingStart: Double?

    var total: Double { settled + margin }
  }

  /// The number of the style of the innermost element around the last paragraph and the next one.
  var around: Int? { gap.around }
  /// Whether the last paragraph has a shading.
  var hasShading: Bool { gap.upperShading != nil }

  /// Notes the element around the next paragraph, in which the last one was if nothing has ended since.
  mutating func enter(inside style: Int) { if gap.around == nil { gap.around = style } }

  /// Notes that an element inside an element of a style has ended.
  mutating func leave(inside style: Int) { gap.around = style }

  /// Adds a margin above or below an element.
  mutating func add(margin: Double, isStated: Bool) {
    gap.margin = max(gap.margin, margin)
    if isStated { gap.statedMargin = max(gap.statedMargin, margin) }
  }

  /// Adds the upper edge of an element.
  ///
  /// - Parameters:
  ///   - padding: The padding above; 0 beside a border, which paragraphs have with its padding.
  ///   - isClosed: Whether there is padding or a border, so that margins inside are apart from those outside.
  ///   - shading: The background that the element states.
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

  /// Adds the lower edge of an element, in which paragraphs have a shading.
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

  /// Opens a figure with the margins that no declaration states.
  mutating func beginFigure(start: Double, end: Double) {
    let outer = figures.last ?? .init(start: 0, end: 0)
    figures.append(
      .init(start: min(outer.start + start, 2000), end: min(outer.end + end, 2000)))
  }

  /// Closes the innermost figure.
  mutating func endFigure() { figures.removeLast() }

  /// Notes text of a program whose size browsers reduce.
  mutating func noteSmallCode(_ range: Range<Int>) {
    if let last = spacing.smallCode.last, last.upperBound == range.lowerBound {
      spacing.smallCode[spacing.smallCode.count - 1] = last.lowerBound..<range.upperBound
    } else {
      spacing.smallCode.append(range)
    }
  }

  /// Notes the generic family of the text of the page.
  mutating func setFamily(_ generic: String) { spacing.genericFamily = generic }

  // MARK: Boxes and tables

  /// Opens a box.
  ///
  /// - Parameters:
  ///   - id: The id of its block.
  ///   - isFloating: Whether it is beside the text.
  ///   - isClosed: Whether a border or padding separates the margins inside from those above.
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

  /// Closes a box.
  ///
  /// - Parameters:
  ///   - id: The id of its block.
  ///   - isFloating: Whether it is beside the text.
  ///   - isClosed: Whether a border or padding separates the margins inside from those below.
  mutating func endBox(_ id: Int, isFloating: Bool, isClosed: Bool) {
    let isEmpty = counts.popLast() == spacing.paragraphs.count
    if isFloating {
      let last = isEmpty ? 0 : endGap()
      spacing.boxes[id]?.last = last
      gap = outer.popLast() ?? Gap()
    } else if isEmpty {
      // Without text there is no box.
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

  /// Opens a table.
  mutating func beginTable(_ id: Int) {
    let above = endGap()
    spacing.tables[id] = above
    gap = Gap()
  }

  /// Puts the space above a table above its caption.
  mutating func beginCaption(of id: Int) {
    gap.settled = spacing.tables.removeValue(forKey: id) ?? 0
  }

  /// Opens a cell.
  mutating func beginCell() {
    gap = Gap()
    gap.startsCell = true
  }

  /// Closes a cell.
  ///
  /// - Parameter hasText: Whether the last paragraph is in the cell and not in a table inside.
  mutating func endCell(hasText: Bool) {
    let space = isQuirky ? gap.settled + gap.statedMargin : gap.total
    let part = upperPadding(around: nil)
    if hasText, let last = spacing.paragraphs.indices.last {
      spacing.paragraphs[last].below = max(space - part, 0)
    }
    gap = Gap()
  }

  /// Ends the page.
  mutating func finish() { _ = upperPadding(around: nil) }

  /// Ends the space above a box or a table, or at the end of a box, and returns it.
  private mutating func endGap() -> Double {
    let total = gap.total
    guard let box = gap.box else { return total - upperPadding(around: nil) }
    setSpace(of: box)
    gap.box = nil
    return 0
  }

  /// Sets the space above or in a box that begins.
  private mutating func setSpace(of box: Int) {
    if gap.isAboveBox {
      let above = gap.total - upperPadding(around: nil)
      spacing.boxes[box]?.above = above
    } else {
      spacing.boxes[box]?.first = gap.total
    }
  }

  /// Sets the space below the text of the paragraph above that is in its shading, and returns it.
  private mutating func upperPadding(around color: Color?, _ lowerPart: Double = 0) -> Double {
    guard let upper = gap.upper, let shading = gap.upperShading else { return 0 }
    let part = color == shading ? gap.total - lowerPart : gap.upperPart
    if part > 0 { spacing.paragraphs[upper].padding.bottom = part }
    gap.upper = nil
    return part
  }

  // MARK: Paragraphs, lists and quotes

  /// Notes a paragraph.
  ///
  /// - Parameters:
  ///   - start: Its first unit.
  ///   - isEmptyCell: Whether it is a cell without content.
  ///   - shading: The colour behind it.
  ///   - sides: The space between its text and the sides of the shading.
  ///   - around: The shading of paragraphs in the innermost element around it and the last one.
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

  /// Notes the indents of a list, an item or a quote.
  mutating func indent(_ id: Int, start: Double, end: Double) {
    spacing.indents[id] = PageSpacing.Indents(
      start: min(max(start, 0), 2000), end: min(max(end, 0), 2000))
  }
}
