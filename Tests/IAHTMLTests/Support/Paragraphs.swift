import IAText

/// Builds strings from paragraphs.
struct Paragraphs {
  private(set) var builder = IAStringBuilder()
  private var nextID = 1

  /// Creates a block with a new id.
  mutating func block(_ kind: Block.Kind) -> Block {
    defer { nextID += 1 }
    return Block(id: nextID, kind)
  }

  /// Adds a paragraph of pieces with attributes.
  mutating func add(
    _ pieces: [(String, InlineAttributes)], in blocks: [Block] = [], intensity: UInt8 = 40,
    _ change: (inout ParagraphAttributes) -> Void = { _ in }
  ) {
    for (text, attributes) in pieces {
      builder.append(text, intensity: intensity, attributes: builder.intern(attributes))
    }
    var attributes = ParagraphAttributes(blocks: blocks)
    change(&attributes)
    builder.endParagraph(attributes)
  }

  /// Adds a paragraph of plain text.
  mutating func add(
    _ text: String, in blocks: [Block] = [], intensity: UInt8 = 40,
    _ change: (inout ParagraphAttributes) -> Void = { _ in }
  ) {
    add([(text, InlineAttributes())], in: blocks, intensity: intensity, change)
  }

  /// Adds a paragraph of one attachment.
  mutating func add(_ attachment: Attachment, in blocks: [Block] = []) {
    builder.append(attachment)
    builder.endParagraph(ParagraphAttributes(blocks: blocks))
  }

  /// Changes the builder directly.
  mutating func build(_ change: (inout IAStringBuilder) -> Void) { change(&builder) }

  /// Returns the string of all paragraphs that were added.
  func string(options: DisplayOptions = DisplayOptions()) -> IAString {
    builder.finish(options: options)
  }
}

extension InlineAttributes {
  /// Creates attributes and sets some of them.
  static func with(_ change: (inout InlineAttributes) -> Void) -> InlineAttributes {
    var attributes = InlineAttributes()
    change(&attributes)
    return attributes
  }
}
