/// A sink that writes a tree of files as a new folder, completely or not at all.
///
/// The files are written to a folder with a temporary name beside the target; missing folders above
/// it are created. `finish` gives the folder its name. A sink that is released before `finish`
/// removes everything that it created.
public final class FolderTreeSink: FileTreeSink {
  private let target: String
  private let staging: String
  /// The folder that contains the files until `finish` gives it its name.
  package var temporaryFolder: String { staging }

  /// The lock of the temporary folder.
  private var lock: TemporaryLock?
  private var newFolders: NewFolders
  private var madeFolders: Set<ExactText> = []
  private var isDone = false
  private let isTemporary: Bool

  /// Creates a sink.
  ///
  /// - Parameter path: The folder to create; it must not exist.
  /// - Throws: `FileError`.
  public convenience init(path: String) throws(FileError) {
    try self.init(path: path, isTemporary: false)
  }

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - path: The folder to create; it must not exist.
  ///   - isTemporary: Whether the folder is only used while this object exists; then no file is
  ///     synchronised, and `finish` must not be called.
  /// - Throws: `FileError`.
  package init(path: String, isTemporary: Bool) throws(FileError) {
    self.isTemporary = isTemporary
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

  /// Adds a file and the folders above it.
  ///
  /// - Throws: `FileError` with `unsafeName` for a path that would leave the folder, or if writing
  ///   fails.
  public func add(_ path: String, _ bytes: [UInt8]) throws {
    guard let parts = FilePaths.safeParts(of: path), let name = parts.last else {
      throw FileError(.create, .unsafeName, path: path)
    }
    var folder = staging
    for part in parts.dropLast() {
      folder += "/" + part
      if madeFolders.insert(ExactText(folder)).inserted { try makeFolder(folder) }
    }
    do throws(FileError) {
      let file = try StagedFile(target: folder + "/" + name, followsLinks: false)
      try file.write(bytes)
      if isTemporary { try file.place() } else { try file.commit() }
    } catch {
      // Errors name the target, because users do not know the temporary folder.
      throw FileError(error.operation, error.reason, path: target + "/" + path)
    }
  }

  /// Completes the folder and moves it to its name.
  ///
  /// - Throws: `FileError`.
  public func finish() throws(FileError) {
    precondition(!isTemporary, "a temporary folder gets no name")
    try SystemCalls.attempt(.sync, path: target) { () throws(SystemCalls.Failure) in
      for folder in madeFolders.map(\.text).sorted() + [staging] {
        try SystemCalls.syncFolder(folder)
      }
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
