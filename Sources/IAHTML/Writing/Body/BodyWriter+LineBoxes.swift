internal import IAFiles
internal import IAFormats
internal import IAText

extension BodyWriter {
  /// Writes text of one appearance from the position up to an end, with the boxes in it.
  ///
  /// A box of text with several appearances is left out and reported.
  mutating func writeBoxes(
    to end: Int, isLinked: Bool, to sink: inout some DocumentSink
  ) throws {
    let boxes = source.placement.inlineBoxes
    var (low, high) = (0, boxes.count)
    while low < high {
      let middle = (low + high) / 2
      if boxes[middle].range.lowerBound < cursor.position {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low < boxes.count, boxes[low].range.lowerBound < end {
      let range = boxes[low].range
      guard range.upperBound <= end, source.dialect.showsPage else {
        if purpose != .survey {
          report.add(.dropped, .padding, "box in a line", utf16Range: range)
        }
        low += 1
        continue
      }
      try writeText(to: range.lowerBound, isLinked: isLinked, to: &sink)
      let fill = boxes[low].box.fill
      let hasFill = source.string.attributeRuns(in: range).allSatisfy {
        $0.attributes.background == fill
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
}
