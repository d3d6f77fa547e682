internal import IALayout
internal import IAText

/// A drawing of messages as bubbles, one below the other.
struct ThreadDrawing: Drawable {
  /// A row with its position.
  private struct Row {
    var bubble: Bubble
    var head: Bubble.Head
    var top: Double
  }

  private let rows: [Row]
  private let margins: Insets
  private let renderer: Renderer
  let size: Size
  var freeArea: Rectangle {
    Rectangle(
      x: margins.left, y: size.height - margins.bottom,
      width: size.width - margins.left - margins.right, height: 0)
  }

  /// Creates a drawing by laying out messages one below the other.
  init(
    _ messages: [Renderer.Message], width: Double, margins: Insets, _ renderer: Renderer
  ) {
    let room = max(width - margins.left - margins.right, 32)
    var y = margins.top
    var rows: [Row] = []
    for message in messages {
      let head = Bubble.Head(message.author, after: rows.last?.bubble.author)
      let bubble = Bubble(message, room: room, renderer)
      rows.append(Row(bubble: bubble, head: head, top: y))
      y += head.height + bubble.size.height
    }
    self.rows = rows
    self.margins = margins
    self.renderer = renderer
    size = Size(width: width, height: y + margins.bottom)
  }

  func draw<P: Painter>(on painter: inout P) {
    for row in rows {
      painter.push(origin: Point(x: 0, y: row.top), scale: 1, clip: nil)
      row.bubble.draw(
        row.head, left: row.bubble.left(width: size.width, margins: margins), width: size.width,
        visible: nil, renderer, on: &painter)
      painter.pop()
    }
  }
}
