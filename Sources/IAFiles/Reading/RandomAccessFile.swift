/// A regular file that is read anywhere, through one descriptor from the first byte to the last.
package final class RandomAccessFile {
  /// The path as it was given.
  package let path: String
  /// How many bytes the file had when it was opened.
  package let byteCount: Int
  private let file: OpenFile
  private let status: SystemCalls.Status

  /// Opens a file.
  ///
  /// - Throws: `FileError` where it is no regular file or cannot be opened.
  package init(path: String) throws(FileError) {
    self.path = path
    file = try OpenFile(reading: path)
    status = try file.regularStatus()
    byteCount = status.size
  }

  /// The descriptor, for a library that reads by itself; it stays this file's.
  package var descriptor: Int32 { file.descriptor }

  /// The bytes of a range; fewer where the file has become shorter.
  package func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
    try SystemCalls.attempt(.read, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.read(file.descriptor, upTo: range.count, at: range.lowerBound)
    }
  }

  /// Locks the file against other runs; the lock ends with this object or with the process.
  ///
  /// - Throws: `FileError`, `locked` where somebody else has the lock.
  package func lock() throws(FileError) {
    do throws(SystemCalls.Failure) {
      try SystemCalls.lock(file.descriptor)
    } catch {
      let isTaken = error.number == SystemCalls.wouldBlock
      throw FileError(.open, isTaken ? .locked : .system(error.number), path: path)
    }
  }

  /// Fails where somebody has changed the file since it was opened.
  package func checkUnchanged() throws(FileError) {
    guard try file.regularStatus() == status else {
      throw FileError(.read, .changedDuringRead, path: path)
    }
  }
}
