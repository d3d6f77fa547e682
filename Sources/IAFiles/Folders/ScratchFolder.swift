/// A folder for intermediate files that only this user can enter, which is removed with the value.
package final class ScratchFolder {
  /// The path of the folder, with all links resolved.
  package let path: String

  /// Creates an empty folder inside another one.
  ///
  /// - Throws: `FileError`.
  package init(in folder: String) throws(FileError) {
    path = try SystemCalls.attempt(.create, path: folder) { () throws(SystemCalls.Failure) in
      try SystemCalls.resolved(SystemCalls.createPrivateFolder(in: folder))
    }
  }

  deinit { SystemCalls.removeTree(path) }

  /// Returns the path of a file with all links resolved, which starts with a slash.
  ///
  /// - Throws: `FileError` if there is no such file.
  package static func resolved(_ path: String) throws(FileError) -> String {
    try SystemCalls.attempt(.open, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.resolved(path)
    }
  }
}
