internal import IAText

/// The control words for the page of a document.
struct RTFPageWords {
  private let page: PageLayout

  init(_ page: PageLayout) { self.page = page }

  /// The page that a reader finds: lengths in whole twips.
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
    // RTF has no widow control unless it is stated.
    if page.widowControl == true { found.widowControl = true }
    return found.isEmpty ? nil : found
  }

  /// Whether a reader finds the page as it is.
  var isExact: Bool { found == page }

  /// Writes the words.
  func write(to output: inout RTFOutput) {
    guard let found else { return }
    func write(_ word: StaticString, _ points: Double?) {
      guard let points else { return }
      output.write(word, Int((points * 20).rounded()))
    }
    write("\\paperw", found.width)
    write("\\paperh", found.height)
    write("\\margl", found.leftMargin)
    write("\\margr", found.rightMargin)
    write("\\margt", found.topMargin)
    write("\\margb", found.bottomMargin)
    if let width = found.width, let height = found.height, width > height {
      output.write("\\landscape")
    }
    write("\\headery", found.headerDistance)
    write("\\footery", found.footerDistance)
    if let columns = found.columns { output.write("\\cols", columns) }
    write("\\colsx", found.columnSpacing)
    if found.columnLine == true { output.write("\\linebetcol") }
    if let number = found.firstPageNumber { output.write("\\pgnstart", number) }
    if found.widowControl == true { output.write("\\widowctrl") }
  }
}
