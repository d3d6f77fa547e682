internal import IABytes
internal import IAFormats
internal import IALegacy
internal import IASyntax
internal import IAText

/// The source system writes only locations. For pictures and videos it has an unfinished form: `attachType`, `name`,
/// `url`. Blobs are written as `data:` URLs in this form, so that no content is lost.
extension LegacySchema {
  static func writeAttachments(
    of document: IADocument, _ columns: StringColumns, to writer: inout JSONWriter,
    _ report: inout ConversionReport
  ) {
    guard !columns.attachments.isEmpty else { return }
    writer.key(attachments)
    writer.beginObject()
    for place in columns.attachments {
      let record = columns.records[place.record]
      let url = url(of: record, in: document.attachments)
      writer.key(String(place.utf16Offset))
      write(record, url: url, to: &writer)
      if losesContent(record, url: url) {
        report.add(
          .approximated, .attachment, record.name ?? record.textBacking ?? "",
          utf16Range: place.utf16Offset..<place.utf16Offset + 1)
      }
    }
    writer.endObject()
  }

  private static func url(of record: Attachment, in store: AttachmentStore) -> String? {
    switch record.content {
    case .none: return nil
    case .url(let url): return url
    case .blob(let digest):
      guard let bytes = store[digest] else { return nil }
      return "data:\(record.mediaType ?? "");base64,\(Base64.encode(bytes.span))"
    }
  }

  private static func write(_ record: Attachment, url: String?, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key(kind)
    writer.string(record.kind == .file ? unknownKind : record.kind.rawValue)
    if let name = record.name {
      writer.key(Self.name)
      writer.string(name)
    }
    if let url {
      writer.key(Self.url)
      writer.string(url)
    }
    if let location = record.location { write(location, to: &writer) }
    writer.endObject()
  }

  private static func write(_ location: Attachment.Location, to writer: inout JSONWriter) {
    writer.key(address)
    writer.beginObject()
    for tag in location.address {
      writer.key(tag.name)
      writer.string(tag.value)
    }
    writer.endObject()
    writer.key(coordinate)
    writer.beginObject()
    writer.key(latitude)
    writer.double(finite(location.latitude, -90...90))
    writer.key(longitude)
    writer.double(finite(location.longitude, -180...180))
    writer.endObject()
    writer.key(radius)
    writer.double(finite(location.radius, lengths))
    if let placename = location.placename {
      writer.key(Self.placename)
      writer.string(placename)
    }
    writer.key(mapSpan)
    writer.double(finite(location.mapSpan, lengths))
  }

  /// Returns whether a part of an attachment record is lost when it is read again.
  private static func losesContent(_ record: Attachment, url: String?) -> Bool {
    var back = Attachment(record.kind, name: record.name)
    back.location = record.location
    if url != nil {
      back.content = record.content
      if case .blob = record.content {
        back.mediaType = record.mediaType
        back.pixelWidth = record.pixelWidth
        back.pixelHeight = record.pixelHeight
      }
    }
    return back != record
  }
}
