internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IAForeignArchives

/// A new folder or archive to which many files are written; optionally a bag.
///
/// It appears when it is committed, or not at all.
final class OutputTree {
  private var sink: any FileTreeSink
  /// The sink, if the output is an archive of the suite, which cannot be a bag.
  private let container: ContainerSink?
  private let file: FileSink?
  private var bag: BagWriter?
  private var paths = UniqueNames()
  /// Whether each path becomes the path of a file, whose names have a maximum length.
  private let hasFileNames: Bool

  /// Whether the outputs can be added as documents instead of the bytes of files.
  var packsDocuments: Bool { container != nil }

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - path: The path; its suffix determines the archive format, a path without one is a folder.
  ///   - isBag: Whether the files are the payload of a bag.
  ///   - replaces: Whether an existing archive may be replaced.
  ///   - options: The options for an `.iaa` archive.
  ///   - metadata: The metadata of the archive or bag.
  ///   - keepsOriginals: Whether an `.iaa` archive gets the original files as well.
  /// - Throws: `Failure` for a format that is not written; `FileError` if the output cannot be
  ///   created.
  init(
    path: String, isBag: Bool, replaces: Bool, options: ArchiveOptions = ArchiveOptions(),
    metadata: MetadataTable = MetadataTable(), keepsOriginals: Bool = false
  ) throws {
    let name = FilePaths.name(of: path) ?? path
    let format = FilePaths.endsWithSlash(path) ? nil : ForeignArchiveFormat(fileName: name)
    if Container.isNamed(name) {
      guard !isBag else { throw Failure(.usage, code: "usage.bag", "an .iaa archive is no bag") }
      let container = try ContainerSink(
        path: path, replaces: replaces, options: options, metadata: metadata,
        keepsOriginals: keepsOriginals)
      (sink, self.container, file) = (container, container, nil)
    } else if let format {
      guard format.isWritten else {
        throw Failure(
          .usage, code: "usage.format", "\(format.rawValue) is only read; written are zip, tar.zst")
      }
      let file = try FileSink(path: path, existing: replaces ? .replace : .keep)
      file.sweepTemporaryFiles()
      (sink, container) = (try ForeignArchiveWriter(format: format, to: file), nil)
      self.file = file
    } else {
      (sink, container, file) = (try FolderTreeSink(path: path), nil, nil)
    }
    hasFileNames = !Container.isNamed(name)
    // In an archive a bag has its own folder, with the name of the archive.
    if isBag {
      bag = BagWriter(
        to: sink, folder: format.map { String(name.dropLast($0.rawValue.count + 1)) })
    }
  }

  /// Adds a file; if its path is in use, a number is inserted before the suffix.
  ///
  /// A name that exceeds the maximum length of file names is shortened.
  ///
  /// - Parameter file: The file that it was made of.
  /// - Returns: The path that was used.
  func add(
    _ path: String, _ content: OutputContent, from file: PackedFile? = nil
  ) throws -> String {
    let start = FilePaths.nameStart(in: path)
    let folder = String(path[..<start])
    let name = hasFileNames ? FileNames.fitted(String(path[start...])) : String(path[start...])
    let free = paths.unique(folder + name) { folder + FileNames.numbered(name, $0) }
    if let container {
      try container.add(free, content, from: file)
      return free
    }
    guard case .bytes(let bytes) = content else {
      preconditionFailure("only an archive of the suite contains documents")
    }
    if bag != nil {
      try bag?.add(free, bytes)
    } else {
      try sink.add(free, bytes)
    }
    return free
  }

  /// Completes the output and gives it its name.
  ///
  /// - Parameter bagInfo: The first fields of `bag-info.txt` if the output is a bag.
  func commit(bagInfo: [BagReport.Field] = []) throws {
    if bag != nil {
      try bag?.finish(info: bagInfo)
    } else {
      try sink.finish()
    }
    try file?.commit()
  }
}
