internal import IABytes
internal import IAFiles
internal import IAForeignArchives

/// The archives among the sources of a batch, with their members as files of a temporary folder.
///
/// The members are read in turn within the budget of archives, and are then documents like
/// the files of a folder. The folder is removed with this object; that of a process that was killed is
/// removed by the next one.
final class UnpackedSources {
  /// The sources with folders instead of archives.
  private(set) var sources: BatchSources
  /// The folder, which never gets its name.
  private var folder: FolderTreeSink?
  /// The folder of each archive, ending with a slash, and the archive.
  private var archives: [(folder: String, path: String)] = []

  /// Creates the folder if an archive is among the sources.
  ///
  /// - Parameters:
  ///   - sources: The sources of the batch.
  ///   - registry: The formats; a file with the suffix of a format is not an archive.
  ///   - scratchFolder: The folder in which the temporary folder is created.
  ///   - onOmission: Called with each member that is left out.
  /// - Throws: `Failure` for an archive that cannot be read, and the errors of `onOmission`.
  init(
    _ sources: BatchSources, registry: FormatRegistry, scratchFolder: String,
    onOmission: (BatchOmission) throws -> Void
  ) throws {
    self.sources = sources
    for (index, path) in sources.paths.enumerated() where Self.isArchive(path, registry) {
      let folder = try folder ?? FolderTreeSink(path: scratchFolder + "/iaconv-sources")
      self.folder = folder
      let number = "\(archives.count)"
      let inner = folder.temporaryFolder + "/" + number
      archives.append((inner + "/", path))
      self.sources.paths[index] = inner
      try Self.unpack(path, to: folder, number, sources.limits, onOmission)
      // An archive without members has no folder so far.
      try OutputFolder.make(inner)
    }
  }

  private static func isArchive(_ path: String, _ registry: FormatRegistry) -> Bool {
    guard let name = FileNames.name(of: path), registry.entry(fileName: name) == nil,
      !OutputFolder.isFolder(path)
    else { return false }
    return Container.isNamed(name) || ForeignArchiveFormat(fileName: name) != nil
  }

  private static func unpack(
    _ path: String, to folder: FolderTreeSink, _ number: String, _ limits: Limits,
    _ onOmission: (BatchOmission) throws -> Void
  ) throws {
    var collection = FileCollection([path])
    collection.limits = limits
    collection.numbersCollisions = true
    var omitted: [BatchOmission] = []
    try collection.forEach { omission in
      guard omission.kind == .omitted || omission.kind == .damage else { return }
      omitted.append(BatchOmission(path: omission.label, reason: .unreadable))
    } _: { file in
      // Documents of an archive of the suite have names without a suffix.
      let isDocument = file.isContained && !file.path.hasSuffix(".ia")
      let name = number + "/" + file.path + (isDocument ? ".ia" : "")
      do {
        try folder.add(name, try file.source.bytes(limits: limits))
      } catch let error as InputError {
        omitted.append(
          BatchOmission(path: Failure(error, path: file.label).path ?? "", reason: .unreadable))
      }
    }
    for omission in omitted { try onOmission(omission) }
  }

  /// Returns a path for people: that of a member begins with the archive.
  func label(of path: String) -> String {
    guard let archive = archives.first(where: { path.hasPrefix($0.folder) }) else { return path }
    return archive.path + "/" + path.dropFirst(archive.folder.count)
  }

  /// Returns a failure with the label of its path.
  func labelled(_ failure: Failure) -> Failure {
    guard !archives.isEmpty, let path = failure.path else { return failure }
    var failure = failure
    failure.path = label(of: path)
    return failure
  }
}
