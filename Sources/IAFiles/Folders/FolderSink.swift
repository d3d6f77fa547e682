/// A sink that collects its output in a temporary place and moves it to the target on `commit`.
///
/// Only classes conform, because the code that commits and the code that writes share one sink.
public protocol StagedSink: DocumentSink, AnyObject {
  /// Waits until all bytes are on the disk, and gives the output its name.
  ///
  /// - Throws: `FileError`.
  func commit() throws(FileError)
}

extension FileSink: StagedSink {}

/// A sink that writes a document as a folder, completely or not at all.
///
/// Files are written to a folder with a temporary name beside the target. `commit` waits until they
/// are on the disk and exchanges the folder with an existing folder of the same kind, which is then
/// removed. A sink that is released before `commit` leaves no files.
public final class FolderSink: StagedSink {
  private let target: String
  private let staging: String
  private let document: String
  private let replaces: Bool
  private let descriptor: Int32
  /// The lock of the temporary folder.
  private let lock: TemporaryLock
  private var names: Set<ExactText> = []
  private var pending: [UInt8] = []
  private var isDone = false

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - path: The folder. An existing one is replaced by `commit` if it is empty or contains a
  ///     document of the same name; otherwise the initializer throws.
  ///   - document: The name of the document's file in the folder.
  /// - Throws: `FileError` if the target cannot be replaced, or its folder is not writable.
  public convenience init(path: String, document: String) throws(FileError) {
    try self.init(path: path, document: document, sweeps: true)
  }

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - document: The name of the document's file in the folder.
  ///   - sweeps: Whether to remove temporary files of killed processes beside the folder.
  package init(path: String, document: String, sweeps: Bool) throws(FileError) {
    var target = FilePaths.trimmed(path)
    self.document = document
    do throws(SystemCalls.Failure) {
      // The target of a link is exchanged, and the link is kept.
      if (try? SystemCalls.statusOfLink(at: target))?.kind == .link {
        target = try SystemCalls.resolved(target)
      }
      replaces = try Self.isReplaceable(target, document)
      self.target = target
      staging = try Self.makeStaging(beside: target, sweeps: sweeps)
      lock = TemporaryLock(folder: staging)
    } catch {
      throw FileError(.create, .system(error.number), path: path)
    }
    do throws(SystemCalls.Failure) {
      descriptor = try SystemCalls.open(staging + "/" + document, .createNew)
    } catch {
      SystemCalls.removeTree(staging)
      throw FileError(.create, .system(error.number), path: path)
    }
    names.insert(ExactText(document))
  }

  deinit {
    guard !isDone else { return }
    try? SystemCalls.close(descriptor)
    SystemCalls.removeTree(staging)
  }

  /// Appends bytes to the document.
  ///
  /// - Throws: `FileError`.
  public func write(_ bytes: [UInt8]) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 18 { try flush() }
  }

  /// Writes a file to the folder.
  ///
  /// - Returns: Its name.
  /// - Throws: `FileError` with `unsafeName` for a name that would leave the folder or is in use.
  public func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    guard let parts = FilePaths.safeParts(of: name), parts.count == 1,
      names.insert(ExactText(name)).inserted
    else { throw FileError(.create, .unsafeName, path: target + "/" + name) }
    try SystemCalls.attempt(.write, path: target) { () throws(SystemCalls.Failure) in
      let file = try SystemCalls.open(staging + "/" + name, .createNew)
      do throws(SystemCalls.Failure) {
        try SystemCalls.write(file, bytes)
        try SystemCalls.sync(file)
      } catch {
        try? SystemCalls.close(file)
        throw error
      }
      try SystemCalls.close(file)
    }
    return name
  }

  /// Waits until all bytes are on the disk, and gives the folder its name.
  ///
  /// - Throws: `FileError`.
  public func commit() throws(FileError) {
    try flush()
    try SystemCalls.attempt(.sync, path: target) { () throws(SystemCalls.Failure) in
      try SystemCalls.sync(descriptor)
    }
    try syncFolder(staging)
    try SystemCalls.attempt(.rename, path: target) { () throws(SystemCalls.Failure) in
      try putInPlace()
    }
    isDone = true
    try? SystemCalls.close(descriptor)
    // The replaced folder is removed even if this fails, because the new one has its name.
    defer { if replaces { SystemCalls.removeTree(staging) } }
    try syncFolder(FilePaths.folder(of: target))
  }

  /// Waits until the names in a folder are on the disk.
  private func syncFolder(_ path: String) throws(FileError) {
    try SystemCalls.attempt(.sync, path: target) { () throws(SystemCalls.Failure) in
      try SystemCalls.syncFolder(path)
    }
  }

  private func putInPlace() throws(SystemCalls.Failure) {
    guard replaces else { return try SystemCalls.renameNew(staging, to: target) }
    do throws(SystemCalls.Failure) {
      try SystemCalls.exchange(staging, with: target)
    } catch {
      guard SystemCalls.isUnknown(error) else { throw error }
      // The file system cannot exchange names: for a moment neither folder has the name.
      let aside = staging + ".old"
      try SystemCalls.rename(target, to: aside)
      do throws(SystemCalls.Failure) {
        try SystemCalls.rename(staging, to: target)
      } catch {
        try? SystemCalls.rename(aside, to: target)
        throw error
      }
      try SystemCalls.rename(aside, to: staging)
    }
  }

  private func flush() throws(FileError) {
    try SystemCalls.attempt(.write, path: target) { () throws(SystemCalls.Failure) in
      try SystemCalls.write(descriptor, pending)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Returns whether there is a folder to replace.
  ///
  /// - Throws: A failure if the target must not be replaced.
  private static func isReplaceable(
    _ target: String, _ document: String
  ) throws(SystemCalls.Failure) -> Bool {
    guard let status = try? SystemCalls.statusOfLink(at: target) else { return false }
    guard status.kind == .folder else { throw .init(number: SystemCalls.notFolder) }
    try SystemCalls.checkWritable(target)
    let names = try SystemCalls.names(in: target)
    guard names.isEmpty || names.contains(document) else {
      throw .init(number: SystemCalls.notEmpty)
    }
    return true
  }

  private static func makeStaging(
    beside target: String, sweeps: Bool
  ) throws(SystemCalls.Failure) -> String {
    if sweeps { TemporaryNames.sweep(beside: target) }
    return try TemporaryNames.withFreeName(for: target) { (name) throws(SystemCalls.Failure) in
      try SystemCalls.makeNewFolder(name)
    }.path
  }
}
