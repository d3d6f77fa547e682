/// A tree of files that becomes a new folder, whole or not at all.
///
/// The files are written below a temporary name beside the target, with all folders above it that
/// are missing; `finish` gives the folder its name. A sink that is dropped before removes what it
/// has made.
public final class FolderTreeSink: FileTreeSink {
  private let target: String
  private let staging: String
  /// Holds the lock of the temporary folder.
  private var lock: TemporaryLock?
  private var newFolders: NewFolders
  private var madeFolders: Set<String> = []
  private var isDone = false

  /// Starts a folder.
  ///
  /// - Parameter path: The folder to make, which must not exist.
  /// - Throws: `FileError`.
  public init(path: String) throws(FileError) {
    target = FilePaths.trimmed(path)
    guard (try? SystemCalls.statusOfLink(at: target)) == nil else {
      throw FileError(.create, .system(SystemCalls.exists), path: path)
    }
    var newFolders = NewFolders()
    try newFolders.make(FilePaths.folder(of: target))
    do throws(SystemCalls.Failure) {
      TemporaryNames.sweep(beside: target)
      staging = try TemporaryNames.withFreeName(for: target) {
        (name) throws(SystemCalls.Failure) in try SystemCalls.makeNewFolder(name)
      }.path
    } catch {
      newFolders.removeUnused()
      throw FileError(.create, .system(error.number), path: path)
    }
    self.newFolders = newFolders
    lock = TemporaryLock(folder: staging)
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
    do throws(FileError) {
      let file = try StagedFile(target: folder + "/" + name, followsLinks: false)
      try file.write(bytes)
      try file.commit()
    } catch {
      // The temporary folder says nothing to people.
      throw FileError(error.operation, error.reason, path: target + "/" + path)
    }
  }

  /// Gives the folder its name.
  public func finish() throws(FileError) {
    try SystemCalls.attempt(.sync, path: target) { () throws(SystemCalls.Failure) in
      for folder in madeFolders.sorted() + [staging] { try SystemCalls.syncFolder(folder) }
    }
    try SystemCalls.attempt(.rename, path: target) { () throws(SystemCalls.Failure) in
      try SystemCalls.renameNew(staging, to: target)
    }
    isDone = true
    lock = nil
    try SystemCalls.attempt(.sync, path: target) { () throws(SystemCalls.Failure) in
      try SystemCalls.syncFolder(FilePaths.folder(of: target))
    }
  }

  private func makeFolder(_ path: String) throws(FileError) {
    try SystemCalls.attempt(.create, path: target) { () throws(SystemCalls.Failure) in
      try SystemCalls.makeNewFolder(path)
    }
  }
}
