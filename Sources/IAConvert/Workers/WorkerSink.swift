internal import IABytes
internal import IAFiles
internal import IAFormats

/// An output in memory with its side files, with a maximum total size.
struct WorkerSink: DocumentSink {
  /// The bytes of the document.
  private(set) var bytes: [UInt8] = []
  /// The side files, with paths relative to the folder of the output.
  private(set) var sideFiles: [TargetResult.SideFile] = []
  private let mediaFolder: String?
  private let isFolder: Bool
  private let maxBytes: Int
  private var byteCount = 0
  private let maxSideFiles: Int
  private var names = SideFileNames()

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - mediaFolder: The folder for side files, relative to the output; `nil` if attachments are not written to side
  ///     files.
  ///   - maxBytes: The largest size of the output with its side files.
  ///   - maxSideFiles: The largest number of side files.
  init(
    format: FormatDescriptor, mediaFolder: String?, maxBytes: Int,
    maxSideFiles: Int = WorkerResult.maxSideFiles
  ) {
    self.maxSideFiles = maxSideFiles
    self.mediaFolder = mediaFolder.map(FilePaths.trimmed)
    isFolder = format.folderDocument != nil
    self.maxBytes = maxBytes
  }

  /// Appends bytes.
  ///
  /// - Throws: `Failure` with `worker.limit` if the output becomes too large.
  mutating func write(_ piece: [UInt8]) throws {
    try add(piece.count)
    if bytes.isEmpty { bytes = piece } else { bytes.append(contentsOf: piece) }
  }

  /// Stores a side file under the same name that `FileSink` and `FolderSink` would choose.
  mutating func writeSideFile(named name: String, _ content: [UInt8]) throws -> String? {
    guard isFolder || mediaFolder != nil else { return nil }
    guard let parts = FilePaths.safeParts(of: name), parts.count == 1,
      name.utf8.count <= FileNames.maximumByteCount
    else { throw FileError(.create, .unsafeName, path: name) }
    let found = names.name(name, content)
    guard let folder = mediaFolder, !isFolder else {
      guard !found.isKnown, found.name == name else {
        throw FileError(.create, .unsafeName, path: name)
      }
      try keep(name, content)
      return name
    }
    let path = folder + "/" + found.name
    if !found.isKnown { try keep(path, content) }
    return path
  }

  private mutating func keep(_ path: String, _ content: [UInt8]) throws {
    try add(content.count)
    guard sideFiles.count < maxSideFiles else {
      throw Self.limit("sideFiles", maximum: maxSideFiles, seen: sideFiles.count + 1)
    }
    sideFiles.append(.init(path: path, bytes: content))
  }

  private mutating func add(_ count: Int) throws {
    byteCount += count
    guard byteCount <= maxBytes else {
      throw Self.limit("outputBytes", maximum: maxBytes, seen: byteCount)
    }
  }

  private static func limit(_ name: String, maximum: Int, seen: Int) -> Failure {
    WorkerFailures.limit(name, maximum: maximum, seen: seen)
  }
}

/// The failures of documents that exceed a limit of their worker.
enum WorkerFailures {
  /// Returns the failure of a conversion that exceeded a limit of its worker.
  static func limit(_ name: String, maximum: Int, seen: Int) -> Failure {
    var failure = Failure(
      .badInput, path: "", code: "worker.limit", "\(name) is \(seen), at most \(maximum)")
    failure.limit = .init(name: name, maximum: maximum, seen: seen)
    return failure
  }

  /// Returns the failure of a conversion that took too long.
  static func timeout(maximum: Int, seen: Int, phase: String) -> Failure {
    var failure = Failure(
      .badInput, path: "", code: "worker.timeout",
      "stopped after \(seen) ms, at most \(maximum), while \(phase)")
    failure.limit = .init(name: "wallMilliseconds", maximum: maximum, seen: seen)
    return failure
  }
}
