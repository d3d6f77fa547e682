/// Folders that were created for an output and are removed again if they stay empty.
struct NewFolders {
  /// The new folders, each after the folder that contains it.
  private var made: [String] = []

  /// Creates a folder and all missing folders above it.
  ///
  /// Links to folders are followed. If an operation fails, the folders that were created are
  /// removed.
  ///
  /// - Parameter path: The folder; it may exist.
  /// - Throws: `FileError` with the path, or with the component that is not a folder.
  mutating func make(_ path: String) throws(FileError) {
    var missing = [FilePaths.trimmed(path)]
    while let next = missing.last {
      do throws(SystemCalls.Failure) {
        if try SystemCalls.makeFolder(next) { made.append(next) }
        missing.removeLast()
      } catch {
        let folder = FilePaths.trimmed(FilePaths.folder(of: next))
        // A dangling link is not replaced, and no folder is tried twice.
        guard error.number == SystemCalls.noEntry, folder.utf8.count < next.utf8.count,
          (try? SystemCalls.statusOfLink(at: folder)) == nil
        else {
          let culprit = error.number == SystemCalls.notFolder ? Self.culprit(in: next) : path
          removeUnused()
          throw FileError(.create, .system(error.number), path: culprit)
        }
        missing.append(folder)
      }
    }
  }

  /// Removes the new folders that are empty.
  mutating func removeUnused() {
    while let folder = made.popLast() { try? SystemCalls.removeFolder(folder) }
  }

  /// Returns the component of a path that is not a folder but must be one.
  private static func culprit(in path: String) -> String {
    var part = path
    while true {
      let folder = FilePaths.trimmed(FilePaths.folder(of: part))
      guard folder.utf8.count < part.utf8.count else { return path }
      part = folder
      if let status = try? SystemCalls.status(at: part), status.kind != .folder { return part }
    }
  }
}
