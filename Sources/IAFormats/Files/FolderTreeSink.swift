/// A tree of files that becomes a new folder, whole or not at all.
///
/// The files are written below a temporary name beside the target, with all folders above it that
/// are missing; `finish` gives the folder its name. A sink that is dropped before removes what it
/// has made.
public final class FolderTreeSink: FileTreeSink {
  private let target: String
  private let staging: String
  private var newFolders = NewFolders()
  private var madeFolders: Set<String> = []
  private var isDone = false

  /// Starts a folder.
  ///
  /// - Parameter path: The folder to make, which must not exist.
  /// - Throws: `FileError`.
  public init(path: String) throws(FileError) {
    target = FilePaths.trimmed(path)
    let name = FilePaths.name(of: target) ?? "output"
    staging = "\(FilePaths.folder(of: target))/.\(name).tmp.\(SystemCalls.processID)"
    guard (try? SystemCalls.statusOfLink(at: target)) == nil else {
      isDone = true
      throw FileError(.create, .system(SystemCalls.exists), path: path)
    }
    do throws(FileError) {
      try newFolders.make(FilePaths.folder(of: target))
    } catch {
      isDone = true
      throw error
    }
    do throws(SystemCalls.Failure) {
      try SystemCalls.makeNewFolder(staging)
    } catch {
      isDone = true
      newFolders.removeUnused()
      throw FileError(.create, .system(error.number), path: path)
    }
  }

  deinit {
    guard !isDone else { return }
    SystemCalls.removeTree(staging)
    newFolders.removeUnused()
  }

  /// Adds a file, and the folders that it stands in.
  ///
  /// - Throws: `FileError` for a path that would leave the folder, or where writing fails.
  public func add(_ path: String, _ bytes: [UInt8]) throws {
    guard let parts = FilePaths.safeParts(of: path), let name = parts.last else {
      throw FileError(.create, .unsafeName, path: path)
    }
    var folder = staging
    for part in parts.dropLast() {
      folder += "/" + part
      if madeFolders.insert(folder).inserted { try makeFolder(folder) }
    }
    let file = try StagedFile(target: folder + "/" + name, followsLinks: false)
    try file.write(bytes)
    try file.commit()
  }

  /// Gives the folder its name.
  public func finish() throws(FileError) {
    do throws(SystemCalls.Failure) {
      try SystemCalls.renameNew(staging, to: target)
    } catch {
      throw FileError(.rename, .system(error.number), path: target)
    }
    isDone = true
  }

  private func makeFolder(_ path: String) throws(FileError) {
    try SystemCalls.attempt(.create, path: target) { () throws(SystemCalls.Failure) in
      try SystemCalls.makeNewFolder(path)
    }
  }
}
