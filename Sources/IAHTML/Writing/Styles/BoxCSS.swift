internal import IAText

/// The CSS declarations of a text box.
struct BoxCSS {
  /// The declarations; empty if the box has no properties.
  let declarations: String
  /// Whether the page shows the placement of the box exactly; `true` without a placement.
  let showsPlace: Bool
  /// Whether the page shows all other properties exactly.
  let isExact: Bool

  /// Creates the declarations of a text box.
  init(_ box: Block.TextBox) {
    var css = Declarations()
    let side = box.placement.flatMap { Self.side(of: $0, belongsToNext: true) }
    showsPlace = box.placement == nil || side != nil
    if let side {
      css.add("float", side)
      css.add("box-sizing", box.width == nil ? nil : "border-box")
      css.add("width", CSSText.points(box.width, in: Block.tableLengths))
    }
    let space = side == nil ? box.margin : box.placement?.distance ?? Sides()
    Self.add("margin", space, to: &css)
    css.add("background-color", box.fill.map(CSSText.color))
    let lines = box.lines
    if let line = lines.top, lines == Sides(all: line) {
      css.add("border", FrameCSS.value(line))
    } else {
      css.add("border-top", lines.top.map(FrameCSS.value))
      css.add("border-right", lines.right.map(FrameCSS.value))
      css.add("border-bottom", lines.bottom.map(FrameCSS.value))
      css.add("border-left", lines.left.map(FrameCSS.value))
    }
    Self.add("padding", box.padding, to: &css)
    declarations = css.text
    isExact =
      box.height == nil && (box.width == nil || side != nil) && Self.isExact(space)
      && Self.isExact(box.padding) && (side == nil || box.margin.isEmpty)
      && (side == nil || CSSText.isExact(box.width, in: Block.tableLengths))
      && Self.isExact(box)
  }

  /// Returns the side to which an object floats, `left` or `right`; `nil` if it is not at an edge
  /// of the column beside its paragraph.
  static func side(of placement: Placement, belongsToNext: Bool) -> String? {
    guard placement.wrap == .around, placement.belongsToNext == belongsToNext,
      placement.down == .init(), placement.across.reference == .text,
      placement.across.offset == 0
    else { return nil }
    return switch placement.across.edge {
    case .start: "left"
    case .end: "right"
    case .center, nil: nil
    }
  }

  /// Adds a property for each side that is not `nil`.
  static func add(_ property: String, _ sides: Sides<Double>, to css: inout Declarations) {
    let range = Block.cellPaddings
    css.add(property + "-top", CSSText.points(sides.top, in: range))
    css.add(property + "-right", CSSText.points(sides.right, in: range))
    css.add(property + "-bottom", CSSText.points(sides.bottom, in: range))
    css.add(property + "-left", CSSText.points(sides.left, in: range))
  }

  /// Returns whether a page represents lengths exactly; 0 is not distinguished from `nil`.
  static func isExact(_ sides: Sides<Double>) -> Bool {
    [sides.top, sides.right, sides.bottom, sides.left].allSatisfy {
      $0 != 0 && CSSText.isExact($0, in: Block.cellPaddings)
    }
  }

  /// Returns whether a reader restores the borders of a box exactly.
  private static func isExact(_ box: Block.TextBox) -> Bool {
    let lines = box.lines
    let all = [lines.top, lines.right, lines.bottom, lines.left]
    guard all.allSatisfy({ $0.map { CSSText.isExact($0.width, in: Border.widths) } ?? true })
    else { return false }
    if let line = lines.top, lines == Sides(all: line) {
      return box.border == line && box.borders.isEmpty
    }
    return box.border == nil && box.borders == lines
  }
}
