internal import IAFormats
internal import IAText

/// The rules of the style sheet for text and paragraphs without attributes, if the
/// document does.
struct BaseLooks {
  private let family: String?
  private let size: String?
  private let spacing: String?
  private let page: PageRule?

  /// Creates the defaults that a page of a profile shows.
  init(_ display: DisplayOptions, dialect: HTMLDialect) {
    let isShown = dialect.showsPage
    family = (isShown ? display.fontFamily : nil).flatMap(CSSText.families)
    size = isShown ? CSSText.points(display.fontSize, in: 0.5...2000) : nil
    spacing = isShown ? CSSText.points(display.paragraphSpacing, in: 0...2000) : nil
    page = dialect.showsPage ? display.page.map(PageRule.init) : nil
  }

  /// Returns the size of text that has none, in points: what schemes scale.
  static func fontSize(_ display: DisplayOptions) -> Double {
    let size = display.fontSize ?? DisplayOptions.defaultFontSize
    return size.isFinite ? min(max(size, 0.5), 2000) : DisplayOptions.defaultFontSize
  }

  /// The rules for how a page looks by itself.
  ///
  /// They have to follow: a document that says the size of
  /// its text has the lines of its font, one that says the space behind paragraphs has no other
  /// between the items of its lists. One that says both, as those of RTF do, has the headings of RTF.
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

  /// The rules for headings with the sizes and spaces of those of RTF, in points.
  private static let headings: String = {
    var rules = ""
    for (index, halfPoints) in RTFHeadings.halfPoints.enumerated() {
      let (before, after) = RTFHeadings.spacing[index]
      rules += "h\(index + 1){font-size:\(halfPoints / 2)pt;"
      rules += "margin:\(before / 20)pt 0 \(after / 20)pt}"
    }
    return rules + "\n"
  }()

  /// The declarations of the family and the size of text that has none.
  var declarations: String {
    var body = Declarations()
    body.add("font-family", family)
    body.add("font-size", size)
    return body.text
  }

  /// The rules for the document's defaults, which a reader restores.
  var text: String {
    var rules = page?.text ?? ""
    if !declarations.isEmpty { rules += "body{\(declarations)}\n" }
    if let spacing { rules += "p{margin-bottom:\(spacing)}\n" }
    return rules
  }
}
