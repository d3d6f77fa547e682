internal import IALayout
internal import IAText

/// A page of columns, with notes at its foot over the width of all of them.
struct ColumnsDrawing: Drawable {
  /// The columns from the left; the first one has the running texts and the number of the page.
  let columns: [DocumentDrawing]
  /// The notes; `nil` for none.
  let notes: DocumentDrawing?
  let size: Size
  /// The area below the columns and above the notes.
  let freeArea: Rectangle

  var headings: [Heading] {
    columns.flatMap(\.headings) + (notes?.headings ?? [])
  }

  var destinations: [PlacedDestination] {
    columns.flatMap(\.destinations) + (notes?.destinations ?? [])
  }

  var pageNumber: PageNumber? { columns.first?.number }

  func draw<P: Painter>(on painter: inout P) {
    for column in columns { column.draw(on: &painter) }
    notes?.draw(on: &painter)
  }
}

extension Renderer {
  /// The columns of the pages of a text.
  public struct Columns: Hashable, Sendable {
    /// The number of columns, at least 1.
    public let count: Int
    /// The space between two columns, in points.
    public let spacing: Double

    /// The space between columns that state none, in points: half an inch, as in RTF.
    private static let defaultSpacing = 36.0
    /// The least width of a column in points.
    private static let leastWidth = 36.0

    /// Creates the columns of a page; as many as fit if each is at least 36 points wide.
    ///
    /// - Parameters:
    ///   - count: The number of columns that the document states.
    ///   - spacing: The space between them in points; `nil` for 36.
    ///   - width: The width of the text in points.
    public init(_ count: Int, spacing: Double?, width: Double) {
      let space = max(spacing ?? Self.defaultSpacing, 0)
      let fitting = (width + space) / (Self.leastWidth + space)
      self.count = max(min(count, fitting.isFinite ? Int(min(fitting, 64)) : 1), 1)
      self.spacing = space
    }
  }

  /// Returns pages of one size with the text in columns.
  ///
  /// - Parameter leading: The number of pages before the first one.
  func columnPages(
    of source: Source, _ columns: Columns, size: Size, margins: Insets, numbers: PageNumbers,
    leading: Int
  ) throws(RenderError) -> [Page] {
    let full = size.width - margins.left - margins.right
    let gaps = columns.spacing * Double(columns.count - 1)
    let width = (full - gaps) / Double(columns.count)
    var room = margins
    room.left = min(margins.left, columns.spacing)
    room.right = min(margins.right, columns.spacing)
    let content = try content(source, width: width, room: room)
    let texts = runningTexts(
      of: content, source.looks, size: size, margins: margins, width: full, leading: leading)
    let flow = PageFlow(of: content)
    let hasNotes = flow.notes.contains { !$0.isEmpty }
    let wide = hasNotes ? try self.content(source, width: full, room: margins) : content
    let pages = ColumnPagination.pages(
      of: flow, notes: hasNotes ? PageFlow(of: wide).notes : [], count: columns.count,
      hasEmptyEnd: flow.hasEmptyEnd(in: content)
    ) { page, start in
      let margins = texts.margins(page: page, start: start)
      return max(size.height - margins.top - margins.bottom, 8)
    }
    if texts.isCutOff { hasCutOffRunningTexts = true }
    return pages.enumerated().map { index, page in
      let margins = texts.margins(page: index, start: page.start)
      var drawings = (page.columns.isEmpty ? [PagePart(range: 0..<0)] : page.columns)
        .enumerated().map { column, part in
          var place = margins
          place.left += Double(column) * (width + columns.spacing)
          return DocumentDrawing(content, size: size, margins: place, part: part)
        }
      drawings[0].runningTexts = texts.placed(
        page: index, start: page.start, pageCount: pages.count)
      if isNumbered(index, of: pages.count, numbers, leading: leading, texts, margins) {
        drawings[0].number = PageNumber(value: index + leading + 1, labels: labels)
      }
      let bottom =
        page.notes.ruleY ?? max(size.height - margins.top - margins.bottom, page.height)
      return Page(
        drawable: ColumnsDrawing(
          columns: drawings,
          notes: page.notes.segments.isEmpty
            ? nil : DocumentDrawing(wide, size: size, margins: margins, part: page.notes),
          size: size,
          freeArea: Rectangle(
            x: margins.left, y: margins.top + page.height, width: full,
            height: max(bottom - page.height, 0))))
    }
  }

  /// Returns the headers and footers of pages.
  func runningTexts(
    of content: DocumentDrawing.Content, _ looks: Looks, size: Size, margins: Insets,
    width: Double, leading: Int
  ) -> RunningTexts {
    var looks = looks
    looks.showsIntensityBars = false
    return RunningTexts(
      of: content, size: size, margins: margins, leading: leading
    ) { document in
      self.laidOut(Source(document, looks: looks), width: width, room: margins)
    }
  }

  /// Returns whether a page shows its number.
  func isNumbered(
    _ index: Int, of count: Int, _ numbers: PageNumbers, leading: Int, _ texts: RunningTexts,
    _ margins: Insets
  ) -> Bool {
    let isWanted =
      numbers == .all ? count + leading > 1 : numbers == .allButFirst && index + leading > 0
    return isWanted && !texts.hasFooters && margins.bottom >= PageNumber.leastMargin
  }
}

extension PageFlow {
  /// Returns whether the last band is the empty line after the last terminator of a text.
  fileprivate func hasEmptyEnd(in content: DocumentDrawing.Content) -> Bool {
    let end = content.document.string.utf16Count
    guard let line = content.manager.lineFragment(at: end), line.utf16Range.isEmpty, end > 0,
      let band = bands.last,
      let last = segments(band.top..<band.bottom).first
    else { return false }
    return abs(last.range.lowerBound - line.rect.y) < 0.01
  }
}
