/// A file that is read and written at any offset: a new file with a temporary name until it is
/// committed, or an existing file.
///
/// All errors contain the given path, never the temporary name.
package final class UpdatedFile {
  private let descriptor: Int32
  private let label: String
  /// The path, or the path to which it links.
  private let target: String
  private let mayReplace: Bool
  /// The temporary name of a new file; `nil` after `commit` and for an existing file.
  private var staging: String?
  /// A number that no system error has, for a target that is a pipe, socket or device.
  private static let notRegular: Int32 = -1

  /// Creates a new file with a temporary name, and removes temporary files of killed processes
  /// beside it.
  ///
  /// - Parameters:
  ///   - path: The name that the file gets when it is committed.
  ///   - replaces: Whether an existing file may be replaced; its permissions are kept.
  ///   - isPrivate: Whether only the owner may read the new file.
  /// - Throws: `FileError`; `exists` if the name is in use and the file may not be replaced, and
  ///   `notRegular` for a pipe, a socket or a device.
  package init(
    creating path: String, replaces: Bool = true, isPrivate: Bool = false
  ) throws(FileError) {
    label = path
    mayReplace = replaces
    do throws(SystemCalls.Failure) {
      let present = try? SystemCalls.statusOfLink(at: path)
      if present?.kind == .folder { throw .init(number: SystemCalls.isDirectory) }
      guard replaces || present == nil else { throw .init(number: SystemCalls.exists) }
      let isLink = present?.kind == .link
      let target = isLink ? try SystemCalls.resolved(path) : path
      let replaced = try? SystemCalls.status(at: target)
      guard replaced == nil || replaced?.kind == .regular else {
        throw .init(number: replaced?.kind == .folder ? SystemCalls.isDirectory : Self.notRegular)
      }
      TemporaryNames.sweep(beside: target)
      let (name, opened) = try TemporaryNames.withFreeName(for: target) {
        (name) throws(SystemCalls.Failure) in
        try SystemCalls.open(name, isPrivate ? .createPrivate : .createReadWrite)
      }
      try? SystemCalls.lock(opened)
      if !isPrivate, let replaced {
        try? SystemCalls.setPermissions(replaced.permissions, of: opened)
      }
      self.target = target
      descriptor = opened
      staging = name
    } catch {
      let reason: FileError.Reason =
        switch error.number {
        case SystemCalls.isDirectory: .isFolder
        case SystemCalls.exists: .exists
        case Self.notRegular: .notRegular
        default: .system(error.number)
        }
      throw FileError(.create, reason, path: path)
    }
  }

  /// Creates an object for an existing file, and locks it against other processes until the object
  /// is released.
  ///
  /// Temporary files of killed processes beside it are removed.
  ///
  /// - Throws: `FileError`; `locked` if another process has the lock; an error of creation if the file system is
  ///   read-only.
  package init(existing path: String) throws(FileError) {
    label = path
    target = path
    mayReplace = true
    do throws(SystemCalls.Failure) {
      descriptor = try SystemCalls.open(path, .readWrite)
    } catch {
      let isReadOnly = error.number == SystemCalls.readOnlyFileSystem
      throw FileError(isReadOnly ? .create : .open, .system(error.number), path: path)
    }
    do throws(SystemCalls.Failure) {
      try SystemCalls.lockPatiently(descriptor)
    } catch {
      let isTaken = error.number == SystemCalls.wouldBlock
      throw FileError(.open, isTaken ? .locked : .system(error.number), path: path)
    }
    TemporaryNames.sweep(beside: path)
  }

  deinit {
    SystemCalls.unlock(descriptor)
    try? SystemCalls.close(descriptor)
    if let staging { try? SystemCalls.remove(staging) }
  }

  /// Returns the size of the file in bytes.
  package func byteCount() throws(FileError) -> Int {
    try SystemCalls.attempt(.read, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.status(of: descriptor).size
    }
  }

  /// Returns at most `count` bytes from an offset on; fewer at the end.
  package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    try SystemCalls.attempt(.read, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.read(descriptor, upTo: max(count, 0), at: offset)
    }
  }

  /// Writes bytes at an offset.
  package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.write(descriptor, bytes, at: offset)
    }
  }

  /// Truncates the file.
  package func truncate(to byteCount: Int) throws(FileError) {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.truncate(descriptor, to: byteCount)
    }
  }

  /// Waits until the written bytes are on the disk.
  package func synchronize() throws(FileError) {
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.sync(descriptor)
    }
  }

  /// Waits until a new file is on the disk, gives it its name, and waits until the name is on the
  /// disk.
  ///
  /// - Throws: `FileError`; `exists` if the name is in use meanwhile and the file may not be
  ///   replaced.
  package func commit() throws(FileError) {
    guard let staging else { return }
    try synchronize()
    do throws(SystemCalls.Failure) {
      try putInPlace(staging)
    } catch {
      let isTaken = !mayReplace && error.number == SystemCalls.exists
      throw FileError(.rename, isTaken ? .exists : .system(error.number), path: label)
    }
    self.staging = nil
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.syncFolder(FilePaths.folder(of: target))
    }
  }

  private func putInPlace(_ staging: String) throws(SystemCalls.Failure) {
    if mayReplace {
      try SystemCalls.rename(staging, to: target)
    } else {
      try SystemCalls.renameNew(staging, to: target)
    }
  }
}
