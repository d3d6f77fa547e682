/// The variant of HTML in which a page is written.
enum HTMLDialect {
  case styled, semantic
  /// As Cocoa writes pages.
  ///
  /// If `isDerived`, classes only affect the display and hidden data contains the attributes.
  case cocoa(isDerived: Bool)

  /// Creates the dialect of a profile; unknown names give `styled`.
  init(profile: String, keepsHiddenData: Bool) {
    switch profile {
    case "semantic": self = .semantic
    case "cocoa": self = .cocoa(isDerived: keepsHiddenData)
    default: self = .styled
    }
  }

  /// Whether the page shows fonts, sizes and colours.
  var showsLooks: Bool { if case .semantic = self { false } else { true } }

  /// Whether an `@page` rule shows the page layout of the document.
  var showsPage: Bool { showsLooks && !isCocoa }

  var isCocoa: Bool { if case .cocoa = self { true } else { false } }

  /// Whether classes only affect the display and hidden data contains the attributes.
  var isDerived: Bool { if case .cocoa(let isDerived) = self { isDerived } else { false } }
}
