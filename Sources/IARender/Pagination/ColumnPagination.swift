/// A page of columns with notes below all of them.
struct ColumnPage {
  /// The parts of the text in the columns, from the first column on, without notes.
  var columns: [PagePart] = []
  /// The lines of the notes at their positions on the page; the heights are those in the layout of the notes.
  var notes = PagePart(range: 0..<0)
  /// The height in the layout of the text at which the page starts.
  var start = 0.0
  /// The height of the highest column.
  var height = 0.0
}

/// Fills columns with the text of a flow, and the foot of their pages with its notes.
///
/// The rules for pages also apply to columns (`Pagination`). If a page ends before its columns are full, at the end of
/// the text or before a page break, its text is divided into columns of nearly equal height. All notes of a page are at
/// its foot, over the width of all columns.
struct ColumnPagination {
  private let flow: PageFlow
  /// The bands of the flow, without an empty line at its end.
  private let bands: ArraySlice<Band>
  /// The lines of each note in a layout over the width of all columns.
  private let notes: [[Range<Double>]]
  private let count: Int
  private var pages: [ColumnPage] = []
  private var place = Place()
  /// The lines of notes that did not fit on the pages so far.
  private var carried: [Range<Double>]

  /// The space above the notes of a page, with the rule in it, in points.
  private static let noteSpace = 12.0
  /// The distance of the rule from the top of that space.
  private static let ruleOffset = 5.0
  /// The maximum share of a page for notes if the page has text.
  private static let noteShare = 2.0 / 3
  /// The maximum share of a column for repeated header rows.
  private static let headerShare = 1.0 / 3
  /// The number of bisection steps in the search for the height of balanced columns; the result is exact to a fraction
  /// of a point.
  private static let balancingSteps = 12

  /// A place in the flow.
  private struct Place: Equatable {
    /// The next band.
    var index = 0
    /// The height in the flow at which the next column starts.
    var start = 0.0
  }

  /// The columns of one page.
  private struct Filling {
    var columns: [PagePart] = []
    var end: Place
    var height = 0.0
    /// Whether a line is divided between two columns.
    var hasCutLine = false
  }

  /// Returns the pages of a text.
  ///
  /// - Parameters:
  ///   - flow: The text, laid out at the width of a column.
  ///   - notes: The lines of each note, laid out at the width of all columns.
  ///   - count: The number of columns, at least 1.
  ///   - hasEmptyEnd: Whether the last band is an empty line, which is not shown.
  ///   - pageHeight: Returns the height for text on a page, by its index and the height in the
  ///     layout at which it starts.
  static func pages(
    of flow: PageFlow, notes: [[Range<Double>]], count: Int, hasEmptyEnd: Bool,
    pageHeight: (_ page: Int, _ start: Double) -> Double
  ) -> [ColumnPage] {
    var pagination = ColumnPagination(
      flow: flow, notes: notes, count: max(count, 1), hasEmptyEnd: hasEmptyEnd)
    while pagination.place.index < pagination.bands.count || !pagination.carried.isEmpty {
      pagination.fillPage(pageHeight)
    }
    return pagination.pages.isEmpty ? [ColumnPage()] : pagination.pages
  }

  private init(flow: PageFlow, notes: [[Range<Double>]], count: Int, hasEmptyEnd: Bool) {
    self.flow = flow
    bands = flow.bands.prefix(flow.bands.count - (hasEmptyEnd && flow.bands.count > 1 ? 1 : 0))
    self.notes = notes
    self.count = count
    // A text without other lines has only notes.
    carried = flow.bands.isEmpty ? Array(notes.joined()) : []
  }

  private mutating func fillPage(_ pageHeight: (Int, Double) -> Double) {
    var page = ColumnPage()
    page.start =
      flow.segments(place.start..<place.start + 1).first?.range.lowerBound ?? pages.last?.start ?? 0
    let height = pageHeight(pages.count, page.start)
    guard place.index < bands.count else {
      finish(&page, height)
      return
    }
    var reserved = min(Self.height(of: carried), height * Self.noteShare)
    var filling = filled(height - reserved)
    // More notes reduce the space for the text that refers to them, so the columns are filled again.
    for _ in 0..<8 {
      let needed = Self.height(of: carried + newNotes(filling))
      guard needed > reserved, reserved < height * Self.noteShare else { break }
      reserved = min(needed, height * Self.noteShare)
      filling = filled(height - reserved)
    }
    if endsEarly(filling) { filling = balanced(filling, height - reserved) }
    carried += newNotes(filling)
    page.columns = filling.columns
    page.height = filling.height
    place = filling.end
    finish(&page, height)
  }

  /// Returns whether the page ends although its columns are not full.
  private func endsEarly(_ filling: Filling) -> Bool {
    let index = filling.end.index
    return index == bands.count || index > place.index && bands[index].startsPage
  }

  /// Returns the same text in columns of the smallest height that holds all of it.
  private func balanced(_ filling: Filling, _ room: Double) -> Filling {
    var best = filling
    var (low, high) = (0.0, room)
    for _ in 0..<Self.balancingSteps {
      let middle = (low + high) / 2
      let tried = filled(middle)
      if tried.end == filling.end, tried.height <= room, filling.hasCutLine || !tried.hasCutLine {
        (best, high) = (tried, middle)
      } else {
        low = middle
      }
    }
    return best
  }

  /// Returns columns of a height that start at the current position; they contain at least one line or a part of one.
  private func filled(_ height: Double) -> Filling {
    var filling = Filling(end: place)
    while filling.columns.count < count, filling.end.index < bands.count {
      let index = filling.end.index
      if !filling.columns.isEmpty, bands[index].startsPage, filling.end.start == bands[index].top {
        break
      }
      let (part, end) = column(from: filling.end, height)
      filling.height = max(
        filling.height, part.headerHeight + part.range.upperBound - part.range.lowerBound)
      filling.columns.append(part)
      filling.hasCutLine = filling.hasCutLine || end.index == index
      filling.end = end
    }
    return filling
  }

  /// Returns one column and the position after it.
  private func column(from place: Place, _ height: Double) -> (part: PagePart, end: Place) {
    var part = PagePart(range: place.start..<place.start)
    part.header = bands[place.index].header
    if part.headerHeight > height * Self.headerShare { part.header = nil }
    let room = max(height - part.headerHeight, 1)
    var end = place
    if bands[place.index].bottom - place.start > room {
      // A row that is higher than the column is divided between its lines; a line that is higher is cut.
      let limit = place.start + room
      end.start = bands[place.index].division(in: place.start..<limit) ?? limit
      part.range = place.start..<end.start
    } else {
      var index = place.index + 1
      while index < bands.count, !bands[index].startsPage, bands[index].bottom - place.start <= room
      {
        index += 1
      }
      if index < bands.count {
        index = Pagination.kept(flow.bands, from: place.index, to: index)
      }
      end.index = index
      end.start = index < bands.count ? bands[index].top : bands[bands.count - 1].bottom
      part.range = place.start..<max(bands[index - 1].bottom, place.start + 1)
    }
    part.segments = flow.segments(part.range)
    for segment in part.segments.indices { part.segments[segment].y += part.headerHeight }
    return (part, end)
  }

  // MARK: Notes

  private func newNotes(_ filling: Filling) -> [Range<Double>] {
    bands[place.index..<filling.end.index].flatMap { band in
      band.notes.flatMap { notes.indices.contains($0) ? notes[$0] : [] }
    }
  }

  private static func height(of lines: some Sequence<Range<Double>>) -> Double {
    var height = 0.0
    for line in lines {
      height += (height == 0 ? noteSpace : 0) + line.upperBound - line.lowerBound
    }
    return height
  }

  /// Adds a page with as many lines of notes as fit below its columns.
  private mutating func finish(_ page: inout ColumnPage, _ height: Double) {
    var taken = 0
    var used = Self.noteSpace
    for line in carried {
      let next = used + line.upperBound - line.lowerBound
      guard page.height + next <= height || taken == 0 && page.columns.isEmpty else { break }
      (taken, used) = (taken + 1, next)
    }
    if taken > 0 {
      var y = max(height - used, 0)
      page.notes.ruleY = y + Self.ruleOffset
      y += Self.noteSpace
      for line in carried.prefix(taken) {
        if let last = page.notes.segments.last, last.range.upperBound == line.lowerBound {
          page.notes.segments[page.notes.segments.count - 1].range =
            last.range.lowerBound..<line.upperBound
        } else {
          page.notes.segments.append(.init(range: line, y: y))
        }
        y += line.upperBound - line.lowerBound
      }
      carried.removeFirst(taken)
    }
    pages.append(page)
  }
}
