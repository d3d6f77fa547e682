internal import IAFormats
internal import IAText

/// The page of the document: the words of the document, overridden by those of its first section.
struct RTFPage {
  /// The parts that the words of the document state.
  private var document = PageLayout()
  /// The parts that the words of the open section state.
  private var section = PageLayout()
  /// The page of the first section; `nil` as long as that section is open.
  private var first: PageLayout?
  private var sectionNumber = 1
  /// Whether `\sectd` was read in the open section.
  private var hasSectionStart = false

  /// The page of the first section, or `nil` if no word states any part of it.
  var layout: PageLayout? {
    var layout = first ?? document.overridden(by: section)
    // One column is the default of every program, and then the space between columns has no effect.
    if layout.columns ?? 1 == 1 { (layout.columns, layout.columnSpacing) = (nil, nil) }
    return layout.isEmpty ? nil : layout
  }

  /// Resets the words of the section (`\sectd`).
  ///
  /// - Parameter isInner: Whether the word is in a group inside the document. There, Word repeats it
  ///   for the text of shapes, and it does not undo what the section states already.
  mutating func beginSection(isInner: Bool) {
    if isInner, hasSectionStart { return }
    section = PageLayout()
    hasSectionStart = true
  }

  /// Applies a control word; returns `false` if its number is not one that a page can have.
  mutating func apply(_ word: RTFWord.Page, _ value: Int32?) -> Bool {
    switch word {
    case .sectd: return true
    case .cols:
      guard let value, PageLayout.columnCounts.contains(Int(value)) else { return false }
      section.columns = Int(value)
      return true
    case .widowctrl:
      document.widowControl = value == 0 ? nil : true
      return true
    default:
      guard let value, let length = word.length else { return false }
      let points = Double(value) / 20
      guard length.range.contains(points) else { return false }
      if length.isOfSection {
        section[keyPath: length.part] = points
      } else {
        document[keyPath: length.part] = points
      }
      return true
    }
  }

  /// Ends a section, and reports what its page has otherwise than that of the first one.
  mutating func endSection(_ report: inout ConversionReport, byteOffset: Int) {
    let layout = document.overridden(by: section)
    defer {
      sectionNumber += 1
      hasSectionStart = false
    }
    guard let first else {
      first = layout
      return
    }
    for feature in Self.oneColumn(layout).features(unlike: Self.oneColumn(first)) {
      report.add(.dropped, feature, "section \(sectionNumber)", byteOffset: byteOffset)
    }
  }

  /// Returns a page that states one column if it states no number, and then no space between columns.
  private static func oneColumn(_ layout: PageLayout) -> PageLayout {
    var layout = layout
    if layout.columns ?? 1 == 1 { (layout.columns, layout.columnSpacing) = (1, nil) }
    return layout
  }
}

extension RTFWord.Page {
  /// The part of a page that a control word states, in twips, and the lengths it can have.
  fileprivate struct Length {
    var part: WritableKeyPath<PageLayout, Double?>
    /// The points that the length can have.
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
    case .sectd, .cols, .widowctrl: nil
    }
  }

  /// The feature that the word is part of.
  var feature: DocumentFeature {
    switch self {
    case .paperw, .paperh, .pgwsxn, .pghsxn: .pageSize
    case .cols, .colsx: .columns
    default: .pageMargins
    }
  }
}
