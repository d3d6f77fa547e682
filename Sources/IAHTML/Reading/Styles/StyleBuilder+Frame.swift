internal import IAText

extension StyleBuilder {
  /// Applies a declaration about borders or pages.
  mutating func apply(_ declaration: CSSFrameDeclaration) {
    switch declaration {
    case .style(let sides, let form):
      style.frame.change(sides) {
        $0.style = form
        $0.isStated = true
      }
    case .width(let sides, let length):
      guard let points = length.points(em: style.em), points >= 0 else { return }
      style.frame.change(sides) { $0.width = points }
    case .color(let sides, let color): style.frame.change(sides) { $0.color = color }
    case .padding(let sides, let length, let isAlone):
      guard let points = length.points(em: style.em) else { return }
      style.frame.change(sides) { $0.padding = points }
      if isAlone, points > 0, !sides.isDisjoint(with: [.top, .bottom]) {
        style.frame.hasOwnPadding = true
      }
    case .keepTogether(let keeps): style.keepsTogether = keeps
    case .keepWithNext(let keeps): style.keepsWithNext = keeps
    case .widowControl(let isControlled): style.widowControl = isControlled
    }
  }

  /// Applies a declaration about the drawing of characters.
  mutating func apply(_ effect: CSSEffect) {
    switch effect {
    case .outline(let isOn): style.inline.outline = isOn
    case .shadow(let isOn): style.inline.shadow = isOn
    case .emphasis(let mark): style.inline.emphasisMark = mark
    case .emphasisBelow(let isBelow): style.isEmphasisBelow = isBelow
    }
  }

  /// Applies what depends on several declarations: the shading of blocks, and the side of marks.
  mutating func finishFrame(isPaper: Bool) {
    switch box {
    case .block: if let color = style.background, !isPaper { style.shading = color }
    case .cell: if style.background != nil { style.shading = nil }
    case .inline, .list, .page: break
    }
    if box != .block, !style.frames.isEmpty { style.frames = [] }
    switch style.inline.emphasisMark {
    case .dot where style.isEmphasisBelow: style.inline.emphasisMark = .dotBelow
    case .dotBelow where !style.isEmphasisBelow: style.inline.emphasisMark = .dot
    default: break
    }
  }
}

extension ComputedStyle {
  /// Adds the borders, the shading and the rules for pages to the attributes of a paragraph.
  ///
  /// - Parameter isOwn: Whether the statement that there is no border is kept.
  func addFrame(isOwn: Bool, to set: inout ParagraphAttributes) {
    set.keepTogether = keepsTogether
    set.keepWithNext = keepsWithNext
    set.widowControl = widowControl
    set.shading = shading
    guard let frame = frames.first else { return }
    set.borders = frame.borders(keepsNone: isOwn)
    set.borderSpacing = frame.spacing
  }

  /// The borders of the paragraphs directly in the element.
  var frame: CSSFrame {
    get { frames.first ?? CSSFrame() }
    set { frames = [newValue] }
  }

  /// Whether the element has a visible border.
  var hasBorder: Bool { frames.first?.isVisible ?? false }
}
