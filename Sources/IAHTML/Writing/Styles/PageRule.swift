internal import IAFormats
internal import IAText

/// The `@page` rule for the page layout of a document.
struct PageRule {
  private let page: PageLayout

  init(_ page: PageLayout) { self.page = page }

  /// The page layout that a reader restores; `nil` if nothing can be represented.
  ///
  /// CSS needs both width and height for a size, and has no columns for a page. The distances of
  /// header and footer use the descriptors of Word.
  var found: PageLayout? {
    let hasSize = page.width != nil && page.height != nil
    var found = PageLayout(
      width: hasSize ? Self.found(page.width, in: PageLayout.sizes) : nil,
      height: hasSize ? Self.found(page.height, in: PageLayout.sizes) : nil,
      topMargin: Self.found(page.topMargin, in: PageLayout.distances),
      rightMargin: Self.found(page.rightMargin, in: PageLayout.distances),
      bottomMargin: Self.found(page.bottomMargin, in: PageLayout.distances),
      leftMargin: Self.found(page.leftMargin, in: PageLayout.distances))
    found.headerDistance = Self.found(page.headerDistance, in: PageLayout.distances)
    found.footerDistance = Self.found(page.footerDistance, in: PageLayout.distances)
    found.widowControl = page.widowControl
    return found.isEmpty ? nil : found
  }

  private static func found(_ length: Double?, in range: ClosedRange<Double>) -> Double? {
    guard let length, range.contains(length) else { return nil }
    return CSSText.number(length, in: range).flatMap(Double.init)
  }

  /// The features of the page layout that a reader does not restore.
  var missing: [DocumentFeature] { page.features(unlike: found ?? PageLayout()) }

  /// The rule; empty if the layout has nothing to represent.
  var text: String {
    guard let found else { return "" }
    var css = Declarations()
    if let width = CSSText.points(found.width, in: PageLayout.sizes),
      let height = CSSText.points(found.height, in: PageLayout.sizes)
    {
      css.add("size", width + " " + height)
    }
    css.add("margin-top", CSSText.points(found.topMargin, in: PageLayout.distances))
    css.add("margin-right", CSSText.points(found.rightMargin, in: PageLayout.distances))
    css.add("margin-bottom", CSSText.points(found.bottomMargin, in: PageLayout.distances))
    css.add("margin-left", CSSText.points(found.leftMargin, in: PageLayout.distances))
    css.add("mso-header-margin", CSSText.points(found.headerDistance, in: PageLayout.distances))
    css.add("mso-footer-margin", CSSText.points(found.footerDistance, in: PageLayout.distances))
    if let control = found.widowControl { FrameCSS.add(widowControl: control, to: &css) }
    return "@page{\(css.text)}\n"
  }
}
