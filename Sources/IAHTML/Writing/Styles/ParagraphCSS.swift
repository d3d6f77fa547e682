internal import IAText

/// The declarations of a set of paragraph attributes.
enum ParagraphCSS {
  /// The height of a line with a factor of 1, in font sizes.
  static let naturalLineHeight = 1.2

  /// Returns the declarations of a paragraph; empty where it is an ordinary one.
  static func declarations(_ attributes: ParagraphAttributes) -> String {
    var css = Declarations()
    css.add("text-align", attributes.alignment.map(alignment))
    let length = -2000.0...2000.0
    // A hanging first line must not leave the page.
    let head = min(max(attributes.headIndent ?? 0, 0), 2000)
    if attributes.firstLineIndent != nil || attributes.headIndent != nil {
      css.add("text-indent", CSSText.points((attributes.firstLineIndent ?? 0) - head, in: length))
    }
    // The indent is outside borders and shading.
    let isFramed =
      attributes.hasFrame && (attributes.shading != nil || !attributes.borders.isEmpty)
    css.add(
      isFramed ? "margin-inline-start" : "padding-inline-start",
      attributes.headIndent.flatMap { CSSText.points($0, in: 0...2000) })
    css.add(
      isFramed ? "margin-inline-end" : "padding-inline-end",
      CSSText.points(attributes.tailIndent, in: 0...2000))
    css.add("margin-block-start", CSSText.points(attributes.spacingBefore, in: 0...2000))
    css.add("margin-block-end", CSSText.points(attributes.spacingAfter, in: 0...2000))
    switch attributes.lineHeight {
    case .multiple(let factor):
      css.add("line-height", CSSText.number(factor * naturalLineHeight, in: 0.1...100))
    case .atLeast(let least):
      css.add(
        "line-height", CSSText.points(least, in: 0...2000).map { "max(\($0),1.2em)" })
    case .exactly(let height): css.add("line-height", CSSText.points(height, in: 0.5...2000))
    case nil: break
    }
    if let first = attributes.tabStops.first(where: { $0.position > 0 }) {
      css.add("tab-size", CSSText.points(min(first.position, Self.furthestTab), in: 1...2000))
    }
    if attributes.pageBreakBefore { css.add("break-before", "page") }
    FrameCSS.add(attributes, to: &css)
    return css.text
  }

  /// The furthest tab stop, in points: a page number behind it still fits into the column of 498.
  private static let furthestTab = 460.0

  /// Returns the value of `text-align` for an alignment.
  static func alignment(_ alignment: ParagraphAttributes.Alignment) -> String {
    switch alignment {
    case .left: "left"
    case .right: "right"
    case .center: "center"
    case .justified: "justify"
    }
  }

  /// Returns whether the tab stops are not at one distance, or not left-aligned.
  static func approximatesTabs(_ attributes: ParagraphAttributes) -> Bool {
    guard let first = attributes.tabStops.first else { return false }
    return attributes.tabStops.enumerated().contains { index, stop in
      stop.kind != .left || stop.position != first.position * Double(index + 1)
    }
  }
}
