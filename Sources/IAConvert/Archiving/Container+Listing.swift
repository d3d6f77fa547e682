internal import IAArchive
internal import IABytes
internal import IACodec
internal import IASyntax
internal import IAText

extension Container {
  /// Returns a row for each selected document of an archive.
  ///
  /// - Parameters:
  ///   - isLong: Whether to read the documents for the details of the rows.
  ///   - onOmission: Called with remarks and with each loss of a damaged archive.
  static func rows(
    of input: String, _ limits: Limits, at moment: ArchiveMoment?, isLong: Bool,
    _ selection: inout PathSelection, _ onOmission: (FileCollection.Omission) -> Void
  ) throws -> [ArchiveListing.Row] {
    var rows: [ArchiveListing.Row] = []
    do {
      let opened = try OpenContainer(input, limits, at: moment)
      let origins = isLong ? try opened.origins() : [:]
      let metadata = isLong ? opened.metadata().documents : [:]
      func add(_ index: Int, _ entry: ArchiveEntry, _ path: String) {
        var row = ArchiveListing.Row(path: path, byteCount: nil, format: "ia")
        if isLong {
          row.details = details(entry, at: index, of: opened, origins[entry.ordinal], onOmission)
          row.details?.metadata = metadata[entry.ordinal] ?? []
        }
        rows.append(row)
      }
      try opened.forEachEntry { index, entry in
        let path = path(of: entry)
        if selection.includes(path) { add(index, entry, path) }
      }
      try selection.versions.forEach(in: opened) { index, entry, path in
        if selection.includes(path) { add(index, entry, path) }
      }
      for remark in opened.takeRemarks() + opened.finalRemarks() { onOmission(remark) }
    } catch {
      throw Failure(error, path: input)
    }
    return rows
  }

  /// Returns the details of a document; without those of its content if it cannot be read.
  private static func details(
    _ entry: ArchiveEntry, at index: Int, of opened: OpenContainer, _ origin: DocumentOrigin?,
    _ onOmission: (FileCollection.Omission) -> Void
  ) -> ArchiveListing.Details {
    var details = ArchiveListing.Details()
    details.id = entry.id
    details.generation = opened.generation(of: entry.ordinal)
    details.fileName = origin?.fileName
    details.mediaType = origin?.mediaType
    details.isKept = origin?.isKept ?? false
    details.fileByteCount = origin?.byteCount
    details.fileHash = origin?.digest.description
    // A document that cannot be read is reported as damage of the archive.
    guard let document = try? opened.document(entry, at: index) else { return details }
    details.unitCount = document.string.utf16Count
    details.attachmentCount = document.string.attachments.count
    details.identity = document.identity.description
    details.date = document.metadata.modified ?? document.metadata.created
    return details
  }
}
