internal import IAEquations
internal import IAFiles
internal import IAFormats
internal import IAText

extension RTFBodyWriter {
  /// Writes text that is the TeX of an equation, including the following pieces that belong to the equation.
  ///
  /// The equation has the attributes and the appearance of its first character. TeX that the groups of RTF cannot
  /// represent is written as text, including all pieces of the equation. Hidden data contains the TeX if a reader would
  /// find another spelling in the groups.
  ///
  /// - Parameters:
  ///   - form: The value of the tag, `inline` or `display`.
  ///   - range: The rest of the current piece, up to the next mark.
  ///   - paragraph: The paragraph.
  ///   - textEquation: The last equation of the paragraph that is written as text.
  ///   - sink: The sink.
  /// - Returns: The end of the text that was written.
  mutating func write(
    equation form: String, _ range: Range<Int>, in paragraph: RTFPlan.Paragraph,
    _ textEquation: inout Range<Int>, to sink: inout some DocumentSink
  ) throws -> Int {
    let isText = textEquation.contains(range.lowerBound)
    let whole = isText ? range : range.lowerBound..<equationEnd(form, paragraph)
    guard !isText, let (tex, equation) = shownEquation(form, whole),
      let groups = RTFEquationGroups(equation, isDisplay: form == "display")
    else {
      if !isText { textEquation = whole }
      // Hidden data never turns text into an equation, which shows other characters.
      report.add(.dropped, .tag, Equation.tagName, utf16Range: range)
      try writeUnits(range, to: &sink)
      return range.upperBound
    }
    output.write("{\\mmath")
    if equation.tex != tex {
      output.write("{\\*\\iatex ")
      output.write(base64: Array(tex.utf8))
      output.closeGroup()
    }
    for piece in groups.pieces {
      switch piece {
      case .markup(let words): output.write(Array(words.utf8))
      case .text(let text): output.write(text: text)
      }
      try output.drain(into: &sink)
    }
    output.closeGroup()
    noteInnerChanges(of: whole, paragraph)
    return whole.upperBound
  }

  /// Returns the TeX in a range and its equation; `nil` if RTF cannot show it.
  private func shownEquation(_ form: String, _ range: Range<Int>) -> (tex: String, Equation)? {
    let units = context.columns.units[range]
    guard form == "inline" || form == "display", units.count <= Equation.maxTeXBytes,
      isVisibleAlike(range)
    else { return nil }
    let tex = String(decoding: units, as: UTF16.self)
    guard tex.utf16.elementsEqual(units), let equation = Equation(tex: tex),
      equation.tex == tex || context.keepsHiddenData
    else { return nil }
    return (tex, equation)
  }

  /// Returns the end of the equation that starts with the current piece.
  private func equationEnd(_ form: String, _ paragraph: RTFPlan.Paragraph) -> Int {
    let pieces = context.pieces.pieces
    var index = pieceIndex
    while pieces[index].end < paragraph.end, index + 1 < pieces.count,
      context.pieces.styles[Int(pieces[index + 1].style)].equation == form
    {
      index += 1
    }
    return min(pieces[index].end, paragraph.end)
  }

  /// Returns whether all parts of an equation are hidden, inserted or deleted in the same way as the first, and it
  /// contains no objects other than bookmarks.
  private func isVisibleAlike(_ range: Range<Int>) -> Bool {
    var mark = context.plan.mark(from: range.lowerBound + 1)
    while mark < context.plan.marks.count, context.plan.marks[mark].offset < range.upperBound {
      if context.plan.marks[mark].kind != .bookmark { return false }
      mark += 1
    }
    let sets = context.columns.inlineSets
    let first = Int(context.pieces.pieces[pieceIndex].style)
    var index = pieceIndex
    while context.pieces.pieces[index].end < range.upperBound {
      index += 1
      let style = Int(context.pieces.pieces[index].style)
      if style != first, !sets[style].hasVisibility(of: sets[first]) { return false }
    }
    return true
  }

  /// Reports the attributes and bookmarks inside an equation, which are lost: the equation has the attributes of its
  /// first character.
  private mutating func noteInnerChanges(of range: Range<Int>, _ paragraph: RTFPlan.Paragraph) {
    let first = context.pieces.pieces[pieceIndex].style
    var index = pieceIndex
    while context.pieces.pieces[index].end < range.upperBound {
      let start = context.pieces.pieces[index].end
      index += 1
      guard context.pieces.pieces[index].style != first else { continue }
      let part = start..<min(context.pieces.pieces[index].end, range.upperBound)
      noteLosses(ofPiece: index, part, paragraphSet: paragraph.set)
      reportLoss(.attributes, .dropped, "inside an equation", part)
    }
    let mark = context.plan.mark(from: range.lowerBound + 1)
    if mark < context.plan.marks.count, context.plan.marks[mark].offset < range.upperBound {
      // The bookmark is written after the equation.
      reportLoss(.bookmark, .approximated, "inside an equation", range)
    }
  }
}
