internal import IAArchive
public import IABytes
internal import IAFiles
internal import IASyntax

/// The documents of `.iaa` archives that contain a text.
public struct ContainerSearch: Sendable {
  /// A paragraph that contains the text.
  public struct Hit: Hashable, Sendable {
    /// The number of the paragraph, from 1.
    public let paragraph: Int
    /// The offset of the paragraph in UTF-16 units.
    public let offset: Int
    /// The paragraph, or its part around the match.
    public let text: String
  }

  /// A document with paragraphs that contain the text.
  public struct Document: Hashable, Sendable {
    /// The archive.
    public let archive: String
    /// The path of the document in it.
    public let path: String
    /// Its paragraphs that contain the text.
    public let hits: [Hit]
  }

  private let query: ArchiveQuery
  private let limits: Limits
  /// Whether indexes of words are used to skip blocks.
  public var usesIndex = true

  /// Creates a search; returns `nil` if the text is empty or contains a line end.
  public init?(_ text: String, ignoresCase: Bool, limits: Limits) {
    guard let query = ArchiveQuery(text, ignoresCase: ignoresCase) else { return nil }
    self.query = query
    self.limits = limits
  }

  /// Searches an archive.
  ///
  /// - Parameters:
  ///   - path: The path of the archive.
  ///   - onDamage: Called with each damaged part.
  ///   - body: Called with each document that contains the text.
  /// - Throws: `Failure` if the archive cannot be opened; the errors of `body`.
  public func run(
    _ path: String, onDamage: (Failure) -> Void, _ body: (Document) throws -> Void
  ) throws {
    let start = ContinuousClock.now
    // The paths of documents that were already found in an earlier state of the archive.
    var earlier: Set<ExactText> = []
    do {
      while true {
        let opening = try Container.open(path, limits)
        var found: Set<ExactText> = []
        let errors = try search(opening, path) { document in
          found.insert(ExactText(document.path))
          if !earlier.contains(ExactText(document.path)) { try body(document) }
        }
        // An addition replaced bytes during the search, which is not damage: the new state is searched.
        if !errors.isEmpty, Container.isReplaced(opening, since: start) {
          earlier.formUnion(found)
          continue
        }
        for error in errors {
          var failure = Failure(error, path: path)
          failure.status = .damage
          onDamage(failure)
        }
        return
      }
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Searches an open archive, and returns its damage.
  private func search(
    _ opening: Container.Opening, _ path: String, _ body: (Document) throws -> Void
  ) throws -> [InputError] {
    let reader = try opening.intactReader()
    var errors: [InputError] = []
    if opening.lostByteCount > 0 {
      errors.append(
        InputError(
          .archiveMissingDirectory, at: reader.byteCount,
          detail:
            "\(reader.lostByteCount) bytes follow the newest valid directory and are not searched; "
            + "iaconv archive repair saves documents among them"))
    }
    try reader.search(query, usesIndex: usesIndex, onDamage: { errors.append($0) }) { entry, hits in
      try body(
        Document(
          archive: path, path: Container.path(of: entry),
          hits: hits.map { Hit(paragraph: $0.paragraph, offset: $0.offset, text: $0.text) }))
    }
    return errors
  }

  /// Returns documents as one JSON array with a final line feed.
  public static func json(_ documents: [Document]) -> String {
    var writer = JSONWriter(style: .pretty)
    writer.beginArray()
    for document in documents {
      writer.beginObject()
      writer.member("archive", document.archive)
      writer.member("path", document.path)
      writer.key("paragraphs")
      writer.beginArray()
      for hit in document.hits {
        writer.beginObject()
        writer.key("number")
        writer.integer(hit.paragraph)
        writer.key("offset")
        writer.integer(hit.offset)
        writer.member("text", hit.text)
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    return String(decoding: writer.finish(), as: UTF8.self)
  }
}
