/// The metadata of a document in formats that can store it.
public struct DocumentFacts: Hashable, Sendable {
  /// The title.
  public var title: String?
  /// Its authors, in one line.
  public var author: String?
  /// The subject.
  public var subject: String?
  /// Its keywords, in one line.
  public var keywords: String?
  /// The creation date, as ISO 8601.
  public var created: String?
  /// The modification date, as ISO 8601.
  public var modified: String?
  /// The main language as a BCP 47 tag.
  public var language: String?

  /// Creates metadata without values.
  public init() {}
}
