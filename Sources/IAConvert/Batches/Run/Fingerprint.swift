internal import IABytes
internal import IAFiles
internal import IASyntax

/// Hashes of files, computed with memory that does not depend on their size.
enum Fingerprint {
  /// Returns the SHA-256 of a regular file, or of the paths and hashes of all files of a folder.
  ///
  /// - Throws: `FileError`; `InputError` with `folder.limit`.
  static func digest(of path: String, limits: Limits) throws -> SHA256Digest {
    guard OutputFolder.isFolder(path) else { return try digest(ofFile: path) }
    var hasher = SHA256Hasher()
    for file in try FolderTree(path: path, limits: limits).files {
      let inner = path + "/" + file.path
      hasher.update(PathBytes.bytes(of: file.path) + [0])
      hasher.update(try digest(ofFile: inner).bytes)
    }
    return hasher.finish()
  }

  private static func digest(ofFile path: String) throws(FileError) -> SHA256Digest {
    guard FileIdentity(path: path) != nil else {
      throw FileError(.open, .notRegular, path: path)
    }
    let file = try SequentialFile(path: path)
    var hasher = SHA256Hasher()
    while true {
      let bytes = try file.read(upTo: 1 << 20)
      if bytes.isEmpty { return hasher.finish() }
      hasher.update(bytes)
    }
  }
}
