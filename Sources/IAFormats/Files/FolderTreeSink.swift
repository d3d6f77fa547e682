/// A tree of files that becomes a new folder, whole or not at all.
///
/// The files are written below a temporary name beside the target; `finish` gives the folder its
/// name. A sink that is dropped before removes what it has made.
public final class FolderTreeSink: FileTreeSink {
  private let target: String
  private let staging: String
  private var folders: [String] = []
  private var madeFolders: Set<String> = []
  private var files: [String] = []
  private var isDone = false

  /// Starts a folder.
  ///
  /// - Parameter path: The folder to make, which must not exist.
  /// - Throws: `FileError`.
  public init(path: String) throws(FileError) {
    var target = path
    while target.count > 1, target.hasSuffix("/") { target.removeLast() }
    self.target = target
    guard (try? SystemCalls.statusOfLink(at: target)) == nil else {
      throw FileError(.create, .system(SystemCalls.exists), path: path)
    }
    let name = FilePaths.name(of: target) ?? "output"
    staging = "\(FilePaths.folder(of: target))/.\(name).tmp.\(SystemCalls.processID)"
    try makeFolder(staging)
  }

  deinit {
    guard !isDone else { return }
    for file in files { try? SystemCalls.remove(file) }
    for folder in folders.reversed() { try? SystemCalls.removeFolder(folder) }
  }

  /// Adds a file, and the folders that it stands in.
  ///
  /// - Throws: `FileError` for a path that would leave the folder, or where writing fails.
  public func add(_ path: String, _ bytes: [UInt8]) throws {
    guard let parts = FilePaths.safeParts(of: path) else {
      throw FileError(.create, .unsafeName, path: path)
    }
    var folder = staging
    for part in parts.dropLast() {
      folder += "/" + part
      if !madeFolders.contains(folder) { try makeFolder(folder) }
    }
    let file = try StagedFile(target: folder + "/" + (parts.last ?? ""), followsLinks: false)
    try file.write(bytes)
    try file.commit()
    files.append(folder + "/" + (parts.last ?? ""))
  }

  /// Gives the folder its name.
  public func finish() throws(FileError) {
    do throws(SystemCalls.Failure) {
      try SystemCalls.rename(staging, to: target)
    } catch {
      throw FileError(.rename, .system(error.number), path: target)
    }
    isDone = true
  }

  private func makeFolder(_ path: String) throws(FileError) {
    do throws(SystemCalls.Failure) {
      guard try SystemCalls.makeFolder(path) else { throw .init(number: SystemCalls.exists) }
    } catch {
      throw FileError(.create, .system(error.number), path: path)
    }
    folders.append(path)
    madeFolders.insert(path)
  }
}
