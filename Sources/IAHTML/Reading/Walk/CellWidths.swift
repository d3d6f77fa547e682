internal import IACSS
import IAMarkup
import IAText

/// The widths that the cells of a table state, by column.
///
/// A page of another program states the widths of columns at cells more often than at `col`.
struct CellWidths {
  private var grid = TableState(table: .init(columns: []))
  private var points: [Int: Double] = [:]
  private var shares: [Int: Double] = [:]
  /// The padding that the table states for its cells.
  private let padding: Sides<Double>

  /// The padding of a cell for which nothing is stated: a pixel (HTML Living Standard, section 15.3.8).
  private static let usualPadding = 0.75
  /// The width in points of which a table has a share: that of the text on a page of A4 or US Letter with
  /// usual margins.
  private static let usualWidth = 450.0

  /// Creates the widths of a table.
  init(padding: Sides<Double>) { self.padding = padding }

  /// Starts a row.
  mutating func startRow() { grid.startRow() }

  /// Adds a cell of the row.
  mutating func add(_ node: HTMLNode, _ style: ComputedStyle) {
    guard node.tag == .td || node.tag == .th else { return }
    let span = CellSpan.columns(of: node)
    let column = grid.place(columnSpan: span, rowSpan: CellSpan.rows(of: node), at: nil)
    guard span == 1 else { return }
    var (own, share) = (style.width, style.cell.percent)
    if own == nil, share == nil {
      switch node[.width].flatMap(StyleBuilder.length) {
      case .points(let points): own = points
      case .percent(let part): share = part * 100
      default: break
      }
    }
    if let share, share > 0 { shares[column] = max(shares[column] ?? 0, min(share, 100)) }
    if let own, own > 0 {
      // The width is that of the content.
      let left = style.cell.padding.left ?? padding.left ?? Self.usualPadding
      let right = style.cell.padding.right ?? padding.right ?? Self.usualPadding
      points[column] = max(points[column] ?? 0, own + left + right)
    }
  }

  /// Sets the widths of the columns that state none, and returns whether all were known: a share of a
  /// table without a width is not.
  func set(in table: inout Block.Table) -> Bool {
    let whole: Double? =
      switch table.width {
      case .points(let points): points
      case .percent(let share): min(share, 100) / 100 * Self.usualWidth
      case nil: nil
      }
    var areKnown = true
    for index in table.columns.indices where table.columns[index].width == nil {
      if let share = shares[index] {
        table.columns[index].width = whole.map { Self.stored(share / 100 * $0) }
        areKnown = areKnown && whole != nil
      } else {
        table.columns[index].width = points[index].map(Self.stored)
      }
    }
    return areKnown
  }

  private static func stored(_ points: Double) -> Double {
    min(max(StyleBuilder.rounded(points), 1), 4000)
  }
}
