/// A way of writing pages.
enum HTMLDialect {
  case styled, semantic
  /// The way of Apple's programs; with hidden data, classes are for show.
  case cocoa(isDerived: Bool)

  /// Creates the dialect of a profile.
  init(profile: String, keepsHiddenData: Bool) {
    switch profile {
    case "semantic": self = .semantic
    case "cocoa": self = .cocoa(isDerived: keepsHiddenData)
    default: self = .styled
    }
  }

  /// Whether fonts, sizes and colours are shown.
  var showsLooks: Bool { if case .semantic = self { false } else { true } }

  /// Whether a rule states the page of the document.
  var showsPage: Bool { showsLooks && !isCocoa }

  /// Whether it is the way of Apple's programs.
  var isCocoa: Bool { if case .cocoa = self { true } else { false } }

  /// Whether classes say how something was shown, and hidden data what it is.
  var isDerived: Bool { if case .cocoa(let isDerived) = self { isDerived } else { false } }
}
