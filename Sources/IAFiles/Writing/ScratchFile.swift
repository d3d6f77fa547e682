/// A file without a name for intermediate data, which is removed with the process.
package final class ScratchFile {
  private let folder: String
  /// The descriptor, which this object closes.
  package let descriptor: Int32
  /// The size in bytes.
  package private(set) var byteCount = 0

  /// Creates an empty file.
  ///
  /// - Parameter folder: A folder on a file system with sufficient space.
  /// - Throws: `FileError`.
  package init(in folder: String) throws(FileError) {
    self.folder = folder
    descriptor = try SystemCalls.attempt(.create, path: folder) {
      () throws(SystemCalls.Failure) in
      if let unnamed = try? SystemCalls.open(folder, .unnamedReadWrite) { return unnamed }
      let (name, opened) = try TemporaryNames.withFreeName(for: folder + "/scratch") {
        (name) throws(SystemCalls.Failure) in try SystemCalls.open(name, .createReadWrite)
      }
      try? SystemCalls.remove(name)
      return opened
    }
  }

  deinit { try? SystemCalls.close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `FileError`.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    try SystemCalls.attempt(.write, path: folder) { () throws(SystemCalls.Failure) in
      try SystemCalls.write(descriptor, bytes, at: byteCount)
    }
    byteCount += bytes.count
  }

  /// Returns at most `count` bytes from an offset on; fewer at the end.
  ///
  /// - Throws: `FileError`.
  package func bytes(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    try SystemCalls.attempt(.read, path: folder) { () throws(SystemCalls.Failure) in
      try SystemCalls.read(descriptor, upTo: max(0, min(count, byteCount - offset)), at: offset)
    }
  }
}
