/// A folder that one run writes its documents into.
///
/// While the object lives, the folder is locked against other runs; the lock ends with the process
/// at the latest and leaves no file behind.
public final class OutputFolder {
  /// The path as it was given.
  public let path: String
  private let folder: OpenFile
  private var newFolders = NewFolders()

  /// Opens a folder, and makes it with all folders above it where there is none.
  ///
  /// - Throws: `FileError` where it cannot be made, is no folder, may not be written to, or another
  ///   run has it.
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

  /// Removes the folders again that this object made and that nothing is in.
  public func removeIfUnused() { newFolders.removeUnused() }

  /// Makes a folder with all folders above it that are missing.
  ///
  /// - Throws: `FileError`.
  package static func make(_ path: String) throws(FileError) {
    var folders = NewFolders()
    try folders.make(path)
  }

  /// Removes what killed runs left in a folder.
  ///
  /// - Complexity: O(*n*) in the number of names in the folder.
  package static func sweep(_ path: String) { TemporaryNames.sweep(folder: path) }

  /// Whether another process has locked a folder.
  package static func isLocked(_ path: String) -> Bool {
    guard let folder = try? OpenFile(folder: path) else { return false }
    do throws(SystemCalls.Failure) {
      try SystemCalls.lock(folder.descriptor)
      return false
    } catch {
      return error.number == SystemCalls.wouldBlock
    }
  }

  /// Whether a path leads to a folder.
  public static func isFolder(_ path: String) -> Bool {
    (try? SystemCalls.status(at: path))?.kind == .folder
  }
}
