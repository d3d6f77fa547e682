internal import IACSS
internal import IAText

extension ComputedStyle {
  /// Adds a box around the text of an inline element, if it has a visible border or fill, or
  /// padding that separates the text.
  mutating func addInlineBox(_ frame: CSSFrame, _ margins: (start: Double?, end: Double?)) {
    guard display == nil || display == .inline || display == .inlineBlock, flow.floats.isEmpty
    else { return }
    let fill = background.flatMap { $0.alpha > 0 ? $0 : nil }
    let isAtom = display == .inlineBlock
    guard
      frame.isVisible || frame.left.padding ?? 0 > 0 || frame.right.padding ?? 0 > 0
        || fill != nil && (frame.hasPadding || frame.radius > 0) || isAtom && frame.hasPadding
    else { return }
    var box = InlineBox()
    box.fill = fill
    box.borders = frame.borders(keepsNone: false)
    box.padding = Sides(
      top: Self.length(frame.top.padding), right: Self.length(frame.right.padding),
      bottom: Self.length(frame.bottom.padding), left: Self.length(frame.left.padding))
    let isRightToLeft = direction == .rightToLeft
    box.margin.left = Self.length(isRightToLeft ? margins.end : margins.start)
    box.margin.right = Self.length(isRightToLeft ? margins.start : margins.end)
    box.cornerRadius = Self.length(frame.radius) ?? 0
    box.isBlock = isAtom
    if isAtom {
      box.margin.top = Self.length(spacingBefore)
      box.margin.bottom = Self.length(spacingAfter)
      box.lineHeight = Self.length(lineHeightInPoints)
      box.width = Self.length(width)
      if box.width != nil { box.alignment = alignment }
    }
    flow.inlineBoxes = [box]
  }

  /// Moves emphasis marks to the side that `text-emphasis-position` sets.
  mutating func placeEmphasis() {
    switch inline.emphasisMark {
    case .dot where flow.isEmphasisBelow: inline.emphasisMark = .dotBelow
    case .dotBelow where !flow.isEmphasisBelow: inline.emphasisMark = .dot
    default: break
    }
  }

  /// Resets the inherited text properties that browsers do not apply inside form controls.
  mutating func removeLooksOfText() {
    inline.italic = false
    inline.capitals = nil
    rules.transform = .none
    inline.letterSpacing = nil
    inline.shadow = false
    // Inline boxes do not continue the lines of the surrounding text.
    inline.underline = nil
    inline.strikethrough = nil
    textIndent = nil
    lineHeight = nil
  }

  private static func length(_ points: Double?) -> Double? {
    guard let points, points > 0 else { return nil }
    return min(StyleBuilder.rounded(points), InlineBox.lengths.upperBound)
  }

  /// The height of lines in points; `nil` if none or only a minimum is declared.
  private var lineHeightInPoints: Double? {
    switch lineHeight {
    case .exactly(let points): points
    case .multiple(let factor): factor * ParagraphCSS.naturalLineHeight * em
    case .atLeast, nil: nil
    }
  }
}
