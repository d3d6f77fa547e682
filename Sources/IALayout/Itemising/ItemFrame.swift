import IAText

/// A box around text in a paragraph, or one line of a box that is divided by line ends.
///
/// Lengths are in points. The text is between two items without units, the edges, whose width is
/// the space between the text and the text outside. The end edge is before the line end that the
/// text ends with.
struct ItemFrame: Sendable {
  /// The units, counted from the start of the paragraph.
  var range: Range<Int>
  /// The number of the box, from 1, in `LayoutOptions.BlockSpaces.inlineBoxes`.
  var number: UInt16
  /// The width from edge to edge.
  var width: Double
  /// The parts of the edges that only fill the width of the box; they are narrower in a line that
  /// is narrower than the box.
  var filling: (start: Double, end: Double)
  /// Whether the box has a width of its own.
  var hasStatedWidth: Bool
  /// Whether it is the first and the last line of the box.
  var isFirst = true
  var isLast = true
  /// The distances of the outer edges of the lines of the box from the baseline, up and down.
  var above: Double
  var below: Double
  /// The part of the height of the line that the box needs, up and down from the baseline.
  var ascent = 0.0
  var descent = 0.0

  /// The width of the text with its edges, without the filling.
  var leastWidth: Double { width - filling.start - filling.end }

  /// Returns the part of the frame in a range, with offsets from its start; `nil` if there is none.
  func part(_ part: Range<Int>) -> ItemFrame? {
    guard range.overlaps(part) else { return nil }
    var frame = self
    frame.range = range.clamped(to: part)
    return frame.moved(by: -part.lowerBound)
  }

  /// Returns the frame with a number of units added to its range.
  func moved(by offset: Int) -> ItemFrame {
    var frame = self
    frame.range = range.lowerBound + offset..<range.upperBound + offset
    return frame
  }
}

extension InlineBox {
  /// The widths of the visible lines at the sides.
  var lines: Sides<Double> {
    func width(_ border: Border?) -> Double? {
      border.flatMap { $0.isVisible ? Self.bounded($0.width) : nil }
    }
    return Sides(
      top: width(borders.top), right: width(borders.right), bottom: width(borders.bottom),
      left: width(borders.left))
  }

  /// Returns a length in points clamped to `lengths`; 0 if it is `nil` or not finite.
  static func bounded(_ length: Double?) -> Double {
    guard let length, length.isFinite else { return 0 }
    return min(max(length, lengths.lowerBound), lengths.upperBound)
  }
}

extension Itemiser {
  /// Inserts the edges of the boxes around text, and records the boxes in `frames`.
  ///
  /// - Complexity: O(*n* log *a*) in the items and the attachments.
  mutating func insertEdges() {
    guard runs.contains(where: { table.styles[Int($0.style)].box != 0 }) else { return }
    var framed: [Item] = []
    framed.reserveCapacity(items.count + 8)
    var index = 0
    while index < items.count {
      let number = boxNumber(items[index])
      guard number != 0 else {
        framed.append(items[index])
        index += 1
        continue
      }
      var end = index + 1
      while end < items.count, boxNumber(items[end]) == number { end += 1 }
      appendFrames(index..<end, number, to: &framed)
      index = end
    }
    items = framed
  }

  private func boxNumber(_ item: Item) -> UInt16 {
    table.styles[Int(runs[Int(item.run)].style)].box
  }

  /// Appends the items of a box with its edges: those of each of its lines if it is a block.
  private mutating func appendFrames(
    _ range: Range<Int>, _ number: UInt16, to framed: inout [Item]
  ) {
    let box = table.options.blockSpaces.inlineBoxes[Int(number) - 1]
    let lines = box.isBlock ? lines(of: range) : [range]
    let widest = lines.reduce(InlineBox.bounded(box.width) * table.options.textScale) {
      max($0, size(of: $1).width)
    }
    for line in lines {
      appendFrame(
        line, number, box, width: widest,
        isFirst: line.lowerBound == range.lowerBound, isLast: line.upperBound == range.upperBound,
        to: &framed)
    }
  }

  /// Returns the parts of a range of items that end with a mandatory break.
  private func lines(of range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = range.lowerBound
    for index in range
    where items[index].flags.contains(.mandatory) || index + 1 == range.upperBound {
      lines.append(start..<index + 1)
      start = index + 1
    }
    return lines
  }

  /// Appends the items of one line of a box between its edges.
  private mutating func appendFrame(
    _ range: Range<Int>, _ number: UInt16, _ box: InlineBox, width: Double, isFirst: Bool,
    isLast: Bool, to framed: inout [Item]
  ) {
    let scale = table.options.textScale
    let text = size(of: range)
    func length(_ length: Double?) -> Double { InlineBox.bounded(length) * scale }
    let missing = max(width - text.width, 0)
    var filling: (left: Double, right: Double) =
      switch box.alignment {
      case .center: (missing / 2, missing / 2)
      case .right: (missing, 0)
      case .left, .justified, nil: (0, missing)
      }
    var sides = (
      left: length(box.margin.left) + length(box.lines.left) + length(box.padding.left)
        + filling.left,
      right: length(box.margin.right) + length(box.lines.right) + length(box.padding.right)
        + filling.right
    )
    let (first, last) = (items[range.lowerBound], items[range.upperBound - 1])
    if runs[Int(first.run)].isRightToLeft {
      filling = (filling.right, filling.left)
      sides = (sides.right, sides.left)
    }
    let textEnd = last.kind == .lineEnd ? range.upperBound - 1 : range.upperBound
    let startEdge = edge(.startEdge, sides.left, at: Int(first.start), first.run)
    var endEdge = edge(
      .endEdge, sides.right, at: last.kind == .lineEnd ? Int(last.start) : last.end, last.run)
    let lead =
      box.isBlock && box.lineHeight != nil
      ? (length(box.lineHeight) - text.ascent - text.descent) / 2 : 0
    var frame = ItemFrame(
      range: Int(first.start)..<last.end, number: number,
      width: text.width + self.width(of: startEdge) + self.width(of: endEdge),
      filling: (filling.left, filling.right), hasStatedWidth: box.width != nil, isFirst: isFirst,
      isLast: isLast, above: text.ascent + lead, below: text.descent + lead)
    if isFirst { frame.above += length(box.padding.top) + length(box.lines.top) }
    if isLast { frame.below += length(box.padding.bottom) + length(box.lines.bottom) }
    if box.isBlock {
      frame.ascent = frame.above + (isFirst ? length(box.margin.top) : 0)
      frame.descent = frame.below + (isLast ? length(box.margin.bottom) : 0)
    }
    frames.append(frame)
    framed.append(startEdge)
    for index in range.lowerBound..<textEnd {
      var item = items[index]
      if index == range.upperBound - 1 {
        endEdge.flags = item.flags.intersection([.breakAfter, .mandatory, .endsInSoftHyphen])
        item.flags.subtract([.breakAfter, .mandatory])
      } else if box.isBlock, item.flags.contains(.breakAfter) {
        item.flags.insert(.dividesObject)
      }
      framed.append(item)
    }
    framed.append(endEdge)
    if textEnd < range.upperBound { framed.append(last) }
  }

  private func edge(_ kind: Item.Kind, _ width: Double, at offset: Int, _ run: UInt32) -> Item {
    let scale = runs[Int(run)].scale
    let advance = scale > 0 ? min((width / scale).rounded(), Double(Int32.max / 4)) : 0
    return Item(
      start: UInt32(offset), count: 0, advance: Int32(advance), run: run, kind: kind)
  }

  private func width(of edge: Item) -> Double {
    Double(edge.advance) * runs[Int(edge.run)].scale
  }

  /// Returns the width of items on one line and the heights of their fonts and attachments.
  private func size(of range: Range<Int>) -> (width: Double, ascent: Double, descent: Double) {
    var (width, ascent, descent) = (0.0, 0.0, 0.0)
    for item in items[range] {
      let run = runs[Int(item.run)]
      width += Double(item.advance) * run.scale + Double(item.spaces) * run.space
      (ascent, descent) = (max(ascent, run.ascent), max(descent, run.descent))
      guard item.kind == .attachment, let box = boxes.box(at: Int(item.start)) else { continue }
      width += box.width
      (ascent, descent) = (max(ascent, box.ascent), max(descent, box.descent))
    }
    return (width, ascent, descent)
  }
}

extension ParagraphItems {
  /// Returns the index of the box around the text at a unit.
  ///
  /// - Complexity: O(log *n*) in the boxes.
  func frameIndex(at offset: Int) -> Int? {
    let index = firstFrame { $0.range.upperBound > offset }
    return index < frames.count && frames[index].range.contains(offset) ? index : nil
  }

  /// Returns the box around the text at a unit.
  func frame(at offset: Int) -> ItemFrame? { frameIndex(at: offset).map { frames[$0] } }

  /// Returns the indices of the boxes with text in a range.
  ///
  /// - Complexity: O(log *n*) in the boxes.
  func frameIndices(in range: Range<Int>) -> Range<Int> {
    guard !frames.isEmpty, !range.isEmpty else { return 0..<0 }
    let first = firstFrame { $0.range.upperBound > range.lowerBound }
    let end = firstFrame { $0.range.lowerBound >= range.upperBound }
    return first..<max(first, end)
  }

  /// Returns the index of the first box that meets a condition, which all boxes after it meet.
  private func firstFrame(_ condition: (ItemFrame) -> Bool) -> Int {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(frames[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the heights above and below the baseline that the boxes of a line need.
  ///
  /// - Complexity: O(log *n* + *m*) in the boxes of the paragraph and of the line.
  func heights(ofFramesIn range: Range<Int>) -> (ascent: Double, descent: Double) {
    var heights = (ascent: 0.0, descent: 0.0)
    for frame in frames[frameIndices(in: range)] {
      heights.ascent = max(heights.ascent, frame.ascent)
      heights.descent = max(heights.descent, frame.descent)
    }
    return heights
  }

  /// Returns a unit of the text in the box that an edge belongs to.
  ///
  /// - Parameter lineStart: The first unit of the line; the edges of an empty line of a box are
  ///   before its line end.
  static func unit(atEdge start: Int, _ kind: Item.Kind, lineStart: Int) -> Int {
    kind == .endEdge ? max(start - 1, lineStart) : start
  }

  /// Returns the width in points of an edge in a line.
  ///
  /// - Parameters:
  ///   - edge: The edge.
  ///   - available: The width of the line; a box that is wider is not filled up to its width.
  ///   - lineStart: The first unit of the line.
  func edgeWidth(_ edge: Item, available: Double, lineStart: Int) -> Double {
    let width = Double(edge.advance) * runs[Int(edge.run)].scale
    let unit = Self.unit(atEdge: Int(edge.start), edge.kind, lineStart: lineStart)
    guard let frame = frame(at: unit), frame.width > available else { return width }
    let filling = frame.filling.start + frame.filling.end
    guard filling > 0 else { return width }
    let own = edge.kind == .startEdge ? frame.filling.start : frame.filling.end
    return max(width - own * min((frame.width - available) / filling, 1), 0)
  }
}

extension LayoutManager {
  /// The name of the tag of text in a box; its value is the index of the box in the options.
  package static let boxTag = "ia.box"
}
