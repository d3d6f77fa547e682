import IAText

extension LayoutManager {
  /// Lays out a table's paragraphs one below the other.
  func layOutTable(
    _ entry: BlockEntry, start: Int, top: Double, known: BlockLayout? = nil
  ) -> BlockLayout {
    let region = shape.regions[shape.region(at: top)]
    var parts: [BlockLayout.Part] = []
    var offset = 0
    var y = 0.0
    repeat {
      let (paragraph, range) = typesetter.itemise(at: start + offset, &reader)
      let (lines, height) = typesetter.breakLines(
        of: paragraph, reader.snapshot, start: range.lowerBound,
        in: .plain(left: region.left, width: region.width))
      parts.append(
        .init(
          paragraph: paragraph, lines: lines, y: y, height: height, left: region.left,
          width: region.width, utf16Start: offset))
      y += height
      offset += range.count
    } while offset < entry.utf16Count
    return BlockLayout(parts: parts, utf16Count: entry.utf16Count, height: y, top: nil)
  }
}
