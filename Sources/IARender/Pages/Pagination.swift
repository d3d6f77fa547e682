internal import IALayout
internal import IAText

/// The part of a text that one page shows.
struct PagePart: Hashable {
  /// The heights from which and to which the page shows the text.
  var range: Range<Double>
  /// The header rows of the table that continues at the top of the page, which are repeated there;
  /// `nil` if no table with header rows continues.
  var header: Range<Double>?

  /// The height of the repeated rows.
  var headerHeight: Double { header.map { $0.upperBound - $0.lowerBound } ?? 0 }
}

/// The ends of the pages of a text.
enum Pagination {
  /// Cuts a text into parts no higher than a page, between lines.
  ///
  /// A paragraph that starts a page starts one. A heading is not left alone at the foot of a page,
  /// nor is one line of a paragraph at the foot or at the top. A row of a table is not split unless
  /// it is higher than a page. A line that is higher than a page is cut.
  static func parts(of content: DocumentDrawing.Content, pageHeight: Double) -> [PagePart] {
    let bands = Bands(of: content, pageHeight: pageHeight).merged
    guard let last = bands.last else { return [PagePart(range: 0..<max(content.height, 1))] }
    var parts: [PagePart] = []
    var start = 0.0
    var index = 0
    while index < bands.count {
      var part = PagePart(range: start..<start, header: bands[index].header)
      if part.headerHeight > pageHeight / 3 { part.header = nil }
      let room = pageHeight - part.headerHeight
      var end = index
      while end < bands.count, bands[end].bottom - start <= room,
        end == index || !bands[end].startsPage
      {
        end += 1
      }
      if end == index {
        // The line is higher than the page.
        let bottom = bands[index].bottom
        while bottom - start > room {
          part.range = start..<start + room
          parts.append(part)
          start += room
        }
        end += 1
      }
      let kept = kept(bands, from: index, to: end)
      let bottom = kept < bands.count ? bands[kept].top : last.bottom
      part.range = start..<max(bottom, start + 1)
      parts.append(part)
      start = bottom
      index = kept
    }
    return parts
  }

  /// Returns the first band of the next page: at most `end`, and more than `index`.
  private static func kept(_ bands: [Band], from index: Int, to end: Int) -> Int {
    guard end < bands.count, end > index, !bands[end].startsPage else { return end }
    var kept = end
    if bands[kept].line > 0 {
      // Two lines of a paragraph at the top of the next page, and two at the foot of this one.
      if bands[kept].lineCount - bands[kept].line < 2 { kept -= 1 }
      if bands[kept].line == 1 { kept -= 1 }
      if kept <= index { return end }
    }
    // Lines that belong to the text below them move to the next page with it.
    let last = kept
    while kept > index, bands[kept - 1].keepsWithNext { kept -= 1 }
    return kept > index ? kept : last
  }
}

/// Lines that are side by side, such as those of the cells of a row: never split.
private struct Band {
  var top: Double
  var bottom: Double
  var startsPage = false
  var keepsWithNext = false
  /// The index of the line in its paragraph, and the number of the paragraph's lines.
  var line = 0
  var lineCount = 1
  /// The header rows of the table, for a row after them.
  var header: Range<Double>?
}

/// Finds the bands of a text.
private struct Bands {
  private var bands: [Band] = []
  /// The band of the row that was read last; its lines are collected.
  private var row: (block: Int, table: Int, isHeader: Bool, band: Band)?
  private var table = 0
  private var header: Range<Double>?
  private let pageHeight: Double

  init(of content: DocumentDrawing.Content, pageHeight: Double) {
    self.pageHeight = pageHeight
    let paragraphs = content.document.string.paragraphs
    let lines = content.manager.lineFragments()
    var next = 0
    for paragraph in paragraphs {
      let first = next
      let end = paragraph.utf16Range.upperBound
      while next < lines.count,
        lines[next].utf16Range.lowerBound < end || next == first && paragraph.utf16Range.isEmpty
      {
        next += 1
      }
      guard first < next else { continue }
      add(lines[first..<next], paragraph.attributes)
    }
    // The line after a final terminator belongs to no paragraph.
    if next < lines.count { add(lines[next...], ParagraphAttributes()) }
    endRow()
  }

  private mutating func add(_ lines: ArraySlice<LineFragment>, _ attributes: ParagraphAttributes) {
    if let place = TableRow(attributes) { return add(lines, place, attributes) }
    endRow()
    let isHeading = attributes.blocks.contains { if case .header = $0.kind { true } else { false } }
    for (number, line) in lines.enumerated() {
      bands.append(
        Band(
          top: line.rect.y, bottom: line.rect.maxY,
          startsPage: number == 0 && attributes.pageBreakBefore, keepsWithNext: isHeading,
          line: number, lineCount: lines.count))
    }
  }

  private struct TableRow {
    var table: Int
    var block: Int
    var isHeader: Bool
    /// The space between the lines of a cell and the edges of its row, as layouts have it.
    var padding: Double

    init?(_ attributes: ParagraphAttributes) {
      var table: Int?
      var border = 1.0
      for block in attributes.blocks {
        if case .table(let found) = block.kind {
          table = block.id
          border = found.borderWidth ?? 1
        }
        if case .tableRow(let isHeader) = block.kind, let table {
          self.table = table
          self.block = block.id
          self.isHeader = isHeader
          padding = LayoutManager.cellPadding + (border.isFinite ? min(max(border, 0), 100) : 1) / 2
          return
        }
      }
      return nil
    }
  }

  private mutating func add(
    _ lines: ArraySlice<LineFragment>, _ place: TableRow, _ attributes: ParagraphAttributes
  ) {
    if row?.block != place.block || row?.table != place.table {
      endRow()
      if table != place.table {
        table = place.table
        header = nil
      }
      row = (
        place.block, place.table, place.isHeader,
        Band(top: .infinity, bottom: -.infinity, startsPage: attributes.pageBreakBefore)
      )
    }
    guard var band = row?.band else { return }
    for line in lines {
      band.top = min(band.top, line.rect.y - place.padding)
      band.bottom = max(band.bottom, line.rect.maxY + place.padding)
    }
    row?.band = band
  }

  /// Ends the row whose lines are collected.
  private mutating func endRow() {
    guard let row, row.band.top < row.band.bottom else { return self.row = nil }
    self.row = nil
    var band = row.band
    band.top = max(band.top, 0)
    if row.isHeader {
      // A header stays with the first row after it.
      band.keepsWithNext = true
      header = (header?.lowerBound ?? band.top)..<band.bottom
    } else {
      band.header = header
    }
    bands.append(band)
  }

  /// The bands from the top to the bottom; those that overlap are one.
  var merged: [Band] {
    var merged: [Band] = []
    for band in bands.sorted(by: { ($0.top, $0.bottom) < ($1.top, $1.bottom) }) {
      if let last = merged.last, band.top < last.bottom - 0.01 {
        merged[merged.count - 1].bottom = max(last.bottom, band.bottom)
        merged[merged.count - 1].startsPage = last.startsPage || band.startsPage
        merged[merged.count - 1].line = 0
        merged[merged.count - 1].lineCount = 1
      } else {
        merged.append(band)
      }
    }
    return merged
  }
}
