internal import IACSS
import IAMarkup
import IAText

/// The column widths of a table from its cells.
///
/// Pages of other programs set widths at cells more often than at `col`.
struct CellWidths {
  private var grid = TableState(table: .init(columns: []))
  private var points: [Int: Double] = [:]
  private var shares: [Int: Double] = [:]
  /// The padding of cells that the table sets, in points.
  private let padding: Sides<Double>

  /// The default padding of a cell in points: one CSS pixel (HTML Standard, section 15.3.8).
  private static let usualPadding = 0.75
  /// The assumed width of text in points to which a table width in percent refers: A4 or US Letter
  /// with usual margins.
  private static let usualWidth = 450.0

  /// Creates the widths of a table.
  ///
  /// - Parameter padding: The padding of cells that the table sets, in points.
  init(padding: Sides<Double>) { self.padding = padding }

  mutating func startRow() { grid.startRow() }

  /// Adds a cell of the current row; only cells that span one column set a width.
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
      // The declared width is that of the content, without padding.
      let left = style.cell.padding.left ?? padding.left ?? Self.usualPadding
      let right = style.cell.padding.right ?? padding.right ?? Self.usualPadding
      points[column] = max(points[column] ?? 0, own + left + right)
    }
  }

  /// Sets the widths of columns without a width, and returns whether all could be computed; a
  /// percentage cannot if the table has no width.
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
