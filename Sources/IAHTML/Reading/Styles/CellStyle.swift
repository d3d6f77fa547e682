internal import IACSS
internal import IAText

/// The box properties of an element of a table, list or quote.
struct CellStyle: Hashable {
  /// The border of one side.
  struct Side: Hashable {
    var style: Border.Style?
    /// Whether a declaration sets the style, also to `none`.
    var isSaid = false
    var width = 2.25
    var color: Color?

    /// The border, or `nil` if none is declared or it would be invisible.
    var border: Border? {
      guard let style, isSaid else { return nil }
      guard style != .none else { return Border.none }
      let width = min(max(StyleBuilder.rounded(width), 0), Border.widths.upperBound)
      return width > 0 && color?.alpha != 0 ? Border(style, width: width, color: color) : nil
    }
  }

  var top = Side()
  var right = Side()
  var bottom = Side()
  var left = Side()
  var padding = Sides<Double>()
  var verticalAlignment: Block.TableCell.VerticalAlignment?
  /// The width in points that the `border` attribute of a table sets for all borders.
  var grid: Double?
  /// The height in points.
  var height: Double?
  var isHeightExact = false
  /// The width in percent of the table.
  var percent: Double?
  /// The sides with the margin `auto`.
  var autoMargins: CSSSides = []
  /// The margins and padding of a list, item or quote, in points.
  var indents = Indents()

  /// The horizontal lengths of a list, item or quote in points; `nil` if not declared.
  struct Indents: Hashable {
    var startMargin: Double?
    var endMargin: Double?
    var startPadding: Double?
    var endPadding: Double?
  }

  var borders: Sides<Border> {
    Sides(top: top.border, right: right.border, bottom: bottom.border, left: left.border)
  }

  /// The borders in a page of this suite, where a declared absence of a border is an attribute.
  var ownBorders: Sides<Border> {
    func own(_ side: Side) -> Border? { side.border ?? (side.isSaid ? Border.none : nil) }
    return Sides(top: own(top), right: own(right), bottom: own(bottom), left: own(left))
  }

  /// Whether a declaration sets the border style of at least one side.
  var saysBorders: Bool { top.isSaid || right.isSaid || bottom.isSaid || left.isSaid }

  /// Applies a declaration of borders or padding.
  mutating func apply(_ declaration: CSSBorderDeclaration, _ lengths: CSSLengthRules) {
    switch declaration {
    case .style(let sides, let style):
      change(sides) {
        $0.style = style
        $0.isSaid = true
      }
    case .width(let sides, let length):
      guard let points = lengths.exactPoints(length) else { return }
      change(sides) { $0.width = points }
    case .color(let sides, let color): change(sides) { $0.color = color }
    case .padding(let sides, let length, _):
      guard let points = lengths.points(length) else { return }
      let value = min(max(StyleBuilder.rounded(points), 0), 1_000)
      if sides.contains(.top) { padding.top = value }
      if sides.contains(.right) { padding.right = value }
      if sides.contains(.bottom) { padding.bottom = value }
      if sides.contains(.left) { padding.left = value }
    case .radius: break
    }
  }

  /// Applies a declaration of the position or size of the box.
  mutating func apply(_ declaration: CSSCellDeclaration, _ lengths: CSSLengthRules) {
    switch declaration {
    case .autoMargin(let sides, let isAuto):
      autoMargins = isAuto ? autoMargins.union(sides) : autoMargins.subtracting(sides)
    case .verticalAlignment(let alignment): verticalAlignment = alignment
    case .gridWidth(let length): grid = lengths.exactPoints(length)
    case .height(let length):
      height = lengths.points(length).map { min(max(StyleBuilder.rounded($0), 0), 16_384) }
    case .exactHeight: isHeightExact = true
    case .width(let share): percent = share.map { min(max(StyleBuilder.rounded($0), 0), 1_000) }
    }
  }

  private mutating func change(
    _ sides: CSSSides, _ change: (inout Side) -> Void
  ) {
    if sides.contains(.top) { change(&top) }
    if sides.contains(.right) { change(&right) }
    if sides.contains(.bottom) { change(&bottom) }
    if sides.contains(.left) { change(&left) }
  }
}
