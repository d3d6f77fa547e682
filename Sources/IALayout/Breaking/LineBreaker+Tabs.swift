import IAText

extension LineBreaker {
  /// Returns the advance of a tab in points.
  ///
  /// Tab stops are measured from the leading margin. After the last tab stop of the paragraph there
  /// is one at every multiple of the interval; a tab does not extend beyond the available width.
  ///
  /// - Parameters:
  ///   - index: The index of the tab's item.
  ///   - x: The start of the tab in points, measured from the start of the line's text.
  ///   - available: The width available for text, in points.
  ///   - isFirst: Whether the line is the first of the paragraph.
  func tabAdvance(at index: Int, x: Double, available: Double, isFirst: Bool) -> Double {
    let style = paragraph.style
    let indent =
      isFirst ? paragraph.firstLineIndent(tabInterval: text.tabInterval) : style.headIndent
    let position = x + indent
    let maximum = max(available - x, 0)
    if let stop = style.tabStops.first(where: { $0.position > position + Self.tolerance }) {
      let room = stop.position - position
      switch stop.kind {
      case .left: return min(room, maximum)
      case .right: return min(max(room - widthAhead(of: index, toDecimal: false), 0), maximum)
      case .center: return min(max(room - widthAhead(of: index, toDecimal: false) / 2, 0), maximum)
      case .decimal: return min(max(room - widthAhead(of: index, toDecimal: true), 0), maximum)
      }
    }
    // The head indent is also a tab stop of the first line, because lists rely on it.
    if isFirst, style.headIndent > position + Self.tolerance {
      return min(style.headIndent - position, maximum)
    }
    let interval = max(text.tabInterval, 1)
    return min(((position / interval).rounded(.down) + 1) * interval - position, maximum)
  }

  /// Returns whether a tab belongs at the start of the next line, as in Word and LibreOffice: the
  /// paragraph has no later tab stop, the next multiple of the interval is beyond the line, and the
  /// next line has such a multiple.
  ///
  /// - Parameters:
  ///   - x: The start of the tab in points, measured from the start of the line's text.
  ///   - limit: The width of the line in points.
  ///   - isFirst: Whether the line is the first of the paragraph.
  func startsNextLine(x: Double, limit: Double, isFirst: Bool) -> Bool {
    let style = paragraph.style
    let indent =
      isFirst ? paragraph.firstLineIndent(tabInterval: text.tabInterval) : style.headIndent
    let position = x + indent
    let interval = max(text.tabInterval, 1)
    func next(_ position: Double) -> Double {
      ((position / interval).rounded(.down) + 1) * interval
    }
    return next(position) - indent > limit && next(style.headIndent) - style.headIndent <= limit
      && !(isFirst && style.headIndent > position + Self.tolerance)
      && !style.tabStops.contains { $0.position > position + Self.tolerance }
  }

  /// Returns the width of the text between a tab and the next one, or up to its decimal sign.
  private func widthAhead(of index: Int, toDecimal: Bool) -> Double {
    var width = 0.0
    var pending = 0.0
    for item in paragraph.items[(index + 1)...] {
      let run = paragraph.runs[Int(item.run)]
      switch item.kind {
      case .tab, .lineEnd: return width
      case .space: pending += Double(item.advance) * run.scale
      case .hidden: break
      case .startEdge, .endEdge: width += Double(item.advance) * run.scale
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

  /// Returns the share of a word's units before its decimal sign, from 0 to 1; 1 if it has no
  /// decimal sign.
  ///
  /// The decimal sign is the last full stop or comma that follows a digit.
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
