public import IAFiles
internal import IAFormats

/// An input or output of a command: a file, or a standard stream for `-`.
public enum Place: Hashable, Sendable {
  /// The standard input or output.
  case stream
  /// A file by its path.
  case file(String)
  /// A pipe by its path, which is read to its end.
  case pipe(String)

  /// Creates a place from a path of a command line.
  ///
  /// The descriptors of a shell's process substitution are pipes; other pipes are read only if
  /// `allowsPipes` is set, because reading waits for a writer.
  public init(argument: String, allowsPipes: Bool = false) {
    let isDescriptor = argument.hasPrefix("/dev/fd/") || argument.hasPrefix("/proc/self/fd/")
    if argument == "-" {
      self = .stream
    } else if allowsPipes || isDescriptor, PipeSource.isPipe(argument) {
      self = .pipe(argument)
    } else {
      self = .file(argument)
    }
  }

  /// The name of the place in error messages and reports.
  public var label: String {
    switch self {
    case .stream: "-"
    case .file(let path), .pipe(let path): path
    }
  }

  /// The source of the document at the place.
  public var source: any DocumentSource {
    switch self {
    case .stream: DescriptorSource()
    case .pipe(let path): PipeSource(path: path)
    case .file(let path): Self.source(ofFile: path)
    }
  }

  /// Returns the source of the document at the place, which may refer to the files of a folder.
  ///
  /// - Parameter root: The folder; `nil` for the folder of the document.
  /// - Throws: `Failure` with `usage.root` if `root` is not a folder, or if the place is not a file below it.
  func source(root: String?) throws(Failure) -> any DocumentSource {
    guard let root else { return source }
    guard OutputFolder.isFolder(root), let folder = FileIdentity.resolvedPath(root) else {
      throw Failure(
        .usage, path: root, code: "usage.root", "is not a folder; --root names a folder")
    }
    guard case .file(let path) = self else {
      throw Failure(
        .usage, path: label, code: "usage.root", "is a stream; --root applies to files")
    }
    // A missing folder is reported when the document is opened.
    guard let inner = FileIdentity.resolvedPath(FilePaths.folder(of: path)),
      let name = FilePaths.name(of: path)
    else { return source }
    let prefix = FilePaths.endsWithSlash(folder) ? folder : folder + "/"
    guard let rest = FilePaths.rest(of: inner + "/", after: prefix) else {
      throw Failure(
        .usage, path: path, code: "usage.root",
        "is not below \(root), the folder that --root names")
    }
    // If the given path begins with the given folder, both are used unchanged, so that errors contain them.
    let given = FilePaths.trimmed(root)
    if path == (FilePaths.endsWithSlash(given) ? given : given + "/") + rest + name {
      return Self.source(ofFile: path, root: given)
    }
    return Self.source(ofFile: prefix + rest + name, root: folder)
  }

  /// Returns the source of a document that is a file, or a folder of a format whose documents are folders.
  ///
  /// - Parameter root: The enclosing folder to whose files the document may refer; `nil` for its own folder.
  static func source(ofFile path: String, root: String? = nil) -> any DocumentSource {
    folder(path) ?? FileSource(path: path, root: root)
  }

  /// Returns the source for a folder of a format whose documents are folders; `nil` for any other
  /// path.
  private static func folder(_ path: String) -> (any DocumentSource)? {
    guard let name = FilePaths.name(of: path),
      let format = FormatRegistry.standard.entry(fileName: name)?.descriptor,
      let document = format.folderDocument
    else { return nil }
    return FolderSource(path: path, document: document)
  }
}

extension Conversion {
  /// Converts a document from one place to another.
  ///
  /// A file gets its name only when it is complete. The output of a strict conversion to a stream is kept in memory
  /// until it is certain that nothing is lost.
  ///
  /// - Parameters:
  ///   - input: The place to read.
  ///   - output: The place to write.
  ///   - mediaFolder: The folder for side files of the output; `nil` for none.
  ///   - onProgress: Called at the start of each phase and after each piece of output.
  /// - Returns: The formats, sizes, hashes and losses of the conversion.
  /// - Throws: `Failure`.
  public func run(
    from input: Place, to output: Place, mediaFolder: String? = nil,
    onProgress: ((Phase) -> Void)? = nil
  ) throws(Failure) -> ConversionOutcome {
    let source = try input.source(root: root)
    do {
      switch output {
      case .stream: return try runToStream(from: source, onProgress)
      case .file(let path), .pipe(let path):
        let sink = try registry.writer(id: outputFormat).descriptor.stagedSink(
          path: path, mediaFolder: mediaFolder, existing: existingOutput)
        var outcome = try run(from: source, to: sink, onProgress: onProgress)
        try sink.commit()
        outcome.outputs[0].path = path
        return outcome
      }
    } catch {
      throw Failure(error, path: input.label)
    }
  }

  private func runToStream(
    from source: any DocumentSource, _ onProgress: ((Phase) -> Void)?
  ) throws -> ConversionOutcome {
    let stream = DescriptorSink()
    guard isStrict else { return try run(from: source, to: stream, onProgress: onProgress) }
    let buffer = BufferSink()
    let outcome = try run(from: source, to: buffer, onProgress: onProgress)
    for piece in buffer.pieces { try stream.write(piece) }
    return outcome
  }
}

extension FormatDescriptor {
  /// Opens a sink for a path: a folder or a ZIP archive of a folder if documents of the format are folders, otherwise a
  /// file.
  ///
  /// - Throws: `Failure` with `usage.backup` for a backup of a folder.
  func stagedSink(
    path: String, mediaFolder: String? = nil, existing: ExistingFile = .replace
  ) throws -> any StagedSink {
    guard let folderDocument else {
      return try FileSink(path: path, mediaFolder: mediaFolder, existing: existing)
    }
    if existing == .backUp {
      throw Failure(
        .usage, path: path, code: "usage.backup",
        "--backup keeps files, not folders of \(id.rawValue)")
    }
    if ZippedFolderSink.isZipped(path) {
      return try ZippedFolderSink(path: path, format: self, document: folderDocument)
    }
    return try FolderSink(path: path, document: folderDocument)
  }
}

/// A sink that keeps the output in memory until it is certain that it may be written.
private final class BufferSink: DocumentSink {
  private(set) var pieces: [[UInt8]] = []

  func write(_ bytes: [UInt8]) { pieces.append(bytes) }

  func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}
