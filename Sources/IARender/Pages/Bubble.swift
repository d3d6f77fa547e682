public import IALayout
internal import IAText

/// A message laid out as a bubble: one row of a thread.
///
/// `Renderer.thread` draws rows below each other on a page; a view of IAViews draws the visible
/// parts of rows in a `LayerStack`.
public final class Bubble {
  /// The author of a message, with the properties that affect its row.
  public struct Author: Hashable, Sendable {
    /// Whether the message is on the right.
    public var isOwn: Bool
    /// The author's name, or `nil` for an unnamed author.
    public var sender: String?

    /// Creates an author.
    public init(isOwn: Bool, sender: String? = nil) {
      self.isOwn = isOwn
      self.sender = sender
    }
  }

  /// The part of a row above its bubble.
  public struct Head: Hashable, Sendable {
    /// The distance to the row before, in points.
    public var gap: Double
    /// The author's name between the distance and the bubble; `nil` for none.
    public var name: String?

    /// The height of the head, in points.
    public var height: Double { gap + (name == nil ? 0 : Bubble.nameHeight) }

    /// Creates the head of a row.
    ///
    /// - Parameters:
    ///   - author: The author of the row.
    ///   - former: The author of the row before; `nil` for the first row.
    public init(_ author: Author, after former: Author?) {
      let changes = former != author
      gap = former == nil ? 0 : changes ? 12 : 4
      name = changes && !author.isOwn ? author.sender : nil
    }
  }

  /// The distance between the text and the sides of its bubble.
  static let padding = Insets(top: 7, left: 12, bottom: 8, right: 12)
  static let nameHeight = 18.0
  private static let radius = 16.0

  let content: DocumentDrawing.Content
  /// The author.
  public let author: Author
  /// The size of the bubble in points, without the head.
  public let size: Size

  /// Creates a bubble by laying out a message.
  ///
  /// The text takes at most three quarters of the width minus 6 points, as in the source system.
  ///
  /// - Parameter room: The width of the row in points.
  init(_ message: Renderer.Message, room: Double, _ renderer: Renderer) {
    let sides = Self.padding.left + Self.padding.right
    let widest = max(room * 0.75 - 6 - sides, 16)
    var content = renderer.laidOut(message.source, width: widest, room: Self.padding)
    var width = widest
    let used =
      content.manager.usedRect().width.rounded(.up) + 0.5 + content.inset.left
      + content.inset.right
    if used < widest {
      width = max(used, 8)
      // The text is aligned within the bubble, so it is laid out again at the width of the bubble.
      if Self.dependsOnWidth(content) {
        content = renderer.laidOut(message.source, width: width, room: Self.padding)
      }
    }
    self.content = content
    author = message.author
    size = Size(
      width: width + sides,
      height: content.height.rounded(.up) + Self.padding.top + Self.padding.bottom)
  }

  /// Returns whether a layout at the width that the text uses could differ from this one in more
  /// than the width.
  private static func dependsOnWidth(_ content: DocumentDrawing.Content) -> Bool {
    if content.inset != Insets() { return true }
    for run in content.document.string.canonicalParagraphs()
    where run.attributes != ParagraphAttributes() { return true }
    return content.manager.lineFragments().contains { $0.rect.x > 0.001 }
  }

  /// The number of lines of the text.
  public var lineCount: Int { content.manager.lineFragments().count }

  /// Returns the offset of the first unit of the line at a height.
  ///
  /// - Parameter y: The distance from the top of the bubble in points; heights above and below the
  ///   text mean the first and the last line.
  public func utf16Offset(atHeight y: Double) -> Int {
    let place = y - Self.padding.top
    let lines = content.manager.lineFragments()
    return (lines.first { $0.rect.maxY > place } ?? lines.last)?.utf16Range.lowerBound ?? 0
  }

  /// Returns the distance in points from the top of the bubble to the top of the line that contains
  /// a unit.
  public func top(ofLineAt utf16Offset: Int) -> Double {
    Self.padding.top + (content.manager.lineFragment(at: utf16Offset)?.rect.y ?? 0)
  }

  /// Returns the distance of the bubble from the left side of the page, in points.
  func left(width: Double, margins: Insets) -> Double {
    author.isOwn ? width - margins.right - size.width : margins.left
  }

  /// Draws a row, whose top is at the origin.
  ///
  /// - Parameters:
  ///   - head: The head of the row.
  ///   - headHeight: The distance of the bubble from the top of the row; `nil` for the height of the
  ///     head.
  ///   - left: The distance of the bubble from the left side of the page.
  ///   - width: The width of the page.
  ///   - visible: The heights of the row that are drawn; `nil` for all. Text outside may be
  ///     omitted.
  func draw<P: Painter>(
    _ head: Head, headHeight: Double? = nil, left: Double, width: Double,
    visible: Range<Double>?, _ renderer: Renderer, on painter: inout P
  ) {
    let theme = renderer.theme
    let bubbleTop = headHeight ?? head.height
    if let name = head.name, visible.map({ $0.lowerBound < bubbleTop }) ?? true {
      painter.push(part: .grounds)
      let x = left + Self.padding.left
      renderer.labels.draw(
        name, size: 12, color: theme.secondaryText,
        in: Rectangle(x: x, y: head.gap, width: width - x, height: Self.nameHeight),
        alignment: .leading, on: &painter)
      painter.pop()
    }
    let box = Rectangle(x: left, y: bubbleTop, width: size.width, height: size.height)
    painter.fill(
      .rectangle(
        box.cut(to: visible, beyond: 4 * Self.radius),
        cornerRadius: min(Self.radius, box.height / 2)),
      color: author.isOwn ? theme.ownBubble : theme.otherBubble)
    painter.push(origin: Point(x: box.x, y: box.y), scale: 1, clip: nil)
    DocumentDrawing(
      content, size: size, margins: Self.padding, part: PagePart(whole: max(content.height, 1))
    ).draw(
      on: &painter,
      near: visible.map {
        let top = box.y + Self.padding.top
        return $0.lowerBound - top..<$0.upperBound - top
      })
    painter.pop()
  }
}

extension Rectangle {
  /// Returns the part of the rectangle that is at most a distance above or below a range.
  ///
  /// Cairo's coordinates are limited to 2²³ pixels, and a bubble may be higher.
  fileprivate func cut(to range: Range<Double>?, beyond distance: Double) -> Rectangle {
    guard let range else { return self }
    let top = max(y, range.lowerBound - distance)
    let bottom = min(maxY, range.upperBound + distance)
    return Rectangle(x: x, y: top, width: width, height: bottom - top)
  }
}

extension Renderer.Message {
  /// The author, with the properties that affect the row.
  public var author: Bubble.Author { Bubble.Author(isOwn: isOwn, sender: sender) }
}

extension Renderer {
  /// Returns a message laid out as a row of a thread.
  ///
  /// - Parameter room: The width of the row in points; less than 48 counts as 48.
  public func bubble(_ message: Message, room: Double) -> Bubble {
    Bubble(message, room: room.isFinite ? max(room, 48) : 48, self)
  }
}
