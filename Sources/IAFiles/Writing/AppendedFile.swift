/// A file to which records are appended, so that it contains only complete records after a fault.
///
/// Each call of `append` is one write at the end of the file. The caller decides when to call
/// `sync`.
public final class AppendedFile {
  private let path: String
  private let descriptor: Int32

  /// Creates the file, or removes its content if it exists.
  ///
  /// - Throws: `FileError`.
  public init(path: String) throws(FileError) {
    self.path = path
    descriptor = try SystemCalls.attempt(.create, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.open(path, .appendNew)
    }
  }

  /// Creates an object for appending to a file, which is created if it does not exist.
  ///
  /// Bytes after the last line feed, which a killed process may have written, are removed.
  ///
  /// - Throws: `FileError`; `notRegular` for a pipe or a device.
  package init(appendingTo path: String) throws(FileError) {
    self.path = path
    let descriptor = try SystemCalls.attempt(.create, path: path) {
      () throws(SystemCalls.Failure) in try SystemCalls.open(path, .appendOld)
    }
    self.descriptor = descriptor
    let status = try SystemCalls.attempt(.create, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.status(of: descriptor)
    }
    guard status.kind == .regular else { throw FileError(.create, .notRegular, path: path) }
    try SystemCalls.attempt(.create, path: path) { () throws(SystemCalls.Failure) in
      let end = try Self.endOfLines(in: descriptor, size: status.size)
      if end < status.size { try SystemCalls.truncate(descriptor, to: end) }
    }
  }

  /// Returns the offset after the last line feed; 0 if there is none.
  private static func endOfLines(
    in descriptor: Int32, size: Int
  ) throws(SystemCalls.Failure) -> Int {
    var end = size
    while end > 0 {
      let start = max(0, end - (1 << 16))
      let bytes = try SystemCalls.read(descriptor, upTo: end - start, at: start)
      if let last = bytes.lastIndex(of: 0x0A) { return start + last + 1 }
      end = start
    }
    return 0
  }

  /// Returns the size of the file in bytes.
  package func byteCount() throws(FileError) -> Int {
    try SystemCalls.attempt(.write, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.status(of: descriptor).size
    }
  }

  /// Removes all bytes from an offset on.
  ///
  /// - Throws: `FileError`.
  package func truncate(to byteCount: Int) throws(FileError) {
    try SystemCalls.attempt(.write, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.truncate(descriptor, to: byteCount)
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

  /// Waits until the appended bytes are on the disk.
  ///
  /// - Throws: `FileError`.
  public func sync() throws(FileError) {
    try SystemCalls.attempt(.sync, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.sync(descriptor)
    }
  }
}
