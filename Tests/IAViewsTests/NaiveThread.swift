import IALayout
import IARender

@testable import IAViews

/// The simplest thread: all rows are laid out, positions are sums, and pictures are drawn as a
/// whole.
final class NaiveThread {
  struct Row {
    var bubble: Bubble
    var head: Bubble.Head
    var headHeight: Int
    var height: Int
    /// In pixels from the top of the content.
    var top = 0
    var bubbleTop: Int { top + headHeight }
  }

  let renderer: Renderer
  let source: ArrayRows
  var geometry: ThreadView.Geometry
  private(set) var rows: [Row] = []
  /// The top of the view in pixels from the top of the content.
  private(set) var offset = 0
  private var bubbles: [Bubble?]

  init(_ source: ArrayRows, _ geometry: ThreadView.Geometry, _ renderer: Renderer) {
    self.source = source
    self.geometry = geometry
    self.renderer = renderer
    bubbles = Array(repeating: nil, count: source.rowCount)
    layOut()
    offset = largestOffset
  }

  var viewHeight: Int { geometry.size.height }
  private func pixels(_ points: Double) -> Int { Int((points * geometry.scale).rounded()) }
  private var topInset: Int { pixels(geometry.margins.top) }
  var total: Int { (rows.last.map { $0.top + $0.height } ?? 0) + pixels(geometry.margins.bottom) }
  private var largestOffset: Int { max(total - viewHeight, 0) }
  var isAtEnd: Bool { offset >= largestOffset }

  private func layOut() {
    rows = []
    var y = topInset
    for number in 0..<source.rowCount {
      var message = source.messages[number]
      message.source.looks.textScale *= geometry.textScale
      let room =
        Double(geometry.size.width) / geometry.scale - geometry.margins.left
        - geometry.margins.right
      let bubble = bubbles[number] ?? renderer.bubble(message, room: room)
      bubbles[number] = bubble
      let head = Bubble.Head(message.author, after: rows.last?.bubble.author)
      let headHeight = pixels(head.height)
      let height = headHeight + Int((bubble.size.height * geometry.scale).rounded(.up))
      rows.append(Row(bubble: bubble, head: head, headHeight: headHeight, height: height, top: y))
      y += height
    }
  }

  /// The first row whose bubble starts in the view, or the row at its top.
  private var anchor: Int {
    let visible = rows.indices.filter {
      rows[$0].top < offset + viewHeight && rows[$0].top + rows[$0].height > offset
    }
    return visible.first {
      rows[$0].bubbleTop >= offset && rows[$0].bubbleTop < offset + viewHeight
    }
      ?? visible.first ?? 0
  }

  func scroll(by pixels: Int) { offset = min(max(offset + pixels, 0), largestOffset) }

  func scroll(toRow row: Int) {
    offset = min(max(rows[row].bubbleTop - topInset, 0), largestOffset)
  }

  func scrollToEnd() { offset = largestOffset }

  /// Changes the content and keeps the position of the anchor, or the end if it is visible and
  /// `follows` is true.
  ///
  /// - Parameter keepsLine: Whether the line at the top of the view keeps its position if the
  ///   anchor starts above the view.
  private func change(
    _ shift: Int, follows: Bool, keepsLine: Bool = false, _ body: () -> Void
  ) {
    let wasAtEnd = isAtEnd
    let row = anchor
    var y = rows.isEmpty ? 0 : rows[row].bubbleTop - offset
    var line: Int?
    if keepsLine, !rows.isEmpty, y < 0 {
      let found = rows[row].bubble.utf16Offset(atHeight: Double(-y) / geometry.scale)
      y += pixels(rows[row].bubble.top(ofLineAt: found))
      line = found
    }
    body()
    layOut()
    guard !rows.isEmpty else { return }
    let kept = rows[row + shift]
    offset = kept.bubbleTop - y
    if let line { offset += pixels(kept.bubble.top(ofLineAt: line)) }
    if follows, wasAtEnd { offset = largestOffset }
    offset = min(max(offset, 0), largestOffset)
  }

  func prepend(_ new: [Renderer.Message]) {
    change(new.count, follows: false) {
      source.prepend(new)
      bubbles = Array(repeating: nil, count: new.count) + bubbles
    }
  }

  func append(_ new: [Renderer.Message]) {
    change(0, follows: true) {
      source.append(new)
      bubbles += Array(repeating: nil, count: new.count)
    }
  }

  func replace(_ row: Int, _ message: Renderer.Message) {
    change(0, follows: true) {
      source.replace(row, with: message)
      bubbles[row] = nil
    }
  }

  func setGeometry(_ new: ThreadView.Geometry) {
    change(0, follows: true, keepsLine: true) {
      if !geometry.hasSameRows(new) { bubbles = Array(repeating: nil, count: bubbles.count) }
      geometry = new
    }
  }

  /// The top of the first visible row in pixels from the top of the view.
  var visibleTop: Int? {
    rows.first { $0.top < offset + viewHeight && $0.top + $0.height > offset }.map {
      $0.top - offset
    }
  }

  /// Draws the whole view at once on a new canvas.
  func picture() throws -> Bitmap {
    let stack = try LayerStack(
      geometry.size, scale: geometry.scale, margins: geometry.margins, animation: nil, renderer)
    let visible = rows.map {
      LayerStack.Row(
        $0.bubble, head: $0.head, headHeight: $0.headHeight, top: $0.top - offset,
        height: $0.height)
    }
    try stack.draw(0..<geometry.size.height, visible)
    let canvas = try Canvas(geometry.size, renderer)
    try stack.composite(onto: canvas, first: 0, time: 0)
    return canvas.bitmap
  }
}
