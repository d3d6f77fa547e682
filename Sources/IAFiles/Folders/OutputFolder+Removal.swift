extension OutputFolder {
  /// Removes a file; a folder is not removed.
  ///
  /// - Throws: `FileError`.
  package static func removeFile(_ path: String) throws(FileError) {
    try SystemCalls.attempt(.remove, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.remove(path)
    }
  }

  /// Removes the folders of a removed file up to the first one that is not empty, but not the target.
  ///
  /// - Parameters:
  ///   - path: The path of the file relative to the target.
  ///   - target: The folder that contains all outputs.
  package static func removeEmptyFolders(of path: String, in target: String) {
    var folder = path[...]
    while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
      folder = folder[..<slash]
      let full = target + "/" + folder
      guard (try? SystemCalls.removeFolder(full)) != nil else { return }
    }
  }

  /// Returns whether a folder can be read and has no names.
  package static func isEmpty(_ path: String) -> Bool {
    var isEmpty = isFolder(path)
    let isRead = FolderWalk.forEachName(in: PathBytes.bytes(of: path)) { _ in isEmpty = false }
    return isRead && isEmpty
  }
}
