/// An output folder that one process writes to.
///
/// While the object exists, the folder is locked against other processes. The lock ends with the
/// process at the latest and needs no file.
public final class OutputFolder {
  /// The path as the caller gave it.
  public let path: String
  private let folder: OpenFile
  private var newFolders = NewFolders()

  /// Creates an object for a folder, which is created with all folders above it if it does not
  /// exist.
  ///
  /// - Throws: `FileError` if it cannot be created, is not a folder or not writable; `locked` if
  ///   another process has locked it.
  public init(path: String) throws(FileError) {
    self.path = path
    try newFolders.make(path)
    do {
      folder = try OpenFile(folder: path)
    } catch {
      newFolders.removeUnused()
      throw FileError(.create, error.reason, path: path)
    }
    do throws(SystemCalls.Failure) {
      try SystemCalls.checkWritable(path)
      try SystemCalls.lock(folder.descriptor)
      TemporaryNames.sweep(folder: path)
    } catch {
      newFolders.removeUnused()
      let isTaken = error.number == SystemCalls.wouldBlock
      throw FileError(.create, isTaken ? .locked : .system(error.number), path: path)
    }
  }

  deinit { SystemCalls.unlock(folder.descriptor) }

  /// Removes the folders that this object created, if they are empty.
  public func removeIfUnused() { newFolders.removeUnused() }

  /// Creates a folder and all missing folders above it.
  ///
  /// - Throws: `FileError`.
  package static func make(_ path: String) throws(FileError) {
    var folders = NewFolders()
    try folders.make(path)
  }

  /// Removes temporary files of killed processes in a folder.
  ///
  /// - Complexity: O(*n*) in the number of names in the folder.
  package static func sweep(_ path: String) { TemporaryNames.sweep(folder: path) }

  /// Removes a folder and everything below it, without following links; entries that cannot be
  /// removed are skipped.
  package static func removeTree(_ path: String) { SystemCalls.removeTree(path) }

  /// Returns whether another process has locked a folder.
  package static func isLocked(_ path: String) -> Bool {
    guard let folder = try? OpenFile(folder: path) else { return false }
    do throws(SystemCalls.Failure) {
      try SystemCalls.lock(folder.descriptor)
      SystemCalls.unlock(folder.descriptor)
      return false
    } catch {
      return error.number == SystemCalls.wouldBlock
    }
  }

  /// Returns whether a path leads to a folder.
  public static func isFolder(_ path: String) -> Bool {
    (try? SystemCalls.status(at: path))?.kind == .folder
  }
}
