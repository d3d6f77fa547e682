public import IABytes

/// The regular files in a folder and the folders in it, links never followed.
public struct FolderTree: Sendable {
  /// A file of the tree.
  public struct File: Hashable, Sendable {
    /// The names from the outermost folder to the file.
    public let parts: [String]

    /// The path with slashes, relative to the tree's folder.
    public var path: String { parts.joined(separator: "/") }
  }

  /// The folder, as it was given.
  public let path: String
  /// The files, in the order of their paths' bytes.
  public let files: [File]
  /// The relative paths of what is neither file nor folder: links, pipes, sockets, devices.
  public let skipped: [String]

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - path: The folder; one that is named through a link is followed there.
  ///   - limits: `entries` bounds the names in all folders together, `depth` how deep they nest.
  /// - Throws: `FileError` where it is no folder or cannot be read, `InputError` with
  ///   `folder.limit`.
  public init(path: String, limits: Limits = .standard) throws {
    self.path = path
    let top = try OpenFile(folder: path)
    var files: [File] = []
    var skipped: [String] = []
    var waiting: [[String]] = [[]]
    var count = 0
    while let parts = waiting.popLast() {
      guard parts.count < limits.depth else {
        throw InputError.exceeds(
          .folderLimit, limit: "depth", maximum: limits.depth, seen: parts.count + 1, at: 0)
      }
      let folder = try Self.open(parts, in: top)
      // What this or another run is writing is no input.
      for name in try Self.names(in: folder, path: path) where !TemporaryNames.isTemporary(name) {
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
  }

  /// The bytes of a file of the tree; no part of its path is followed through a link.
  ///
  /// - Throws: `FileError`, or `InputError` with `input.size`.
  public func bytes(of file: File, limits: Limits) throws -> [UInt8] {
    let folder = try Self.open(Array(file.parts.dropLast()), in: try OpenFile(folder: path))
    let open = try OpenFile(reading: file.parts.last ?? "", in: folder)
    _ = try open.regularStatus()
    return try open.contents(limits: limits)
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
  /// A folder has more names in it than allowed, or nests deeper.
  public static let folderLimit = InputError.Code(rawValue: "folder.limit")
}
