internal import IAText

/// The borders of a cell.
struct RTFBorders: Equatable {
  var top = RTFBorder()
  var right = RTFBorder()
  var bottom = RTFBorder()
  var left = RTFBorder()

  static let none = RTFBorders()
}

/// The padding of a cell in twips; -1 for a side that is not stated.
struct RTFPadding: Equatable {
  /// A number with its unit.
  struct Length: Equatable {
    var number: Int16 = -1
    /// Whether the unit is twips; this is also the unit if none is stated, as in files of Cocoa.
    var isTwips = true

    var twips: Int16 { isTwips ? number : -1 }

    /// Whether the unit 0 is stated without a number, which means that the document does not define the side.
    var isOpen: Bool { number < 0 && !isTwips }

    mutating func set(_ value: Int32?) { number = Int16(min(max(value ?? 0, 0), 20_000)) }
  }

  var top = Length()
  var right = Length()
  var bottom = Length()
  var left = Length()

  static let none = RTFPadding()

  /// Returns the padding in points, with the given values for sides without a statement.
  func sides(vertical: Double? = nil, horizontal: Double? = nil) -> Sides<Double> {
    func points(_ length: Length, _ standard: Double?) -> Double? {
      guard !length.isOpen else { return nil }
      return length.twips < 0 ? standard : Double(length.twips) / 20
    }
    return Sides(
      top: points(top, vertical), right: points(right, horizontal),
      bottom: points(bottom, vertical), left: points(left, horizontal))
  }
}

/// The statements of a row about borders, padding and sizes, except for its cells.
struct RTFRowFormat: Equatable {
  /// The borders of the table; those between rows and columns are `horizontal` and `vertical`.
  var borders = RTFBorders()
  var horizontal = RTFBorder()
  var vertical = RTFBorder()
  var padding = RTFPadding()
  /// Half the space between cells in twips.
  var gap: Int32 = 0
  /// The distance of the text in the first column from the leading margin, in twips.
  var left: Int32 = 0
  /// The height in twips: a minimum if positive, exact if negative, 0 for none.
  var height: Int32 = 0
  /// Whether pages do not divide the row.
  var isKept = false
  var alignment: Block.Table.Alignment?
  /// The width with its unit: 2 for 1/50 percent, 3 for twips.
  var width: Int32 = 0
  var widthUnit: Int32 = 0

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
