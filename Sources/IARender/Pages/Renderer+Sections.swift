public import IALayout
public import IAText

/// The parameters for laying out the pages of a section.
struct PageFrame {
  var size: Size
  var margins: Insets
  var numbers: Renderer.PageNumbers
  /// The number of the page before the first one.
  var leading: Int
  /// The number of pages in the file before the first page of the section.
  var pagesBefore: Int
  /// The margins of the first page if the section starts below the text of another section; `nil` if it starts on a new
  /// page.
  var shared: Insets?
}

/// The pages of a section, before the total number of pages is known.
struct SectionLayout {
  let count: Int
  /// The area below the text of the last page.
  let freeArea: Rectangle
  /// Whether the first page is the last one of the section before.
  let isShared: Bool
  /// Returns the pages, given the number of all pages of the file.
  let pages: (_ total: Int) -> [any Drawable]
}

/// Parts of several sections on one page.
struct StackedDrawing: Drawable {
  let first: any Drawable
  let second: any Drawable

  var size: Size { first.size }
  var headings: [Heading] { first.headings + second.headings }
  var destinations: [PlacedDestination] { first.destinations + second.destinations }
  var freeArea: Rectangle { second.freeArea }
  var pageNumber: PageNumber? { first.pageNumber }

  func draw<P: Painter>(on painter: inout P) {
    first.draw(on: &painter)
    second.draw(on: &painter)
  }
}

/// A page without text before a section that starts on an even or odd page.
struct BlankDrawing: Drawable {
  let size: Size
  let margins: Insets

  var freeArea: Rectangle {
    Rectangle(
      x: margins.left, y: margins.top, width: size.width - margins.left - margins.right,
      height: size.height - margins.top - margins.bottom)
  }

  func draw<P: Painter>(on painter: inout P) {}
}

extension Renderer {
  /// The maximum number of sections with their own page layout; further sections only start a new page.
  public static let maximumSections = SectionText.maximumCount

  /// The size, the margins and the columns of the pages of a section.
  public struct Sheet {
    var size: Size
    var margins: Insets
    var columns: Columns?

    /// Creates the pages of a section.
    public init(size: Size, margins: Insets, columns: Columns? = nil) {
      self.size = size
      self.margins = margins
      self.columns = columns
    }
  }

  /// Returns the pages of a document of several sections; `nil` if it has one.
  ///
  /// A section starts as it states. A continuous section starts below the previous text if that has pages of the same
  /// size and the first lines fit; otherwise it starts on a new page. A section that starts in a new column starts on a
  /// new page. If a section must start on an even or odd page, an empty page is inserted if necessary.
  ///
  /// - Parameters:
  ///   - source: The content.
  ///   - title: The title of the table of contents; `nil` for none.
  ///   - numbers: The pages that show their number, in sections without footers.
  ///   - sheet: Returns the size, margins and columns for the page layout of a section.
  /// - Throws: `RenderError` if margins leave no space.
  /// - Complexity: O(*n* log *n*) in the size of the text.
  public func pages(
    ofSectionsIn source: Source, withContentsTitled title: String?, numbers: PageNumbers,
    sheet: (PageLayout?) -> Sheet
  ) throws(RenderError) -> [Page]? {
    var sections = source.sections()
    guard !sections.isEmpty else { return nil }
    var sheets: [Sheet] = []
    for index in sections.indices {
      let found = sheet(sections[index].source.document.string.options.page)
      sections[index].source.columns = found.columns
      sheets.append(found)
    }
    let contents = title.flatMap {
      Contents(of: source, title: $0, size: sheets[0].size, margins: sheets[0].margins, self)
    }
    guard let contents else {
      return try pages(of: sections, sheets, numbers, leading: 0).map { Page(drawable: $0.page) }
    }
    var leading = try contents.pages([:]).count
    var found: [(page: any Drawable, number: Int)] = []
    var table: [ContentsDrawing] = []
    for _ in 0..<3 {
      found = try pages(of: sections, sheets, numbers, leading: leading)
      var pageNumbers: [String: Int] = [:]
      for (page, number) in found {
        for place in page.destinations where pageNumbers[place.name] == nil {
          pageNumbers[place.name] = number
        }
      }
      table = try contents.pages(pageNumbers)
      if table.count == leading { break }
      leading = table.count
    }
    addNumbers(to: &table, numbers, sheets[0].margins)
    return table.map { Page(drawable: $0) } + found.map { Page(drawable: $0.page) }
  }

  /// Returns the pages of sections with their numbers.
  private func pages(
    of sections: [SectionText], _ sheets: [Sheet], _ numbers: PageNumbers, leading: Int
  ) throws(RenderError) -> [(page: any Drawable, number: Int)] {
    var layouts: [(layout: SectionLayout, blank: BlankDrawing?, number: Int)] = []
    var count = leading
    var number = leading
    for (index, section) in sections.enumerated() {
      let sheet = sheets[index]
      var frame = PageFrame(
        size: sheet.size, margins: sheet.margins, numbers: numbers, leading: number,
        pagesBefore: count)
      let start = section.section?.start ?? .page
      var blank: BlankDrawing?
      if index > 0, start == .continuous, sheets[index - 1].size == sheet.size,
        let area = layouts.last?.layout.freeArea
      {
        frame.shared = Insets(
          top: area.y + Self.space(below: sections[index - 1].source.document.string),
          left: sheet.margins.left, bottom: sheet.size.height - area.maxY,
          right: sheet.margins.right)
      }
      if let first = section.source.document.string.options.page?.firstPageNumber,
        index == 0 || section.section?.page.firstPageNumber != nil
      {
        frame.leading = first - 1
      }
      if index > 0, start == .even || start == .odd,
        (frame.leading + 1).isMultiple(of: 2) != (start == .even)
      {
        blank = BlankDrawing(size: sheet.size, margins: sheet.margins)
        frame.leading += 1
        frame.pagesBefore += 1
      }
      let layout = try layout(of: section.source, frame)
      let shift = layout.isShared ? 1 : 0
      count = frame.pagesBefore + layout.count - shift
      number = frame.leading + layout.count - shift
      layouts.append((layout, blank, frame.leading - shift))
    }
    var pages: [(page: any Drawable, number: Int)] = []
    for (layout, blank, before) in layouts {
      if let blank { pages.append((blank, before)) }
      for (index, page) in layout.pages(count).enumerated() {
        if index == 0, layout.isShared, let last = pages.popLast() {
          pages.append((StackedDrawing(first: last.page, second: page), last.number))
        } else {
          pages.append((page, before + index + 1))
        }
      }
    }
    return pages
  }

  /// Returns the space below the last paragraph of a text.
  private static func space(below string: IAString) -> Double {
    guard
      let last = string.paragraphs.last(where: {
        $0.attributes.blocks.first?.kind.isRunning != true
          && $0.attributes.blocks.first?.kind.noteLabel == nil
      })
    else { return 0 }
    let own = last.attributes.spacingAfter
    let usual = last.attributes.takesDocumentSpacing ? string.options.paragraphSpacing : nil
    let space = own ?? usual ?? 0
    return space.isFinite ? min(max(space, 0), 72) : 0
  }

  /// Returns whether the first lines of a text fit on the rest of a page: its first paragraph and the paragraphs that
  /// are kept with it, but at most its first three lines.
  func startFits(_ flow: PageFlow, _ height: Double) -> Bool {
    var end = 0.0
    for band in flow.bands.prefix(3) {
      end = band.bottom
      if band.startsPage, band.top > 0 { break }
      if !band.keepsWithNext, band.line + 1 >= min(band.lineCount, 2) { break }
    }
    return end <= height
  }
}
