public import IABytes

/// A list of the regular files in a folder and in the folders below it; links are not followed.
public struct FolderTree: Sendable {
  /// A file of the tree.
  public struct File: Hashable, Sendable {
    /// The components of the path, from the outermost folder to the file.
    public let parts: [String]

    /// The path relative to the tree's folder, with slashes.
    public var path: String { parts.joined(separator: "/") }
  }

  /// The folder as the caller gave it.
  public let path: String
  /// The files, ordered by the bytes of their paths.
  public let files: [File]
  /// The relative paths of entries that are neither files nor folders: links, pipes, sockets,
  /// devices.
  public let skipped: [String]
  /// The relative paths of folders that are left out, with the reason: `FileError`, or `InputError` with
  /// `folder.limit`.
  package let unread: [(path: String, error: any Error)]

  /// Creates a list by reading all folders.
  ///
  /// - Parameters:
  ///   - path: The folder; if it is a link, the link is followed.
  ///   - limits: `entries` limits the number of names in all folders, `depth` the nesting.
  /// - Throws: `FileError` if it is not a folder or cannot be read; `folder.limit`.
  public init(path: String, limits: Limits = .standard) throws {
    try self.init(path: path, limits: limits, leavesOutFolders: false)
  }

  /// Creates a list by reading all folders.
  ///
  /// - Parameters:
  ///   - path: The folder; if it is a link, the link is followed.
  ///   - limits: `entries` limits the number of names in all folders, `depth` the nesting.
  ///   - leavesOutFolders: Whether inner folders without permission, or nested too deeply, are left out;
  ///     otherwise they are errors.
  /// - Throws: `FileError` if it is not a folder or cannot be read; `folder.limit`.
  package init(path: String, limits: Limits, leavesOutFolders: Bool) throws {
    self.path = path
    let top = try OpenFile(folder: path)
    var files: [File] = []
    var skipped: [String] = []
    var unread: [(path: String, error: any Error)] = []
    var waiting: [[String]] = [[]]
    var count = 0
    while let parts = waiting.popLast() {
      let folder: OpenFile
      let names: [String]
      do {
        guard parts.count < limits.depth else {
          throw InputError.exceeds(
            .folderLimit, limit: "depth", maximum: limits.depth, seen: parts.count + 1, at: 0)
        }
        folder = try Self.open(parts, in: top)
        names = try Self.names(in: folder, path: path)
      } catch {
        guard leavesOutFolders, !parts.isEmpty else { throw error }
        unread.append((parts.joined(separator: "/"), error))
        continue
      }
      // Temporary files of this and other processes are not inputs.
      for name in names where !TemporaryNames.isTemporary(name) {
        count += 1
        guard count <= limits.entries else {
          throw InputError.exceeds(
            .folderLimit, limit: "entries", maximum: limits.entries, seen: count, at: 0)
        }
        switch try Self.kind(of: name, in: folder, path: path) {
        case .regular: files.append(File(parts: parts + [name]))
        case .folder: waiting.append(parts + [name])
        case .link, .pipe, .other: skipped.append((parts + [name]).joined(separator: "/"))
        }
      }
    }
    self.files = files.map { (file: $0, bytes: PathBytes.bytes(of: $0.path)) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.file)
    self.skipped = skipped.sorted()
    self.unread = unread.sorted { $0.path < $1.path }
  }

  /// Reads a file of the tree; no link in its path is followed.
  ///
  /// - Throws: `FileError`; `input.size` if it exceeds the limit.
  public func bytes(of file: File, limits: Limits) throws -> [UInt8] {
    do {
      let folder = try Self.open(Array(file.parts.dropLast()), in: try OpenFile(folder: path))
      let open = try OpenFile(reading: file.parts.last ?? "", in: folder)
      _ = try open.regularStatus()
      return try open.contents(limits: limits)
    } catch let error as FileError {
      throw FileError(error.operation, error.reason, path: path + "/" + file.path)
    }
  }

  private static func open(_ parts: [String], in top: OpenFile) throws(FileError) -> OpenFile {
    var folder = top
    for part in parts { folder = try OpenFile(folder: part, in: folder) }
    return folder
  }

  private static func names(in folder: OpenFile, path: String) throws(FileError) -> [String] {
    try SystemCalls.attempt(.read, path: path) { () throws(SystemCalls.Failure) in
      try SystemCalls.names(in: folder.descriptor)
    }
  }

  private static func kind(
    of name: String, in folder: OpenFile, path: String
  ) throws(FileError) -> SystemCalls.Status.Kind {
    try SystemCalls.attempt(.read, path: path + "/" + name) { () throws(SystemCalls.Failure) in
      try SystemCalls.status(of: name, in: folder.descriptor).kind
    }
  }
}

extension InputError.Code {
  /// A folder contains more names, or is nested more deeply, than the limits allow.
  public static let folderLimit = InputError.Code(rawValue: "folder.limit")
}
