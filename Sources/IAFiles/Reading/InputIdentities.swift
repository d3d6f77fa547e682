public import IABytes

/// The set of files that a command reads.
///
/// Files are compared by device and inode, so that links and different spellings of a path are the
/// same file. A folder includes all files below it.
public struct InputIdentities: Sendable {
  private let paths: [String]
  private let limits: Limits

  /// Creates a set from the paths of inputs; `-` is the standard input.
  ///
  /// No file is opened yet.
  ///
  /// - Parameters:
  ///   - paths: The inputs.
  ///   - limits: The limits for listing folders.
  public init(_ paths: [String], limits: Limits = .standard) {
    self.paths = paths
    self.limits = limits
  }

  /// Returns the input that writing to a path would replace or change, or `nil` if there is none.
  ///
  /// - Parameter output: The path to write; `-` is the standard output.
  /// - Complexity: O(1) if the output does not exist, otherwise O(*n*) in the number of input
  ///   files.
  public func input(replacedBy output: String) -> String? {
    guard let identity = Self.identity(of: output, standardStream: 1) else { return nil }
    let isFolder = output != "-" && OutputFolder.isFolder(output)
    for path in paths {
      if Self.identity(of: path, standardStream: 0) == identity { return path }
      guard path != "-" else { continue }
      if isFolder, FileIdentity.ancestors(of: path).contains(identity) { return path }
      guard !isFolder, OutputFolder.isFolder(path),
        let tree = try? FolderTree(path: path, limits: limits)
      else { continue }
      let inner = tree.files.lazy.map { path + "/" + $0.path }
        .first { FileIdentity(path: $0) == identity }
      if let inner { return inner }
    }
    return nil
  }

  private static func identity(of path: String, standardStream: Int32) -> FileIdentity? {
    path == "-" ? FileIdentity(descriptor: standardStream) : FileIdentity(path: path)
  }
}

/// The device and inode of a file or folder, which are the same for all of its names.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Creates the identity of the file or folder at a path; returns `nil` for anything else.
  public init?(path: String) {
    guard let status = try? SystemCalls.status(at: path) else { return nil }
    self.init(status)
  }

  /// Creates the identity of the file or folder of an open descriptor; returns `nil` for a pipe or
  /// a device.
  init?(descriptor: Int32) {
    guard let status = try? SystemCalls.status(of: descriptor) else { return nil }
    self.init(status)
  }

  private init?(_ status: SystemCalls.Status) {
    guard status.kind == .regular || status.kind == .folder else { return nil }
    device = status.device
    inode = status.inode
  }

  /// Returns the path among others that leads to the same file as a path, or would lead to it if it
  /// existed; `nil` if there is none.
  ///
  /// - Parameter paths: The other paths; `-` is never the same.
  package static func same(as path: String, among paths: [String]) -> String? {
    if let identity = FileIdentity(path: path) {
      return paths.first { $0 != "-" && FileIdentity(path: $0) == identity }
    }
    guard let place = place(of: path) else { return nil }
    return paths.first { $0 != "-" && Self.place(of: $0) == place }
  }

  /// Returns the folder and the name of a path to a file that need not exist.
  private static func place(of path: String) -> [String]? {
    guard let folder = resolvedPath(FilePaths.folder(of: path)), let name = FilePaths.name(of: path)
    else { return nil }
    return [folder, name]
  }

  /// Returns a path with all links resolved, or `nil` if the target does not exist.
  package static func resolvedPath(_ path: String) -> String? { try? SystemCalls.resolved(path) }

  /// Returns the folders above a path, with all links resolved, the innermost first.
  package static func ancestors(of path: String) -> [FileIdentity] {
    guard var part = try? SystemCalls.resolved(path) else { return [] }
    var found: [FileIdentity] = []
    while true {
      let folder = FilePaths.folder(of: part)
      guard folder.utf8.count < part.utf8.count else { return found }
      part = folder
      if let identity = FileIdentity(path: part) { found.append(identity) }
    }
  }
}
