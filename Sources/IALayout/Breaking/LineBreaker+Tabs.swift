import IAText

extension LineBreaker {
  /// How far a tab leads.
  ///
  /// Tab stops are counted from the leading margin. After the last one of the paragraph there is one
  /// at every multiple of the interval; a tab never leads beyond the room for text.
  ///
  /// - Parameters:
  ///   - index: The tab's item.
  ///   - x: Where the tab starts, from the start of the line's text.
  ///   - available: The room for text.
  ///   - isFirst: Whether the line is the paragraph's first.
  func tabAdvance(at index: Int, x: Double, available: Double, isFirst: Bool) -> Double {
    let style = paragraph.style
    let indent = isFirst ? style.firstLineIndent : style.headIndent
    let position = x + indent
    let most = max(available - x, 0)
    if let stop = style.tabStops.first(where: { $0.position > position + Self.tolerance }) {
      let room = stop.position - position
      switch stop.kind {
      case .left: return min(room, most)
      case .right: return min(max(room - widthAhead(of: index, toDecimal: false), 0), most)
      case .center: return min(max(room - widthAhead(of: index, toDecimal: false) / 2, 0), most)
      case .decimal: return min(max(room - widthAhead(of: index, toDecimal: true), 0), most)
      }
    }
    // The hanging indent of a first line is a tab stop, too: lists are set so.
    if isFirst, style.headIndent > position + Self.tolerance {
      return min(style.headIndent - position, most)
    }
    let interval = max(text.tabInterval, 1)
    return min(((position / interval).rounded(.down) + 1) * interval - position, most)
  }

  /// The width of the text between a tab and the next one, or up to its decimal sign.
  private func widthAhead(of index: Int, toDecimal: Bool) -> Double {
    var width = 0.0
    var pending = 0.0
    for item in paragraph.items[(index + 1)...] {
      let run = paragraph.runs[Int(item.run)]
      switch item.kind {
      case .tab, .lineEnd: return width
      case .space: pending += Double(item.advance) * run.scale
      case .hidden: break
      case .attachment: width += paragraph.box(at: Int(item.start))?.width ?? 0
      case .word:
        if item.count > 0 {
          width += pending
          pending = 0
          let share = toDecimal ? shareBeforeDecimal(item) : 1
          width += Double(item.advance) * run.scale * share
          if share < 1 { return width }
        }
        pending += Double(item.spaces) * run.space
      }
    }
    return width
  }

  /// The part of a word that stands before its decimal sign, by its units; 1 where it has none.
  ///
  /// The last full stop or comma between digits, or after them, counts.
  private func shareBeforeDecimal(_ item: Item) -> Double {
    let units = text.units(Int(item.start)..<item.textEnd, of: paragraph)
    func isDigit(_ index: Int) -> Bool {
      units.indices.contains(index) && (0x30...0x39).contains(units[index])
    }
    guard
      let sign = units.indices.last(where: {
        (units[$0] == 0x2E || units[$0] == 0x2C) && isDigit($0 - 1)
      })
    else { return 1 }
    return Double(sign) / Double(units.count)
  }
}
