internal import IAText

/// The declarations of a box around text in a line.
enum InlineBoxCSS {
  /// Returns the declarations.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - hasFill: Whether its colour is the background of all its text.
  static func declarations(_ box: InlineBox, hasFill: Bool) -> String {
    var css = Declarations()
    css.add("display", box.isBlock ? "inline-block" : "inline")
    // A box has the lines of the text around it only if that is stated.
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
