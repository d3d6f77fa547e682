public import IALayout
internal import IAText

extension Renderer {
  /// A message of a thread.
  public struct Message {
    /// The content of the message.
    public var source: Source
    /// Whether it is on the right.
    public var isOwn: Bool
    /// The author's name, or `nil` for an unnamed author.
    public var sender: String?

    /// Creates a message.
    public init(_ source: Source, isOwn: Bool, sender: String? = nil) {
      self.source = source
      self.isOwn = isOwn
      self.sender = sender
    }
  }

  /// Returns a page with messages as bubbles one below the other.
  ///
  /// - Parameters:
  ///   - messages: The messages, the first one at the top.
  ///   - width: The width of the page in points.
  ///   - margins: The margins around all bubbles.
  /// - Throws: `RenderError` if the margins leave no space.
  public func thread(
    _ messages: [Message], width: Double, margins: Insets
  ) throws(RenderError) -> Page {
    guard width >= margins.left + margins.right + 48 else {
      throw RenderError(.page, "\(width) points wide")
    }
    return Page(drawable: ThreadDrawing(messages, width: width, margins: margins, self))
  }

  /// Returns a sheet with reduced first pages of documents and their names.
  ///
  /// - Parameters:
  ///   - items: The documents and their names.
  ///   - width: The width of the sheet in points.
  ///   - margins: The margins around all pages.
  /// - Throws: `RenderError` if the margins leave no space.
  public func contactSheet(
    _ items: [(name: String, source: Source)], width: Double, margins: Insets
  ) throws(RenderError) -> Page {
    guard width >= margins.left + margins.right + 48 else {
      throw RenderError(.page, "\(width) points wide")
    }
    let inside = Insets(top: 28, left: 28, bottom: 28, right: 28)
    let size = Size(
      width: ContactSheet.pageWidth, height: ContactSheet.pageWidth * ContactSheet.proportion)
    let pages = items.map { item in
      let content = laidOut(
        item.source, width: size.width - inside.left - inside.right, room: inside)
      return ContactSheet.Item(
        name: item.name,
        page: DocumentDrawing(
          content, size: size, margins: inside, part: PagePart(whole: size.height - inside.top)))
    }
    return Page(
      drawable: ContactSheet(
        pages, width: width, margins: margins, theme: theme, labels: labels))
  }
}
