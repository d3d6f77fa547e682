/// An HTML token, without a tree.
public enum MarkupToken: Sendable {
  /// Text, with its character references replaced.
  case text(String)
  /// A start tag.
  case start(MarkupTag)
  /// An end tag, with its lowercase name.
  case end(String)
  /// A comment, a document type, a processing instruction or NUL, which are not visible.
  case other
}

/// A start tag.
public struct MarkupTag: Sendable {
  /// The lowercase name.
  public var name: String
  /// The lowercase names and the values of the attributes, in order.
  public var attributes: [(name: String, value: String)]
  /// Whether the tag ends with `/>`, which has a meaning only in SVG and MathML.
  public var isSelfClosing: Bool

  /// Creates a tag from its parts.
  public init(
    name: String, attributes: [(name: String, value: String)] = [], isSelfClosing: Bool = false
  ) {
    self.name = name
    self.attributes = attributes
    self.isSelfClosing = isSelfClosing
  }

  /// Returns the value of an attribute, or `nil` if the tag does not have it.
  public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// The tokens of HTML text in order, by the tokenizer of the HTML Living Standard.
///
/// Serves programs that do not need a tree, such as readers of formats that contain HTML.
public struct MarkupTokens {
  private var tokenizer: Tokenizer

  /// Creates a sequence of the tokens of UTF-8 text.
  ///
  /// - Parameter maxAttributes: The maximum number of attributes of one tag; others are omitted.
  public init(_ bytes: [UInt8], maxAttributes: Int = 64) {
    tokenizer = Tokenizer(bytes, maxAttributes: maxAttributes)
  }

  /// The byte offset at which the last token starts.
  public var tokenStart: Int { tokenizer.tokenStart }

  /// The byte offset at which the last token ends.
  public var tokenEnd: Int { tokenizer.position }

  /// Continues at a byte offset, outside elements with raw text.
  public mutating func seek(to offset: Int) {
    tokenizer.position = min(max(offset, 0), tokenizer.bytes.count)
    tokenizer.model = .data
  }

  /// Returns the next token, or `nil` at the end.
  ///
  /// - Complexity: O(*n*) for all tokens of *n* bytes.
  public mutating func next() -> MarkupToken? {
    switch tokenizer.next() {
    case .characters:
      let piece = tokenizer.piece
      return .text(text(piece.start, piece.count, piece.isAside))
    case .startTag:
      let tag = MarkupTag(
        name: nameText(tokenizer.name), attributes: attributes,
        isSelfClosing: tokenizer.isSelfClosing)
      switch tag.name {
      case "title", "textarea": tokenizer.model = .rcdata
      case "style", "xmp", "iframe", "noembed", "noframes": tokenizer.model = .rawText
      case "script": tokenizer.model = .script
      default: break
      }
      return .start(tag)
    case .endTag: return .end(nameText(tokenizer.name))
    case .null, .comment, .doctype: return .other
    case .end: return nil
    }
  }

  private var attributes: [(name: String, value: String)] {
    tokenizer.attributes[tokenizer.firstAttribute...].map { record in
      (nameText(record.name), text(Int(record.start), Int(record.count), record.isAside))
    }
  }

  private func nameText(_ name: MarkupName) -> String {
    String(decoding: tokenizer.names.bytes(of: name), as: UTF8.self)
  }

  private func text(_ start: Int, _ count: Int, _ isAside: Bool) -> String {
    let bytes = isAside ? tokenizer.aside : tokenizer.bytes
    return String(decoding: bytes[start..<start + count], as: UTF8.self)
  }
}
