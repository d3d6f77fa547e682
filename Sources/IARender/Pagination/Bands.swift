internal import IALayout
internal import IAText

/// A group of lines that are side by side, such as those of the cells of a table row; pages never split it.
struct Band {
  /// The kinds of positions that text has on pages.
  enum Role: Hashable {
    /// In the flow of the text.
    case body
    /// After the flow.
    case endnote
    /// At the foot of the page that refers to the note with this number.
    case note(Int)
    /// At a separate position on a page, as the object with this index.
    case object(Int)
    /// In the margins of pages, which `RunningTexts` draws.
    case running
  }

  /// The heights in the layout of the text; in a `PageFlow`, those in the flow.
  var top: Double
  var bottom: Double
  var role = Role.body
  var startsPage = false
  /// The space above the line that the first page, or a page that it starts, shows.
  var spaceAbove = 0.0
  var keepsWithNext = false
  /// The space below the text of the line, which may extend beyond the foot of the page.
  var slack = 0.0
  /// Whether a single line of its paragraph may be at the foot or at the top of a page.
  var allowsWidows = false
  /// The index of the line in its paragraph, and the number of the paragraph's lines.
  var line = 0
  var lineCount = 1
  /// The first unit of the paragraph if the line is its first one and the text has positioned objects; otherwise `nil`.
  var paragraph: Int?
  /// The header rows of the table, for a row after them.
  var header: Range<Double>?
  /// The numbers of the notes that the lines refer to.
  var notes: [Int] = []
  /// The height of the border below a row, which is also the border above the next row.
  var border = 0.0
  /// The distance of the first line of a row from its top.
  var contentTop = 0.0
  /// The distances from the top of a row at which it can be divided between its lines, ascending.
  var divisions: [Double] = []
  /// Whether pages may divide a row that is not higher than a page.
  var isDivisible = false
  /// The lines of a row, until `divisions` is known.
  fileprivate var lines: [Range<Double>] = []

  /// Returns the greatest height in a range at which a row can be divided between its lines; `nil` if there is none.
  ///
  /// The range is in the same coordinates as `top`.
  ///
  /// - Complexity: O(log *n*) for *n* lines.
  func division(in range: Range<Double>) -> Double? {
    var (low, high) = (0, divisions.count)
    while low < high {
      let middle = (low + high) / 2
      if top + divisions[middle] <= range.upperBound { low = middle + 1 } else { high = middle }
    }
    guard low > 0, top + divisions[low - 1] > range.lowerBound + 0.01 else { return nil }
    return top + divisions[low - 1]
  }

  /// Adds the following band to this one if both have the same role and overlap by more than the border below this one.
  ///
  /// - Returns: Whether it was added.
  fileprivate mutating func add(overlapping band: Band) -> Bool {
    guard band.top < bottom - border - 0.01, band.role == role else { return false }
    lines += band.lines
    if band.bottom > bottom { (bottom, border) = (band.bottom, band.border) }
    startsPage = startsPage || band.startsPage
    isDivisible = isDivisible && band.isDivisible
    line = 0
    lineCount = 1
    return true
  }

  /// Finds the divisions of a row between its lines.
  fileprivate mutating func findDivisions() {
    guard !lines.isEmpty else { return }
    lines.sort { $0.lowerBound < $1.lowerBound }
    contentTop = max(lines[0].lowerBound - top, 0)
    var end = lines[0].upperBound
    for line in lines {
      if line.lowerBound >= end - 0.01, line.lowerBound > lines[0].lowerBound {
        divisions.append(end - top)
      }
      end = max(end, line.upperBound)
    }
    lines = []
  }
}

/// Divides the text of a layout into bands, and finds its notes and objects.
struct Bands {
  private var bands: [Band] = []
  /// The table row whose lines are being collected, with its band.
  private var row: (block: Int, table: Int, isHeader: Bool, band: Band)?
  private var table = 0
  private var header: Range<Double>?
  /// The label of each footnote, in the order of the text.
  private(set) var noteLabels: [String] = []
  private var note: Int?
  /// The object that the paragraph is in; `nil` for none.
  private var object: Int?
  /// The role of the last paragraph.
  private var lastRole = Band.Role.body
  /// The text boxes and pictures with a place of their own.
  private(set) var objects: [FlowObject]
  /// Whether pages follow LibreOffice.
  ///
  /// Then the first page, and a page that starts with a paragraph, show the space above that paragraph; rows may be
  /// divided; and paragraphs that are kept with the next one are not divided.
  private let followsOffice: Bool
  /// The widow control of paragraphs that state none.
  private let widowControl: Bool?
  /// The ids of the blocks of rows that pages do not divide.
  private let keptRows: Set<Int>

  init(of content: DocumentDrawing.Content) {
    let options = content.manager.typesetter.options
    followsOffice = options.placement == .office
    // RTF documents have widow control only if they state it.
    widowControl =
      content.document.string.options.page?.widowControl ?? (followsOffice ? false : nil)
    keptRows = options.keptRows
    var finder = FlowObjectFinder(content.document.string, options)
    defer { objects = finder.finish() }
    objects = []
    let paragraphs = content.document.string.paragraphs
    let lines = content.manager.lineFragments()
    var next = 0
    for (index, paragraph) in paragraphs.enumerated() {
      let first = next
      let end = paragraph.utf16Range.upperBound
      while next < lines.count,
        lines[next].utf16Range.lowerBound < end || next == first && paragraph.utf16Range.isEmpty
      {
        next += 1
      }
      guard first < next else { continue }
      let hasBorders =
        !paragraph.attributes.borders.isEmpty
        || paragraph.attributes.blocks.contains { $0.textBox != nil }
      var insets =
        hasBorders
        ? content.manager.frameInsets(at: paragraph.utf16Range.lowerBound) : (0, 0)
      if options.codePadding > 0,
        let code = paragraph.attributes.blocks.last(where: \.kind.isCode)
      {
        // The background of a code block extends above its first line and below its last line.
        let padding = options.codePadding * options.textScale
        let isFirst = index == 0 || !paragraphs[index - 1].attributes.blocks.contains(code)
        let isLast =
          index + 1 == paragraphs.count || !paragraphs[index + 1].attributes.blocks.contains(code)
        insets.0 += isFirst ? padding : 0
        insets.1 += isLast ? padding : 0
      }
      object = finder.object(of: paragraph)
      if !followsOffice, first > 0, index > 0 {
        keepIntroduction(paragraphs[index - 1], to: paragraph.attributes, content.document.string)
      }
      let count = bands.count
      add(lines[first..<next], paragraph.attributes, insets)
      if lastRole == .body, options.placesObjects {
        let start = paragraph.utf16Range.lowerBound
        finder.note(paragraph, lines[first], top: content.manager.textTop(at: start))
        if bands.count > count { bands[count].paragraph = start }
      }
    }
    object = nil
    // The line after a final terminator is not part of a paragraph.
    if next < lines.count {
      let count = bands.count
      add(lines[next...], ParagraphAttributes())
      if options.placesObjects, bands.count > count {
        let start = lines[next].utf16Range.lowerBound
        finder.noteEnd(lines[next], top: content.manager.textTop(at: start))
        bands[count].paragraph = start
      }
    }
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
    // A heading that is kept with the next paragraph is not divided; in LibreOffice, no such paragraph is.
    let isHeading = attributes.blocks.contains { if case .header = $0.kind { true } else { false } }
    let keepsWithNext = attributes.keepWithNext ?? isHeading
    let isKept = attributes.keepTogether || keepsWithNext && (followsOffice || isHeading)
    let slack = followsOffice ? Self.slack(of: lines, attributes.lineHeight) : 0
    for (number, line) in lines.enumerated() {
      bands.append(
        Band(
          top: line.rect.y - (number == 0 ? insets.top : 0),
          bottom: line.rect.maxY + (number == lines.count - 1 ? insets.bottom : 0), role: role,
          startsPage: number == 0 && attributes.pageBreakBefore,
          spaceAbove: number == 0 && followsOffice ? max(attributes.spacingBefore ?? 0, 0) : 0,
          keepsWithNext: number < lines.count - 1 ? isKept : keepsWithNext, slack: slack,
          allowsWidows: (attributes.widowControl ?? widowControl) == false, line: number,
          lineCount: lines.count))
    }
  }

  /// Keeps the last lines of a paragraph that ends with a colon on the page of the code, list or table that follows it.
  private mutating func keepIntroduction(
    _ paragraph: IAString.Paragraph, to next: ParagraphAttributes, _ string: IAString
  ) {
    // This is the fast exit: most paragraphs are in no block, or in the same block as the previous paragraph.
    guard let block = next.blocks.last(where: { $0.kind.isIntroduced }), row == nil,
      let last = bands.last, last.line == last.lineCount - 1,
      !paragraph.attributes.blocks.contains(block), paragraph.attributes.keepWithNext == nil
    else { return }
    var end = paragraph.utf16Range.upperBound
    while end > paragraph.utf16Range.lowerBound, string.unit(at: end - 1) <= 0x20 { end -= 1 }
    guard end > paragraph.utf16Range.lowerBound,
      [0x3A, 0xFF1A].contains(string.unit(at: end - 1))
    else { return }
    // The number of lines avoids a single line of the paragraph at the foot or at the top of a page.
    let count = last.lineCount > 3 ? 2 : last.lineCount
    for number in bands.indices.suffix(count) { bands[number].keepsWithNext = true }
  }

  /// Returns the space that a multiple of the line height adds below the text of each line; LibreOffice omits this
  /// space at the foot of a page.
  ///
  /// The lowest line is used, because it usually has no pictures.
  private static func slack(
    of lines: ArraySlice<LineFragment>, _ height: ParagraphAttributes.LineHeight?
  ) -> Double {
    guard case .multiple(let factor) = height, factor > 1, factor.isFinite,
      let lowest = lines.lazy.map(\.rect.height).min(), lowest < maxLineHeight
    else { return 0 }
    return lowest * (1 - 1 / factor)
  }

  /// The height in points from which a line is assumed to contain more than text.
  private static let maxLineHeight = 100.0

  /// Returns the role of a paragraph, which its outermost block determines: a note inside a table is laid out there.
  private mutating func role(of attributes: ParagraphAttributes) -> Band.Role {
    lastRole = object.map { .object($0) } ?? place(of: attributes)
    return lastRole
  }

  private mutating func place(of attributes: ParagraphAttributes) -> Band.Role {
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
    /// Whether the row has an exact height.
    var isExact: Bool
    /// The padding between the lines of a cell and the edges of its row, as in layouts.
    var padding: Double
    /// The width of the borders between the rows.
    var border: Double

    init?(_ attributes: ParagraphAttributes) {
      var table: Int?
      var border = 1.0
      for block in attributes.blocks {
        if case .table(let found) = block.kind {
          table = block.id
          border = found.borderWidth ?? 1
        }
        if case .tableRow(let isHeader, let height) = block.kind, let table {
          self.table = table
          self.block = block.id
          self.isHeader = isHeader
          isExact = if case .exactly? = height { true } else { false }
          self.border = border.isFinite ? min(max(border, 0), 100) : 1
          padding = LayoutManager.cellPadding + self.border / 2
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
          top: .infinity, bottom: -.infinity, role: role, startsPage: attributes.pageBreakBefore,
          isDivisible: followsOffice && !place.isHeader && !place.isExact
            && !keptRows.contains(place.block))
      )
    }
    guard var row else { return }
    // Removes the stored band, so that its array of lines has a single owner while lines are appended.
    self.row = nil
    defer { self.row = row }
    for line in lines {
      let border = line.row?.border ?? place.border
      let bottom = (line.row?.range.upperBound ?? line.rect.maxY + place.padding) + border
      let top = line.row?.range.lowerBound ?? line.rect.y - place.padding
      row.band.top = min(row.band.top, top)
      if bottom > row.band.bottom { (row.band.bottom, row.band.border) = (bottom, border) }
      if line.rect.height > 0 { row.band.lines.append(line.rect.y..<line.rect.maxY) }
    }
    if row.band.isDivisible, (attributes.widowControl ?? widowControl) != false {
      row.band.lines += Self.undivided(lines)
    }
  }

  /// Returns the heights of the first two and the last two lines of a paragraph, between which a page must not end.
  private static func undivided(_ lines: ArraySlice<LineFragment>) -> [Range<Double>] {
    guard lines.count > 1 else { return [] }
    return [lines.prefix(2), lines.suffix(2)].compactMap { pair in
      guard let first = pair.first?.rect, let last = pair.last?.rect, last.maxY > first.y else {
        return nil
      }
      return first.y..<last.maxY
    }
  }

  /// Ends the row whose lines are being collected.
  private mutating func endRow() {
    guard let row, row.band.top < row.band.bottom else { return self.row = nil }
    self.row = nil
    var band = row.band
    band.top = max(band.top, 0)
    if row.isHeader {
      // A header row is kept with the first row after it.
      band.keepsWithNext = true
      // The border below the header is that of the row below it.
      let top = header?.lowerBound ?? band.top
      header = top..<max(band.bottom - band.border, top)
    } else {
      band.header = header
    }
    bands.append(band)
  }

  /// The bands from the top to the bottom; overlapping bands of the same role are combined.
  ///
  /// Rows that overlap only by the border between them stay separate bands.
  var merged: [Band] {
    var merged: [Band] = []
    for band in bands.sorted(by: { ($0.top, $0.bottom) < ($1.top, $1.bottom) }) {
      if merged.isEmpty || !merged[merged.count - 1].add(overlapping: band) { merged.append(band) }
    }
    for index in merged.indices { merged[index].findDivisions() }
    return merged
  }
}

extension Block.Kind {
  fileprivate var isCode: Bool { if case .codeBlock = self { true } else { false } }

  /// Whether a preceding paragraph that ends with a colon introduces the block.
  fileprivate var isIntroduced: Bool {
    switch self {
    case .codeBlock, .orderedList, .unorderedList, .table: true
    default: false
    }
  }
}
