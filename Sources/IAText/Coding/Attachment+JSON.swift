public import IABytes
public import IASyntax

extension Attachment {
  static let fields = FieldList<Attachment>([
    .required("kind", \.kind, .name),
    .defaulted("content", \.content, .content, .none),
    .defaulted("state", \.state, .name, .ready),
    .optional("mediaType", \.mediaType, .text),
    .optional("name", \.name, .text),
    .optional("pixelWidth", \.pixelWidth, .integer(in: 0 ... .max)),
    .optional("pixelHeight", \.pixelHeight, .integer(in: 0 ... .max)),
    .optional("displayWidth", \.displayWidth, .magnitude),
    .optional("displayHeight", \.displayHeight, .magnitude),
    .optional("altText", \.altText, .text),
    .optional("preview", \.preview, .digest),
    .optional(
      "location", \.location,
      .object(Location.fields, from: Location(latitude: 0, longitude: 0))),
    .optional("textBacking", \.textBacking, .text),
    .optional("placement", .placement, get: { $0.placement }, set: { $0.placement = $1 }),
  ])

  /// Writes the record as a JSON object without default values; blobs are referred to by their
  /// hash.
  public func write(to writer: inout JSONWriter) { Self.fields.write(self, to: &writer) }

  /// Creates a record from a JSON object.
  ///
  /// - Parameters:
  ///   - json: The object.
  ///   - reading: Decides whether unknown members are errors, and collects them if not.
  /// - Throws: `InputError` at the first invalid value.
  public init(json: JSONValue, reading: inout FieldReading) throws(InputError) {
    self.init(.file)
    try Self.fields.read(json, into: &self, &reading)
  }
}

extension Attachment.Location {
  static let fields = FieldList<Self>([
    .required("latitude", \.latitude, .number(in: -90...90)),
    .required("longitude", \.longitude, .number(in: -180...180)),
    .defaulted("radius", \.radius, .magnitude, 10),
    .optional("placename", \.placename, .text),
    .defaulted("mapSpan", \.mapSpan, .magnitude, 1000),
    .tags("address", \.address),
  ])
}

extension Form<Attachment.Content> {
  /// An object with one member: `blob` with a hash, or `url` with a text.
  static let content = Form { value, writer in
    writer.beginObject()
    switch value {
    case .none: break
    case .blob(let digest):
      writer.key("blob")
      Form<SHA256Digest>.digest.write(digest, &writer)
    case .url(let url):
      writer.key("url")
      writer.string(url)
    }
    writer.endObject()
  } read: { (value, reading) throws(InputError) in
    let (name, item) = try value.requireOnlyMember(of: ["blob", "url"])
    return name == "blob"
      ? .blob(try Form<SHA256Digest>.digest.read(item, &reading))
      : .url(try Form<String>.text.read(item, &reading))
  }
}
