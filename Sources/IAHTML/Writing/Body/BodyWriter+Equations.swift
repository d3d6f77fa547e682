internal import IAEquations
internal import IAFiles
internal import IAFormats
internal import IAText

extension BodyWriter {
  /// Writes the text up to an offset as an equation.
  ///
  /// The text is the TeX of the equation. TeX that cannot be written as MathML is written as text.
  ///
  /// - Parameters:
  ///   - form: The value of the tag: `inline` or `display`.
  ///   - end: The UTF-16 offset of the end.
  mutating func write(
    equation form: String, to end: Int, isLinked: Bool, to sink: inout some DocumentSink
  ) throws {
    let range = cursor.position..<end
    while let first = plan.textEquations.first, first.upperBound <= range.lowerBound {
      plan.textEquations.removeFirst()
    }
    let isText = plan.textEquations.first?.contains(range.lowerBound) ?? false
    guard !isText, let units = wholeUnits(to: end, allowsBookmarks: true),
      let math = Self.math(form, units)
    else {
      // Hidden data does not restore an equation whose text the page shows as other characters.
      report.add(.dropped, .tag, Equation.tagName, utf16Range: range)
      return try writeText(to: end, isLinked: isLinked, to: &sink)
    }
    if cursor.nextBookmark < source.string.bookmarks.count,
      source.string.bookmarks[cursor.nextBookmark].utf16Offset < end
    {
      // A bookmark inside an equation moves to its start.
      lose(.bookmark, .approximated, "inside an equation", utf16Range: range)
      writeBookmarks(through: end - 1)
    }
    output.write(safe: math)
    cursor.position = end
    try output.drain(into: &sink)
  }

  /// Joins the pieces of each equation whose attributes change inside; the page shows it with the
  /// attributes of its first character.
  mutating func joinEquations(in paragraph: IAString.NumberedParagraph) {
    plan.textEquations = []
    var joined: [InlinePlan.Piece] = []
    joined.reserveCapacity(plan.pieces.count)
    var start = paragraph.utf16Range.lowerBound
    var index = 0
    var run = plan.nextRun
    while index < plan.pieces.count {
      var piece = plan.pieces[index]
      var next = index + 1
      if let form = styles.inline[piece.style].equation {
        while next < plan.pieces.count, styles.inline[plan.pieces[next].style].equation == form {
          next += 1
        }
        if next - index > 1 {
          let range = start..<plan.pieces[next - 1].end
          let runs = runs(in: range, from: &run)
          if let first = runs.first, isOneEquation(form, runs, range) {
            piece.end = range.upperBound
            piece.reachesEnd =
              next == plan.pieces.count && paragraph.isTerminated
              && endsLines(first.number, plan.lineEnd)
            noteInnerChanges(runs, of: range)
          } else {
            plan.textEquations.append(range)
            joined += plan.pieces[index..<next - 1]
            piece = plan.pieces[next - 1]
          }
        }
      }
      joined.append(piece)
      start = piece.end
      index = next
    }
    plan.pieces = joined
  }

  /// Returns the runs that intersect a range.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - run: The index of a run that is not after the range; set to the index of the last run that
  ///     intersects it.
  private func runs(
    in range: Range<Int>, from run: inout Int
  ) -> ArraySlice<IAString.NumberedRun> {
    while plan.runs[run].end <= range.lowerBound { run += 1 }
    let first = run
    while plan.runs[run].end < range.upperBound { run += 1 }
    return plan.runs[first...run]
  }

  /// Returns whether one element can show an equation: all runs are equally hidden, inserted or
  /// deleted.
  private func isOneEquation(
    _ form: String, _ runs: ArraySlice<IAString.NumberedRun>, _ range: Range<Int>
  ) -> Bool {
    guard let first = runs.first, range.count <= TextWindow.size else { return false }
    let set = source.inlineSets[Int(first.number)]
    guard runs.allSatisfy({ source.inlineSets[Int($0.number)].hasVisibility(of: set) }),
      source.string.attachments(in: range).isEmpty
    else { return false }
    return Self.math(form, Array(source.string.units(in: range))) != nil
  }

  /// Reports the attributes inside an equation that differ from those of its first character.
  private mutating func noteInnerChanges(
    _ runs: ArraySlice<IAString.NumberedRun>, of range: Range<Int>
  ) {
    guard purpose != .survey, let first = runs.first else { return }
    let style = facts(ofSet: first.number).style
    var start = range.lowerBound
    for run in runs {
      let end = min(run.end, range.upperBound)
      // The attributes are not in hidden data either.
      if facts(ofSet: run.number).style != style {
        report.add(.dropped, .attributes, "inside an equation", utf16Range: start..<end)
      }
      start = end
    }
  }

  /// The maximum nesting depth of an equation; readers accept 512 open elements.
  private static let maxDepth = 100

  /// Returns the `math` element of an equation; `nil` if a reader would not restore exactly this
  /// TeX.
  private static func math(_ form: String, _ units: [UInt16]) -> String? {
    guard form == "inline" || form == "display", !units.contains(0x0A), !units.contains(0x0D)
    else { return nil }
    let tex = String(decoding: units, as: UTF16.self)
    guard tex.utf16.elementsEqual(units), let equation = Equation(tex: tex), !equation.isEmpty,
      equation.depth <= maxDepth
    else { return nil }
    var math = form == "display" ? "<math display=\"block\">" : "<math>"
    if equation.tex == tex {
      math += equation.mathML
    } else {
      math += "<semantics>" + equation.mathML
      math += "<annotation encoding=\"application/x-tex\">" + Equation.escaped(tex)
      math += "</annotation></semantics>"
    }
    return math + "</math>"
  }
}
