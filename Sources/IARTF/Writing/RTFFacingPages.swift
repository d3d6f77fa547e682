internal import IAText

/// Chooses the control words for headers and footers: for all, left, right or first pages.
///
/// If any header or footer is for left or right pages, pages face each other (`\facingp`), and LibreOffice shows
/// `\header` only on right pages. A header of all pages is then written for both sides, unless its section has or
/// inherits a separate header for one of them.
enum RTFFacingPages {
  /// Sets the pages that show each header and footer.
  static func place(_ moved: inout [RTFPlan.Moved]) {
    var isFacing = false
    for index in moved.indices {
      guard let pages = moved[index].kind.pages else { continue }
      moved[index].shownPages = [pages]
      isFacing = isFacing || pages == .even || pages == .odd
    }
    guard isFacing else { return }
    let texts = moved.indices.filter { moved[$0].kind.pages != nil }
      .sorted { (moved[$0].section ?? -1, $0) < (moved[$1].section ?? -1, $1) }
    for isFooter in [false, true] {
      place(texts.filter { moved[$0].kind.isPageFooter == isFooter }[...], &moved)
    }
  }

  /// Places the headers or the footers, in the order of their sections.
  private static func place(_ texts: ArraySlice<Int>, _ moved: inout [RTFPlan.Moved]) {
    var texts = texts
    var stated: Set<Block.Pages> = []
    while let first = texts.first {
      let section = texts.prefix { moved[$0].section == moved[first].section }
      texts = texts.dropFirst(section.count)
      stated.formUnion(section.compactMap { moved[$0].kind.pages })
      for index in section where moved[index].kind.pages == .all {
        switch (stated.contains(.odd), stated.contains(.even)) {
        case (false, false): moved[index].shownPages = [.odd, .even]
        case (true, false): moved[index].shownPages = [.even]
        // LibreOffice shows this text on right pages.
        case (let hasOdd, true):
          moved[index].shownPages = [.all]
          moved[index].isBesideBoth = hasOdd
        }
      }
    }
  }
}

extension RTFPlan.Moved {
  /// Whether a reader finds the header or footer on other pages, or programs show it where another one applies.
  var changesPages: Bool { kind.pages == .all && (shownPages == [.even] || isBesideBoth) }
}

extension Block.Kind {
  /// The pages of a header or footer; `nil` for any other block.
  var pages: Block.Pages? {
    switch self {
    case .pageHeader(let pages), .pageFooter(let pages): pages
    default: nil
    }
  }

  /// Whether it is a footer of pages.
  var isPageFooter: Bool { if case .pageFooter = self { true } else { false } }

  /// Returns the header or footer for other pages; any other block stays the same.
  func on(_ pages: Block.Pages) -> Self {
    switch self {
    case .pageHeader: .pageHeader(on: pages)
    case .pageFooter: .pageFooter(on: pages)
    default: self
    }
  }
}
