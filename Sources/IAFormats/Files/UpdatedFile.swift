/// A file that is read and written anywhere: a new one under a temporary name until it is committed,
/// or one that is there.
package final class UpdatedFile {
  /// The descriptor, open for reading and writing; it stays this file's.
  package let descriptor: Int32
  private let path: String
  /// The temporary name of a new file.
  private var staging: String?

  /// Makes a new file, which replaces one that is there when it is committed.
  package init(creating path: String) throws(FileError) {
    self.path = path
    let name = FilePaths.name(of: path) ?? "output"
    let staging = "\(FilePaths.folder(of: path))/.\(name).tmp.\(SystemCalls.processID)"
    descriptor = try Self.open(staging, .createReadWrite, path)
    self.staging = staging
  }

  /// Opens a file that is there, and locks it against other runs; the lock ends with this object or
  /// with the process.
  ///
  /// - Throws: `FileError`, `locked` where somebody else has the lock.
  package init(existing path: String) throws(FileError) {
    self.path = path
    descriptor = try Self.open(path, .readWrite, path)
    do throws(SystemCalls.Failure) {
      try SystemCalls.lock(descriptor)
    } catch {
      let isTaken = error.number == SystemCalls.wouldBlock
      throw FileError(.open, isTaken ? .locked : .system(error.number), path: path)
    }
  }

  deinit {
    try? SystemCalls.close(descriptor)
    if let staging { try? SystemCalls.remove(staging) }
  }

  /// Gives a new file its name; its bytes are on the disk by then.
  package func commit() throws(FileError) {
    guard let staging else { return }
    do throws(SystemCalls.Failure) {
      try SystemCalls.sync(descriptor)
      try SystemCalls.rename(staging, to: path)
    } catch {
      throw FileError(.rename, .system(error.number), path: path)
    }
    self.staging = nil
  }

  private static func open(
    _ name: String, _ access: SystemCalls.Access, _ path: String
  ) throws(FileError) -> Int32 {
    do throws(SystemCalls.Failure) {
      return try SystemCalls.open(name, access)
    } catch {
      throw FileError(
        access == .readWrite ? .open : .create, .system(error.number), path: path)
    }
  }
}
