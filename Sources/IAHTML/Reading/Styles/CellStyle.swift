internal import IACSS
internal import IAText

/// The statements of an element of a table, a list or a quote about its box.
struct CellStyle: Hashable {
  /// A border in its parts; `nil` for a part about which nothing is said.
  struct Side: Hashable {
    var style: Border.Style?
    /// Whether a style is said, also that there is no border.
    var isSaid = false
    var width = 2.25
    var color: Color?

    /// The border; `nil` for none.
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
  /// The width of all borders of a table, in points.
  var grid: Double?
  /// The height in points.
  var height: Double?
  var isHeightExact = false
  /// The width in percent.
  var percent: Double?
  /// The sides whose margins share the remaining width.
  var autoMargins: CSSSides = []
  /// The margins and the padding of a list, an item or a quote at the start and the end of lines, in points.
  var indents = Indents()

  /// The lengths beside a list, an item or a quote; `nil` for a length about which nothing is said.
  struct Indents: Hashable {
    var startMargin: Double?
    var endMargin: Double?
    var startPadding: Double?
    var endPadding: Double?
  }

  /// The borders of the sides.
  var borders: Sides<Border> {
    Sides(top: top.border, right: right.border, bottom: bottom.border, left: left.border)
  }

  /// The borders as a page of this suite says them: a side without one states so.
  var ownBorders: Sides<Border> {
    func own(_ side: Side) -> Border? { side.border ?? (side.isSaid ? Border.none : nil) }
    return Sides(top: own(top), right: own(right), bottom: own(bottom), left: own(left))
  }

  /// Whether something is said about the border of any side.
  var saysBorders: Bool { top.isSaid || right.isSaid || bottom.isSaid || left.isSaid }

  /// Applies a declaration about borders or the space inside them.
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

  /// Applies a declaration about the place and the size of the box.
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
