import IAText

/// A box around text in a paragraph.
///
/// Lengths are in points. The first and the last item of the text are beside items without units, the edges, whose width
/// is the space between the text and the text outside.
struct ItemFrame: Sendable {
  /// The units, counted from the start of the paragraph.
  var range: Range<Int>
  /// The number of the box in the styles of the text.
  var number: UInt16
  /// The width from edge to edge.
  var width: Double
  /// The distances of the outer edges of the lines of the box from the baseline, up and down.
  var above: Double
  var below: Double
  /// The part of the height of the line that the box needs, up and down from the baseline.
  var ascent = 0.0
  var descent = 0.0

  /// Returns the part of the frame in a range, with offsets from its start; `nil` if there is none.
  func part(_ part: Range<Int>) -> ItemFrame? {
    guard range.overlaps(part) else { return nil }
    var frame = self
    frame.range = range.clamped(to: part)
    return frame.moved(by: -part.lowerBound)
  }

  /// Returns the frame with other offsets.
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

  /// Returns a length that a box can have; 0 for none.
  static func bounded(_ length: Double?) -> Double {
    guard let length, length.isFinite else { return 0 }
    return min(max(length, lengths.lowerBound), lengths.upperBound)
  }
}

extension Itemiser {
  /// Adds the edges of the boxes around text, and notes the boxes.
  ///
  /// - Complexity: O(*n*) in the items.
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
      appendFrame(index..<end, number, to: &framed)
      index = end
    }
    items = framed
  }

  private func boxNumber(_ item: Item) -> UInt16 {
    table.styles[Int(runs[Int(item.run)].style)].box
  }

  /// Appends the items of a box with its edges.
  private mutating func appendFrame(_ range: Range<Int>, _ number: UInt16, to framed: inout [Item])
  {
    let box = table.options.blockSpaces.inlineBoxes[Int(number) - 1]
    let scale = table.options.textScale
    let text = size(of: range)
    func length(_ length: Double?) -> Double { InlineBox.bounded(length) * scale }
    var (left, right) = (
      length(box.margin.left) + length(box.lines.left) + length(box.padding.left),
      length(box.margin.right) + length(box.lines.right) + length(box.padding.right)
    )
    let missing = max(length(box.width) - text.width, 0)
    switch box.alignment {
    case .center:
      left += missing / 2
      right += missing / 2
    case .right: left += missing
    case .left, .justified, nil: right += missing
    }
    let lead =
      box.isBlock && box.lineHeight != nil
      ? (length(box.lineHeight) - text.ascent - text.descent) / 2 : 0
    var frame = ItemFrame(
      range: Int(items[range.lowerBound].start)..<items[range.upperBound - 1].end, number: number,
      width: text.width + left + right,
      above: text.ascent + lead + length(box.padding.top) + length(box.lines.top),
      below: text.descent + lead + length(box.padding.bottom) + length(box.lines.bottom))
    if box.isBlock {
      frame.ascent = frame.above + length(box.margin.top)
      frame.descent = frame.below + length(box.margin.bottom)
    }
    frames.append(frame)
    let (first, last) = (items[range.lowerBound], items[range.upperBound - 1])
    let isRightToLeft = runs[Int(first.run)].isRightToLeft
    framed.append(edge(isRightToLeft ? right : left, at: Int(first.start), first.run))
    for index in range {
      var item = items[index]
      if index == range.upperBound - 1 {
        item.flags.subtract([.breakAfter, .mandatory])
      } else if box.isBlock, item.flags.contains(.breakAfter) {
        item.flags.insert(.dividesEquation)
      }
      framed.append(item)
    }
    var end = edge(isRightToLeft ? left : right, at: last.end, last.run)
    end.flags = last.flags.intersection([.breakAfter, .mandatory])
    framed.append(end)
  }

  private func edge(_ width: Double, at offset: Int, _ run: UInt32) -> Item {
    let scale = runs[Int(run)].scale
    let advance = scale > 0 ? min((width / scale).rounded(), Double(Int32.max / 4)) : 0
    return Item(
      start: UInt32(offset), count: 0, advance: Int32(advance), run: run, kind: .edge)
  }

  /// Returns the width of items on one line and the heights of their fonts and attachments.
  private func size(of range: Range<Int>) -> (width: Double, ascent: Double, descent: Double) {
    var (width, ascent, descent) = (0.0, 0.0, 0.0)
    for item in items[range] {
      let run = runs[Int(item.run)]
      width += Double(item.advance) * run.scale + Double(item.spaces) * run.space
      (ascent, descent) = (max(ascent, run.ascent), max(descent, run.descent))
      guard item.kind == .attachment,
        let box = boxes.first(where: { $0.offset == Int(item.start) })
      else { continue }
      width += box.width
      (ascent, descent) = (max(ascent, box.ascent), max(descent, box.descent))
    }
    return (width, ascent, descent)
  }
}

extension ParagraphItems {
  /// Returns the box around the text at a unit.
  func frame(at offset: Int) -> ItemFrame? {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < frames.count && frames[low].range.contains(offset) ? frames[low] : nil
  }

  /// Returns the heights above and below the baseline that the boxes of a line need.
  func heights(ofFramesIn range: Range<Int>) -> (ascent: Double, descent: Double) {
    var heights = (ascent: 0.0, descent: 0.0)
    for frame in frames where frame.range.overlaps(range) {
      heights.ascent = max(heights.ascent, frame.ascent)
      heights.descent = max(heights.descent, frame.descent)
    }
    return heights
  }
}

extension LayoutManager {
  /// The name of the tag of text in a box; its value is the index of the box in the options.
  package static let boxTag = "ia.box"
}
