/// Folders made for an output, which go again where nothing came into them.
struct NewFolders {
  /// Those that were not there before, each after the one that it stands in.
  private var made: [String] = []

  /// Makes a folder with all folders above it that are missing.
  ///
  /// Links to folders are followed, as they are everywhere in a path. Where it fails, the folders
  /// that it made are removed again.
  ///
  /// - Parameter path: What may also be there already.
  /// - Throws: `FileError` with the path, or with the part of it that is no folder.
  mutating func make(_ path: String) throws(FileError) {
    var missing = [FilePaths.trimmed(path)]
    while let next = missing.last {
      do throws(SystemCalls.Failure) {
        if try SystemCalls.makeFolder(next) { made.append(next) }
        missing.removeLast()
      } catch {
        let folder = FilePaths.trimmed(FilePaths.folder(of: next))
        // What is there and leads nowhere is not made, nor is what has been tried.
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

  /// Removes those in which nothing is.
  mutating func removeUnused() {
    while let folder = made.popLast() { try? SystemCalls.removeFolder(folder) }
  }

  /// The part of a path that would have to be a folder and is something else.
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
