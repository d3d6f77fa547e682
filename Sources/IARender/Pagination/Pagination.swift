/// Fills pages with the text of a flow and with its notes.
///
/// Lines are not split. A paragraph with a page break before it starts a page. A heading is not the last line of a
/// page. A single line of a paragraph is neither at the foot nor at the top of a page, unless the paragraph allows it.
/// Paragraphs that are kept together or with the next one are not separated if they fit on a page. A row of a table is
/// not split unless it is divisible or higher than a page; then it is split between its lines, at a height at which no
/// cell has a line. A line that is higher than a page is cut.
///
/// A note is at the foot of the page that refers to it. If it does not fit on that page together with the line that
/// refers to it, it continues on the next page.
struct Pagination {
  private let flow: PageFlow
  private var parts: [PagePart] = []
  /// The first band of the next page.
  private var index = 0
  /// The height in the flow at which the next page starts.
  private var start = 0.0
  /// The lines of notes that did not fit on the pages so far.
  private var carried: ArraySlice<Range<Double>>

  /// The space above the notes of a page, with the rule in it, in points.
  private static let noteSpace = 12.0
  /// The distance of the rule from the top of that space.
  private static let ruleOffset = 5.0
  /// The maximum share of a page for notes of the previous page.
  private static let carriedShare = 2.0 / 3
  /// The maximum share of a page for repeated header rows.
  private static let headerShare = 1.0 / 3

  /// Returns the parts of a text.
  ///
  /// - Parameters:
  ///   - flow: The text.
  ///   - pageHeight: Returns the height for text on a page, by its index and the height in the
  ///     layout at which it starts.
  static func parts(
    of flow: PageFlow, pageHeight: (_ page: Int, _ start: Double) -> Double
  ) -> [PagePart] {
    var pages = Pagination(flow: flow)
    while pages.index < flow.bands.count || !pages.carried.isEmpty {
      pages.fillPage(pageHeight)
    }
    // A text that consists only of running texts has one page.
    return pages.parts.isEmpty ? [PagePart(range: 0..<1)] : pages.parts
  }

  private init(flow: PageFlow) {
    self.flow = flow
    carried = flow.notesAlone[...]
  }

  private mutating func fillPage(_ pageHeight: (Int, Double) -> Double) {
    let bands = flow.bands
    var part = PagePart(range: start..<start)
    part.start =
      flow.segments(start..<start + 1).first?.range.lowerBound ?? parts.last?.start ?? 0
    let height = pageHeight(parts.count, part.start)
    guard index < bands.count else {
      finish(&part, notes: takeCarried(height), height)
      return
    }
    part.header = bands[index].header
    if part.headerHeight > height * Self.headerShare { part.header = nil }
    let room = height - part.headerHeight
    if cutBand(part, room) { return }
    let old = takeCarried(room * Self.carriedShare)
    let fitting = lastFitting(room, old)
    if old.isEmpty, startRow(fitting, part, room, height) { return }
    let end = Self.kept(bands, from: index, to: fitting)
    let bottom = end < bands.count ? Self.top(ofPageAt: end, bands) : bands[end - 1].bottom
    part.range = start..<max(bottom, start + 1)
    let notes = bands[index..<end].flatMap(\.notes)
    let used = bands[end - 1].bottom - start
    let taken = old + take(notes, after: old, room - used)
    start = bottom
    index = end
    let border = end < bands.count ? Self.sharedBorder(bands[end - 1], bands[end]) : 0
    finish(&part, notes: taken, height, border: border)
  }

  /// Returns the height in the flow at which a page starts that begins with a band.
  ///
  /// It is above the band if the band has space above it and follows a page break.
  private static func top(ofPageAt index: Int, _ bands: [Band]) -> Double {
    guard bands[index].startsPage, bands[index].spaceAbove > 0, index > 0 else {
      return bands[index].top
    }
    return max(bands[index].top - bands[index].spaceAbove, bands[index - 1].bottom)
  }

  /// Returns the height of the border between two rows without the lines of the second one.
  private static func sharedBorder(_ row: Band, _ next: Band) -> Double {
    max(min(row.bottom - next.top, row.border, next.contentTop), 0)
  }

  /// Adds a page with the bands that fit and the start of the next one, if the next one is a row that can be divided
  /// between its lines and is divisible or higher than a page.
  ///
  /// - Returns: Whether the page was added.
  private mutating func startRow(
    _ end: Int, _ part: PagePart, _ room: Double, _ height: Double
  ) -> Bool {
    let bands = flow.bands
    guard end < bands.count, end > index, !bands[end].startsPage,
      bands[end].isDivisible && bands[end].notes.isEmpty
        || bands[end].bottom - bands[end].top > height,
      bands[index..<end].allSatisfy({ $0.notes.isEmpty }),
      let division = bands[end].division(in: bands[end].top..<start + room)
    else { return false }
    var part = part
    part.range = start..<division
    start = division
    index = end
    finish(&part, notes: [], 0)
    return true
  }

  /// Adds a page for the start of a row or line that is higher than a page.
  ///
  /// - Returns: Whether the row or line is higher than the page.
  private mutating func cutBand(_ part: PagePart, _ room: Double) -> Bool {
    guard flow.bands[index].bottom - flow.bands[index].slack - start > room else { return false }
    let end = flow.bands[index].division(in: start..<start + room) ?? start + room
    var part = part
    part.range = start..<end
    start = end
    finish(&part, notes: [], 0)
    return true
  }

  /// Returns the end of the bands that fit on a page with their notes: at least one band.
  private func lastFitting(_ room: Double, _ old: [Range<Double>]) -> Int {
    let bands = flow.bands
    var notesHeight = Self.height(of: old)
    var end = index
    while end < bands.count, end == index || !bands[end].startsPage {
      let notes = bands[end].notes.flatMap { flow.notes[$0] }
      let added =
        notes.isEmpty
        ? 0 : notes.reduce(notesHeight == 0 ? Self.noteSpace : 0) { $0 + Self.height(of: $1) }
      let fits =
        bands[end].bottom - bands[end].slack - start + notesHeight + added <= room
      // New notes come after the remaining lines of older notes.
      guard end == index || fits && (notes.isEmpty || carried.isEmpty) else { break }
      notesHeight += added
      end += 1
    }
    return end
  }

  /// Returns the first band of the next page: at most `end`, and more than `index`.
  static func kept(_ bands: [Band], from index: Int, to end: Int) -> Int {
    guard end < bands.count, end > index, !bands[end].startsPage else { return end }
    var kept = end
    if bands[kept].line > 0, !bands[kept].allowsWidows {
      // Keeps two lines of a paragraph at the top of the next page, and two at the foot of this one.
      if bands[kept].lineCount - bands[kept].line < 2 { kept -= 1 }
      if bands[kept].line == 1 { kept -= 1 }
      if kept <= index { return end }
    }
    // Lines that are kept with the next line move to the next page together with it.
    let last = kept
    while kept > index, bands[kept - 1].keepsWithNext { kept -= 1 }
    return kept > index ? kept : last
  }

  // MARK: Notes

  private static func height(of line: Range<Double>) -> Double {
    line.upperBound - line.lowerBound
  }

  private static func height(of lines: [Range<Double>]) -> Double {
    lines.isEmpty ? 0 : lines.reduce(noteSpace) { $0 + height(of: $1) }
  }

  /// Removes the notes of earlier pages that fit into a height, at least one line of them.
  private mutating func takeCarried(_ room: Double) -> [Range<Double>] {
    guard !carried.isEmpty else { return [] }
    var height = Self.noteSpace
    var count = 0
    for line in carried {
      guard count == 0 || height + Self.height(of: line) <= room else { break }
      height += Self.height(of: line)
      count += 1
    }
    defer { carried.removeFirst(count) }
    return Array(carried.prefix(count))
  }

  /// Returns the lines of notes that fit into a height, and carries the others to the next page.
  private mutating func take(
    _ notes: [Int], after old: [Range<Double>], _ room: Double
  ) -> [Range<Double>] {
    var lines = notes.flatMap { flow.notes[$0] }[...]
    var taken: [Range<Double>] = []
    var height = old.isEmpty ? Self.noteSpace : Self.height(of: old)
    while carried.isEmpty, let line = lines.first, height + Self.height(of: line) <= room {
      height += Self.height(of: line)
      taken.append(line)
      lines.removeFirst()
    }
    carried += lines
    return taken
  }

  /// Adds a page with its notes at the foot.
  ///
  /// - Parameter border: The height of the border below the last row, which the next page starts
  ///   with.
  private mutating func finish(
    _ part: inout PagePart, notes: [Range<Double>], _ height: Double, border: Double = 0
  ) {
    if part.range.lowerBound < part.range.upperBound {
      part.segments = flow.segments(part.range.lowerBound..<part.range.upperBound + border)
      for index in part.segments.indices { part.segments[index].y += part.headerHeight }
    }
    if !notes.isEmpty {
      var y = max(height - Self.height(of: notes), 0)
      part.ruleY = y + Self.ruleOffset
      y += Self.noteSpace
      for line in notes {
        if let last = part.segments.last, last.range.upperBound == line.lowerBound,
          abs(last.y + Self.height(of: last.range) - y) < 0.01
        {
          part.segments[part.segments.count - 1].range =
            last.range.lowerBound..<line.upperBound
        } else {
          part.segments.append(.init(range: line, y: y))
        }
        y += Self.height(of: line)
      }
    }
    parts.append(part)
  }
}
