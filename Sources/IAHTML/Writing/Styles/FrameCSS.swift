internal import IAFormats
internal import IAText

/// The CSS declarations for borders, shading and page breaks of a paragraph.
enum FrameCSS {
  static func add(_ attributes: ParagraphAttributes, to css: inout Declarations) {
    css.add("background-color", attributes.shading.map(CSSText.color))
    addBorders(attributes, to: &css)
    if attributes.keepTogether { css.add("break-inside", "avoid") }
    if let keeps = attributes.keepWithNext { css.add("break-after", keeps ? "avoid" : "auto") }
    if let control = attributes.widowControl { add(widowControl: control, to: &css) }
  }

  /// Adds the minimum number of lines before and after a page break: 2 with widow control,
  /// otherwise 1.
  static func add(widowControl: Bool, to css: inout Declarations) {
    let lines = widowControl ? "2" : "1"
    css.add("orphans", lines)
    css.add("widows", lines)
  }

  private static func addBorders(_ attributes: ParagraphAttributes, to css: inout Declarations) {
    guard attributes.hasFrame else { return }
    let (borders, spacing) = (attributes.borders, attributes.borderSpacing)
    if borders.isEmpty { return }
    let sides: [(String, Border?, Double?)] = [
      ("top", borders.top, spacing.top), ("right", borders.right, spacing.right),
      ("bottom", borders.bottom, spacing.bottom), ("left", borders.left, spacing.left),
    ]
    if let border = borders.top, borders == Sides(all: border) {
      css.add("border", value(border))
    } else {
      for (side, border, _) in sides { css.add("border-" + side, border.map(value)) }
    }
    for (side, border, space) in sides where border.map(isShown) ?? false {
      css.add("padding-" + side, CSSText.points(space, in: Border.widths))
    }
  }

  private static func isShown(_ border: Border) -> Bool {
    border.isVisible && !border.width.isNaN
  }

  /// Returns the value of a `border` property.
  static func value(_ border: Border) -> String {
    guard isShown(border), let width = CSSText.points(border.width, in: Border.widths) else {
      return "none"
    }
    return "\(width) \(border.style.rawValue)"
      + (border.color.map { " " + CSSText.color($0) } ?? "")
  }

  /// Returns whether the page represents borders and their spacing exactly.
  static func isExact(_ attributes: ParagraphAttributes) -> Bool {
    guard attributes.hasFrame else { return true }
    let (borders, spacing) = (attributes.borders, attributes.borderSpacing)
    if borders.isEmpty, spacing.isEmpty { return true }
    return isExact(borders.top, spacing.top) && isExact(borders.right, spacing.right)
      && isExact(borders.bottom, spacing.bottom) && isExact(borders.left, spacing.left)
  }

  /// Returns the features that the page does not represent exactly.
  static func losses(of attributes: ParagraphAttributes, isCocoa: Bool) -> [DocumentFeature] {
    if !isCocoa { return isExact(attributes) ? [] : [.paragraphBorder] }
    var found: [DocumentFeature] = []
    if attributes.keepTogether || attributes.keepWithNext != nil { found.append(.keepTogether) }
    if attributes.widowControl != nil { found.append(.widowControl) }
    if !attributes.borders.isEmpty || !attributes.borderSpacing.isEmpty {
      found.append(.paragraphBorder)
    }
    if attributes.shading != nil { found.append(.paragraphShading) }
    return found
  }

  private static func isExact(_ border: Border?, _ space: Double?) -> Bool {
    guard let border, isShown(border) else {
      return space == nil && (border == nil || border == Border.none)
    }
    return CSSText.isExact(border.width, in: Border.widths)
      && CSSText.isExact(space, in: Border.widths)
  }
}

extension InlineStyle {
  /// Adds the declarations for outline, shadow and emphasis marks.
  static func addEffects(_ attributes: InlineAttributes, to css: inout Declarations) {
    if attributes.outline {
      css.add("-webkit-text-stroke", ".04em")
      css.add("-webkit-text-fill-color", "transparent")
    }
    if attributes.shadow { css.add("text-shadow", ".06em .06em .08em #0006") }
    switch attributes.emphasisMark {
    case .dot, .dotBelow: css.add("text-emphasis", "filled dot")
    case .comma: css.add("text-emphasis", "filled sesame")
    case .circle: css.add("text-emphasis", "open circle")
    case nil: break
    }
    if attributes.emphasisMark == .dotBelow { css.add("text-emphasis-position", "under right") }
  }
}
