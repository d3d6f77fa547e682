internal import IABytes
internal import IASyntax
internal import IAText

extension DocumentSchema {
  /// Returns a document as JSON.
  static func write(_ document: IADocument, style: JSONWriter.Style) -> [UInt8] {
    let columns = document.string.columns
    var writer = JSONWriter(style: style)
    writer.beginObject()
    writer.key(.format)
    writer.string(JSONFormat.marker)
    writer.key(.version)
    writer.integer(JSONFormat.version)
    if document.metadata != DocumentMetadata() {
      writer.key(.metadata)
      document.metadata.write(to: &writer)
    }
    if columns.options != DisplayOptions() {
      writer.key(.options)
      columns.options.write(to: &writer)
    }
    writer.key(.text)
    writer.string(utf16: columns.units.span)
    writeIntensities(of: columns, to: &writer)
    writeTable(
      .styles, .runs, isPlain: columns.inlineSets.map(\.isPlain), columns.inlineRuns, to: &writer
    ) { columns.inlineSets[$0].write(to: &$1) }
    writeTable(
      .paragraphStyles, .paragraphs, isPlain: columns.paragraphSets.map(\.isPlain),
      columns.paragraphRuns, to: &writer
    ) { columns.paragraphSets[$0].write(to: &$1) }
    writeAttachments(of: columns, to: &writer)
    writeBlobs(of: document.attachments, to: &writer)
    writer.endObject()
    return writer.finish()
  }

  private static func writeIntensities(of columns: StringColumns, to writer: inout JSONWriter) {
    let standard = DisplayOptions.defaultIntensity
    guard columns.intensities.contains(where: { $0 != standard }) else { return }
    writer.key(.intensities)
    writer.beginArray()
    for run in columns.intensityRuns {
      writer.integer(run.count)
      writer.integer(run.index)
    }
    writer.endArray()
  }

  /// Writes a table of attributes and the runs that refer to it; runs with default attributes are omitted.
  private static func writeTable(
    _ tableKey: Key, _ runsKey: Key, isPlain: [Bool], _ runs: [StringColumns.Run],
    to writer: inout JSONWriter, writeEntry: (Int, inout JSONWriter) -> Void
  ) {
    guard isPlain.contains(false) else { return }
    var numbers: [Int] = []
    var count = 0
    writer.key(tableKey)
    writer.beginArray()
    for index in isPlain.indices {
      numbers.append(count)
      if isPlain[index] { continue }
      writeEntry(index, &writer)
      count += 1
    }
    writer.endArray()
    writer.key(runsKey)
    writer.beginArray()
    var start = 0
    for run in runs {
      if !isPlain[run.index] {
        writer.beginArray()
        writer.integer(start)
        writer.integer(start + run.count)
        writer.integer(numbers[run.index])
        writer.endArray()
      }
      start += run.count
    }
    writer.endArray()
  }

  private static func writeAttachments(of columns: StringColumns, to writer: inout JSONWriter) {
    if !columns.records.isEmpty {
      writer.key(.records)
      writer.beginArray()
      for record in columns.records { record.write(to: &writer) }
      writer.endArray()
      writer.key(.attachments)
      writer.beginArray()
      for place in columns.attachments {
        writer.beginArray()
        writer.integer(place.utf16Offset)
        writer.integer(place.record)
        writer.endArray()
      }
      writer.endArray()
    }
    if !columns.bookmarks.isEmpty {
      writer.key(.bookmarks)
      writer.beginArray()
      for bookmark in columns.bookmarks {
        writer.beginArray()
        writer.integer(bookmark.utf16Offset)
        writer.string(bookmark.name)
        writer.endArray()
      }
      writer.endArray()
    }
  }

  private static func writeBlobs(of store: AttachmentStore, to writer: inout JSONWriter) {
    guard store.count > 0 else { return }
    writer.key(.blobs)
    writer.beginObject()
    for digest in store.digests {
      guard let bytes = store[digest] else { continue }
      writer.key(digest.description)
      writer.string(Base64.encode(bytes.span))
    }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func key(_ key: DocumentSchema.Key) { self.key(key.rawValue) }
}
