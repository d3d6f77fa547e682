public import IABytes

/// A document in a file, with the files beside it.
public struct FileSource: DocumentSource {
  /// The path as it was given.
  public let path: String

  /// Names a file; nothing is opened yet.
  public init(path: String) { self.path = path }

  /// The last part of the path.
  public var name: String? { FilePaths.name(of: path) }

  /// Reads the whole file.
  ///
  /// - Throws: `FileError` where it is no regular file, cannot be read, or was changed twice while
  ///   it was read; `InputError` with `input.size` where it is larger than allowed.
  public func bytes(limits: Limits) throws -> [UInt8] {
    try bytes(limits: limits, afterReading: {})
  }

  /// Reads the whole file, and calls each time before it looks whether the file has changed.
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

  /// Reads a file beside the document, never one outside its folder and never through a link.
  public func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    guard let parts = FilePaths.safeParts(of: name) else { return nil }
    guard var folder = try? OpenFile(folder: FilePaths.folder(of: path)) else { return nil }
    for part in parts.dropLast() {
      guard let next = try? OpenFile(folder: part, in: folder) else { return nil }
      folder = next
    }
    guard let last = parts.last, let file = try? OpenFile(reading: last, in: folder) else {
      return nil
    }
    guard (try? file.regularStatus()) != nil else { return nil }
    return try file.contents(limits: limits)
  }
}

/// A document that comes from a named pipe, or from a process substitution of a shell.
public struct PipeSource: DocumentSource {
  private let path: String

  /// Names a pipe; it is opened when the document is read.
  public init(path: String) { self.path = path }

  /// The last part of the path.
  public var name: String? { FilePaths.name(of: path) }

  /// Waits until the pipe has a writer, and reads until the last writer closes it.
  ///
  /// - Throws: `FileError` if the pipe cannot be opened or read; `InputError` with `input.size`
  ///   after more bytes than allowed.
  public func bytes(limits: Limits) throws -> [UInt8] {
    try OpenFile(readingPipe: path).contents(limits: limits)
  }

  /// Returns `nil`: no files belong to a pipe.
  public func sideFile(named name: String, limits: Limits) -> [UInt8]? { nil }

  /// Returns whether a path leads to a pipe.
  public static func isPipe(_ path: String) -> Bool {
    (try? SystemCalls.status(at: path))?.kind == .pipe
  }
}

/// A document that comes from an open descriptor, such as the standard input.
public struct DescriptorSource: DocumentSource {
  /// Nothing is known of a name.
  public var name: String? { nil }
  private let descriptor: Int32
  private let label: String

  /// Takes a descriptor, which stays open.
  ///
  /// - Parameters:
  ///   - descriptor: What to read from; 0 is the standard input.
  ///   - label: What errors call it.
  public init(_ descriptor: Int32 = 0, label: String = "-") {
    self.descriptor = descriptor
    self.label = label
  }

  /// Reads to the end.
  public func bytes(limits: Limits) throws -> [UInt8] {
    try OpenFile.contents(of: descriptor, path: label, limits: limits)
  }

  /// A stream has no files beside it.
  public func sideFile(named name: String, limits: Limits) -> [UInt8]? { nil }
}
