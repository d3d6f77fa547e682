internal import IABytes
public import IASyntax
public import IAText

/// A chunk before compression, the input of a document's identity.
struct CanonicalChunk {
  var type: ChunkType
  /// The content; for a blob, its bytes.
  var content: [UInt8]
  /// The text of a chunk of intensities.
  var units: [UInt16] = []
  /// The hash of a blob chunk.
  var digest: SHA256Digest?

  /// Updates the hash of a document's identity with the chunk.
  func addIdentity(to hasher: inout SHA256Hasher) {
    guard type != .origin, type.column != nil || type.rank != nil else { return }
    Self.addIdentity(of: type, digest?.bytes ?? content, to: &hasher)
  }

  static func addIdentity(
    of type: ChunkType, _ content: [UInt8], to hasher: inout SHA256Hasher
  ) {
    var head = ByteWriter()
    head.fixed(type.code)
    head.fixed(UInt64(content.count))
    hasher.update(head.bytes)
    hasher.update(content)
  }
}

/// The chunks of a document in file order, page by page: memory holds at most one page of text.
struct CanonicalChunks: IteratorProtocol {
  /// The number of units of a page; the last may have fewer.
  static let pageUnitCount = 65_536

  private let document: IADocument
  private var columns: ColumnWriter
  private var pending: [CanonicalChunk] = []
  private var offset = 0
  private var digests: [SHA256Digest]
  private var foreign: [ForeignChunk]

  init(_ document: IADocument) {
    self.document = document
    var texts = AttributeTexts()
    columns = ColumnWriter(document.string, &texts)
    digests = ColumnWriter.digests(of: document).reversed()
    foreign = document.foreignChunks.reversed()
    var head = ByteWriter()
    head.varint(document.string.utf16Count)
    pending.append(CanonicalChunk(type: .head, content: head.bytes))
    pending += ColumnWriter.head(of: document).map {
      CanonicalChunk(type: ChunkType($0.id), content: $0.content)
    }
    if document.string.isEmpty, columns.hasBookmarks { addPage() }
    pending.reverse()
  }

  mutating func next() -> CanonicalChunk? {
    if pending.isEmpty, offset < document.string.utf16Count {
      addPage()
      pending.reverse()
    }
    if let chunk = pending.popLast() { return chunk }
    if let digest = digests.popLast() {
      return CanonicalChunk(
        type: .blob, content: document.attachments[digest] ?? [], digest: digest)
    }
    if let chunk = foreign.popLast(), let type = ChunkType(name: chunk.type) {
      return CanonicalChunk(type: type, content: chunk.bytes)
    }
    return nil
  }

  private mutating func addPage() {
    let string = document.string
    let range = offset..<min(offset + Self.pageUnitCount, string.utf16Count)
    let units = string.units(in: range)
    var text: [UInt8] = []
    TextColumn.append(units.span, to: &text)
    pending.append(CanonicalChunk(type: .text, content: text))
    let values = string.intensities(in: range)
    if values.contains(where: { $0 != DisplayOptions.defaultIntensity }) {
      pending.append(CanonicalChunk(type: .intensities, content: values, units: units))
    }
    let isLast = range.upperBound == string.utf16Count
    pending += columns.columns(count: range.count, isLast: isLast).map {
      CanonicalChunk(type: ChunkType($0.id), content: $0.content)
    }
    offset = range.upperBound
  }
}

extension IADocument {
  /// The identity of the document: the SHA-256 of its canonical form.
  ///
  /// Equal documents have equal identities, from whichever file they were read; dates, the
  /// generator and foreign chunks are not part of it. Specs/ia-format.md, section 5.
  ///
  /// - Complexity: O(*n*).
  public var identity: SHA256Digest {
    var hasher = SHA256Hasher()
    var chunks = CanonicalChunks(self)
    while let chunk = chunks.next() { chunk.addIdentity(to: &hasher) }
    return hasher.finish()
  }
}
