internal import IAFormats
internal import IAText

/// The rules for the document defaults: font family, font size, paragraph spacing and page.
struct BaseLooks {
  private let family: String?
  private let size: String?
  private let spacing: String?
  private let page: PageRule?

  /// Creates the defaults; only profiles that show the page layout have any.
  init(_ display: DisplayOptions, dialect: HTMLDialect) {
    let isShown = dialect.showsPage
    family = (isShown ? display.fontFamily : nil).flatMap(CSSText.families)
    size = isShown ? CSSText.points(display.fontSize, in: 0.5...2000) : nil
    spacing = isShown ? CSSText.points(display.paragraphSpacing, in: 0...2000) : nil
    page = dialect.showsPage ? display.page.map(PageRule.init) : nil
  }

  /// Returns the default font size in points, limited to 0.5 to 2,000; schemes scale it.
  static func fontSize(_ display: DisplayOptions) -> Double {
    let size = display.fontSize ?? DisplayOptions.defaultFontSize
    return size.isFinite ? min(max(size, 0.5), 2000) : DisplayOptions.defaultFontSize
  }

  /// The rules of the general appearance that depend on the document defaults.
  ///
  /// With a font size, lines have the natural height of the font. With a paragraph spacing, list
  /// items have no other spacing. With both, as in documents from RTF, headings have the sizes and
  /// spacing of RTF.
  var appearance: String {
    var rules = ""
    if size != nil { rules += "body{line-height:1.2}\n" }
    if let spacing {
      if size != nil { rules += Self.headings }
      rules += "ul,ol{margin:0 0 \(spacing)}li>ul,li>ol{margin:0}li>p,td>p,th>p,"
      rules += "body :where(.ia-note,.ia-annotation,.ia-page)>p{margin:0}\n"
    }
    return rules
  }

  /// The rules for headings with the font sizes and spacing of RTF, in points.
  private static let headings: String = {
    var rules = ""
    for (index, halfPoints) in RTFHeadings.halfPoints.enumerated() {
      let (before, after) = RTFHeadings.spacing[index]
      rules += "h\(index + 1){font-size:\(halfPoints / 2)pt;"
      rules += "margin:\(before / 20)pt 0 \(after / 20)pt}"
    }
    return rules + "\n"
  }()

  /// The declarations of the default font family and font size.
  var declarations: String {
    var body = Declarations()
    body.add("font-family", family)
    body.add("font-size", size)
    return body.text
  }

  /// The rules for the document defaults, which a reader restores.
  var text: String {
    var rules = page?.text ?? ""
    if !declarations.isEmpty { rules += "body{\(declarations)}\n" }
    if let spacing { rules += "p{margin-bottom:\(spacing)}\n" }
    return rules
  }
}
