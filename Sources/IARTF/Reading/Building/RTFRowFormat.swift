internal import IAText

/// The borders of a cell.
struct RTFBorders: Equatable {
  var top = RTFBorder()
  var right = RTFBorder()
  var bottom = RTFBorder()
  var left = RTFBorder()

  static let none = RTFBorders()
}

/// The padding of a cell in twips; -1 for a side without a statement.
struct RTFPadding: Equatable {
  /// A number with its unit.
  struct Length: Equatable {
    var number: Int16 = -1
    /// Whether the unit is twips, as without a unit; Cocoa writes none.
    var isTwips = true

    var twips: Int16 { isTwips ? number : -1 }

    mutating func set(_ value: Int32?) { number = Int16(min(max(value ?? 0, 0), 20_000)) }
  }

  var top = Length()
  var right = Length()
  var bottom = Length()
  var left = Length()

  static let none = RTFPadding()

  /// Returns the padding in points, with a value for the left and right side if they have none.
  func sides(horizontal: Double? = nil) -> Sides<Double> {
    func points(_ length: Length) -> Double? {
      length.twips < 0 ? nil : Double(length.twips) / 20
    }
    return Sides(
      top: points(top), right: points(right) ?? horizontal, bottom: points(bottom),
      left: points(left) ?? horizontal)
  }
}

/// The statements of a row about borders, padding and sizes, except for its cells.
struct RTFRowFormat: Equatable {
  /// The borders of the table; those between rows and columns are `horizontal` and `vertical`.
  var borders = RTFBorders()
  var horizontal = RTFBorder()
  var vertical = RTFBorder()
  var padding = RTFPadding()
  /// Half the space between cells in twips; the default is not stated.
  var gap: Int32 = Self.commonGap
  /// The height in twips: a minimum if positive, exact if negative, 0 for none.
  var height: Int32 = 0
  var alignment: Block.Table.Alignment?
  /// The width with its unit: 2 for 1/50 percent, 3 for twips.
  var width: Int32 = 0
  var widthUnit: Int32 = 0

  /// The space that programs leave on each side of text without a statement, in twips.
  static let commonGap: Int32 = 108

  /// Whether the row states borders for cells without their own.
  var hasBorders: Bool {
    borders != .none || horizontal.isStated || vertical.isStated
  }

  /// Returns the border of a cell on each side where the cell states none.
  func borders(at edges: Block.Table.Edges) -> RTFBorders {
    RTFBorders(
      top: edges.contains(.top) ? borders.top : horizontal,
      right: edges.contains(.right) ? borders.right : vertical,
      bottom: edges.contains(.bottom) ? borders.bottom : horizontal,
      left: edges.contains(.left) ? borders.left : vertical)
  }

  /// The height in the model.
  var rowHeight: Block.RowHeight? {
    guard height != 0 else { return nil }
    let points = Double(min(height.magnitude, 31_680)) / 20
    return height > 0 ? .atLeast(points) : .exactly(points)
  }

  /// The stated width of the table.
  var tableWidth: Block.Table.Width? {
    guard width > 0 else { return nil }
    switch widthUnit {
    case 2: return .percent(Double(min(width, 50_000)) / 50)
    case 3: return .points(Double(min(width, 31_680)) / 20)
    default: return nil
    }
  }
}
