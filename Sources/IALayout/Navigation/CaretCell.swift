import IAFonts
import IAText
import IAUnicode

/// A character of a line, or a cluster that a caret does not enter.
struct CaretCell {
  /// The units, counted from the start of the paragraph.
  var range: Range<Int>
  /// The left and the right end, in points from the left of the container.
  var left: Double
  var right: Double
  var isRightToLeft: Bool

  /// The side at the start of the character, in its writing direction.
  var leading: Double { isRightToLeft ? right : left }
  /// The side at the end of the character, in its writing direction.
  var trailing: Double { isRightToLeft ? left : right }
}

extension LayoutManager {
  /// Returns the characters of a line from left to right.
  ///
  /// A ligature of several characters is divided into equal parts, because a caret can be between
  /// them. The terminator has a cell without width at the end of the text.
  func caretCells(of place: PlaceOfUnit) -> [CaretCell] {
    var pieces = LinePieces()
    let paragraph = place.part.paragraph
    let text = typesetter.access(reader.snapshot, place.found.start + place.part.utf16Start)
    pieces.find(in: place.line, of: paragraph, text: text, &typesetter.itemiser)
    let range = Int(place.line.start)..<Int(place.line.end)
    guard !range.isEmpty else { return [] }
    let starts = characterStarts(range, of: paragraph, text)
    var cells: [CaretCell] = []
    for piece in pieces.pieces {
      append(piece, place.line, paragraph, text, starts, to: &cells)
    }
    let limit = place.line.left..<place.line.left + place.line.available
    for index in cells.indices {
      cells[index].left = min(max(cells[index].left, limit.lowerBound), limit.upperBound)
      cells[index].right = min(max(cells[index].right, limit.lowerBound), limit.upperBound)
    }
    return cells
  }

  /// Returns for each unit of a line whether a character starts at it.
  private func characterStarts(
    _ range: Range<Int>, of paragraph: ParagraphItems, _ text: TextAccess
  ) -> [Bool] {
    let units = text.snapshot.string.units(
      in: text.start + range.lowerBound..<text.start + range.upperBound)
    var starts = [Bool](repeating: false, count: units.count + 1)
    let bounds = try? typesetter.itemiser.segmenter.boundaries(of: .character, in: units.span)
    for bound in bounds ?? Array(0...units.count) { starts[bound] = true }
    return starts
  }

  private func append(
    _ piece: LinePiece, _ line: Line, _ paragraph: ParagraphItems, _ text: TextAccess,
    _ starts: [Bool], to cells: inout [CaretCell]
  ) {
    var own: [CaretCell] = []
    let base = Int(line.start)
    func add(_ range: Range<Int>, _ left: Double, _ right: Double) {
      own.append(
        CaretCell(range: range, left: left, right: right, isRightToLeft: piece.isRightToLeft))
    }
    let spacesLeft = piece.isRightToLeft ? piece.x : piece.x + piece.width
    switch piece.kind {
    case .word, .space:
      if piece.start < piece.end {
        for cluster in clusters(of: piece, line, paragraph, text) {
          split(cluster, starts, base, to: &own)
        }
      }
    case .startEdge, .endEdge: break
    case .attachment, .tab, .hidden, .lineEnd:
      add(piece.start..<piece.end, piece.textX, piece.textX + piece.width)
    }
    for number in 0..<piece.spaces {
      let place = piece.isRightToLeft ? piece.spaces - 1 - number : number
      let left = spacesLeft + Double(place) * piece.space
      add(piece.end + number..<piece.end + number + 1, left, left + piece.space)
    }
    if piece.isRightToLeft { own.reverse() }
    cells += own
  }

  /// Returns the clusters of a piece in the order of the text.
  private func clusters(
    of piece: LinePiece, _ line: Line, _ paragraph: ParagraphItems, _ text: TextAccess
  ) -> [CaretCell] {
    let run = paragraph.runs[piece.run]
    let units = text.units(piece.start..<piece.end, of: paragraph)
    let ends = typesetter.itemiser.clusterEnds(of: units.span, run, joins: piece.joins)
    var found: [CaretCell] = []
    var start = 0
    var x = 0.0
    var advance: Int32 = 0
    for end in ends {
      var width = Double(end.advance - advance) * run.scale
      if units[start] == 0x20 { width += piece.stretch }
      let left = piece.isRightToLeft ? piece.textX + piece.width - x - width : piece.textX + x
      found.append(
        CaretCell(
          range: piece.start + start..<piece.start + end.offset, left: left, right: left + width,
          isRightToLeft: piece.isRightToLeft))
      x += width
      start = end.offset
      advance = end.advance
    }
    return found
  }

  /// Divides a cluster into its characters.
  private func split(
    _ cluster: CaretCell, _ starts: [Bool], _ base: Int, to cells: inout [CaretCell]
  ) {
    if !starts[cluster.range.lowerBound - base], let last = cells.last {
      // A character of ICU can be several clusters of HarfBuzz; these form one cell.
      cells[cells.count - 1].range = last.range.lowerBound..<cluster.range.upperBound
      cells[cells.count - 1].left = min(last.left, cluster.left)
      cells[cells.count - 1].right = max(last.right, cluster.right)
      return
    }
    var bounds = [cluster.range.lowerBound]
    for offset in cluster.range.dropFirst() where starts[offset - base] { bounds.append(offset) }
    bounds.append(cluster.range.upperBound)
    let width = (cluster.right - cluster.left) / Double(bounds.count - 1)
    for (number, bound) in bounds.dropLast().enumerated() {
      let place = cluster.isRightToLeft ? bounds.count - 2 - number : number
      let left = cluster.left + Double(place) * width
      cells.append(
        CaretCell(
          range: bound..<bounds[number + 1], left: left, right: left + width,
          isRightToLeft: cluster.isRightToLeft))
    }
  }
}
