internal import IALayout
internal import IAText

/// Lines that are side by side, such as those of the cells of a row: never split.
struct Band {
  /// The places of text on pages.
  enum Role: Hashable {
    /// In the flow of the text.
    case body
    /// After the flow.
    case endnote
    /// At the foot of the page that refers to it, with the number of the note.
    case note(Int)
    /// In the margins of pages, which `RunningTexts` draws.
    case running
  }

  /// The heights in the layout of the text; in a `PageFlow`, those in the flow.
  var top: Double
  var bottom: Double
  var role = Role.body
  var startsPage = false
  var keepsWithNext = false
  /// Whether one line of its paragraph may be alone at the foot or at the top of a page.
  var allowsWidows = false
  /// The index of the line in its paragraph, and the number of the paragraph's lines.
  var line = 0
  var lineCount = 1
  /// The header rows of the table, for a row after them.
  var header: Range<Double>?
  /// The numbers of the notes that the lines refer to.
  var notes: [Int] = []
}

/// Finds the bands of a text, and its notes.
struct Bands {
  private var bands: [Band] = []
  /// The band of the row that was read last; its lines are collected.
  private var row: (block: Int, table: Int, isHeader: Bool, band: Band)?
  private var table = 0
  private var header: Range<Double>?
  /// The label of each footnote, in the order of the text.
  private(set) var noteLabels: [String] = []
  private var note: Int?
  /// The widow control of paragraphs that state none.
  private let widowControl: Bool?

  init(of content: DocumentDrawing.Content) {
    widowControl = content.document.string.options.page?.widowControl
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
      let hasBorders = !paragraph.attributes.borders.isEmpty
      let insets =
        hasBorders
        ? content.manager.frameInsets(at: paragraph.utf16Range.lowerBound) : (0, 0)
      add(lines[first..<next], paragraph.attributes, insets)
    }
    // The line after a final terminator belongs to no paragraph.
    if next < lines.count { add(lines[next...], ParagraphAttributes()) }
    endRow()
  }

  /// Adds the lines of a paragraph; the first and the last one are extended by the borders above and
  /// below them.
  private mutating func add(
    _ lines: ArraySlice<LineFragment>, _ attributes: ParagraphAttributes,
    _ insets: (top: Double, bottom: Double) = (0, 0)
  ) {
    let role = role(of: attributes)
    if let place = TableRow(attributes) { return add(lines, place, role, attributes) }
    endRow()
    let isHeading = attributes.blocks.contains { if case .header = $0.kind { true } else { false } }
    for (number, line) in lines.enumerated() {
      bands.append(
        Band(
          top: line.rect.y - (number == 0 ? insets.top : 0),
          bottom: line.rect.maxY + (number == lines.count - 1 ? insets.bottom : 0), role: role,
          startsPage: number == 0 && attributes.pageBreakBefore,
          keepsWithNext: isHeading
            || (number < lines.count - 1 ? attributes.keepTogether : attributes.keepWithNext),
          allowsWidows: (attributes.widowControl ?? widowControl) == false, line: number,
          lineCount: lines.count))
    }
  }

  /// Returns the place of a paragraph, which its outermost block determines: a note inside a table
  /// stays there.
  private mutating func role(of attributes: ParagraphAttributes) -> Band.Role {
    guard let block = attributes.blocks.first else {
      note = nil
      return .body
    }
    switch block.kind {
    case .footnote(let label):
      if note != block.id {
        note = block.id
        noteLabels.append(label)
      }
      return .note(noteLabels.count - 1)
    case .endnote:
      note = nil
      return .endnote
    case .pageHeader, .pageFooter:
      note = nil
      return .running
    default:
      note = nil
      return .body
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
        if case .tableRow(let isHeader, _) = block.kind, let table {
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
    _ lines: ArraySlice<LineFragment>, _ place: TableRow, _ role: Band.Role,
    _ attributes: ParagraphAttributes
  ) {
    if row?.block != place.block || row?.table != place.table {
      endRow()
      if table != place.table {
        table = place.table
        header = nil
      }
      row = (
        place.block, place.table, place.isHeader,
        Band(
          top: .infinity, bottom: -.infinity, role: role, startsPage: attributes.pageBreakBefore)
      )
    }
    guard var band = row?.band else { return }
    for line in lines {
      band.top = min(band.top, line.row?.lowerBound ?? line.rect.y - place.padding)
      band.bottom = max(band.bottom, line.row?.upperBound ?? line.rect.maxY + place.padding)
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

  /// The bands from the top to the bottom; those of one role that overlap are one.
  var merged: [Band] {
    var merged: [Band] = []
    for band in bands.sorted(by: { ($0.top, $0.bottom) < ($1.top, $1.bottom) }) {
      if let last = merged.last, band.top < last.bottom - 0.01, band.role == last.role {
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
