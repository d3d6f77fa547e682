internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IAForeignArchives

/// A new folder or archive to which many files are written; optionally a bag.
///
/// It gets its name when it is committed; without a commit, nothing is written at its path.
final class OutputTree {
  private var sink: any FileTreeSink
  /// The sink, if the output is an `.iaa` archive, which cannot be a bag.
  private let container: ContainerSink?
  private let file: FileSink?
  private var bag: BagWriter?
  private var paths: UniqueNames
  /// The paths of files and of folders in a folder or archive, in lower case for comparisons.
  private var files: Set<String> = []
  private var folders: Set<String> = []
  /// The rules for the paths of the output.
  private let form: Form

  /// The rules for the paths of an output.
  private enum Form {
    /// Documents with any names.
    case documents
    /// Files of a folder on this system.
    case folder
    /// Files of an archive or bag, with paths that every system accepts.
    case archive
  }

  /// The renaming of the file that was added last; `nil` if it has the given path.
  private(set) var renamed: Renaming?

  /// A file with another path than the given one.
  struct Renaming {
    /// The given path.
    let path: String
    /// The path that was used.
    let other: String
    /// Whether the reason is another file with the given path, or with a path that differs only in case or
    /// normalisation; otherwise the given path is not safe.
    let isTaken: Bool
  }

  /// Whether the outputs can be added as documents instead of the bytes of files.
  var packsDocuments: Bool { container != nil }

  /// Returns whether the output with a path is a folder, according to its suffix.
  static func isFolder(_ path: String) -> Bool {
    let name = FilePaths.name(of: path) ?? path
    return !Container.isNamed(name)
      && (FilePaths.endsWithSlash(path) || ForeignArchiveFormat(fileName: name) == nil)
  }

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
    form = Container.isNamed(name) ? .documents : format == nil && !isBag ? .folder : .archive
    paths = form == .documents ? UniqueNames(folded: Self.byteKey) : UniqueNames()
    // In an archive a bag has its own folder, with the name of the archive.
    if isBag {
      bag = BagWriter(
        to: sink, folder: format.map { String(name.dropLast($0.rawValue.count + 1)) })
    }
  }

  /// Adds a file; if its path is in use, a number is inserted before the suffix.
  ///
  /// A name that exceeds the maximum length of file names is shortened. A path that would leave the
  /// output, or has characters that are not safe in file names, is replaced by a similar one (`renamed`).
  /// The manifests of a bag are text, so that its paths must be UTF-8.
  ///
  /// - Parameter file: The file from which the content was converted.
  /// - Returns: The path that was used.
  func add(
    _ path: String, _ content: OutputContent, from file: PackedFile? = nil
  ) throws -> String {
    let safe = fitted(bag == nil ? path : Self.textPath(path))
    let start = FilePaths.nameStart(in: safe)
    let folder = form == .documents ? String(safe[..<start]) : freeFolder(safe[..<start])
    let name = String(safe[start...])
    var free = paths.unique(folder + name) { folder + FileNames.numbered(name, $0) }
    if form != .documents {
      while folders.contains(free.lowercased()) {
        free = paths.unique(folder + name) { folder + FileNames.numbered(name, $0) }
      }
      files.insert(free.lowercased())
    }
    renamed = renaming(of: path, safe: safe, free)
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

  /// Returns the path of a folder with its final slash; a number is added to each part that is already the path of a
  /// file.
  private func freeFolder(_ folder: Substring) -> String {
    var path = ""
    for part in FilePaths.parts(of: String(folder)) {
      var candidate = path + part
      var number = 1
      while files.contains(candidate.lowercased()) {
        number += 1
        candidate = path + FileNames.numbered(part, number)
      }
      folders.insert(candidate.lowercased())
      path = candidate + "/"
    }
    return path
  }

  private func renaming(of path: String, safe: String, _ free: String) -> Renaming? {
    guard form != .documents else { return nil }
    let isSafe = isSafe(path) && (bag == nil || PathBytes.ifNotText(path) == nil)
    guard !isSafe || free != safe else { return nil }
    return Renaming(path: path, other: free, isTaken: isSafe)
  }

  /// Returns a path with an underscore in place of each byte that is not UTF-8.
  private static func textPath(_ path: String) -> String {
    guard PathBytes.ifNotText(path) != nil else { return path }
    var scalars = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      scalars.append(0x10FF80...0x10FFFF ~= scalar.value ? "_" : scalar)
    }
    return String(scalars)
  }

  /// Returns a string that is equal only for paths with equal bytes, because the names of documents are compared by
  /// bytes and not by canonical equivalence.
  private static func byteKey(_ path: String) -> String {
    String(String.UnicodeScalarView(path.utf8.lazy.map { Unicode.Scalar($0) }))
  }

  /// Returns whether a path is allowed in the output; the length of its name is not checked.
  private func isSafe(_ path: String) -> Bool {
    switch form {
    case .documents: true
    case .folder: FilePaths.safeParts(of: path) != nil
    case .archive: ArchivePath.safeText(of: fittedName(path)) == fittedName(path)
    }
  }

  /// Returns the path in the output for a given path: with a safe form of its parts and a name of at most the maximum
  /// length.
  private func fitted(_ path: String) -> String {
    guard form != .documents else { return path }
    return isSafe(path) ? fittedName(path) : ArchivePath.safeText(of: fittedName(path))
  }

  /// Returns a path whose name has at most the maximum length.
  private func fittedName(_ path: String) -> String {
    let start = FilePaths.nameStart(in: path)
    return String(path[..<start]) + FileNames.fitted(String(path[start...]))
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
