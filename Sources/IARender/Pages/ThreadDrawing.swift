internal import IALayout
internal import IAText

/// Messages as bubbles one below the other.
struct ThreadDrawing: Drawable {
  /// A message at its place.
  struct Bubble {
    var content: DocumentDrawing.Content
    var box: Rectangle
    var isOwn: Bool
    /// The author's name above the bubble; `nil` if it is that of the bubble before.
    var sender: String?
  }

  /// Room between the text and the side of its bubble.
  static let padding = Insets(top: 7, left: 12, bottom: 8, right: 12)
  private static let radius = 16.0
  private static let senderHeight = 18.0

  let bubbles: [Bubble]
  let size: Size
  let theme: Theme
  let labels: LabelPainter

  /// Creates a drawing of bubbles one below the other.
  ///
  /// A text takes at most three quarters of the width minus 6 points, as in the source system.
  init(
    _ messages: [(content: (Double) -> DocumentDrawing.Content, isOwn: Bool, sender: String?)],
    width: Double, margins: Insets, theme: Theme, labels: LabelPainter
  ) {
    let room = max(width - margins.left - margins.right, 32)
    let widest = max(room * 0.75 - 6 - Self.padding.left - Self.padding.right, 16)
    var y = margins.top
    var bubbles: [Bubble] = []
    for (number, message) in messages.enumerated() {
      // Laid out twice where it is narrower than it may be: alignment is within the bubble.
      var content = message.content(widest)
      let used =
        content.manager.usedRect().width.rounded(.up) + 0.5 + content.inset.left
        + content.inset.right
      if used < widest { content = message.content(max(used, 8)) }
      let former = number > 0 ? messages[number - 1] : nil
      let changes = former.map { $0.isOwn != message.isOwn || $0.sender != message.sender } ?? true
      if number > 0 { y += changes ? 12 : 4 }
      let sender = changes && !message.isOwn ? message.sender : nil
      if sender != nil { y += Self.senderHeight }
      let wide = content.width + Self.padding.left + Self.padding.right
      let high = content.height.rounded(.up) + Self.padding.top + Self.padding.bottom
      let x = message.isOwn ? width - margins.right - wide : margins.left
      bubbles.append(
        Bubble(
          content: content, box: Rectangle(x: x, y: y, width: wide, height: high),
          isOwn: message.isOwn, sender: sender))
      y += high
    }
    self.bubbles = bubbles
    self.theme = theme
    self.labels = labels
    size = Size(width: width, height: y + margins.bottom)
  }

  func draw<P: Painter>(on painter: inout P) {
    for bubble in bubbles {
      if let sender = bubble.sender {
        painter.push(part: .grounds)
        labels.draw(
          sender, size: 12, color: theme.secondaryText,
          in: Rectangle(
            x: bubble.box.x + Self.padding.left, y: bubble.box.y - Self.senderHeight,
            width: size.width - bubble.box.x - Self.padding.left, height: Self.senderHeight),
          alignment: .leading, on: &painter)
        painter.pop()
      }
      painter.fill(
        .rectangle(bubble.box, cornerRadius: min(Self.radius, bubble.box.height / 2)),
        color: bubble.isOwn ? theme.ownBubble : theme.otherBubble)
      let content = bubble.content
      painter.push(origin: Point(x: bubble.box.x, y: bubble.box.y), scale: 1, clip: nil)
      DocumentDrawing(
        content, size: Size(width: bubble.box.width, height: bubble.box.height),
        margins: Self.padding, part: 0..<max(content.height, 1)
      ).draw(on: &painter)
      painter.pop()
    }
  }
}
