internal import IACSS
internal import IAMarkup
internal import IAText

extension StyleBuilder {
  /// Applies a declaration about borders to the frame of paragraphs, or to a table, row or cell.
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
      // Only boxes in lines have round corners.
      guard box == .inline else { return }
      style.flow.frame.setRadius(length, lengths)
    }
  }

  /// Changes the box of a table, row or cell.
  mutating func applyToCell(_ change: (inout CellStyle, CSSLengthRules) -> Void) {
    if style.cells.isEmpty { style.cells = [CellStyle()] }
    change(&style.cells[0], lengths)
  }

  /// Applies a declaration about pages.
  mutating func apply(_ declaration: CSSPageDeclaration) {
    switch declaration {
    case .keepTogether(let keeps): style.flow.keepsTogether = keeps
    case .keepWithNext(let keeps): style.flow.keepsWithNext = keeps
    case .widowControl(let isControlled): style.flow.widowControl = isControlled
    }
  }

  /// Applies a declaration about the drawing of characters.
  mutating func apply(_ effect: CSSEffect) {
    switch effect {
    case .outline(let isOn): style.inline.outline = isOn
    case .shadow(let isOn): style.inline.shadow = isOn
    case .emphasis(let mark): style.inline.emphasisMark = mark
    case .emphasisBelow(let isBelow): style.flow.isEmphasisBelow = isBelow
    }
  }

  /// Applies what depends on several declarations: the shading of blocks, the side of emphasis marks.
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

  /// Whether an element that is usually in a line is displayed as a block of paragraphs.
  var isBlock: Bool {
    !isOwn && box == .inline && style.display == .block && style.flow.floats.isEmpty
      && !ElementKind.isReplaced(tag)
  }
}

/// The side to which an element floats, with its lengths in points.
struct FloatStyle {
  var edge: Placement.Edge
  /// The width of the content.
  var width: Double?
  /// The margins at its sides.
  var left: Double?
  var right: Double?
}

/// The shading, the borders and the page rules of an element's paragraphs.
struct FlowStyle {
  // Inherited properties.

  /// The colour behind the paragraphs.
  var shading: Color?
  /// Whether single lines at the start and the end of pages are avoided.
  var widowControl: Bool?
  /// Whether emphasis marks are below the characters.
  var isEmphasisBelow = false

  // Properties that are not inherited.

  /// Whether the element starts a page.
  var breaksPage = false
  /// Whether page breaks inside the element are avoided.
  var keepsTogether = false
  /// Whether a page break after the element is avoided.
  var keepsWithNext: Bool?
  /// The tab stops of the paragraphs directly in the element.
  var tabStops: [ParagraphAttributes.TabStop] = []
  /// The text after the numbers of the list's items.
  var listDelimiter: String?
  /// The text before the numbers of the list's items.
  var listPrefix: String?
  /// The float, as an array of zero or one elements: few elements float.
  var floats: [FloatStyle] = []
  /// The sides at which the element is below floating elements (`clear`).
  var clears: CSSSides = []
  /// The way in which the element contains the boxes that float in it.
  var floatsInside = CSSDeclaration.FlowOfFloats.open
  /// The borders of the paragraphs directly in the element, as an array of zero or one elements.
  ///
  /// Pages have a style for each element, and few of them have borders.
  var frames: [CSSFrame] = []
  /// The box around its text in a line, as an array of zero or one elements.
  var inlineBoxes: [InlineBox] = []

  /// The borders of the paragraphs directly in the element.
  var frame: CSSFrame {
    get { frames.first ?? CSSFrame() }
    set { frames = [newValue] }
  }

  /// Whether the element has a visible border.
  var hasBorder: Bool { frames.first?.isVisible ?? false }

  /// Removes the properties that children do not inherit.
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

  /// Adds the borders, the shading and the page rules to the attributes of a paragraph.
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
