extension ParagraphItems {
  /// Returns a range of the items as separate items, with offsets from the start of the range.
  func piece(_ range: Range<Int>) -> ParagraphItems {
    let start = range.isEmpty ? 0 : Int(items[range.lowerBound].start)
    let end = range.isEmpty ? 0 : items[range.upperBound - 1].end
    let firstRun = range.isEmpty ? 0 : Int(items[range.lowerBound].run)
    let lastRun = range.isEmpty ? 0 : Int(items[range.upperBound - 1].run)
    let base = UInt32(start)
    let ownRuns = Array(runs[firstRun...max(lastRun, firstRun)])
    let firstPaint = paintIndex(at: start)
    var ownPaints = Array(paints[firstPaint...].prefix { Int($0.start) < max(end, start + 1) })
    for index in ownPaints.indices {
      ownPaints[index].start -= min(ownPaints[index].start, base)
    }
    var ownBoxes = Array(boxes.boxes(in: start..<end))
    for index in ownBoxes.indices { ownBoxes[index].offset -= start }
    let ownFrames = frames[frameIndices(in: start..<end)].compactMap { $0.part(start..<end) }
    var ownItems = Array(items[range])
    for index in ownItems.indices {
      ownItems[index].start -= base
      ownItems[index].run -= UInt32(firstRun)
    }
    return ParagraphItems(
      utf16Count: end - start, style: style, items: ownItems, runs: ownRuns, paints: ownPaints,
      boxes: ownBoxes, frames: ownFrames, baseLevel: baseLevel, reorders: reorders, shownUnits: nil,
      marker: start == 0 ? marker : nil, startsParagraph: startsParagraph && start == 0)
  }

  /// Returns the items of consecutive pieces as one value.
  static func joined(_ pieces: some Collection<ParagraphItems>) -> ParagraphItems {
    guard let first = pieces.first, pieces.count > 1 else { return pieces.first ?? .empty }
    var items: [Item] = []
    var runs: [ItemRun] = []
    var paints: [PaintRun] = []
    var boxes: [ItemBox] = []
    var frames: [ItemFrame] = []
    items.reserveCapacity(pieces.reduce(0) { $0 + $1.items.count })
    var start = 0
    for piece in pieces {
      let base = UInt32(start)
      // A run that continues in the next piece is one run, as if the pieces had been divided into
      // items together.
      let firstRun = runs.last.map { $0.isContinued(by: piece.runs[0]) } == true ? 1 : 0
      let runBase = UInt32(runs.count - firstRun)
      for var item in piece.items {
        item.start += base
        item.run += runBase
        items.append(item)
      }
      runs.append(contentsOf: piece.runs[firstRun...])
      for var paint in piece.paints where paints.last?.paint != paint.paint {
        paint.start += base
        paints.append(paint)
      }
      for var box in piece.boxes {
        box.offset += start
        boxes.append(box)
      }
      for frame in piece.frames { frames.append(frame.moved(by: start)) }
      start += piece.utf16Count
    }
    return ParagraphItems(
      utf16Count: start, style: first.style, items: items, runs: runs, paints: paints,
      boxes: boxes, frames: frames, baseLevel: first.baseLevel, reorders: first.reorders,
      shownUnits: nil,
      marker: first.marker, startsParagraph: first.startsParagraph)
  }

  /// A paragraph without items.
  private static let empty = ParagraphItems(
    utf16Count: 0, style: .plain, items: [], runs: [], paints: [], boxes: [], frames: [],
    baseLevel: 0,
    reorders: false, shownUnits: nil, marker: nil, startsParagraph: true)
}

extension ItemRun {
  /// Returns whether another run has the same style, font, script and level.
  func isContinued(by next: ItemRun) -> Bool {
    style == next.style && font == next.font && script == next.script && level == next.level
  }
}
