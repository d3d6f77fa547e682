internal import IALayout
internal import IAText

/// A page with columns, and below them notes over the width of all columns.
struct ColumnsDrawing: Drawable {
  /// The columns from the left; the first one has the running texts and the number of the page.
  let columns: [DocumentDrawing]
  /// The notes; `nil` for none.
  let notes: DocumentDrawing?
  let size: Size
  /// The area below the columns and above the notes.
  let freeArea: Rectangle
  /// The lines between the columns with their colour; `nil` for none.
  var lines: (areas: [Rectangle], color: Color)?

  var headings: [Heading] {
    columns.flatMap(\.headings) + (notes?.headings ?? [])
  }

  var destinations: [PlacedDestination] {
    columns.flatMap(\.destinations) + (notes?.destinations ?? [])
  }

  var pageNumber: PageNumber? { columns.first?.number }

  func draw<P: Painter>(on painter: inout P) {
    for column in columns { column.draw(on: &painter) }
    if let lines {
      painter.push(part: .attachments)
      for area in lines.areas {
        painter.fill(.rectangle(area, cornerRadius: 0), color: lines.color)
      }
      painter.pop()
    }
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
    /// Whether there is a line between two columns.
    public let hasLine: Bool

    /// The space between columns if the document states none, in points: half an inch, as in RTF.
    private static let defaultSpacing = 36.0
    /// The minimum width of a column in points.
    private static let leastWidth = 36.0

    /// Creates the columns of a page.
    ///
    /// The number is reduced if a column would be narrower than 36 points.
    ///
    /// - Parameters:
    ///   - count: The number of columns that the document states.
    ///   - spacing: The space between them in points; `nil` for 36.
    ///   - width: The width of the text in points.
    ///   - hasLine: Whether there is a line between two columns.
    public init(_ count: Int, spacing: Double?, width: Double, hasLine: Bool = false) {
      self.hasLine = hasLine
      let space = max(spacing ?? Self.defaultSpacing, 0)
      let fitting = (width + space) / (Self.leastWidth + space)
      self.count = max(min(count, fitting.isFinite ? Int(min(fitting, 64)) : 1), 1)
      self.spacing = space
    }
  }

  /// Lays out the pages of a section with its text in columns.
  func columnLayout(
    of source: Source, _ columns: Columns, _ frame: PageFrame
  ) throws(RenderError) -> SectionLayout {
    let (size, margins) = (frame.size, frame.margins)
    let full = size.width - margins.left - margins.right
    let gaps = columns.spacing * Double(columns.count - 1)
    let width = (full - gaps) / Double(columns.count)
    var room = margins
    room.left = min(margins.left, columns.spacing)
    room.right = min(margins.right, columns.spacing)
    let content = try content(source, width: width, room: room)
    let flow = PageFlow(of: content)
    let place = place(frame, flow)
    let texts = runningTexts(of: content, source.looks, place, width: full)
    let hasNotes = flow.notes.contains { !$0.isEmpty }
    let wide = hasNotes ? try self.content(source, width: full, room: margins) : content
    let pages = ColumnPagination.pages(
      of: flow, notes: hasNotes ? PageFlow(of: wide).notes : [], count: columns.count,
      hasEmptyEnd: flow.hasEmptyEnd(in: content)
    ) { page, start in
      let margins = place.margins(texts, page: page, start: start)
      return max(size.height - margins.top - margins.bottom, 8)
    }
    if texts.isCutOff { hasCutOffRunningTexts = true }
    let line = columns.hasLine ? theme.rule : nil
    func drawing(_ index: Int, _ total: Int?) -> ColumnsDrawing {
      let page = pages[index]
      let margins = place.margins(texts, page: index, start: page.start)
      var drawings = (page.columns.isEmpty ? [PagePart(range: 0..<0)] : page.columns)
        .enumerated().map { column, part in
          var place = margins
          place.left += Double(column) * (width + columns.spacing)
          return DocumentDrawing(content, size: size, margins: place, part: part)
        }
      if let total, place.shared == nil || index > 0 {
        drawings[0].runningTexts = texts.placed(page: index, start: page.start, pageCount: total)
        drawings[0].number = number(index, of: total, place, texts)
      }
      let bottom =
        page.notes.ruleY ?? max(size.height - margins.top - margins.bottom, page.height)
      return ColumnsDrawing(
        columns: drawings,
        notes: page.notes.segments.isEmpty
          ? nil : DocumentDrawing(wide, size: size, margins: margins, part: page.notes),
        size: size,
        freeArea: Rectangle(
          x: margins.left, y: margins.top + page.height, width: full,
          height: max(bottom - page.height, 0)),
        lines: line.map { color in
          (
            (1..<columns.count).map { column in
              Rectangle(
                x: margins.left + Double(column) * (width + columns.spacing) - columns.spacing / 2,
                y: margins.top, width: 0.5, height: page.height)
            }, color
          )
        })
    }
    return SectionLayout(
      count: pages.count, freeArea: drawing(pages.count - 1, nil).freeArea,
      isShared: place.shared != nil
    ) { total in
      pages.indices.map { drawing($0, total) }
    }
  }

  /// Returns the headers and footers of pages.
  func runningTexts(
    of content: DocumentDrawing.Content, _ looks: Looks, _ frame: PageFrame, width: Double
  ) -> RunningTexts {
    var looks = looks
    looks.showsIntensityBars = false
    looks.placesObjects = false
    return RunningTexts(
      of: content, size: frame.size, margins: frame.margins, leading: frame.leading
    ) { document in
      self.laidOut(Source(document, looks: looks), width: width, room: frame.margins)
    }
  }

  /// Returns the number that a page shows, if it shows one.
  ///
  /// - Parameters:
  ///   - index: The index of the page in its section.
  ///   - total: The number of all pages of the file.
  func number(
    _ index: Int, of total: Int, _ frame: PageFrame, _ texts: RunningTexts
  ) -> PageNumber? {
    let isWanted =
      frame.numbers == .all
      ? total > 1 : frame.numbers == .allButFirst && index + frame.pagesBefore > 0
    guard isWanted, !texts.hasFooters, frame.margins.bottom >= PageNumber.leastMargin else {
      return nil
    }
    return PageNumber(value: index + frame.leading + 1, labels: labels)
  }
}

extension PageFrame {
  /// Returns the margins of a page: those below the text of another section, or those that headers and footers require.
  func margins(_ texts: RunningTexts, page: Int, start: Double) -> Insets {
    if page == 0, let shared { return shared }
    return texts.margins(page: page, start: start)
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
