extension Block.Table {
  /// The positions of a table between the margins.
  public enum Alignment: String, Hashable, Sendable, CaseIterable { case left, center, right }

  /// The stated width of a table.
  public enum Width: Hashable, Sendable {
    /// A width in points, 0…16,384.
    case points(Double)
    /// A share of the available width in percent, 0…1,000.
    case percent(Double)
  }

  /// The properties of a table that few tables have.
  struct Details: Hashable, Sendable {
    var borders = Sides<Border>()
    var borderBetweenRows: Border?
    var borderBetweenColumns: Border?
    var padding = Sides<Double>()
    var alignment: Alignment?
    var width: Width?

    static let none = Details()
  }

  private mutating func change(_ body: (inout Details) -> Void) {
    details = details.changed(from: .none, body)
  }

  /// The borders of the whole table, one for each side.
  ///
  /// A side of a cell on this side of the table has the border if the cell states none; if both
  /// state a visible one, the one that `Border.prevailing` returns is drawn.
  public var borders: Sides<Border> {
    get { details.isEmpty ? Sides() : details[0].borders }
    set { change { $0.borders = newValue } }
  }
  /// The border between rows, for cells that state none; `nil` for one of `borderWidth`.
  public var borderBetweenRows: Border? {
    get { details.isEmpty ? nil : details[0].borderBetweenRows }
    set { change { $0.borderBetweenRows = newValue } }
  }
  /// The border between columns, for cells that state none; `nil` for one of `borderWidth`.
  public var borderBetweenColumns: Border? {
    get { details.isEmpty ? nil : details[0].borderBetweenColumns }
    set { change { $0.borderBetweenColumns = newValue } }
  }
  /// The space between the sides of cells and their text, in points, for cells that state none.
  public var padding: Sides<Double> {
    get { details.isEmpty ? Sides() : details[0].padding }
    set { change { $0.padding = newValue } }
  }
  /// The position of the table; `nil` for the leading side.
  public var alignment: Alignment? {
    get { details.isEmpty ? nil : details[0].alignment }
    set { change { $0.alignment = newValue } }
  }
  /// The width of the table; `nil` for the sum of its columns.
  public var width: Width? {
    get { details.isEmpty ? nil : details[0].width }
    set { change { $0.width = newValue } }
  }

  /// Whether the table states anything except columns and the width of all borders.
  package var hasDetails: Bool { !details.isEmpty }
}

extension Block.TableCell {
  /// The positions of text in a cell that is higher than the text.
  public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
    case top, center, bottom
  }

  /// The properties of a cell that few cells have.
  struct Details: Hashable, Sendable {
    var borders = Sides<Border>()
    var padding = Sides<Double>()
    var verticalAlignment: VerticalAlignment?

    static let none = Details()
  }

  private mutating func change(_ body: (inout Details) -> Void) {
    details = details.changed(from: .none, body)
  }

  /// The borders of the cell; `nil` for a side with the border of the table.
  ///
  /// `Border.none` states that the cell has no border on a side; the border of the adjacent cell is
  /// drawn.
  public var borders: Sides<Border> {
    get { details.isEmpty ? Sides() : details[0].borders }
    set { change { $0.borders = newValue } }
  }
  /// The space between the sides of the cell and its text, in points; `nil` for that of the table.
  public var padding: Sides<Double> {
    get { details.isEmpty ? Sides() : details[0].padding }
    set { change { $0.padding = newValue } }
  }
  /// The position of the text in the cell; `nil` for the top.
  public var verticalAlignment: VerticalAlignment? {
    get { details.isEmpty ? nil : details[0].verticalAlignment }
    set { change { $0.verticalAlignment = newValue } }
  }

  /// Whether the cell states borders, padding or a vertical alignment.
  package var hasDetails: Bool { !details.isEmpty }
}

extension Block {
  /// The stated height of a row.
  public enum RowHeight: Hashable, Sendable {
    /// A minimum height in points, 0…16,384.
    case atLeast(Double)
    /// An exact height in points, 0…16,384; text below it is not shown.
    case exactly(Double)

    /// The number of points.
    public var points: Double {
      switch self {
      case .atLeast(let points), .exactly(let points): points
      }
    }
  }

  /// The lengths that cells, rows and tables can have, in points.
  package static let tableLengths = 0.0...16_384
  /// The space between a side of a cell and its text, in points.
  package static let cellPaddings = 0.0...1_000
  /// The shares of the available width that a table can have, in percent.
  package static let tablePercents = 0.0...1_000
}

extension Border {
  /// Returns which of two borders at one place is drawn: a visible one, the wider one, the one with
  /// the stronger style (double, solid, dashed, dotted), the first one.
  package static func prevailing(_ first: Border?, _ second: Border?) -> Border? {
    guard let second, second.isVisible else { return first ?? second }
    guard let first, first.isVisible else { return second }
    if first.width != second.width { return first.width > second.width ? first : second }
    return first.strength >= second.strength ? first : second
  }

  private var strength: Int {
    switch style {
    case .none: 0
    case .dotted: 1
    case .dashed: 2
    case .solid: 3
    case .double: 4
    }
  }
}

extension Block.Table {
  /// The sides of the table at which a cell is.
  package struct Edges: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt8
    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The cell is in the first row.
    package static let top = Edges(rawValue: 1)
    /// The cell ends in the last column.
    package static let right = Edges(rawValue: 2)
    /// The cell ends in the last row.
    package static let bottom = Edges(rawValue: 4)
    /// The cell is in the first column.
    package static let left = Edges(rawValue: 8)
  }

  /// Returns the borders of a cell at a place; the borders of the table apply to sides for which
  /// the cell states none.
  ///
  /// - Returns: `nil` for a side for which neither states a border: it has that of `borderWidth`.
  package func borders(of cell: Block.TableCell, at edges: Edges) -> Sides<Border> {
    let own = cell.borders
    guard hasDetails else { return own }
    func side(_ stated: Border?, _ isOuter: Bool, _ outer: Border?, _ inner: Border?) -> Border? {
      guard isOuter else { return stated ?? inner }
      guard let stated else { return outer }
      return stated.isVisible ? Border.prevailing(stated, outer) : stated
    }
    return Sides(
      top: side(own.top, edges.contains(.top), borders.top, borderBetweenRows),
      right: side(own.right, edges.contains(.right), borders.right, borderBetweenColumns),
      bottom: side(own.bottom, edges.contains(.bottom), borders.bottom, borderBetweenRows),
      left: side(own.left, edges.contains(.left), borders.left, borderBetweenColumns))
  }

  /// Returns the padding of a cell; the padding of the table applies to sides for which the cell
  /// states none.
  package func padding(of cell: Block.TableCell) -> Sides<Double> {
    let own = cell.padding
    guard hasDetails else { return own }
    return Sides(
      top: own.top ?? padding.top, right: own.right ?? padding.right,
      bottom: own.bottom ?? padding.bottom, left: own.left ?? padding.left)
  }
}

extension Sides<Border> {
  /// Whether a border has a colour of its own.
  package var hasColors: Bool {
    top?.color != nil || right?.color != nil || bottom?.color != nil || left?.color != nil
  }
}

extension Block.Table {
  /// Whether a border of the table has a colour of its own.
  package var hasColors: Bool {
    hasDetails
      && (borders.hasColors || borderBetweenRows?.color != nil
        || borderBetweenColumns?.color != nil)
  }
}

extension Block.TableCell {
  /// Whether a border of the cell has a colour of its own.
  package var hasColors: Bool { hasDetails && borders.hasColors }
}

extension Array where Element: Equatable {
  /// Returns an array of zero or one elements with its element changed; the element is removed if it equals the
  /// default.
  func changed(
    from standard: Element, _ body: (inout Element) -> Void
  ) -> [Element] {
    var element = first ?? standard
    body(&element)
    return element == standard ? [] : [element]
  }
}
