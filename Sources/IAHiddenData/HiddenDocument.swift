public import IAText

/// The document record of hidden data: the content of the whole document that a format cannot show,
/// and the tables to which paragraph records refer.
public struct HiddenDocument: Hashable, Sendable {
  /// A bookmark, located by its paragraph.
  public struct Bookmark: Hashable, Sendable {
    /// The index of the paragraph; the number of paragraphs for the end of the text.
    public var paragraph: Int
    /// The offset in the paragraph in UTF-16 units.
    public var utf16Offset: Int
    /// The name of the bookmark.
    public var name: String

    /// Creates a bookmark.
    public init(paragraph: Int, utf16Offset: Int, name: String) {
      self.paragraph = paragraph
      self.utf16Offset = utf16Offset
      self.name = name
    }
  }

  /// The display options of the document.
  public var options = DisplayOptions()
  /// The metadata of the document.
  public var metadata = DocumentMetadata()
  /// Inline attributes; paragraph records refer to them by index plus 1.
  public var inline: [InlineAttributes] = []
  /// Paragraph attributes; paragraph records refer to them by index plus 1.
  public var paragraphs: [ParagraphAttributes] = []
  /// Attachment records; paragraph records refer to them by index.
  public var records: [Attachment] = []
  /// The bookmarks of the document.
  public var bookmarks: [Bookmark] = []

  /// The hidden text that the file does not show, by paragraph and offset, in order.
  public var absent: [AbsentText] = []

  /// Creates an empty record.
  public init() {}
}
