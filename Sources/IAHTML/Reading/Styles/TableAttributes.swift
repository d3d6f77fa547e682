internal import IACSS
internal import IAMarkup
internal import IAText

extension StyleBuilder {
  private static let verticalAlign = MarkupName(known: "valign")
  private static let cellPadding = MarkupName(known: "cellpadding")
  private static let borderColor = "bordercolor"

  private static func has(_ name: MarkupName?, _ node: HTMLNode) -> Bool {
    name.map(node.has) ?? false
  }

  /// Returns whether a table has presentational attributes other than `border`.
  static func hasTableAttributes(_ node: HTMLNode) -> Bool {
    has(cellPadding, node) || node.has(.width) || has(node.tree.name(borderColor), node)
  }

  /// Returns whether a row or cell has presentational attributes for its box.
  static func hasCellAttributes(_ node: HTMLNode) -> Bool {
    has(verticalAlign, node) || node.has(.height)
  }

  /// Applies the attributes `valign` and `height` of a section, row or cell.
  mutating func applyCellAttributes(of node: HTMLNode) {
    switch Self.verticalAlign.flatMap({ node[$0] })?.lowercased() {
    case "top", "baseline": apply(.cell(.verticalAlignment(.top)))
    case "middle", "center": apply(.cell(.verticalAlignment(.center)))
    case "bottom": apply(.cell(.verticalAlignment(.bottom)))
    default: break
    }
    if case .points(let points)? = node[.height].flatMap(Self.length) {
      apply(.cell(.height(.points(points))))
    }
  }

  /// Applies the attributes `cellpadding`, `width`, `align`, `bordercolor` and `border` of a table.
  mutating func applyTableAttributes(of node: HTMLNode) {
    if let padding = Self.cellPadding.flatMap({ node[$0] }),
      case .points(let points)? = Self.length(padding)
    {
      apply(.border(.padding(.all, .points(points), isAlone: false)))
    }
    switch node[.width].flatMap(Self.length) {
    case .points(let points): apply(.width(.points(points)))
    case .percent(let share): apply(.cell(.width(share * 100)))
    default: break
    }
    switch node[.align]?.lowercased() {
    case "center", "middle": apply(.cell(.autoMargin([.left, .right], true)))
    case "right": apply(.cell(.autoMargin(.left, true)))
    default: break
    }
    if let name = node.tree.name(Self.borderColor),
      let color = node[name].flatMap(CSSColors.attribute),
      let width = Self.borderWidth(of: node), width > 0
    {
      apply(.border(.style(.all, .solid)))
      apply(.border(.width(.all, .points(width))))
      apply(.border(.color(.all, color)))
    }
  }

  /// Returns the border width in points, 0 to 75; `nil` if not stated, 1 pixel for other text.
  static func borderWidth(of node: HTMLNode) -> Double? {
    guard let border = node[.border] else { return nil }
    guard let number = Double(border.trimmingASCIISpace()), !number.isNaN else { return 0.75 }
    return min(max(number, 0), 100) * 0.75
  }

  /// Returns the length of an attribute, 0 to 1,000,000 pixels or percent; `nil` for other text.
  static func length(_ text: String) -> CSSLength? {
    var text = text.trimmingASCIISpace()[...]
    let isShare = text.hasSuffix("%")
    if isShare { text = text.dropLast() }
    if text.hasSuffix("px") { text = text.dropLast(2) }
    guard let number = Double(text), number.isFinite, number >= 0, number <= 1e6 else { return nil }
    return isShare ? .percent(number / 100) : .points(number * 0.75)
  }
}

extension HTMLNode {
  private static let cellPadding = MarkupName(known: "cellpadding")
  private static let cellSpacing = MarkupName(known: "cellspacing")

  /// Whether a table is used for layout, as in newsletters.
  ///
  /// This is assumed if it has the attributes `cellpadding` or `cellspacing`, or the role
  /// `presentation` or `none`.
  var isLayoutTable: Bool {
    guard hasAttributes else { return false }
    if let name = Self.cellPadding, has(name) { return true }
    if let name = Self.cellSpacing, has(name) { return true }
    let role = self[.role]?.trimmingASCIISpace().lowercased()
    return role == "presentation" || role == "none"
  }
}
