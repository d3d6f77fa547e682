internal import IABytes
internal import IAText

/// The text of a document cut where attributes or looks change, and what each piece is written as.
struct RTFPieces {
  /// A range of one set of attributes and one look.
  struct Piece {
    var end: Int
    var style: Int32
    /// 0 for none.
    var look: Int32
  }

  /// The pieces; they cover the text.
  private(set) var pieces: [Piece] = []
  /// What each set of inline attributes is written as.
  private(set) var styles: [RTFRunStyle]
  /// The targets of links; link n is at index n - 1.
  private(set) var links: [String] = []
  /// The link of each set of inline attributes, 0 for none.
  private(set) var linkOfStyle: [Int] = []
  /// The starts of groups, ready to be copied.
  private(set) var markup = MarkupTable()
  /// The entry of the start of the group of each set of inline attributes.
  private(set) var styleEntries: [Int] = []
  /// Whether each set has a group, and whether something of it is lost.
  private(set) var hasGroup: [Bool] = []
  private(set) var hasLosses: [Bool] = []
  /// The entry of the start of the group that each look is written as; number 0 is none.
  private(set) var lookEntries: [Int] = []
  /// The same behind the end of the group of another look.
  private(set) var lookChanges: [Int] = []

  init(
    _ columns: StringColumns, scheme: RenderScheme?, steps: [IAString.NumberedRun],
    fontSize: Double, _ tables: inout RTFTables
  ) {
    styles = columns.inlineSets.map { RTFRunStyle($0, &tables) }
    addLook([])
    var linkNumbers: [String: Int] = [:]
    for style in styles {
      styleEntries.append(markup.add(style.open))
      hasGroup.append(!style.open.isEmpty)
      hasLosses.append(!style.losses.isEmpty)
      guard let link = style.link else {
        linkOfStyle.append(0)
        continue
      }
      let number = linkNumbers[link] ?? links.count + 1
      if number > links.count {
        links.append(link)
        linkNumbers[link] = number
      }
      linkOfStyle.append(number)
    }
    pieces.reserveCapacity(max(columns.inlineRuns.count, steps.count))
    guard let scheme, !steps.isEmpty else {
      var end = 0
      for run in columns.inlineRuns {
        end += run.count
        pieces.append(Piece(end: end, style: Int32(run.index), look: 0))
      }
      return
    }
    var known = [Int32](repeating: -1, count: styles.count * scheme.steps)
    var lookNumbers: [[UInt8]: Int32] = [[]: 0]
    var start = 0
    var next = 0
    for run in columns.inlineRuns {
      let limit = start + run.count
      while start < limit {
        while steps[next].end <= start { next += 1 }
        let step = steps[next]
        let key = run.index * scheme.steps + Int(step.number)
        if known[key] < 0 {
          let opening = RTFLook.opening(
            scheme, step: Int(step.number), columns.inlineSets[run.index], fontSize: fontSize,
            &tables)
          if let number = lookNumbers[opening] {
            known[key] = number
          } else {
            known[key] = Int32(lookEntries.count)
            lookNumbers[opening] = known[key]
            addLook(opening)
          }
        }
        let end = min(limit, step.end)
        let look = known[key]
        if let last = pieces.last, last.style == run.index, last.look == look {
          pieces[pieces.count - 1].end = end
        } else {
          pieces.append(Piece(end: end, style: Int32(run.index), look: look))
        }
        start = end
      }
    }
  }

  private mutating func addLook(_ opening: [UInt8]) {
    lookEntries.append(markup.add(opening))
    lookChanges.append(markup.add([UInt8(ascii: "}")] + opening))
  }

  /// Returns the piece that the unit at an offset is in; the number of pieces at the end of the
  /// text.
  func piece(at offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
