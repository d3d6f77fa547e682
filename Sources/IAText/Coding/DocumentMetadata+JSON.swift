public import IABytes
public import IASyntax

extension DocumentMetadata {
  static let fields = FieldList<DocumentMetadata>([
    .optional("title", \.title, .text),
    .list("authors", \.authors, of: .text),
    .optional("subject", \.subject, .text),
    .list("keywords", \.keywords, of: .text),
    .optional("language", \.language, .text),
    .optional("created", \.created, .text),
    .optional("modified", \.modified, .text),
    .optional("generator", \.generator, .text),
    .tags("custom", \.custom),
  ])

  /// Writes the members that are set as a JSON object.
  public func write(to writer: inout JSONWriter) { Self.fields.write(self, to: &writer) }

  /// Creates metadata from a JSON object.
  ///
  /// - Parameters:
  ///   - json: The object.
  ///   - reading: Decides whether unknown members are errors, and collects them if not.
  /// - Throws: `InputError` at the first invalid value.
  public init(json: JSONValue, reading: inout FieldReading) throws(InputError) {
    self.init()
    try Self.fields.read(json, into: &self, &reading)
  }

  /// The metadata that is part of a document's identity: all except dates and generator.
  public var identity: DocumentMetadata {
    var identity = self
    identity.created = nil
    identity.modified = nil
    identity.generator = nil
    return identity
  }
}
