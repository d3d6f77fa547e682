/// A regular file that is read at any offset through one open descriptor.
package final class RandomAccessFile {
  /// The path as the caller gave it.
  package let path: String
  /// The size in bytes when the file was opened.
  package let byteCount: Int
  private let file: OpenFile
  private let status: SystemCalls.Status

  /// Creates an object for a file and opens it.
  ///
  /// - Throws: `FileError` if it is not a regular file or cannot be opened.
  package init(path: String) throws(FileError) {
    self.path = path
    file = try OpenFile(reading: path)
    status = try file.regularStatus()
    byteCount = status.size
  }

  /// Creates an object for a descriptor that another process has passed; it closes the descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor, open for reading.
  ///   - name: The name of the file in messages, whose suffix may determine its format.
  /// - Throws: `FileError` if it is not of a regular file.
  package init(passed descriptor: Int32, name: String) throws(FileError) {
    path = name
    file = OpenFile(passed: descriptor, path: name)
    status = try file.regularStatus()
    byteCount = status.size
  }

  /// The descriptor, for a library that reads the file itself.
  ///
  /// This object closes it.
  package var descriptor: Int32 { file.descriptor }

  /// Whether the group or other users have any permission for the file.
  package var isOpenToOthers: Bool { status.permissions & 0o077 != 0 }

  /// Returns the bytes of a range; fewer if the file has become shorter.
  package func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
    try SystemCalls.attempt(.read, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.read(file.descriptor, upTo: range.count, at: range.lowerBound)
    }
  }

  /// Locks the file against other processes until this object is released or the process ends.
  ///
  /// - Throws: `FileError`; `locked` if another process has the lock.
  package func lock() throws(FileError) {
    do throws(SystemCalls.Failure) {
      try SystemCalls.lock(file.descriptor)
    } catch {
      let isTaken = error.number == SystemCalls.wouldBlock
      throw FileError(.open, isTaken ? .locked : .system(error.number), path: path)
    }
  }

  /// The result of waiting for another process to change the file.
  package enum Change: Sendable {
    /// No process is changing the file, and it has not changed since it was opened.
    case none
    /// The file has changed since it was opened; it must be opened again.
    case finished
    /// A process has locked the file to change it.
    case unfinished
  }

  /// Waits while another process has locked the file to change it.
  ///
  /// - Parameter end: The end of the time to wait.
  package func waitForChange(until end: ContinuousClock.Instant) -> Change {
    guard SystemCalls.waitForLock(file.descriptor, until: end) else { return .unfinished }
    do { try checkUnchanged() } catch { return .finished }
    return .none
  }

  /// Checks that the file was not changed since it was opened.
  ///
  /// - Throws: `FileError` with `changedDuringRead`.
  package func checkUnchanged() throws(FileError) {
    guard try file.regularStatus() == status else {
      throw FileError(.read, .changedDuringRead, path: path)
    }
  }
}
