/// A file that is written out of sight and then put in place of its target in one step.
final class StagedFile {
  private let target: String
  private let label: String
  private let descriptor: Int32
  private let staging: Staging
  /// The permissions of the file that is replaced; nil for a new one.
  private let inherited: UInt32?
  /// Whether something stood in the target's place before.
  private let hadTarget: Bool
  /// What happens to a file that has the target's name when the file is put in place.
  private let existing: ExistingFile
  private var isDone = false

  private enum Staging {
    /// The file has no name yet.
    case unnamed
    /// The file has a temporary name.
    case named(String)
    /// The target itself: a device or a pipe.
    case direct
  }

  /// Opens a file to write.
  ///
  /// - Parameters:
  ///   - label: The target.
  ///   - followsLinks: Whether a link is followed, and a device or a pipe written to; else a link
  ///     is replaced, and the others are refused.
  ///   - existing: What happens to a file that has the name by then; with `keep`, `commit` fails.
  ///   - sweeps: Whether to remove what killed runs left beside the target, if the file needs a
  ///     temporary name.
  init(
    target label: String, followsLinks: Bool = true, existing: ExistingFile = .replace,
    sweeps: Bool = true
  ) throws(FileError) {
    self.label = label
    self.existing = existing
    do throws(SystemCalls.Failure) {
      let present = try Self.status(at: label, followsLinks: followsLinks)
      switch present?.kind {
      case .folder: throw .init(number: SystemCalls.isDirectory)
      case .pipe, .other:
        guard followsLinks else { throw .init(number: SystemCalls.exists) }
        target = label
        staging = .direct
        inherited = nil
        hadTarget = true
        descriptor = try SystemCalls.open(label, .writeOnly)
        return
      case .regular, .link, nil: break
      }
      target = followsLinks ? try Self.resolvedTarget(label) : label
      if present?.kind == .regular { try SystemCalls.checkWritable(target) }
      inherited = present?.kind == .regular ? present?.permissions : nil
      hadTarget = present != nil
      if let unnamed = try Self.openUnnamed(in: FilePaths.folder(of: target)) {
        staging = .unnamed
        descriptor = unnamed
      } else {
        if sweeps { TemporaryNames.sweep(beside: target) }
        let (name, opened) = try TemporaryNames.withFreeName(for: target) {
          (name) throws(SystemCalls.Failure) in try SystemCalls.open(name, .createNew)
        }
        try? SystemCalls.lock(opened)
        descriptor = opened
        staging = .named(name)
      }
    } catch {
      let reason: FileError.Reason =
        error.number == SystemCalls.isDirectory ? .isFolder : .system(error.number)
      throw FileError(.create, reason, path: label)
    }
  }

  deinit {
    guard !isDone else { return }
    try? SystemCalls.close(descriptor)
    if case .named(let name) = staging { try? SystemCalls.remove(name) }
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.write(descriptor, bytes)
    }
  }

  /// Brings the bytes to the disk and puts the file in place.
  func commit() throws(FileError) {
    try setPermissions()
    try sync()
    try place()
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      if case .direct = staging { return }
      try SystemCalls.syncFolder(folder)
    }
  }

  /// The folder of the target.
  var folder: String { FilePaths.folder(of: target) }

  /// The size, the time and the place of the file before it has its name.
  func status() throws(FileError) -> SystemCalls.Status {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.status(of: descriptor)
    }
  }

  /// Gives the file the permissions of the one that it replaces.
  func setPermissions() throws(FileError) {
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      if let inherited { try SystemCalls.setPermissions(inherited, of: descriptor) }
    }
  }

  /// Brings the bytes to the disk.
  func sync() throws(FileError) {
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.sync(descriptor)
    }
  }

  /// Brings all bytes of the target's file system to the disk.
  ///
  /// - Returns: Whether the system can do that.
  func syncFileSystem() throws(FileError) -> Bool {
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.syncFileSystem(of: descriptor)
    }
  }

  /// Puts the file in place and closes it, without bringing anything to the disk.
  func place() throws(FileError) {
    do throws(SystemCalls.Failure) {
      try putInPlace()
    } catch {
      let isTaken = existing == .keep && error.number == SystemCalls.exists
      throw FileError(.rename, isTaken ? .exists : .system(error.number), path: label)
    }
    isDone = true
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.close(descriptor)
    }
  }

  /// Opens a file without a name, or returns `nil` if the file system has none, or if it could not
  /// get a name later, which requires `/proc`.
  ///
  /// - Throws: The failure of a process that has too many open files.
  private static func openUnnamed(in folder: String) throws(SystemCalls.Failure) -> Int32? {
    guard SystemCalls.canNameDescriptors else { return nil }
    do throws(SystemCalls.Failure) {
      return try SystemCalls.open(folder, .unnamed)
    } catch {
      guard !SystemCalls.descriptorErrors.contains(error.number) else { throw error }
      return nil
    }
  }

  /// Whether the file has its name, even if `commit` failed afterwards.
  var isPlaced: Bool { isDone }

  /// Removes the file again after it was put in place.
  func withdraw() {
    if isDone, !hadTarget { try? SystemCalls.remove(target) }
  }

  private func putInPlace() throws(SystemCalls.Failure) {
    if case .direct = staging { return }
    if existing == .backUp { try backUp() }
    switch staging {
    case .direct: return
    case .named(let name):
      if existing == .keep, (try? SystemCalls.statusOfLink(at: target)) != nil {
        throw .init(number: SystemCalls.exists)
      }
      try SystemCalls.rename(name, to: target)
    case .unnamed:
      // Where there is nothing to replace, the file gets its name and never has another.
      do throws(SystemCalls.Failure) {
        try SystemCalls.link(descriptor, to: target)
        return
      } catch {
        guard existing != .keep, error.number == SystemCalls.exists else { throw error }
      }
      // A link cannot replace a file; a rename can.
      let (name, _) = try TemporaryNames.withFreeName(for: target) {
        (name) throws(SystemCalls.Failure) in try SystemCalls.link(descriptor, to: name)
      }
      do throws(SystemCalls.Failure) {
        try SystemCalls.rename(name, to: target)
      } catch {
        try? SystemCalls.remove(name)
        throw error
      }
    }
  }

  /// Gives the file in the target's place its second name, the backup's, which replaces an older
  /// backup.
  ///
  /// The file has its own name until the output replaces it, except on file systems without hard
  /// links, where no file has the name for a moment.
  private func backUp() throws(SystemCalls.Failure) {
    guard (try? SystemCalls.statusOfLink(at: target)) != nil else { return }
    let backup = ExistingFile.backupName(of: target)
    let linked: (path: String, result: Void)
    do throws(SystemCalls.Failure) {
      linked = try TemporaryNames.withFreeName(for: backup) {
        (name) throws(SystemCalls.Failure) in try SystemCalls.linkFile(target, to: name)
      }
    } catch {
      guard error.number == SystemCalls.notSupported || error.number == SystemCalls.notPermitted
      else { throw error }
      return try SystemCalls.rename(target, to: backup)
    }
    do throws(SystemCalls.Failure) {
      try SystemCalls.rename(linked.path, to: backup)
    } catch {
      try? SystemCalls.remove(linked.path)
      throw error
    }
    // A rename between two names of one file does nothing: the backup is there already.
    try? SystemCalls.remove(linked.path)
  }

  /// The status of a target; nil where there is none yet.
  private static func status(
    at path: String, followsLinks: Bool
  ) throws(SystemCalls.Failure) -> SystemCalls.Status? {
    do throws(SystemCalls.Failure) {
      return followsLinks
        ? try SystemCalls.status(at: path) : try SystemCalls.statusOfLink(at: path)
    } catch {
      guard error.number == SystemCalls.noEntry, !path.isEmpty else { throw error }
      return nil
    }
  }

  /// The target, or what it leads to where it is a link.
  private static func resolvedTarget(_ path: String) throws(SystemCalls.Failure) -> String {
    guard let status = try? SystemCalls.statusOfLink(at: path), status.kind == .link else {
      return path
    }
    return try SystemCalls.resolved(path)
  }
}
