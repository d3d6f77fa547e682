internal import IALayout
internal import IAText

/// Reduced first pages of documents with their names, in rows.
struct ContactSheet: Drawable {
  /// A document of the sheet.
  struct Item {
    var name: String
    var page: DocumentDrawing
  }

  /// The width at which documents are laid out before they are reduced, in points.
  static let pageWidth = 420.0
  /// The ratio of their height to their width: that of A4.
  static let proportion = 1.414
  private static let gap = 18.0
  private static let nameHeight = 22.0
  private static let leastCell = 150.0

  private let items: [Item]
  private let columns: Int
  private let cell: Size
  private let margins: Insets
  private let theme: Theme
  private let labels: LabelPainter
  let size: Size
  var freeArea: Rectangle {
    Rectangle(
      x: margins.left, y: size.height - margins.bottom,
      width: size.width - margins.left - margins.right, height: 0)
  }

  init(
    _ items: [Item], width: Double, margins: Insets, theme: Theme, labels: LabelPainter
  ) {
    let room = max(width - margins.left - margins.right, 32)
    columns = max(min(Int((room + Self.gap) / (Self.leastCell + Self.gap)), 12), 1)
    let side = (room - Self.gap * Double(columns - 1)) / Double(columns)
    cell = Size(width: side, height: side * Self.proportion)
    let rows = (items.count + columns - 1) / columns
    let high = Double(rows) * (cell.height + Self.nameHeight + Self.gap) - Self.gap
    size = Size(width: width, height: margins.top + max(high, 0) + margins.bottom)
    self.items = items
    self.margins = margins
    self.theme = theme
    self.labels = labels
  }

  func draw<P: Painter>(on painter: inout P) {
    for (number, item) in items.enumerated() {
      let (row, column) = (number / columns, number % columns)
      let box = Rectangle(
        x: margins.left + Double(column) * (cell.width + Self.gap),
        y: margins.top + Double(row) * (cell.height + Self.nameHeight + Self.gap),
        width: cell.width, height: cell.height)
      painter.push(
        origin: Point(x: box.x, y: box.y), scale: cell.width / item.page.size.width, clip: box)
      item.page.draw(on: &painter)
      painter.pop()
      painter.outline(
        .rectangle(box.inset(by: -0.5), cornerRadius: 3), width: 1, color: theme.rule)
      painter.push(part: .grounds)
      labels.draw(
        item.name, size: 12, color: theme.secondaryText,
        in: Rectangle(x: box.x, y: box.maxY + 2, width: box.width, height: Self.nameHeight),
        alignment: .center, on: &painter)
      painter.pop()
    }
  }
}
