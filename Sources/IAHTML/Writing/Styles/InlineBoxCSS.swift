internal import IAText

/// The CSS declarations of an inline box.
enum InlineBoxCSS {
  /// Returns the declarations.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - hasFill: Whether all text of the box has its fill as background.
  static func declarations(_ box: InlineBox, hasFill: Bool) -> String {
    var css = Declarations()
    css.add("display", box.isBlock ? "inline-block" : "inline")
    // An inline block continues the text decorations of the surrounding text only if this is
    // declared.
    if box.isBlock { css.add("text-decoration", "inherit") }
    css.add("background-color", hasFill ? box.fill.map(CSSText.color) : nil)
    let borders = box.borders
    if let line = borders.top, borders == Sides(all: line) {
      css.add("border", FrameCSS.value(line))
    } else {
      css.add("border-top", borders.top.map(FrameCSS.value))
      css.add("border-right", borders.right.map(FrameCSS.value))
      css.add("border-bottom", borders.bottom.map(FrameCSS.value))
      css.add("border-left", borders.left.map(FrameCSS.value))
    }
    BoxCSS.add("padding", box.padding, to: &css)
    BoxCSS.add("margin", box.margin, to: &css)
    func points(_ length: Double?) -> String? { CSSText.points(length, in: InlineBox.lengths) }
    css.add("border-radius", box.cornerRadius > 0 ? points(box.cornerRadius) : nil)
    css.add("line-height", points(box.lineHeight))
    css.add("width", points(box.width))
    switch box.width == nil ? nil : box.alignment {
    case .center: css.add("text-align", "center")
    case .right: css.add("text-align", "right")
    case .left, .justified, nil: break
    }
    return css.text
  }
}
