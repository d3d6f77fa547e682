/// A file that is written without its name and then replaces its target in one step.
final class StagedFile {
  private let target: String
  private let label: String
  private let descriptor: Int32
  private let staging: Staging
  /// The permissions of the file that is replaced; `nil` for a new file.
  private let inherited: UInt32?
  /// Whether a file with the target's name existed when writing began.
  private let hadTarget: Bool
  /// The treatment of a file that has the target's name when the file gets it.
  private let existing: ExistingFile
  private var isDone = false
  /// Whether the descriptor is closed, because the file waits with a temporary name.
  private var isParked = false

  private enum Staging {
    /// The file has no name yet.
    case unnamed
    /// The file has a temporary name.
    case named(String)
    /// The target is written directly: it is a device or a pipe.
    case direct
  }

  /// Creates a file for writing.
  ///
  /// - Parameters:
  ///   - label: The target.
  ///   - followsLinks: Whether to follow a link and to write to a device or pipe; otherwise a link
  ///     is replaced, and devices and pipes are refused.
  ///   - existing: The treatment of a file that has the name when the file is placed; with `keep`,
  ///     `place` throws.
  ///   - sweeps: Whether to remove temporary files of killed processes beside the target, if the
  ///     file needs a temporary name.
  ///   - isNamed: Whether the file has a temporary name on all file systems, so that it can be parked.
  init(
    target label: String, followsLinks: Bool = true, existing: ExistingFile = .replace,
    sweeps: Bool = true, isNamed: Bool = false
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
      if !isNamed, let unnamed = try Self.openUnnamed(in: FilePaths.folder(of: target)) {
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
    if !isParked { try? SystemCalls.close(descriptor) }
    if case .named(let name) = staging { try? SystemCalls.remove(name) }
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(FileError) {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.write(descriptor, bytes)
    }
  }

  /// Waits until the bytes are on the disk, and gives the file its name.
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

  /// Returns the size, time and identity of the file before it has its name.
  func status() throws(FileError) -> SystemCalls.Status {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.status(of: descriptor)
    }
  }

  /// Sets the permissions of the file that is replaced.
  func setPermissions() throws(FileError) {
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      if let inherited { try SystemCalls.setPermissions(inherited, of: descriptor) }
    }
  }

  /// Waits until the bytes are on the disk.
  func sync() throws(FileError) {
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.sync(descriptor)
    }
  }

  /// Closes a file that has a temporary name until it is placed, so that it does not use a descriptor.
  ///
  /// All bytes must have been written and synchronised.
  func park() throws(FileError) {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.close(descriptor)
    }
    isParked = true
  }

  /// Waits until all bytes of the target's file system are on the disk.
  ///
  /// - Returns: Whether the system supports this.
  func syncFileSystem() throws(FileError) -> Bool {
    try SystemCalls.attempt(.sync, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.syncFileSystem(of: descriptor)
    }
  }

  /// Replaces the target by the file and closes it, without synchronisation.
  func place() throws(FileError) {
    do throws(SystemCalls.Failure) {
      try putInPlace()
    } catch {
      let isTaken = existing == .keep && error.number == SystemCalls.exists
      throw FileError(.rename, isTaken ? .exists : .system(error.number), path: label)
    }
    isDone = true
    guard !isParked else { return }
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.close(descriptor)
    }
  }

  /// Opens a file without a name.
  ///
  /// - Returns: `nil` if the file system does not support it, or if the file could not get a name
  ///   later, which requires `/proc`.
  /// - Throws: The failure if the process has too many open files.
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

  /// Removes the file after it got its name, unless it replaced another one.
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
      // If the name is free, the file gets it directly.
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

  /// Links the existing file to the name of its backup, which replaces an older backup.
  ///
  /// The file keeps its name until the output replaces it. On file systems without hard links it is
  /// renamed, and for a moment no file has the name.
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
    // A rename between two names of the same file does nothing: the backup exists already.
    try? SystemCalls.remove(linked.path)
  }

  /// Returns the status of a target, or `nil` if it does not exist.
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

  /// Returns the target, or the path that it links to.
  private static func resolvedTarget(_ path: String) throws(SystemCalls.Failure) -> String {
    guard let status = try? SystemCalls.statusOfLink(at: path), status.kind == .link else {
      return path
    }
    return try SystemCalls.resolved(path)
  }
}
