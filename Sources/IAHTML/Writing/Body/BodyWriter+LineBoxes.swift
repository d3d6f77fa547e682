internal import IAFiles
internal import IAFormats
internal import IAText

extension BodyWriter {
  /// Writes the text of one appearance up to an offset, with its inline boxes.
  ///
  /// A box that extends beyond the offset is dropped and reported.
  mutating func writeBoxes(
    to end: Int, isLinked: Bool, to sink: inout some DocumentSink
  ) throws {
    let boxes = source.placement.inlineBoxes
    var low = firstBox(from: cursor.position)
    while low < boxes.count, boxes[low].range.lowerBound < end {
      let range = boxes[low].range
      guard range.upperBound <= end, source.dialect.showsPage else {
        loseBox(range)
        low += 1
        continue
      }
      try writeText(to: range.lowerBound, isLinked: isLinked, to: &sink)
      let fill = boxes[low].box.fill
      let hasFill = source.string.attributeRuns(in: range).allSatisfy {
        $0.attributes.background == fill
      }
      if !hasFill, fill != nil, purpose != .survey {
        report.add(.dropped, .background, "box in a line", utf16Range: range)
      }
      output.write("<span")
      output.writeAttribute("style", InlineBoxCSS.declarations(boxes[low].box, hasFill: hasFill))
      output.write(">")
      try writeText(to: range.upperBound, isLinked: isLinked, to: &sink)
      output.write("</span>")
      low += 1
    }
    try writeText(to: end, isLinked: isLinked, to: &sink)
  }

  /// Reports the inline boxes that begin in a form field or equation, which are dropped.
  mutating func noteBoxes(in piece: InlinePlan.Piece) {
    let style = styles.inline[piece.style]
    guard style.form != nil || style.equation != nil else { return }
    let boxes = source.placement.inlineBoxes
    var index = firstBox(from: cursor.position)
    while index < boxes.count, boxes[index].range.lowerBound < piece.end {
      loseBox(boxes[index].range)
      index += 1
    }
  }

  private mutating func loseBox(_ range: Range<Int>) {
    guard purpose != .survey else { return }
    report.add(.dropped, .padding, "box in a line", utf16Range: range)
  }

  /// Adds the pieces of a range with one style.
  ///
  /// Text in a box with rounded corners gets no background of its own, which would be a rectangle
  /// behind the box.
  mutating func cutBoxes(_ range: Range<Int>, style: Int, set: UInt32) {
    var at = range.lowerBound
    if let color = source.inlineSets[Int(set)].background, source.dialect.showsPage,
      styles.inline[style].form == nil, styles.inline[style].equation == nil
    {
      let boxes = source.placement.inlineBoxes
      var index = firstBox(from: at)
      while index < boxes.count, boxes[index].range.upperBound <= range.upperBound {
        let (box, text) = (boxes[index].box, boxes[index].range)
        index += 1
        guard box.cornerRadius > 0, box.fill == color, text.lowerBound >= at else { continue }
        if text.lowerBound > at {
          plan.add(InlinePlan.Piece(end: text.lowerBound, style: style, look: 0))
        }
        var inner = plan.setFacts[Int(set)].styleInBox
        if inner < 0 {
          inner = styles.number(inBox: source.inlineSets[Int(set)])
          plan.setFacts[Int(set)].styleInBox = inner
        }
        plan.add(InlinePlan.Piece(end: text.upperBound, style: inner, look: 0))
        at = text.upperBound
      }
    }
    if at < range.upperBound {
      plan.add(InlinePlan.Piece(end: range.upperBound, style: style, look: 0))
    }
  }

  /// Returns the index of the first inline box that starts at or after an offset.
  private func firstBox(from position: Int) -> Int {
    let boxes = source.placement.inlineBoxes
    var (low, high) = (0, boxes.count)
    while low < high {
      let middle = (low + high) / 2
      if boxes[middle].range.lowerBound < position {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
