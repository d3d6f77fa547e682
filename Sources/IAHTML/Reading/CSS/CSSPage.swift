internal import IACSS
internal import IAFormats
internal import IAText

/// The page size and margins from the `@page` rules of the style sheets.
struct CSSPage {
  /// The layout of the first rule that sets a length or widow control; values that it does not set
  /// are `nil`.
  ///
  /// All lengths are in points.
  private(set) var layout = PageLayout()
  /// The parts of the rules that are not applied.
  private(set) var unread: [CSSUnread] = []

  /// The maximum number of entries of `unread`.
  private static let maxUnread = 64

  /// Applies the declarations of an `@page` rule, or lists how they differ from the first rule.
  mutating func add(_ block: ArraySlice<CSSToken>) {
    for case .atKeyword(let name) in block { addUnread("@" + name, .pageHeader) }
    let first = layout
    layout = PageLayout()
    addDescriptors(block)
    guard !first.isEmpty else { return }
    if !layout.isEmpty {
      for feature in layout.features(unlike: first) { addUnread("@page", feature) }
    }
    layout = first
  }

  /// Lists a part of a rule that is not applied, once.
  mutating func addUnread(_ name: String, _ feature: DocumentFeature = .pageRule) {
    let part = CSSUnread(feature: feature, property: name)
    guard unread.count < Self.maxUnread, !unread.contains(part) else { return }
    unread.append(part)
  }

  /// Rounds the lengths with `CSSLengthRules.rounded`; only for pages that this suite did not
  /// write.
  mutating func roundLengths() {
    let lengths: [WritableKeyPath<PageLayout, Double?>] = [
      \.width, \.height, \.topMargin, \.rightMargin, \.bottomMargin, \.leftMargin,
      \.headerDistance, \.footerDistance,
    ]
    for part in lengths {
      layout[keyPath: part] = layout[keyPath: part].map(CSSLengthRules.rounded)
    }
  }

  private mutating func addDescriptors(_ block: ArraySlice<CSSToken>) {
    for declaration in block.split(separator: .semicolon) {
      var value = declaration.filter { $0 != .whitespace }
      guard value.count >= 3, case .identifier(let name) = value[0], value[1] == .colon else {
        continue
      }
      value.removeFirst(2)
      let property = name.lowercased()
      if !apply(property, value), !Self.neutral.contains(property) { addUnread(property) }
    }
  }

  /// The descriptors that do not affect the page of a document.
  private static let neutral: Set<String> = [
    "mso-paper-source", "mso-page-orientation", "mso-gutter-margin", "mso-footnote-position",
    "mso-endnote-position", "mso-endnote-numbering-style", "mso-footnote-numbering-style",
    "page-orientation", "tab-interval",
  ]

  private mutating func apply(_ property: String, _ value: [CSSToken]) -> Bool {
    switch property {
    case "size": return setSize(value)
    case "margin": return setMargins(value)
    case "margin-top": return set(\.topMargin, value)
    case "margin-right": return set(\.rightMargin, value)
    case "margin-bottom": return set(\.bottomMargin, value)
    case "margin-left": return set(\.leftMargin, value)
    case "mso-header-margin": return set(\.headerDistance, value)
    case "mso-footer-margin": return set(\.footerDistance, value)
    case "orphans", "widows": return setWidowControl(value)
    default: return false
    }
  }

  private mutating func set(
    _ part: WritableKeyPath<PageLayout, Double?>, _ value: [CSSToken]
  ) -> Bool {
    guard value.count == 1, let length = Self.length(value[0], in: PageLayout.distances) else {
      return false
    }
    layout[keyPath: part] = length
    return true
  }

  private mutating func setWidowControl(_ value: [CSSToken]) -> Bool {
    guard value.count == 1, case .number(let lines) = value[0], lines >= 1 else { return false }
    layout.widowControl = lines >= 2
    return true
  }

  /// Returns an absolute length in points, rounded to four decimals as the HTML writer writes it;
  /// `nil` if it is relative or outside the range.
  private static func length(_ token: CSSToken, in range: ClosedRange<Double>) -> Double? {
    guard case .points(let points)? = CSSValueParser.length(token), range.contains(points) else {
      return nil
    }
    return (points * 10_000).rounded() / 10_000
  }

  private mutating func setMargins(_ value: [CSSToken]) -> Bool {
    let lengths = value.compactMap { Self.length($0, in: PageLayout.distances) }
    guard (1...4).contains(value.count), lengths.count == value.count else { return false }
    layout.topMargin = lengths[0]
    layout.rightMargin = lengths.count > 1 ? lengths[1] : lengths[0]
    layout.bottomMargin = lengths.count > 2 ? lengths[2] : lengths[0]
    layout.leftMargin = lengths.count > 3 ? lengths[3] : layout.rightMargin
    return true
  }

  private mutating func setSize(_ value: [CSSToken]) -> Bool {
    var lengths: [Double] = []
    var isLandscape: Bool?
    for token in value {
      guard case .identifier(let word) = token else {
        guard let length = Self.length(token, in: PageLayout.sizes) else { return false }
        lengths.append(length)
        continue
      }
      switch word.lowercased() {
      case "auto": return true
      case "portrait": isLandscape = false
      case "landscape": isLandscape = true
      case let name:
        guard lengths.isEmpty, let size = Self.sizes[name] else { return false }
        lengths = [size.width, size.height]
      }
    }
    // An orientation without a size is not applied: the page size is unknown.
    guard let first = lengths.first, lengths.count <= 2 else { return false }
    let (width, height) = (first, lengths.last ?? first)
    layout.width = isLandscape.map { $0 ? max(width, height) : min(width, height) } ?? width
    layout.height = isLandscape.map { $0 ? min(width, height) : max(width, height) } ?? height
    return true
  }

  /// The named page sizes of CSS Paged Media Module Level 3, section 7.1, in points.
  private static let sizes: [String: (width: Double, height: Double)] = [
    "a5": (419.5276, 595.2756), "a4": (595.2756, 841.8898), "a3": (841.8898, 1190.5512),
    "b5": (498.8976, 708.6614), "b4": (708.6614, 1000.6299), "jis-b5": (515.9055, 728.5039),
    "jis-b4": (728.5039, 1031.811), "letter": (612, 792), "legal": (612, 1008),
    "ledger": (792, 1224),
  ]
}
