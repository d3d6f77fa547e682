internal import IABytes
internal import IASyntax
public import IAText

extension IADocument: Codable {
  /// Encodes the document as the object that the format `json` writes (Specs/json.md).
  ///
  /// Encoders for JSON, property lists and other formats produce their own containers. A document with
  /// a lone surrogate, which a Swift string cannot hold, is encoded as one string with its JSON text.
  ///
  /// - Throws: The errors of the encoder.
  /// - Complexity: O(*n*).
  public func encode(to encoder: any Encoder) throws {
    let bytes = DocumentSchema.write(self, style: .compact)
    let root = try JSONTable(bytes, limits: CodableJSON.limits).root
    if CodableJSON.hasLoneSurrogate(bytes) {
      var container = encoder.singleValueContainer()
      try container.encode(String(decoding: bytes, as: UTF8.self))
    } else {
      try CodableJSON(value: root).encode(to: encoder)
    }
  }

  /// Creates a document from the output of `encode(to:)`, or from any document of the schema.
  ///
  /// Unknown members are ignored.
  ///
  /// - Throws: The errors of the decoder; `DecodingError.dataCorrupted` with an `InputError` as the
  ///   underlying error if the value breaks a rule of the schema.
  /// - Complexity: O(*n*).
  public init(from decoder: any Decoder) throws {
    let bytes = try CollectedJSON(from: decoder).bytes
    do {
      let root = try JSONTable(bytes, limits: CodableJSON.limits).root
      var reading = FieldReading(isStrict: false, limits: CodableJSON.limits)
      self = try DocumentSchema.read(root, &reading)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(error.code.rawValue): \(error.detail)", underlyingError: error))
    }
  }
}

extension IAString: Codable {
  /// Encodes the string as a document that has only this string (Specs/json.md).
  ///
  /// Attachments refer to their bytes by hash; the bytes belong to an `IADocument`.
  ///
  /// - Throws: The errors of the encoder.
  /// - Complexity: O(*n*).
  public func encode(to encoder: any Encoder) throws {
    try IADocument(self).encode(to: encoder)
  }

  /// Creates the string of a document; its metadata and the bytes of attachments are ignored.
  ///
  /// - Throws: The errors of `IADocument.init(from:)`.
  /// - Complexity: O(*n*).
  public init(from decoder: any Decoder) throws {
    self = try IADocument(from: decoder).string
  }
}
