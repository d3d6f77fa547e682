internal import IAText

/// The control words for the page of a document.
struct RTFPageWords {
  private let page: PageLayout

  init(_ page: PageLayout) { self.page = page }

  /// The page that a reader finds, with lengths in whole twips.
  var found: PageLayout? {
    var found = PageLayout()
    func points(_ part: Double?, in range: ClosedRange<Double>) -> Double? {
      guard let part, range.contains(part) else { return nil }
      return (part * 20).rounded() / 20
    }
    found.width = points(page.width, in: PageLayout.sizes)
    found.height = points(page.height, in: PageLayout.sizes)
    found.topMargin = points(page.topMargin, in: PageLayout.distances)
    found.rightMargin = points(page.rightMargin, in: PageLayout.distances)
    found.bottomMargin = points(page.bottomMargin, in: PageLayout.distances)
    found.leftMargin = points(page.leftMargin, in: PageLayout.distances)
    found.headerDistance = points(page.headerDistance, in: PageLayout.distances)
    found.footerDistance = points(page.footerDistance, in: PageLayout.distances)
    found.columnSpacing = points(page.columnSpacing, in: PageLayout.distances)
    found.columns = page.columns.flatMap { PageLayout.columnCounts.contains($0) ? $0 : nil }
    found.columnLine = page.columnLine
    found.firstPageNumber = page.firstPageNumber.flatMap {
      PageLayout.pageNumbers.contains($0) ? $0 : nil
    }
    found = found.asInRTF
    // In RTF, widow control is off unless it is stated.
    if page.widowControl == true { found.widowControl = true }
    return found.isEmpty ? nil : found
  }

  /// Whether a reader finds the page unchanged.
  var isExact: Bool { found == page }

  /// Writes the words.
  func write(to output: inout RTFOutput) {
    guard let found else { return }
    output.writeTwips("\\paperw", points: found.width)
    output.writeTwips("\\paperh", points: found.height)
    output.writeTwips("\\margl", points: found.leftMargin)
    output.writeTwips("\\margr", points: found.rightMargin)
    output.writeTwips("\\margt", points: found.topMargin)
    output.writeTwips("\\margb", points: found.bottomMargin)
    if let width = found.width, let height = found.height, width > height {
      output.write("\\landscape")
    }
    output.writeColumns(of: found)
    if let number = found.firstPageNumber { output.write("\\pgnstart", number) }
    if found.widowControl == true { output.write("\\widowctrl") }
  }
}

extension RTFOutput {
  /// Writes a control word with a length in twips, unless the length is `nil`.
  mutating func writeTwips(_ word: StaticString, points: Double?) {
    guard let points else { return }
    write(word, Int((points * 20).rounded()))
  }

  /// Writes the words that a document and a section share: the distances of header and footer, and the columns.
  mutating func writeColumns(of page: PageLayout) {
    writeTwips("\\headery", points: page.headerDistance)
    writeTwips("\\footery", points: page.footerDistance)
    if let columns = page.columns { write("\\cols", columns) }
    writeTwips("\\colsx", points: page.columnSpacing)
    if page.columnLine == true { write("\\linebetcol") }
  }
}
