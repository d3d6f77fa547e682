public import IASyntax

/// A string with its metadata and the bytes of its attachments.
public struct IADocument: Equatable, Sendable {
  /// The text with its intensities and attributes.
  public var string: IAString
  /// The metadata of the document.
  public var metadata: DocumentMetadata
  /// The bytes of the attachments.
  public var attachments: AttachmentStore
  /// Parts of the file from other programs or later versions, preserved without reading them.
  ///
  /// They are not part of the document's identity and are ignored by `==`.
  public var foreignChunks: [ForeignChunk] = []
  /// The properties of the file from which the document was read that affect the placement of text.
  ///
  /// It is not part of the document's identity and is ignored by `==`.
  package var printedPlacement = PrintedPlacement()
  /// The identifier of the format from which the document was read; `nil` for a document that a program created.
  ///
  /// Drawings and plain text take their defaults from it. It is not part of the document's identity and is
  /// ignored by `==`.
  package var sourceFormat: String?

  /// Creates a document.
  public init(
    _ string: IAString = IAString(), metadata: DocumentMetadata = DocumentMetadata(),
    attachments: AttachmentStore = AttachmentStore()
  ) {
    self.string = string
    self.metadata = metadata
    self.attachments = attachments
  }

  /// Returns whether two documents have equal strings, metadata and blobs.
  public static func == (left: IADocument, right: IADocument) -> Bool {
    left.metadata == right.metadata && left.attachments == right.attachments
      && left.string == right.string
  }

  /// Returns the part of the document in a range, with only the blobs that it uses.
  ///
  /// - Complexity: O(log *n* + *a*) for *a* attachments and blobs; text is shared.
  public func subdocument(_ utf16Range: Range<Int>) -> IADocument {
    var part = self
    part.string = string.substring(utf16Range)
    part.removeUnusedBlobs()
    return part
  }

  /// Replaces a range by the text of another document, including attachments and blobs.
  public mutating func replace(_ utf16Range: Range<Int>, with other: IADocument) {
    string.replace(utf16Range, with: other.string)
    attachments.formUnion(other.attachments)
  }

  /// The hashes of the blobs that the attachments and the options refer to, in the order of use and
  /// repeated as often as they are used; the store may lack some.
  ///
  /// - Complexity: O(*a*) in the number of attachments.
  public var usedDigests: [SHA256Digest] {
    string.attachments.flatMap(\.attachment.digests)
      + (string.options.schemeDefinition.map { [$0] } ?? [])
  }

  /// Removes blobs that neither an attachment nor the options refer to.
  public mutating func removeUnusedBlobs() {
    attachments.keepOnly(Set(usedDigests))
  }

  /// Adds bytes to the store and appends an attachment for them, with type and size from the bytes.
  public mutating func append(
    _ bytes: [UInt8], as kind: Attachment.Kind, name: String? = nil, altText: String? = nil
  ) {
    string.append(attachment(holding: bytes, as: kind, name: name, altText: altText))
  }

  /// Adds bytes to the store and returns an attachment for them, with type and size in pixels from
  /// the bytes.
  public mutating func attachment(
    holding bytes: [UInt8], as kind: Attachment.Kind, name: String? = nil, altText: String? = nil
  ) -> Attachment {
    let size = MediaType.pixelSize(of: bytes)
    var attachment = Attachment(
      kind, content: .blob(attachments.insert(bytes)), mediaType: MediaType.sniffed(from: bytes),
      name: name, altText: altText)
    attachment.pixelWidth = size?.width
    attachment.pixelHeight = size?.height
    return attachment
  }
}
