/// The metadata of a document.
public struct DocumentMetadata: Hashable, Sendable {
  /// The title.
  @Spelled public var title: String?
  /// The names of the authors, in order.
  @Spelled public var authors: [String]
  /// The subject, in a few words.
  @Spelled public var subject: String?
  /// The keywords.
  @Spelled public var keywords: [String]
  /// The main language as a BCP 47 tag.
  @Spelled public var language: String?
  /// The date of creation, as RFC 3339 text.
  ///
  /// Not part of a document's identity.
  @Spelled public var created: String?
  /// The date of the last change, as RFC 3339 text.
  ///
  /// Not part of a document's identity.
  @Spelled public var modified: String?
  /// The program that wrote the document.
  ///
  /// Not part of a document's identity.
  @Spelled public var generator: String?
  /// Other metadata, sorted by name; names are unique.
  public var custom: [InlineAttributes.Tag]

  /// Creates metadata from the parts that are known.
  public init(
    title: String? = nil, authors: [String] = [], subject: String? = nil, keywords: [String] = [],
    language: String? = nil, created: String? = nil, modified: String? = nil,
    generator: String? = nil, custom: [InlineAttributes.Tag] = []
  ) {
    self.title = title
    self.authors = authors
    self.subject = subject
    self.keywords = keywords
    self.language = language
    self.created = created
    self.modified = modified
    self.generator = generator
    self.custom = custom
  }
}

extension DocumentMetadata {
  /// Returns a copy of this metadata in which the parts that the other value has replace those of
  /// this value.
  public func overridden(by other: DocumentMetadata) -> DocumentMetadata {
    var merged = self
    merged.title = other.title ?? title
    merged.authors = other.authors.isEmpty ? authors : other.authors
    merged.subject = other.subject ?? subject
    merged.keywords = other.keywords.isEmpty ? keywords : other.keywords
    merged.language = other.language ?? language
    merged.created = other.created ?? created
    merged.modified = other.modified ?? modified
    merged.generator = other.generator ?? generator
    for tag in other.custom {
      merged.custom.removeAll { $0.name == tag.name }
      let place = merged.custom.firstIndex { $0.name > tag.name } ?? merged.custom.endIndex
      merged.custom.insert(tag, at: place)
    }
    return merged
  }
}
