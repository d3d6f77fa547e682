internal import IAFormats
internal import IAText

/// The pages of the document: the control words of the document, overridden by those of each section.
struct RTFPage {
  /// A later section of the document.
  private struct Later {
    /// The number of paragraphs of the body before it.
    var paragraph: Int
    var section: PageSection
  }

  /// The words of a section.
  private struct Words {
    var layout = PageLayout()
    var start = PageSection.Start.page
    /// Whether the page numbers of the section start again.
    var restartsNumbers = false
    var firstNumber: Int?
    /// Whether `\sectd` was read.
    var hasStart = false

    /// The number of the first page; `nil` to continue.
    var pageNumber: Int? { restartsNumbers ? firstNumber ?? 1 : nil }
  }

  /// The parts that the words of the document state.
  private var document = PageLayout()
  private var words = Words()
  /// The page of the first section; `nil` as long as that section is open.
  private var first: PageLayout?
  private var later: [Later] = []

  /// The number of paragraphs of the body before the open section; `nil` for the first section.
  var laterStart: Int? { later.last?.paragraph }
  /// Whether the open section is a later one, and `\sectd` starts its words.
  var statesLaterSection: Bool { !later.isEmpty && words.hasStart }
  /// Whether the open section has several columns.
  var hasColumns: Bool { words.layout.columns ?? 1 > 1 }
  /// Whether the document has a later section with text.
  var hasSections: Bool { !later.isEmpty }

  /// The page of the first section, or `nil` if no word states any part of it.
  var layout: PageLayout? {
    let layout = (first ?? firstLayout).asInRTF
    return layout.isEmpty ? nil : layout
  }

  private var firstLayout: PageLayout {
    var layout = document.overridden(by: words.layout)
    layout.firstPageNumber = words.pageNumber ?? document.firstPageNumber
    return layout
  }

  /// The later sections, each with the number of paragraphs of the body before it.
  var sections: [(paragraph: Int, section: PageSection)] {
    later.map { ($0.paragraph, $0.section) }
  }

  /// Resets the section formatting (`\sectd`).
  ///
  /// - Parameter isInner: Whether the word is in a group inside the document. Word repeats it there for the text of
  ///   shapes, and it does not reset formatting that the section has already stated.
  mutating func beginSection(isInner: Bool) {
    if isInner, words.hasStart { return }
    words = Words()
    words.hasStart = true
  }

  /// Applies a control word; returns `false` if its number is not one that a page can have.
  mutating func apply(_ word: RTFWord.Page, _ value: Int32?) -> Bool {
    switch word {
    case .sectd: return true
    case .sbkpage: words.start = .page
    case .sbknone: words.start = .continuous
    case .sbkcol: words.start = .column
    case .sbkeven: words.start = .even
    case .sbkodd: words.start = .odd
    case .linebetcol: words.layout.columnLine = value != 0
    case .pgnrestart: words.restartsNumbers = true
    case .pgncont: words.restartsNumbers = false
    case .pgnstart, .pgnstarts:
      guard let value, PageLayout.pageNumbers.contains(Int(value)) else { return false }
      if word == .pgnstarts {
        words.firstNumber = Int(value)
      } else {
        document.firstPageNumber = Int(value)
      }
    case .cols:
      guard let value, PageLayout.columnCounts.contains(Int(value)) else { return false }
      words.layout.columns = Int(value)
    case .widowctrl: document.widowControl = value == 0 ? nil : true
    default:
      guard let value, let length = word.length else { return false }
      let points = Double(value) / 20
      guard length.range.contains(points) else { return false }
      if length.isOfSection {
        words.layout[keyPath: length.part] = points
      } else {
        document[keyPath: length.part] = points
      }
    }
    return true
  }

  /// Ends a section.
  ///
  /// - Parameter paragraphs: The number of paragraphs of the body so far.
  mutating func endSection(at paragraphs: Int, _ report: inout ConversionReport, byteOffset: Int) {
    defer { words.hasStart = false }
    guard let first else {
      first = firstLayout
      return
    }
    guard let open = later.last else { return }
    guard open.paragraph < paragraphs else {
      later.removeLast()
      report.add(.dropped, .sectionBreak, "without text", byteOffset: byteOffset)
      return
    }
    var section = PageSection(words.start)
    let whole = document.overridden(by: words.layout)
    section.page = whole.differing(from: first, firstPageNumber: words.pageNumber)
    later[later.count - 1].section = section
  }

  /// Starts a section after those before it have ended.
  mutating func beginLater(at paragraphs: Int) {
    later.append(Later(paragraph: paragraphs, section: PageSection()))
  }
}

extension PageLayout {
  /// The page without parts that are the default of every program: one column, its spacing and line, and page numbers
  /// from 1.
  var asInRTF: PageLayout {
    var layout = self
    if columns ?? 1 == 1 { (layout.columns, layout.columnSpacing) = (nil, nil) }
    if columns ?? 1 == 1 || columnLine == false { layout.columnLine = nil }
    if firstPageNumber == 1 { layout.firstPageNumber = nil }
    return layout
  }

  /// Returns the parts of the page of a later section that differ from the page of the first one.
  ///
  /// A part that this page does not state has the default of RTF if the first page states it.
  ///
  /// - Parameter number: The number of the first page of the section; `nil` to continue.
  func differing(from first: PageLayout, firstPageNumber number: Int?) -> PageLayout {
    let (own, first) = (asInRTF, first.asInRTF)
    var found = PageLayout()
    func part(
      _ path: WritableKeyPath<PageLayout, Double?>, standard: Double
    ) {
      guard own[keyPath: path] != first[keyPath: path] else { return }
      found[keyPath: path] = own[keyPath: path] ?? standard
    }
    part(\.width, standard: 612)
    part(\.height, standard: 792)
    part(\.topMargin, standard: 72)
    part(\.bottomMargin, standard: 72)
    part(\.leftMargin, standard: 90)
    part(\.rightMargin, standard: 90)
    part(\.headerDistance, standard: 36)
    part(\.footerDistance, standard: 36)
    if own.columns != first.columns { found.columns = own.columns ?? 1 }
    if own.columns != nil {
      part(\.columnSpacing, standard: 36)
      if own.columnLine != first.columnLine { found.columnLine = own.columnLine ?? false }
    }
    found.firstPageNumber = number
    return found
  }
}

extension RTFWord.Page {
  /// A length of a page that a control word states in twips, and its range in points.
  fileprivate struct Length {
    var part: WritableKeyPath<PageLayout, Double?>
    /// The range of the length in points.
    var range = PageLayout.distances
    /// Whether the word is one of a section, not of the document.
    var isOfSection = true
  }

  /// The length that the word states, if it states one.
  fileprivate var length: Length? {
    switch self {
    case .paperw: Length(part: \.width, range: PageLayout.sizes, isOfSection: false)
    case .paperh: Length(part: \.height, range: PageLayout.sizes, isOfSection: false)
    case .margt: Length(part: \.topMargin, isOfSection: false)
    case .margr: Length(part: \.rightMargin, isOfSection: false)
    case .margb: Length(part: \.bottomMargin, isOfSection: false)
    case .margl: Length(part: \.leftMargin, isOfSection: false)
    case .pgwsxn: Length(part: \.width, range: PageLayout.sizes)
    case .pghsxn: Length(part: \.height, range: PageLayout.sizes)
    case .margtsxn: Length(part: \.topMargin)
    case .margrsxn: Length(part: \.rightMargin)
    case .margbsxn: Length(part: \.bottomMargin)
    case .marglsxn: Length(part: \.leftMargin)
    case .headery: Length(part: \.headerDistance)
    case .footery: Length(part: \.footerDistance)
    case .colsx: Length(part: \.columnSpacing)
    default: nil
    }
  }

  /// The feature that the word is part of.
  var feature: DocumentFeature {
    switch self {
    case .paperw, .paperh, .pgwsxn, .pghsxn: .pageSize
    case .cols, .colsx: .columns
    case .pgnstart, .pgnstarts: .pageNumbering
    default: .pageMargins
    }
  }
}
