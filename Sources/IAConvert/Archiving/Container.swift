internal import IAArchive
internal import IABytes
internal import IACodec
internal import IAFormats
internal import IAText

/// Archives of the suite, `.iaa`, as one more place for files: each document as an `.ia` file, which
/// holds it whole.
enum Container {
  /// A file as an archive reads it; whoever keeps this keeps the file open.
  final class Source: ArchiveSource {
    private let file: RandomAccessFile

    /// Creates an archive.
    ///
    /// - Parameter locks: Whether nobody else may write to it meanwhile.
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

  /// The format that documents go in and out by.
  static let format = FormatID("ia")

  /// Returns whether a path is that of such an archive.
  static func isNamed(_ path: String) -> Bool { path.lowercased().hasSuffix(".iaa") }

  /// Returns the path of a document: its name, else its number.
  static func path(of entry: ArchiveEntry) -> String {
    entry.name.isEmpty ? "\(entry.id)" : entry.name
  }

  /// Goes over the documents of an archive in order.
  ///
  /// - Parameter onOmission: Told what is missing of a damaged archive.
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

  /// Returns the document of a name or number, by the index, or `nil` if there is none.
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
    // It is read here, so that what is wrong with it is told first.
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

  /// The documents of an archive as its index has them.
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
// A reader is used by one thread at a time: the one that goes over the archive.
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

/// A new archive of the suite, or one that grows: each file that is added becomes a document.
final class ContainerSink: FileTreeSink {
  private let file: UpdatedFile
  private let writer: ArchiveWriter
  private let conversion = Conversion(to: Container.format)

  /// Creates an archive, or continues with one.
  ///
  /// - Parameters:
  ///   - appends: Whether to add to the archive that is there.
  ///   - replaces: Whether a new archive may replace one that is there.
  init(path: String, appends: Bool = false, replaces: Bool = false) throws {
    file =
      try appends ? UpdatedFile(existing: path) : UpdatedFile(creating: path, replaces: replaces)
    writer = try ArchiveWriter(FileStorage(file), mode: appends ? .existing : .createNew)
  }

  func add(_ path: String, _ bytes: [UInt8]) throws {
    let name = path.split(separator: "/").last.map(String.init)
    let document = try conversion.read(BytesSource(bytes, name: name)).document
    let suffix = [".ia", ".json"].first { path.hasSuffix($0) } ?? ""
    try writer.append(document, name: String(path.dropLast(suffix.count)))
  }

  func finish() throws {
    _ = try writer.finish()
    try file.commit()
  }

  /// Leaves the archive as it was.
  func cancel() { try? writer.cancel() }
}
