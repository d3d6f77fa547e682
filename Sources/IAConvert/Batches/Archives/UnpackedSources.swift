internal import IABytes
internal import IAFiles

/// The archives among the sources of a batch, with their members as files of a temporary folder.
///
/// The members are unpacked within the limits for archives, and are then documents like the files of a folder. The
/// folder is removed when this object is released; the folder of a killed process is removed by the next process.
final class UnpackedSources {
  /// The members of an archive in a folder or list.
  struct Members {
    /// The folder of the members; `nil` if the archive has none.
    let folder: String?
    /// The number of bytes of a member's path before its path relative to the source.
    let relativeStart: Int
  }

  /// The sources with folders instead of archives.
  private(set) var sources: BatchSources
  private let registry: FormatRegistry
  private let unpacker: any ArchiveUnpacker
  private let scratchFolder: String
  /// The temporary folder, which is never committed.
  private var folder: FolderTreeSink?
  /// Folders of members, ending with a slash, and the paths that they represent.
  private var archives: [(folder: String, path: String)] = []
  /// The number of the folder for the archives in each source, by the path of the source.
  private var numbers: [ExactText: Int] = [:]
  /// The failures of archives, by their paths.
  private var failures: [ExactText: Failure] = [:]

  /// Creates the object, and unpacks the archives that are themselves sources.
  ///
  /// - Parameters:
  ///   - sources: The sources of the batch.
  ///   - registry: The formats; a file with the suffix of a format is not an archive.
  ///   - unpacker: Reads the archives.
  ///   - scratchFolder: The folder in which the temporary folder is created.
  ///   - onOmission: Called with each member that is left out.
  /// - Throws: `Failure` for an archive that cannot be read, and the errors of `onOmission`. An archive that crashes
  ///   its worker or exceeds a limit is not thrown: it counts as a document that fails (`failure(of:)`).
  init(
    _ sources: BatchSources, registry: FormatRegistry, unpacker: any ArchiveUnpacker,
    scratchFolder: String, onOmission: (BatchOmission) throws -> Void
  ) throws {
    self.sources = sources
    self.registry = registry
    self.unpacker = unpacker
    self.scratchFolder = scratchFolder
    for (index, path) in sources.paths.enumerated()
    where ArchiveNames.isArchive(path, registry) && !OutputFolder.isFolder(path) {
      let inner = try newFolder(for: path + "/").path
      do {
        try unpack(path, "\(archives.count - 1)", onOmission)
        // For an archive without members, unpacking has not created the folder.
        try OutputFolder.make(inner)
        self.sources.paths[index] = inner
      } catch let failure as Failure where Self.isOfWorker(failure) {
        OutputFolder.removeTree(inner)
        failures[ExactText(path)] = failure
      }
    }
  }

  /// Unpacks an archive in a folder or list.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file.
  ///   - relative: The path relative to the source.
  ///   - source: The source folder that contains the archive; `nil` for a list. Archives of a list can have equal
  ///     relative
  ///     paths, so that each gets its own folder.
  ///   - onOmission: Called with each member that is left out.
  /// - Returns: The members; `nil` if the file is not an archive, or cannot be read: `failure(of:)`.
  /// - Throws: The errors of writing and of `onOmission`.
  func open(
    _ path: String, relative: String, in source: String?,
    onOmission: (BatchOmission) throws -> Void
  ) throws -> Members? {
    guard sources.opensArchives, failures[ExactText(path)] == nil,
      ArchiveNames.isArchive(path, registry)
    else { return nil }
    let top = try folder(of: path, relative, in: source)
    do {
      try unpack(path, "\(top.number)/\(relative)", onOmission)
    } catch {
      let failure = Failure(error, path: path)
      // An error such as a full disk concerns all documents; other errors concern only this archive.
      guard !Self.endsBatch(failure) else { throw error }
      OutputFolder.removeTree(top.path + relative)
      failures[ExactText(path)] = failure
      return nil
    }
    let members = top.path + relative
    return Members(
      folder: OutputFolder.isFolder(members) ? members : nil,
      relativeStart: PathBytes.bytes(of: top.path).count)
  }

  /// Ends the process that unpacks; called after all archives were opened.
  func endUnpacking() { unpacker.stop() }

  /// Returns whether the failure of an archive concerns all documents.
  private static func endsBatch(_ failure: Failure) -> Bool {
    guard !isOfWorker(failure) else { return false }
    return failure.status == .inputOutput || failure.status == .software
      || failure.code.hasPrefix("worker.")
  }

  /// Returns whether the failure means that an archive crashed its worker, exceeded a limit of it, or made it break the
  /// protocol.
  private static func isOfWorker(_ failure: Failure) -> Bool {
    ["worker.crashed", "worker.answer", "worker.timeout", "worker.limit"].contains(failure.code)
  }

  /// Returns whether a folder contains the members of an archive.
  func isUnpacked(_ path: String) -> Bool { place(of: path + "/")?.member.isEmpty ?? false }

  /// Returns the number of the folder for members that contains a path, and the path relative to it; `nil` for other
  /// paths.
  private func place(of path: String) -> (number: Int, member: Substring)? {
    guard let folder, let inner = FilePaths.rest(of: path, after: folder.temporaryFolder + "/"),
      let slash = inner.utf8.firstIndex(of: UInt8(ascii: "/")), let number = Int(inner[..<slash]),
      archives.indices.contains(number)
    else { return nil }
    return (number, inner[inner.utf8.index(after: slash)...])
  }

  /// Returns the failure of an archive that cannot be read or that ended its worker; `nil` for other paths.
  func failure(of path: String) -> Failure? { failures[ExactText(path)] }

  /// Returns the folder, ending with a slash, that represents the folder above a relative path.
  private func folder(
    of path: String, _ relative: String, in source: String?
  ) throws -> (path: String, number: Int) {
    if let number = source.flatMap({ numbers[ExactText($0)] }) {
      return (archives[number].folder, number)
    }
    let count = relative.unicodeScalars.count
    let number = try newFolder(for: String(path.unicodeScalars.dropLast(count))).number
    if let source { numbers[ExactText(source)] = number }
    return (archives[number].folder, number)
  }

  /// Assigns a folder to the members of archives below a path.
  private func newFolder(for path: String) throws -> (path: String, number: Int) {
    let folder =
      try folder ?? FolderTreeSink(path: scratchFolder + "/iaconv-sources", isTemporary: true)
    self.folder = folder
    let number = archives.count
    let inner = folder.temporaryFolder + "/\(number)"
    archives.append((inner + "/", path))
    return (inner, number)
  }

  private func unpack(
    _ path: String, _ place: String, _ onOmission: (BatchOmission) throws -> Void
  ) throws {
    guard let folder else { return }
    try unpacker.unpack(path, limits: sources.limits) { item in
      switch item {
      case .omitted(let label, let reason):
        try onOmission(BatchOmission(path: label, reason: reason))
      case .renamed(let label, let member):
        try onOmission(
          BatchOmission(path: label, reason: .renamed, renamed: path + "/" + member))
      case .member(let member, let bytes):
        // Only a forged archive contains two documents with the same name.
        guard !FileStamp.isTaken(folder.temporaryFolder + "/" + place + "/" + member) else {
          return try onOmission(BatchOmission(path: path + "/" + member, reason: .unreadable))
        }
        do {
          try folder.add(place + "/" + member, bytes)
        } catch let error as FileError where error.operation == .create && !error.isFull {
          // The file system does not allow the name, or a parent of the path is a file.
          try onOmission(BatchOmission(path: path + "/" + member, reason: .unreadable))
        }
      }
    }
  }

  /// Returns the path to show in messages; the path of a member begins with that of its archive.
  func label(of path: String) -> String {
    guard let (number, member) = place(of: path) else { return path }
    return archives[number].path + member
  }

  /// Returns a failure with the label of its path.
  func labelled(_ failure: Failure) -> Failure {
    guard !archives.isEmpty, let path = failure.path else { return failure }
    var failure = failure
    failure.path = label(of: path)
    return failure
  }
}
