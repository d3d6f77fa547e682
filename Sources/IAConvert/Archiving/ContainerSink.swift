internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IAFormats

/// Writes a new `.iaa` archive or appends to one; each added file becomes a document.
final class ContainerSink: FileTreeSink {
  private let file: UpdatedFile
  private let writer: ArchiveWriter
  private let conversion = Conversion(to: Container.format)
  /// The origins of the documents of the archive before; `nil` until they are needed.
  private var origins: [Int: DocumentOrigin]?
  private let keepsOriginals: Bool

  /// The number of documents that are new versions.
  private(set) var versionCount = 0
  /// The number of documents that were not written, because the archive contains them unchanged.
  private(set) var unchangedCount = 0

  /// Creates an archive, or opens one to append to it.
  ///
  /// - Parameters:
  ///   - appends: Whether to append to the existing archive.
  ///   - replaces: Whether a new archive may replace an existing file.
  ///   - options: The options for the generation.
  ///   - keepsOriginals: Whether the files that documents are made of are stored as well.
  init(
    path: String, appends: Bool = false, replaces: Bool = false,
    options: ArchiveOptions = ArchiveOptions(), keepsOriginals: Bool = false
  ) throws {
    self.keepsOriginals = keepsOriginals
    file =
      try appends ? UpdatedFile(existing: path) : UpdatedFile(creating: path, replaces: replaces)
    writer = try ArchiveWriter(
      FileStorage(file), mode: appends ? .existing : .createNew, options: options)
  }

  func add(_ path: String, _ bytes: [UInt8]) throws { try add(path, bytes, from: nil) }

  /// Adds a file that was made of another one.
  ///
  /// If the archive has a document with the name, the file becomes a new version of it; an unchanged
  /// document is not written, unless its original file is to be stored and is not in the archive.
  func add(_ path: String, _ bytes: [UInt8], from file: PackedFile?) throws {
    let fileName = path.split(separator: "/").last.map(String.init)
    let document = try conversion.read(BytesSource(bytes, name: fileName)).document
    let name = Self.name(of: path)
    let before = try writer.earlier?.entry(named: name)
    if let before, let earlier = writer.earlier {
      let old = try earlier.document(at: before.ordinal)
      if ContainerWork.isEqual(old, document), try hasOriginal(before, file?.origin) {
        unchangedCount += 1
        return
      }
    }
    try writer.append(
      document, name: name, origin: file?.origin,
      original: keepsOriginals ? file?.bytes : nil, existing: .replace)
    if before != nil { versionCount += 1 }
  }

  /// Returns whether the archive contains the original file of a document, or need not contain it.
  private func hasOriginal(_ entry: ArchiveEntry, _ origin: DocumentOrigin?) throws -> Bool {
    guard keepsOriginals, let origin else { return true }
    guard let known = try knownOrigins()[entry.ordinal] else { return false }
    return known.isKept && known.isSameFile(as: origin)
  }

  private func knownOrigins() throws -> [Int: DocumentOrigin] {
    let known = try origins ?? writer.earlier?.origins() ?? [:]
    origins = known
    return known
  }

  /// Returns the name of the document that a file becomes: its path without the suffixes `.ia` and
  /// `.json`.
  private static func name(of path: String) -> String {
    let suffix = [".ia", ".json"].first { path.hasSuffix($0) } ?? ""
    return String(path.dropLast(suffix.count))
  }

  /// Returns whether the archive has read the document with the name of a file from the same bytes.
  ///
  /// - Parameters:
  ///   - path: The path of the document as a file.
  ///   - origin: The file, or `nil` if it is not known.
  func isUpToDate(_ path: String, _ origin: DocumentOrigin?) throws -> Bool {
    guard let origin, let earlier = writer.earlier,
      let before = try earlier.entry(named: Self.name(of: path))
    else { return false }
    guard let known = try knownOrigins()[before.ordinal], known.isSameFile(as: origin),
      known.isKept || !keepsOriginals
    else { return false }
    unchangedCount += 1
    return true
  }

  /// Removes a document of the archive.
  ///
  /// - Returns: Whether the archive contains the document.
  func remove(at ordinal: Int) throws -> Bool { try writer.remove(at: ordinal) }

  /// Calls a closure with each current document of the archive before.
  func forEachEarlierEntry(_ body: (ArchiveEntry) throws -> Void) throws {
    try writer.earlier?.forEachCurrentEntry(body)
  }

  /// Writes the archive to the disk.
  func finish() throws {
    _ = try writer.finish()
    try file.commit()
  }

  /// Discards the additions; an existing archive is unchanged.
  func cancel() { try? writer.cancel() }
}
