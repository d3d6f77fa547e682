internal import IAText

/// The control words for a later section of a document.
struct RTFSectionWords {
  private let section: PageSection
  /// The page of the first section, as a reader finds it.
  private let first: PageLayout
  /// The page of the section in whole twips, with the parts that `\sectd` resets.
  private let shown: PageLayout
  /// The page of the section with the size and the margins of the document.
  private let whole: PageLayout

  init(_ section: PageSection, first page: PageLayout?) {
    self.section = section
    first = page.flatMap { RTFPageWords($0).found } ?? PageLayout()
    var own = section.page
    own.headerDistance = own.headerDistance ?? first.headerDistance
    own.footerDistance = own.footerDistance ?? first.footerDistance
    own.columns = own.columns ?? first.columns
    own.columnSpacing = own.columnSpacing ?? first.columnSpacing
    own.columnLine = own.columnLine ?? first.columnLine
    own.widowControl = nil
    var shown = RTFPageWords(own).found ?? PageLayout()
    // The first page of a section can have the number 1, unlike that of a document.
    shown.firstPageNumber = own.firstPageNumber.flatMap {
      PageLayout.pageNumbers.contains($0) ? $0 : nil
    }
    self.shown = shown
    var whole = shown
    whole.width = shown.width ?? first.width
    whole.height = shown.height ?? first.height
    whole.topMargin = shown.topMargin ?? first.topMargin
    whole.rightMargin = shown.rightMargin ?? first.rightMargin
    whole.bottomMargin = shown.bottomMargin ?? first.bottomMargin
    whole.leftMargin = shown.leftMargin ?? first.leftMargin
    self.whole = whole
  }

  /// The section that a reader finds, with lengths in whole twips.
  var found: PageSection {
    PageSection(
      section.start,
      page: whole.differing(from: first, firstPageNumber: shown.firstPageNumber))
  }

  /// Whether a reader finds the section unchanged.
  var isExact: Bool { found == section }

  /// Writes the words.
  ///
  /// - Parameter hasFirstPage: Whether the section has a header or footer for its first page.
  func write(to output: inout RTFOutput, hasFirstPage: Bool) {
    output.write("\\sectd")
    switch section.start {
    case .page: output.write("\\sbkpage")
    case .continuous: output.write("\\sbknone")
    case .column: output.write("\\sbkcol")
    case .even: output.write("\\sbkeven")
    case .odd: output.write("\\sbkodd")
    }
    output.writeTwips("\\pgwsxn", points: shown.width)
    output.writeTwips("\\pghsxn", points: shown.height)
    output.writeTwips("\\marglsxn", points: shown.leftMargin)
    output.writeTwips("\\margrsxn", points: shown.rightMargin)
    output.writeTwips("\\margtsxn", points: shown.topMargin)
    output.writeTwips("\\margbsxn", points: shown.bottomMargin)
    if let width = whole.width, let height = whole.height, width > height {
      output.write("\\lndscpsxn")
    }
    output.writeColumns(of: shown)
    if let number = shown.firstPageNumber {
      output.write("\\pgnrestart\\pgnstarts", number)
    }
    if hasFirstPage { output.write("\\titlepg") }
    output.write("\n")
  }
}
