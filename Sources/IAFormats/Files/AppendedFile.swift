/// A file that grows line by line, so that what is there after a fault is whole lines.
///
/// Each piece is one write to the end of the file. Whoever writes decides when it must be on the
/// disk.
public final class AppendedFile {
  private let path: String
  private let descriptor: Int32

  /// Makes the file, or empties it.
  ///
  /// - Throws: `FileError`.
  public init(path: String) throws(FileError) {
    self.path = path
    descriptor = try SystemCalls.attempt(.create, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.open(path, .appendNew)
    }
  }

  deinit { try? SystemCalls.close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `FileError`.
  public func append(_ bytes: [UInt8]) throws(FileError) {
    try SystemCalls.attempt(.write, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.write(descriptor, bytes)
    }
  }

  /// Brings what was appended to the disk.
  ///
  /// - Throws: `FileError`.
  public func sync() throws(FileError) {
    try SystemCalls.attempt(.sync, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.sync(descriptor)
    }
  }
}
