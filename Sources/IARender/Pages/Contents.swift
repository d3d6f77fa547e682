public import IALayout
internal import IAText

/// The table of contents of a document: a line with the number of its page for each heading.
struct Contents {
  /// The deepest level of headings that are listed.
  static let levels = 3
  /// The space between the title of an entry and its page number, as a fraction of the font size.
  private static let leaderGap = 0.4

  private let destinations: Destinations
  private let title: String
  private let looks: Looks
  private let size: Size
  private let margins: Insets
  private let renderer: Renderer

  /// Creates the table of a document; `nil` if it has no headings of the levels that are listed.
  init?(
    of source: Renderer.Source, title: String, size: Size, margins: Insets, _ renderer: Renderer
  ) {
    guard let destinations = source.destinations, destinations.hasContents else { return nil }
    self.destinations = destinations
    self.title = title
    var looks = source.looks
    looks.scheme = nil
    looks.animation = nil
    looks.showsIntensityBars = false
    self.looks = looks
    self.size = size
    self.margins = margins
    self.renderer = renderer
  }

  private var width: Double { size.width - margins.left - margins.right }
  private var fontSize: Double { looks.layoutOptions(renderer.theme).fontSize }

  /// Returns the pages of the table.
  ///
  /// - Parameter pageNumbers: The number of the page of each heading by its name.
  func pages(_ pageNumbers: [String: Int]) throws(RenderError) -> [ContentsDrawing] {
    let (source, tabs) = source(pageNumbers)
    let content = try renderer.content(source, width: width, room: margins)
    content.isTableOfContents = true
    let height = size.height - margins.top - margins.bottom
    // A table without numbers is only laid out to count its pages.
    let leaders = pageNumbers.isEmpty ? [] : leaders(of: tabs, in: content)
    return Pagination.parts(of: PageFlow(of: content)) { _, _ in height }.map { part in
      ContentsDrawing(
        base: DocumentDrawing(content, size: size, margins: margins, part: part),
        leaders: leaders, color: renderer.theme.secondaryText)
    }
  }

  /// Returns the text of the table, and the offsets of the tabs before the page numbers.
  private func source(_ pageNumbers: [String: Int]) -> (source: Renderer.Source, tabs: [Int]) {
    var text = title + "\n"
    var ranges: [(utf16Range: Range<Int>, level: Int)] = []
    var tabs: [Int] = []
    var links: [(utf16Range: Range<Int>, url: String)] = []
    var count = text.utf16.count
    for heading in destinations.headings where heading.level <= Self.levels {
      // Before the page numbers are known, space for four digits is reserved.
      let number = pageNumbers[heading.name].map(String.init) ?? "0000"
      let line = heading.title + "\t" + number + "\n"
      let end = count + line.utf16.count
      text += line
      ranges.append((count..<end, heading.level))
      tabs.append(count + heading.title.utf16.count)
      links.append((count..<end - 1, "#" + heading.name))
      count = end
    }
    var string = IAString(text)
    var attributes = InlineAttributes()
    attributes.bold = true
    attributes.fontSize = 1.5 * fontSize
    let first = 0..<title.utf16.count + 1
    string.setAttributes(attributes, in: first)
    var paragraph = ParagraphAttributes()
    paragraph.spacingAfter = 0.7 * fontSize
    string.setParagraphAttributes(paragraph, in: first)
    for entry in ranges {
      string.setParagraphAttributes(style(ofLevel: entry.level), in: entry.utf16Range)
    }
    // Without this, the empty line after the last terminator would take space.
    string.remove(string.utf16Count - 1..<string.utf16Count)
    var source = Renderer.Source(IADocument(string), looks: looks)
    source.links = links
    return (source, tabs)
  }

  private func style(ofLevel level: Int) -> ParagraphAttributes {
    var paragraph = ParagraphAttributes()
    let indent = min(Double(level - 1) * 1.5 * fontSize, width / 4)
    paragraph.firstLineIndent = indent
    paragraph.headIndent = min(indent + 1.5 * fontSize, width / 3)
    paragraph.spacingBefore = level == 1 ? 0.4 * fontSize : 0
    paragraph.tabStops = [.init(width, .right)]
    return paragraph
  }

  /// Returns the dotted lines from the titles to the page numbers, from the top to the bottom.
  private func leaders(of tabs: [Int], in content: DocumentDrawing.Content) -> [Stroke] {
    let gap = Self.leaderGap * fontSize
    return tabs.compactMap { tab in
      guard let line = content.manager.lineFragment(at: tab),
        let area = content.manager.selectionRects(for: tab..<tab + 1).first,
        area.width > 3 * gap
      else { return nil }
      return Stroke(
        role: .underline, style: .dotted, start: Point(x: area.x + gap, y: line.baseline),
        length: area.width - 2 * gap, thickness: max(fontSize / 14, 0.25),
        color: renderer.theme.secondaryText, utf16Range: tab..<tab + 1)
    }
  }
}

/// A page of a table of contents.
struct ContentsDrawing: Drawable {
  var base: DocumentDrawing
  /// The dotted lines of the whole table, by their heights in its layout.
  let leaders: [Stroke]
  let color: Color

  var size: Size { base.size }
  var freeArea: Rectangle { base.freeArea }
  var pageNumber: PageNumber? { base.pageNumber }

  func draw<P: Painter>(on painter: inout P) {
    base.draw(on: &painter)
    for segment in base.part.segments {
      painter.push(
        origin: Point(
          x: base.margins.left + base.content.inset.left,
          y: base.margins.top + segment.y - segment.range.lowerBound), scale: 1, clip: nil)
      var (low, high) = (0, leaders.count)
      while low < high {
        let middle = (low + high) / 2
        if leaders[middle].start.y < segment.range.lowerBound {
          low = middle + 1
        } else {
          high = middle
        }
      }
      for leader in leaders[low...].prefix(while: { $0.start.y < segment.range.upperBound }) {
        painter.stroke(leader)
      }
      painter.pop()
    }
  }
}

extension Renderer {
  /// Returns pages of one size after the pages of a table of contents.
  ///
  /// The numbers in the table are those of the pages of the whole file. A document without headings
  /// of the first three levels has no table.
  ///
  /// - Parameters:
  ///   - source: The content, with its destinations.
  ///   - title: The title of the table.
  ///   - size: The size of each page in points.
  ///   - margins: The margins around the text.
  ///   - numbers: The pages that show their number, in a document without footers.
  /// - Throws: `RenderError` if the margins leave no space.
  /// - Complexity: O(*n*) in the size of the text.
  public func pages(
    of source: Source, withContentsTitled title: String, size: Size, margins: Insets,
    numbers: PageNumbers = .none
  ) throws(RenderError) -> [Page] {
    guard let contents = Contents(of: source, title: title, size: size, margins: margins, self)
    else { return try pages(of: source, size: size, margins: margins, numbers: numbers) }
    var leading = try contents.pages([:]).count
    var found: [Page] = []
    var table: [ContentsDrawing] = []
    // The layout of the text does not depend on the number of pages before it.
    let known: DocumentDrawing.Content? =
      (source.columns?.count ?? 1) > 1
      ? nil
      : try content(
        placing(source, width: size.width - margins.left - margins.right),
        width: size.width - margins.left - margins.right, room: margins)
    // Numbers of fewer digits may make the table shorter, and other numbers it longer again.
    for _ in 0..<3 {
      found = try pages(
        of: source, size: size, margins: margins, numbers: numbers, leading: leading,
        known: known)
      var pageNumbers: [String: Int] = [:]
      for (index, page) in found.enumerated() {
        for place in page.drawable.destinations where pageNumbers[place.name] == nil {
          pageNumbers[place.name] = index + leading + 1
        }
      }
      table = try contents.pages(pageNumbers)
      if table.count == leading { break }
      leading = table.count
    }
    addNumbers(to: &table, numbers, margins)
    return table.map { Page(drawable: $0) } + found
  }

  /// Adds the numbers to the pages of a table of contents.
  func addNumbers(to table: inout [ContentsDrawing], _ numbers: PageNumbers, _ margins: Insets) {
    for index in table.indices where margins.bottom >= PageNumber.leastMargin {
      guard numbers == .all || numbers == .allButFirst && index > 0 else { continue }
      table[index].base.number = PageNumber(value: index + 1, labels: labels)
    }
  }
}
