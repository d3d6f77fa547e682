internal import IABytes
internal import IAText

/// All columns but text and intensities as one range of bytes: for each, in ascending order, its
/// number, the length of its content, and the content.
enum ExtraColumns {
  /// Appends the columns of a document; plain text has none.
  static func append(
    _ document: IADocument, embedsBlobs: Bool, _ texts: inout AttributeTexts,
    to bytes: inout [UInt8]
  ) {
    if document.isPlainButString {
      if document.string.isPlain { return }
      // Most strings with attributes have only inline attributes.
      if document.string.hasOnlyInlineAttributes {
        let (sets, runs) = document.string.inlineStructure
        if texts.appendColumns(sets, runs, to: &bytes) { return }
      }
    }
    var writer = ColumnWriter(document.string, &texts)
    var columns = writer.columns(count: document.string.utf16Count, isLast: true)
    columns += ColumnWriter.head(of: document)
    if embedsBlobs {
      for digest in ColumnWriter.digests(of: document) {
        columns.append(Column(id: .blob, content: document.attachments[digest] ?? []))
      }
    }
    for chunk in document.foreignChunks {
      columns.append(Column(id: .foreign, content: Array(chunk.type.utf8) + chunk.bytes))
    }
    var output = ByteWriter()
    for column in columns {
      output.byte(column.id.rawValue)
      output.varint(column.content.count)
      output.append(column.content)
    }
    bytes.append(contentsOf: output.bytes)
  }

  /// Reads the columns of a document whose text is known.
  ///
  /// - Parameters:
  ///   - range: Their range in `bytes`.
  ///   - bytes: The bytes.
  ///   - origin: A number that is added to offsets in errors.
  ///   - columns: The reader, with the text and the intensities.
  static func document(
    _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int, _ columns: inout ColumnReader
  ) throws(InputError) -> IADocument {
    var reader = ByteReader(range, origin: origin)
    var last: ColumnID?
    var blobs = AttachmentStore()
    var foreign: [ForeignChunk] = []
    while !reader.isAtEnd {
      let offset = reader.byteOffset
      guard let id = ColumnID(rawValue: try reader.byte(bytes)) else {
        throw InputError(.iaCriticalChunk, at: offset, detail: "column \(bytes[offset - origin])")
      }
      if let last, id < last || (id == last && !id.isRepeatable) {
        throw InputError(.iaOrder, at: offset)
      }
      last = id
      let content = try reader.stretch(try reader.varint(bytes))
      switch id {
      case .blob: blobs.insert(Array(copying: content, of: bytes))
      case .foreign: foreign.append(try foreignChunk(content, of: bytes, origin: origin))
      default: try columns.read(id, content, of: bytes, origin: origin, isLast: true)
      }
    }
    try columns.endPage(byteOffset: origin + range.upperBound)
    var document = columns.takeDocument()
    document.attachments = blobs
    document.foreignChunks = foreign
    return document
  }

  private static func foreignChunk(
    _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int
  ) throws(InputError) -> ForeignChunk {
    let content = Array(copying: range, of: bytes)
    guard let type = String(validating: content.prefix(4), as: UTF8.self),
      let chunk = ForeignChunk(type: type, bytes: Array(content.dropFirst(4)))
    else { throw InputError(.iaReserved, at: origin + range.lowerBound) }
    return chunk
  }
}

extension IADocument {
  /// Whether the document consists of its string only.
  fileprivate var isPlainButString: Bool {
    attachments.count == 0 && foreignChunks.isEmpty && metadata == Self.noMetadata
  }

  private static let noMetadata = DocumentMetadata()
}
