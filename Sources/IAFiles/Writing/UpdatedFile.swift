/// A file that is read and written anywhere: a new one under a temporary name until it is committed,
/// or one that is there.
///
/// All errors name the path that was given, never the temporary name.
package final class UpdatedFile {
  private let descriptor: Int32
  private let label: String
  /// The path, or what it leads to if it is a link.
  private let target: String
  private let mayReplace: Bool
  /// The temporary name of a new file.
  private var staging: String?

  /// Creates a new file under a temporary name, and removes what killed runs left beside it.
  ///
  /// - Parameters:
  ///   - path: The name that the file gets when it is committed.
  ///   - replaces: Whether a file that has the name may be replaced; its permissions are kept.
  /// - Throws: `FileError`, `exists` if something has the name and may not be replaced.
  package init(creating path: String, replaces: Bool = true) throws(FileError) {
    label = path
    mayReplace = replaces
    do throws(SystemCalls.Failure) {
      let present = try? SystemCalls.statusOfLink(at: path)
      if present?.kind == .folder { throw .init(number: SystemCalls.isDirectory) }
      guard replaces || present == nil else { throw .init(number: SystemCalls.exists) }
      let isLink = present?.kind == .link
      let target = isLink ? try SystemCalls.resolved(path) : path
      TemporaryNames.sweep(beside: target)
      let (name, opened) = try TemporaryNames.withFreeName(for: target) {
        (name) throws(SystemCalls.Failure) in try SystemCalls.open(name, .createReadWrite)
      }
      try? SystemCalls.lock(opened)
      if let replaced = try? SystemCalls.status(at: target), replaced.kind == .regular {
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
        default: .system(error.number)
        }
      throw FileError(.create, reason, path: path)
    }
  }

  /// Opens a file that is there, and locks it against other runs until this object goes.
  ///
  /// What killed runs left beside it is removed.
  ///
  /// - Throws: `FileError`, `locked` where somebody else has the lock.
  package init(existing path: String) throws(FileError) {
    label = path
    target = path
    mayReplace = true
    descriptor = try SystemCalls.attempt(.open, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.open(path, .readWrite)
    }
    do throws(SystemCalls.Failure) {
      try SystemCalls.lock(descriptor)
    } catch {
      let isTaken = error.number == SystemCalls.wouldBlock
      throw FileError(.open, isTaken ? .locked : .system(error.number), path: path)
    }
    TemporaryNames.sweep(beside: path)
  }

  deinit {
    try? SystemCalls.close(descriptor)
    if let staging { try? SystemCalls.remove(staging) }
  }

  /// The size of the file in bytes.
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

  /// Cuts the file off.
  package func truncate(to byteCount: Int) throws(FileError) {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.truncate(descriptor, to: byteCount)
    }
  }

  /// Brings what was written to the disk.
  package func synchronize() throws(FileError) {
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.sync(descriptor)
    }
  }

  /// Brings a new file to the disk and gives it its name, which lasts when this returns.
  ///
  /// - Throws: `FileError`, `exists` if something has taken the name that may not be replaced.
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
    guard !mayReplace else { return try SystemCalls.rename(staging, to: target) }
    do throws(SystemCalls.Failure) {
      try SystemCalls.renameNew(staging, to: target)
    } catch {
      // Some file systems cannot do it in one step.
      guard SystemCalls.isUnknown(error) else { throw error }
      guard (try? SystemCalls.statusOfLink(at: target)) == nil else {
        throw .init(number: SystemCalls.exists)
      }
      try SystemCalls.rename(staging, to: target)
    }
  }
}
