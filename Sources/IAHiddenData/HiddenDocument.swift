public import IAText

/// What a format cannot show of a document as a whole, and the tables its paragraphs refer to.
public struct HiddenDocument: Hashable, Sendable {
  /// A named place by paragraph.
  public struct Bookmark: Hashable, Sendable {
    /// The paragraph, from 0; the number of paragraphs for the end of the text.
    public var paragraph: Int
    /// The unit from the start of the paragraph.
    public var utf16Offset: Int
    /// The name.
    public var name: String

    /// Makes a place.
    public init(paragraph: Int, utf16Offset: Int, name: String) {
      self.paragraph = paragraph
      self.utf16Offset = utf16Offset
      self.name = name
    }
  }

  /// How the document wants to be shown.
  public var options = DisplayOptions()
  /// What is said about it.
  public var metadata = DocumentMetadata()
  /// Inline attributes; paragraphs count them from 1.
  public var inline: [InlineAttributes] = []
  /// Paragraph attributes; paragraphs count them from 1.
  public var paragraphs: [ParagraphAttributes] = []
  /// Attachments; paragraphs count them from 0.
  public var records: [Attachment] = []
  /// Named places.
  public var bookmarks: [Bookmark] = []

  /// Makes an empty block.
  public init() {}
}
