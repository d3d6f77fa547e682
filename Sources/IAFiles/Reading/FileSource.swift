public import IABytes

/// A source for a document in a file, with the files beside it.
public struct FileSource: DocumentSource {
  /// The path as the caller gave it.
  public let path: String

  /// The folder around the document whose files it may refer to; `nil` for only the folder of the document.
  public let root: String?

  /// Creates a source; the file is not opened yet.
  ///
  /// - Parameters:
  ///   - path: The path of the document.
  ///   - root: A folder with whose path `path` begins. The document may then refer to all files in it, also by names
  ///     that begin with `..` or a slash. With `nil`, it may refer only to files in its own folder and in the folders
  ///     below.
  public init(path: String, root: String? = nil) {
    self.path = path
    self.root = root
  }

  /// The last component of the path.
  public var name: String? { FilePaths.name(of: path) }

  /// Reads the whole file.
  ///
  /// - Throws: `FileError` if it is not a regular file, cannot be read, or was changed twice while
  ///   it was read; `input.size` if it exceeds the limit.
  public func bytes(limits: Limits) throws -> [UInt8] {
    try bytes(limits: limits, afterReading: {})
  }

  /// Reads the whole file, and calls a function before each check for changes; tests use it to
  /// change the file.
  func bytes(limits: Limits, afterReading: () throws -> Void) throws -> [UInt8] {
    for _ in 0..<2 {
      let file = try OpenFile(reading: path)
      let before = try file.regularStatus()
      let bytes = try file.contents(limits: limits)
      try afterReading()
      if try file.regularStatus() == before, bytes.count == before.size { return bytes }
    }
    throw FileError(.read, .changedDuringRead, path: path)
  }

  /// Reads a file beside the document.
  ///
  /// Files outside the folder of the document, or outside the root if there is one, and files behind links are not
  /// read.
  ///
  /// - Returns: `nil` if the name is unsafe, or the file does not exist or is not a regular file.
  /// - Throws: `FileError`; `input.size` if it exceeds the limit.
  public func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    try openSideFile(named: name)?.file.contents(limits: limits)
  }

  /// Reads a file beside the document as `sideFile(named:limits:)` does.
  ///
  /// - Returns: The bytes and the stamp of the file, which is `nil` if the file was changed while it was read.
  /// - Throws: As `sideFile(named:limits:)`.
  package func stampedSideFile(
    named name: String, limits: Limits
  ) throws -> (bytes: [UInt8], stamp: FileStamp?)? {
    guard let (file, status) = openSideFile(named: name) else { return nil }
    let bytes = try file.contents(limits: limits)
    let isSame = (try? file.regularStatus()) == status && bytes.count == status.size
    return (bytes, isSame ? FileStamp(status) : nil)
  }

  /// Returns the stamp of a file beside the document, without reading it; `nil` where `sideFile(named:limits:)`
  /// returns `nil`.
  package func sideFileStamp(named name: String) -> FileStamp? {
    openSideFile(named: name).map { FileStamp($0.status) }
  }

  /// Opens a file beside the document; returns `nil` if the name is unsafe or there is no such regular file.
  private func openSideFile(named name: String) -> (file: OpenFile, status: SystemCalls.Status)? {
    guard let (start, parts) = place(of: name) else { return nil }
    guard var folder = try? OpenFile(folder: start) else { return nil }
    for part in parts.dropLast() {
      guard let next = try? OpenFile(folder: part, in: folder) else { return nil }
      folder = next
    }
    guard let last = parts.last, let file = try? OpenFile(reading: last, in: folder),
      let status = try? file.regularStatus()
    else { return nil }
    return (file, status)
  }

  /// Returns whether a name leads to the folder of the document, or below the root.
  public func canRead(sideFile name: String) -> Bool { place(of: name) != nil }

  /// Returns the folder where the search for a side file begins, and the components of its name from there; `nil` for
  /// unsafe names.
  private func place(of name: String) -> (folder: String, parts: [String])? {
    if let root, let rest = FilePaths.rest(of: name, after: "/") {
      return FilePaths.safeParts(of: String(rest)).map { (root, $0) }
    }
    guard FilePaths.rest(of: name, after: "../") != nil, let root,
      let inner = FilePaths.rest(of: path, after: FilePaths.endsWithSlash(root) ? root : root + "/")
    else { return FilePaths.safeParts(of: name).map { (FilePaths.folder(of: path), $0) } }
    var folders = FilePaths.parts(of: String(FilePaths.folderPrefix(of: String(inner))))
    var rest = name[...]
    while let next = FilePaths.rest(of: String(rest), after: "../") {
      guard folders.popLast() != nil else { return nil }
      rest = next
    }
    return FilePaths.safeParts(of: (folders + [String(rest)]).joined(separator: "/"))
      .map { (root, $0) }
  }
}

/// A source for a document from a named pipe, or from a process substitution of a shell.
public struct PipeSource: DocumentSource {
  private let path: String

  /// Creates a source; the pipe is opened when the document is read.
  public init(path: String) { self.path = path }

  /// The last component of the path.
  public var name: String? { FilePaths.name(of: path) }

  /// Waits until the pipe has a writer, and reads until the last writer closes it.
  ///
  /// - Throws: `FileError` if the pipe cannot be opened or read; `input.size` if the limit is
  ///   exceeded.
  public func bytes(limits: Limits) throws -> [UInt8] {
    try OpenFile(readingPipe: path).contents(limits: limits)
  }

  /// Returns `nil`: a pipe has no side files.
  public func sideFile(named name: String, limits: Limits) -> [UInt8]? { nil }

  /// Returns whether a path leads to a pipe.
  public static func isPipe(_ path: String) -> Bool {
    (try? SystemCalls.status(at: path))?.kind == .pipe
  }
}

/// A source for a document from an open descriptor, for example the standard input.
public struct DescriptorSource: DocumentSource {
  /// `nil`: a descriptor has no name.
  public var name: String? { nil }
  private let descriptor: Int32
  private let label: String

  /// Creates a source for a descriptor, which stays open.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; 0 is the standard input.
  ///   - label: The name of the input in errors.
  public init(_ descriptor: Int32 = 0, label: String = "-") {
    self.descriptor = descriptor
    self.label = label
  }

  /// Reads all bytes to the end.
  ///
  /// - Throws: `FileError`; `input.size` if the limit is exceeded.
  public func bytes(limits: Limits) throws -> [UInt8] {
    try OpenFile.contents(of: descriptor, path: label, limits: limits)
  }

  /// Returns `nil`: a stream has no side files.
  public func sideFile(named name: String, limits: Limits) -> [UInt8]? { nil }
}
