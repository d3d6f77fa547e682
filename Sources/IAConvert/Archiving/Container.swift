internal import IAArchive
internal import IABytes
internal import IACodec
internal import IAFiles
internal import IAFormats
internal import IAText

/// `.iaa` archives as inputs of a collection: each document is a complete `.ia` file.
enum Container {
  /// A file as the source of an archive reader; the file stays open while this object exists.
  final class Source: ArchiveSource {
    private let file: RandomAccessFile

    /// Creates the source for a file and opens it.
    ///
    /// - Parameter locks: Whether to lock the file against other writers.
    init(_ path: String, locks: Bool = false) throws(FileError) {
      file = try RandomAccessFile(path: path)
      if locks { try file.lock() }
    }

    func byteCount() -> Int { file.byteCount }

    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
      let end = min(offset + count, file.byteCount)
      return offset < end ? try file.bytes(in: offset..<end) : []
    }
  }

  /// The format of each document as a file.
  static let format = FormatID("ia")

  /// Returns whether a path has the suffix `.iaa`.
  static func isNamed(_ path: String) -> Bool { path.lowercased().hasSuffix(".iaa") }

  /// Returns the path of a document: its name, or its identifier if it has no name.
  static func path(of entry: ArchiveEntry) -> String {
    entry.name.isEmpty ? "\(entry.id)" : entry.name
  }

  /// Calls a closure with each document of an archive in order.
  ///
  /// - Parameter onOmission: Called with remarks and with each loss of a damaged archive.
  static func visit(
    _ input: String, _ limits: Limits, _ onOmission: (FileCollection.Omission) -> Void,
    _ body: (CollectedFile) throws -> Void
  ) throws {
    let opened = try OpenContainer(input, limits)
    for remark in opened.takeRemarks() { onOmission(remark) }
    try opened.forEachEntry { index, entry in
      try body(file(entry, at: index, of: opened))
      for remark in opened.takeRemarks() { onOmission(remark) }
    }
    for remark in opened.finalRemarks() { onOmission(remark) }
  }

  /// Returns the document of a name or number, found by the index, or `nil` if there is none.
  static func file(
    at path: String, in input: String, _ limits: Limits,
    _ onOmission: (FileCollection.Omission) -> Void
  ) throws -> CollectedFile? {
    let opened = try OpenContainer(input, limits)
    let plain = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
    var found: CollectedFile?
    for name in [path, plain] where found == nil {
      if let (index, entry) = try opened.entry(named: name) {
        found = file(entry, at: index, of: opened)
      }
    }
    if found == nil, let id = UInt64(plain), let (index, entry) = try opened.entry(id: id),
      entry.name.isEmpty
    {
      found = file(entry, at: index, of: opened)
    }
    // The document is read here, so that its errors are reported before the other remarks.
    let bytes = try found?.source.bytes(limits: limits)
    let final = opened.finalRemarks(ofWholeArchive: found == nil)
    for remark in opened.takeRemarks() + final { onOmission(remark) }
    guard let found, let bytes else { return nil }
    return CollectedFile(
      path: found.path, label: found.label, source: BytesSource(bytes, name: found.source.name),
      check: found.check)
  }

  private static let suffix = ".ia"

  private static func file(
    _ entry: ArchiveEntry, at index: Int, of opened: OpenContainer
  ) -> CollectedFile {
    let path = path(of: entry)
    return CollectedFile(
      path: path + suffix, label: opened.path + "/" + path,
      source: ContainedDocument(archive: opened, index: index, entry: entry, path: path),
      check: .checksum)
  }

  /// Returns a row for each document in the index of an archive.
  static func rows(
    of input: String, _ limits: Limits, _ onOmission: (FileCollection.Omission) -> Void
  ) throws -> [ArchiveListing.Row] {
    var rows: [ArchiveListing.Row] = []
    do {
      let opened = try OpenContainer(input, limits)
      try opened.forEachEntry { _, entry in
        rows.append(.init(path: path(of: entry), byteCount: nil, format: "ia"))
      }
      for remark in opened.takeRemarks() + opened.finalRemarks() { onOmission(remark) }
    } catch {
      throw Failure(error, path: input)
    }
    return rows
  }
}

/// A document of an archive as an `.ia` file.
// A reader is used by one thread at a time: the one that reads the archive.
private struct ContainedDocument: DocumentSource, @unchecked Sendable {
  let archive: OpenContainer
  let index: Int
  let entry: ArchiveEntry
  let path: String

  var name: String? { (path.split(separator: "/").last.map(String.init) ?? path) + ".ia" }

  func bytes(limits: Limits) throws -> [UInt8] {
    let document = try archive.document(entry, at: index)
    var encoder = DocumentEncoder(level: nil)
    return encoder.encode(document)
  }

  func sideFile(named name: String, limits: Limits) -> [UInt8]? { nil }
}

/// Writes a new `.iaa` archive or appends to one; each added file becomes a document.
final class ContainerSink: FileTreeSink {
  private let file: UpdatedFile
  private let writer: ArchiveWriter
  private let conversion = Conversion(to: Container.format)

  /// Creates an archive, or opens one to append to it.
  ///
  /// - Parameters:
  ///   - appends: Whether to append to the existing archive.
  ///   - replaces: Whether a new archive may replace an existing file.
  ///   - recoveryPercent: The size of the recovery data in percent of the archive, 0 to 100.
  ///   - includesDescription: Whether the archive describes itself.
  init(
    path: String, appends: Bool = false, replaces: Bool = false, recoveryPercent: Int = 10,
    includesDescription: Bool = true
  ) throws {
    file =
      try appends ? UpdatedFile(existing: path) : UpdatedFile(creating: path, replaces: replaces)
    writer = try ArchiveWriter(
      FileStorage(file), mode: appends ? .existing : .createNew,
      options: ArchiveOptions(
        recoveryPercent: recoveryPercent, includesDescription: includesDescription))
  }

  func add(_ path: String, _ bytes: [UInt8]) throws { try add(path, bytes, origin: nil) }

  /// Adds a file that was made of another one.
  func add(_ path: String, _ bytes: [UInt8], origin: DocumentOrigin?) throws {
    let name = path.split(separator: "/").last.map(String.init)
    let document = try conversion.read(BytesSource(bytes, name: name)).document
    let suffix = [".ia", ".json"].first { path.hasSuffix($0) } ?? ""
    try writer.append(document, name: String(path.dropLast(suffix.count)), origin: origin)
  }

  func finish() throws {
    _ = try writer.finish()
    try file.commit()
  }

  /// Discards the additions; an existing archive is unchanged.
  func cancel() { try? writer.cancel() }
}
