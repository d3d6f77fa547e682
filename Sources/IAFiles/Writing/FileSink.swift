internal import IABytes

/// A sink that writes a document to a file, completely or not at all.
///
/// Bytes are written to a file without a name if the system supports that, otherwise to a temporary
/// name beside the target. `commit` waits until they are on the disk and replaces the target in one
/// step. A sink that is released before `commit` leaves no file; on Linux this also holds if the
/// process is killed. A target that is a device or a pipe is written directly.
public final class FileSink: DocumentSink {
  private let path: String
  private let mediaFolder: String?
  private let file: StagedFile
  private var sideFiles: [(name: String, bytes: [UInt8])] = []
  private var sideNames = SideFileNames()
  private var pending: [UInt8] = []

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - path: The target. An existing file is replaced by `commit`; its permissions are kept.
  ///   - mediaFolder: The folder for side files, absolute or relative to the target's folder; `nil`
  ///     if the document must contain its attachments.
  ///   - existing: What `commit` does if a file with the target's name exists; with `keep`, `commit`
  ///     throws.
  /// - Throws: `FileError` if the target is a folder, or the target or its folder is not writable.
  public init(
    path: String, mediaFolder: String? = nil, existing: ExistingFile = .replace
  ) throws(FileError) {
    self.path = path
    self.mediaFolder = mediaFolder.map(FilePaths.trimmed)
    file = try StagedFile(target: path, existing: existing)
  }

  /// Removes temporary files of killed processes beside the target.
  package func sweepTemporaryFiles() { TemporaryNames.sweep(beside: path) }

  /// Appends bytes.
  ///
  /// - Throws: `FileError`.
  public func write(_ bytes: [UInt8]) throws {
    // Large pieces are written without copying.
    if bytes.count >= 1 << 15 {
      if !pending.isEmpty { try flush() }
      return try file.write(bytes)
    }
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 18 { try flush() }
  }

  /// Stores a file that `commit` writes to the media folder.
  ///
  /// Equal bytes with the same name are one file, even if it exists already. Different bytes with
  /// the same name get a number before the suffix. An existing file with other content is not
  /// changed.
  ///
  /// - Returns: The relative name by which the document can refer to the file, or `nil` without a
  ///   media folder.
  /// - Throws: `FileError` with `unsafeName` for a name that would leave the folder.
  public func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    guard let mediaFolder else { return nil }
    guard let parts = FilePaths.safeParts(of: name), parts.count == 1 else {
      throw FileError(.create, .unsafeName, path: name)
    }
    var found = Present.none
    let chosen = sideNames.name(name, bytes) { candidate in
      found = present(candidate, bytes)
      return found != .foreign
    }
    if !chosen.isKnown, found == .none { sideFiles.append((chosen.name, bytes)) }
    return mediaFolder + "/" + chosen.name
  }

  /// Waits until all bytes are on the disk, and gives the files their names, side files first.
  ///
  /// The media folder is created with all folders above it. If an operation fails, new files and
  /// folders are removed.
  ///
  /// - Throws: `FileError`; `exists` if the target exists and must be kept.
  public func commit() throws(FileError) {
    try flush()
    var placed: [StagedFile] = []
    var newFolders = NewFolders()
    do throws(FileError) {
      if let folder = sideFolder, !sideFiles.isEmpty {
        try newFolders.make(folder)
        // One file at a time, because each open file uses a descriptor.
        for side in sideFiles {
          let staged = try StagedFile(
            target: folder + "/" + side.name, followsLinks: false, existing: .keep)
          try staged.write(side.bytes)
          try staged.commit()
          placed.append(staged)
        }
      }
      try file.commit()
    } catch {
      // If the document has its name, the files to which it refers are kept.
      guard !file.isPlaced else { throw error }
      for side in placed { side.withdraw() }
      newFolders.removeUnused()
      throw error
    }
  }

  private enum Present { case none, same, foreign }

  /// Returns the state of a name in the media folder: free, a file with these bytes, or anything else.
  private func present(_ name: String, _ bytes: [UInt8]) -> Present {
    guard let folder = sideFolder else { return .none }
    guard let status = try? SystemCalls.statusOfLink(at: folder + "/" + name) else { return .none }
    guard status.kind == .regular, status.size == bytes.count,
      let file = try? OpenFile(folder: folder),
      let found = try? OpenFile(reading: name, in: file).contents(limits: .standard)
    else { return .foreign }
    return found == bytes ? .same : .foreign
  }

  private var sideFolder: String? {
    guard let mediaFolder else { return nil }
    return FilePaths.isAbsolute(mediaFolder)
      ? mediaFolder : FilePaths.folder(of: path) + "/" + mediaFolder
  }

  private func flush() throws(FileError) {
    try file.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

/// A sink that writes a document directly to an open descriptor, for example the standard output.
public final class DescriptorSink: DocumentSink {
  private let descriptor: Int32
  private let label: String

  /// Creates a sink for a descriptor, which stays open.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; 1 is the standard output.
  ///   - label: The name of the output in errors.
  public init(_ descriptor: Int32 = 1, label: String = "-") {
    self.descriptor = descriptor
    self.label = label
  }

  /// Writes bytes.
  ///
  /// - Throws: `FileError`.
  public func write(_ bytes: [UInt8]) throws {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.write(descriptor, bytes)
    }
  }

  /// Returns `nil`: a stream has no side files.
  public func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}
