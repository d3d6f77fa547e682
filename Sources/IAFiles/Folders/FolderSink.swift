/// A sink that collects its output at a temporary place and moves it to the target on commit.
///
/// Only classes conform, because the code that commits and the code that writes share one sink.
public protocol StagedSink: DocumentSink, AnyObject {
  /// Brings all bytes to the disk and gives what was written its name.
  func commit() throws(FileError)
}

extension FileSink: StagedSink {}

/// A document that becomes a folder, whole or not at all.
///
/// Files go to a folder with a temporary name beside the target. `commit` brings them to the disk
/// and gives the folder its name, in exchange for an older folder of the same kind, which is then
/// removed. A sink that is dropped before leaves nothing.
public final class FolderSink: StagedSink {
  private let target: String
  private let staging: String
  private let document: String
  private let replaces: Bool
  private let descriptor: Int32
  /// Holds the lock of the temporary folder.
  private let lock: TemporaryLock
  private var names: Set<String> = []
  private var pending: [UInt8] = []
  private var isDone = false

  /// Opens a sink.
  ///
  /// - Parameters:
  ///   - path: The folder. One that exists is replaced when the sink is committed, if it is empty
  ///     or holds a document of the same name; any other is left alone.
  ///   - document: The name of the file in it that is the document.
  /// - Throws: `FileError` where the target is something else, or its folder may not be written.
  public convenience init(path: String, document: String) throws(FileError) {
    try self.init(path: path, document: document, sweeps: true)
  }

  /// Opens a sink.
  ///
  /// - Parameter sweeps: Whether to remove what killed runs left beside the folder.
  package init(path: String, document: String, sweeps: Bool) throws(FileError) {
    var target = FilePaths.trimmed(path)
    self.document = document
    do throws(SystemCalls.Failure) {
      // A link to a folder stays a link; what it leads to is exchanged.
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
    names.insert(document)
  }

  deinit {
    guard !isDone else { return }
    try? SystemCalls.close(descriptor)
    SystemCalls.removeTree(staging)
  }

  /// Appends bytes to the document.
  public func write(_ bytes: [UInt8]) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 18 { try flush() }
  }

  /// Puts a file into the folder.
  ///
  /// - Returns: Its name.
  /// - Throws: `FileError` for a name that would leave the folder or is taken.
  public func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    guard let parts = FilePaths.safeParts(of: name), parts.count == 1,
      names.insert(name).inserted
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

  /// Brings all bytes to the disk and puts the folder in its place.
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
    // The older folder is removed even if this fails: the new one has its name.
    defer { if replaces { SystemCalls.removeTree(staging) } }
    try syncFolder(FilePaths.folder(of: target))
  }

  /// Makes the names in a folder lasting.
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
      // A file system that cannot exchange names: for a moment neither folder has the name.
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

  /// Whether there is something to replace; throws where it must not be.
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
