internal import IAText

/// The text of a document cut where attributes or looks change, and what each piece is written as.
struct RTFPieces {
  /// A stretch of one set of attributes and one look.
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
  /// The starts of groups that looks are written as; number 0 is none.
  private(set) var looks: [[UInt8]] = [[]]

  init(
    _ columns: StringColumns, scheme: RenderScheme?, steps: [IAString.StepRun],
    _ tables: inout RTFTables
  ) {
    styles = columns.inlineSets.map { RTFRunStyle($0, &tables) }
    var linkNumbers: [String: Int] = [:]
    for style in styles {
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
    guard let scheme else {
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
        while steps[next].utf16Range.upperBound <= start { next += 1 }
        let step = steps[next]
        let key = run.index * scheme.steps + step.step
        if known[key] < 0 {
          let opening = RTFLook.opening(
            scheme, step: step.step, columns.inlineSets[run.index], &tables)
          if let number = lookNumbers[opening] {
            known[key] = number
          } else {
            known[key] = Int32(looks.count)
            lookNumbers[opening] = known[key]
            looks.append(opening)
          }
        }
        let end = min(limit, step.utf16Range.upperBound)
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

  /// The piece that the unit at an offset is in; the number of pieces at the end of the text.
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
