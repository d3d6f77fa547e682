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

    /// Opens an archive.
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

  /// An archive that is open to read.
  final class Opened {
    let reader: ArchiveReader

    init(_ path: String, _ limits: Limits, locks: Bool = false) throws {
      reader = try ArchiveReader(Source(path, locks: locks), limits: limits)
    }
  }

  /// The format that documents go in and out by.
  static let format = FormatID("ia")

  /// Whether a path is that of such an archive.
  static func isNamed(_ path: String) -> Bool { path.lowercased().hasSuffix(".iaa") }

  /// The path of a document: its name, else its number.
  static func path(of entry: ArchiveEntry) -> String {
    entry.name.isEmpty ? "\(entry.id)" : entry.name
  }

  /// Goes over the documents of an archive in order.
  static func visit(
    _ input: String, _ limits: Limits, _ body: (CollectedFile) throws -> Void
  ) throws {
    let opened = try Opened(input, limits)
    try opened.reader.forEachEntry { entry in try body(file(entry, of: opened, input)) }
  }

  /// The document of a name or number, by the index; nil where there is none.
  static func file(
    at path: String, in input: String, _ limits: Limits
  ) throws -> CollectedFile? {
    let opened = try Opened(input, limits)
    let plain = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
    for name in [path, plain] {
      if let entry = try opened.reader.entry(named: name) { return file(entry, of: opened, input) }
    }
    guard let id = UInt64(plain), let entry = try opened.reader.entry(id: id), entry.name.isEmpty
    else { return nil }
    return file(entry, of: opened, input)
  }

  private static let suffix = ".ia"

  private static func file(
    _ entry: ArchiveEntry, of opened: Opened, _ input: String
  ) -> CollectedFile {
    let path = path(of: entry)
    return CollectedFile(
      path: path + suffix, label: input + "/" + path,
      source: ContainedDocument(archive: opened, ordinal: entry.ordinal, path: path))
  }

  /// The documents of an archive as its index has them.
  static func rows(of input: String, _ limits: Limits) throws -> [ArchiveListing.Row] {
    var rows: [ArchiveListing.Row] = []
    do {
      try Opened(input, limits).reader.forEachEntry { entry in
        rows.append(.init(path: path(of: entry), byteCount: nil, format: "ia"))
      }
    } catch {
      throw Failure(error, path: input)
    }
    return rows
  }

  /// Verifies an archive; the documents that damage concerns are named.
  static func check(
    _ input: String, _ check: ArchiveCheck, _ outcome: inout ArchiveCheck.Outcome,
    _ onFinding: (ArchiveCheck.Finding) -> Void
  ) throws {
    let archive = try Opened(input, check.collection.limits).reader
    let share = Int((check.sample * 1000).rounded())
    let depth: VerificationDepth =
      check.conversion != nil
      ? .deep : share < 1000 ? .sample(perThousand: max(share, 1), seed: 0) : .stored
    let report = try archive.verify(depth)
    outcome.checked += report.checkedMemberCount
    for damage in report.damages {
      var failure = Failure(damage.error, path: input)
      failure.status = .damage
      failure.detail += damage.member.isEmpty ? "" : " (\(damage.member)\(names(damage, archive)))"
      outcome.add(failure, onFinding)
    }
    if report.lostByteCount > 0 {
      outcome.add(
        Failure(
          .damage, path: input, code: "archive.torn",
          "\(report.lostByteCount) bytes follow that belong to no generation"), onFinding)
    }
  }

  /// The names of the documents that damage concerns, the first of them.
  private static func names(
    _ damage: VerificationReport.Damage, _ archive: ArchiveReader
  ) -> String {
    let shown = damage.ordinals.prefix(8).compactMap { ordinal in
      (try? archive.entry(at: ordinal)).map(path)
    }
    guard !shown.isEmpty else { return "" }
    let more = damage.ordinals.count - shown.count
    return ": " + shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

/// A document of an archive as an `.ia` file.
// A reader is used by one thread at a time: the one that goes over the archive.
private struct ContainedDocument: DocumentSource, @unchecked Sendable {
  let archive: Container.Opened
  let ordinal: Int
  let path: String

  var name: String? { (path.split(separator: "/").last.map(String.init) ?? path) + ".ia" }

  func bytes(limits: Limits) throws -> [UInt8] {
    let document = try archive.reader.document(at: ordinal)
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

  /// Starts an archive, or goes on with one.
  init(path: String, appends: Bool = false) throws {
    file = try appends ? UpdatedFile(existing: path) : UpdatedFile(creating: path)
    writer = try ArchiveWriter(
      DescriptorStorage(file.descriptor), mode: appends ? .existing : .createNew)
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
