internal import IACSS
internal import IAMarkup
internal import IAText

extension StyleBuilder {
  /// Applies a border declaration to a frame of paragraphs, or to a table, row or cell.
  mutating func apply(_ declaration: CSSBorderDeclaration) {
    let declaration = declaration.resolved(isRightToLeft: style.direction == .rightToLeft)
    guard box != .cell else { return applyToCell { $0.apply(declaration, $1) } }
    switch declaration {
    case .style(let sides, let form):
      style.flow.frame.change(sides) {
        $0.style = form ?? .none
        $0.isStated = true
      }
    case .width(let sides, let length):
      guard let points = lengths.exactPoints(length), points >= 0 else { return }
      style.flow.frame.change(sides) { $0.width = points }
    case .color(let sides, let color): style.flow.frame.change(sides) { $0.color = color }
    case .padding(let sides, let length, let isAlone):
      guard let points = lengths.points(length) else { return }
      style.flow.frame.change(sides) { $0.padding = points }
      if isAlone, points > 0, !sides.isDisjoint(with: [.top, .bottom]) {
        style.flow.frame.hasOwnPadding = true
      }
    case .radius(let length):
      // Only inline boxes can have rounded corners.
      guard box == .inline else { return }
      style.flow.frame.setRadius(length, lengths)
    }
  }

  /// Changes the box of a table, row or cell, and creates it if necessary.
  mutating func applyToCell(_ change: (inout CellStyle, CSSLengthRules) -> Void) {
    if style.cells.isEmpty { style.cells = [CellStyle()] }
    change(&style.cells[0], lengths)
  }

  /// Applies a declaration of page breaks.
  mutating func apply(_ declaration: CSSPageDeclaration) {
    switch declaration {
    case .keepTogether(let keeps): style.flow.keepsTogether = keeps
    case .keepWithNext(let keeps): style.flow.keepsWithNext = keeps
    case .widowControl(let isControlled): style.flow.widowControl = isControlled
    }
  }

  /// Applies a declaration of text effects.
  mutating func apply(_ effect: CSSEffect) {
    switch effect {
    case .outline(let isOn): style.inline.outline = isOn
    case .shadow(let isOn): style.inline.shadow = isOn
    case .emphasis(let mark): style.inline.emphasisMark = mark
    case .emphasisBelow(let isBelow): style.flow.isEmphasisBelow = isBelow
    }
  }

  /// Completes the properties that depend on several declarations.
  ///
  /// - Parameter isPaper: Whether the background is that of a white page, which is not shading.
  mutating func finishFrame(isPaper: Bool) {
    switch box {
    case .inline where isBlock:
      if let color = style.background, !isPaper { style.flow.shading = color }
    case .block, .group: if let color = style.background, !isPaper { style.flow.shading = color }
    case .cell: if style.background != nil { style.flow.shading = nil }
    case .inline, .list, .page: break
    }
    if box != .block, box != .group, !isBlock, let frame = style.flow.frames.first {
      if box == .inline, !ElementKind.isReplaced(tag), !isOwn || style.display != nil {
        style.addInlineBox(frame, margins)
      }
      hidesBorder = frame.isVisible && style.flow.inlineBoxes.isEmpty
      style.flow.frames = []
    }
    style.placeEmphasis()
  }

  /// Whether an inline element is displayed as a block.
  var isBlock: Bool {
    !isOwn && box == .inline && style.display == .block && style.flow.floats.isEmpty
      && !ElementKind.isReplaced(tag)
  }
}

/// The side and the lengths of a floating element, in points.
struct FloatStyle {
  var edge: Placement.Edge
  /// The width of the content.
  var width: Double?
  /// The margins on its left and right side.
  var left: Double?
  var right: Double?
}

/// Shading, borders, page breaks, floats and list text of an element.
struct FlowStyle {
  // Inherited properties.

  var shading: Color?
  /// Whether single lines at the top and bottom of pages are avoided (`widows`, `orphans`).
  var widowControl: Bool?
  var isEmphasisBelow = false

  // Properties that are not inherited.

  /// Whether there is a page break before the element.
  var breaksPage = false
  var keepsTogether = false
  var keepsWithNext: Bool?
  var tabStops: [ParagraphAttributes.TabStop] = []
  var listDelimiter: String?
  var listPrefix: String?
  /// The float; an array with zero or one element, because floats are rare.
  var floats: [FloatStyle] = []
  /// The sides on which the element moves below preceding floats (`clear`).
  var clears: CSSSides = []
  /// The way in which the element encloses the floats inside it.
  var floatsInside = CSSDeclaration.FlowOfFloats.open
  /// The borders of the paragraphs directly in the element; an array with zero or one element.
  ///
  /// Each element has a style, but few have borders, so that the array saves memory.
  var frames: [CSSFrame] = []
  /// The box around inline text; an array with zero or one element.
  var inlineBoxes: [InlineBox] = []

  /// The borders of the paragraphs directly in the element; setting them fills `frames`.
  var frame: CSSFrame {
    get { frames.first ?? CSSFrame() }
    set { frames = [newValue] }
  }

  var hasBorder: Bool { frames.first?.isVisible ?? false }

  /// Resets the properties that children do not inherit.
  mutating func resetOwn() {
    breaksPage = false
    keepsTogether = false
    keepsWithNext = nil
    if !frames.isEmpty { frames = [] }
    if !inlineBoxes.isEmpty { inlineBoxes = [] }
    if !floats.isEmpty { floats = [] }
    clears = []
    floatsInside = .open
    if !tabStops.isEmpty { tabStops = [] }
    listDelimiter = nil
    listPrefix = nil
  }

  /// Sets borders, shading and page break rules in the attributes of a paragraph.
  ///
  /// - Parameter isOwn: Whether an explicit `border: none` is kept.
  func add(isOwn: Bool, to set: inout ParagraphAttributes) {
    set.keepTogether = keepsTogether
    set.keepWithNext = keepsWithNext
    set.widowControl = widowControl
    set.shading = shading
    set.tabStops = tabStops
    guard let frame = frames.first else { return }
    set.borders = frame.borders(keepsNone: isOwn)
    set.borderSpacing = frame.spacing
  }
}
