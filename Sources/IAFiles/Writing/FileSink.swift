internal import IABytes

/// A document that becomes a file, whole or not at all.
///
/// Bytes go to a file without a name where the system has those, else to a temporary name beside the
/// target. `commit` brings them to the disk and puts them in place of the target in one step; a
/// sink that is dropped before leaves nothing, and on Linux neither does a process that is killed.
/// A target that is a device or a pipe is written to directly.
public final class FileSink: DocumentSink {
  private let path: String
  private let mediaFolder: String?
  private let file: StagedFile
  private var sideFiles: [(name: String, bytes: [UInt8])] = []
  private var sideNumbers: [String: Int] = [:]
  private var pending: [UInt8] = []

  /// Opens a sink.
  ///
  /// - Parameters:
  ///   - path: The target. An existing file is replaced when the sink is committed; its permissions
  ///     stay.
  ///   - mediaFolder: The folder for side files, relative to the target's folder or absolute; nil
  ///     where the document must keep its attachments to itself.
  ///   - existing: What `commit` does with a file that has the target's name by then; with `keep`
  ///     it throws.
  /// - Throws: `FileError` where the target is a folder, may not be written, or its folder cannot.
  public init(
    path: String, mediaFolder: String? = nil, existing: ExistingFile = .replace
  ) throws(FileError) {
    self.path = path
    self.mediaFolder = mediaFolder.map(FilePaths.trimmed)
    file = try StagedFile(target: path, existing: existing)
  }

  /// Removes what killed runs left beside the target.
  package func sweepTemporaryFiles() { TemporaryNames.sweep(beside: path) }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws {
    // What comes in large pieces needs no collecting.
    if pending.isEmpty, bytes.count >= 1 << 15 { return try file.write(bytes) }
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 18 { try flush() }
  }

  /// Puts a file into the media folder when the sink is committed.
  ///
  /// Equal bytes under one name are one file, also where it is there already; others get a number
  /// before the suffix. A file that is there and not equal stays as it is.
  ///
  /// - Returns: The name by which the document can refer to it; nil without a media folder.
  /// - Throws: `FileError` for a name that would leave the folder.
  public func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    guard let mediaFolder else { return nil }
    guard let parts = FilePaths.safeParts(of: name), parts.count == 1 else {
      throw FileError(.create, .unsafeName, path: name)
    }
    for candidate in FilePaths.numbered(name) {
      if let known = sideNumbers[candidate] {
        guard sideFiles[known].bytes == bytes else { continue }
        return mediaFolder + "/" + candidate
      }
      let found = present(candidate, bytes)
      guard found != .foreign else { continue }
      if found == .none {
        sideNumbers[candidate] = sideFiles.count
        sideFiles.append((candidate, bytes))
      }
      return mediaFolder + "/" + candidate
    }
    return nil
  }

  /// Brings all bytes to the disk and gives the files their names, side files first.
  ///
  /// The media folder is made with all folders above it. Where anything fails, new files and new
  /// folders are removed again.
  public func commit() throws(FileError) {
    try flush()
    var placed: [StagedFile] = []
    var newFolders = NewFolders()
    do throws(FileError) {
      if let folder = sideFolder, !sideFiles.isEmpty {
        try newFolders.make(folder)
        let staged = try sideFiles.map { side throws(FileError) in
          let staged = try StagedFile(
            target: folder + "/" + side.name, followsLinks: false, existing: .keep)
          try staged.write(side.bytes)
          return staged
        }
        for side in staged {
          try side.commit()
          placed.append(side)
        }
      }
      try file.commit()
    } catch {
      // A document that is in place keeps the files that it refers to.
      guard !file.isPlaced else { throw error }
      for side in placed { side.withdraw() }
      newFolders.removeUnused()
      throw error
    }
  }

  private enum Present { case none, same, foreign }

  /// What stands in the media folder under a name.
  private func present(_ name: String, _ bytes: [UInt8]) -> Present {
    guard let folder = sideFolder else { return .none }
    guard let status = try? SystemCalls.statusOfLink(at: folder + "/" + name) else { return .none }
    guard status.kind == .regular, status.size == bytes.count,
      let file = try? OpenFile(folder: folder),
      let found = try? OpenFile(reading: name, in: file).contents(limits: .standard)
    else { return .foreign }
    return found == bytes ? .same : .foreign
  }

  private var sideFolder: String? {
    guard let mediaFolder else { return nil }
    return mediaFolder.hasPrefix("/") ? mediaFolder : FilePaths.folder(of: path) + "/" + mediaFolder
  }

  private func flush() throws(FileError) {
    try file.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

/// A document that goes to an open descriptor, such as the standard output, as it is written.
public final class DescriptorSink: DocumentSink {
  private let descriptor: Int32
  private let label: String

  /// Takes a descriptor, which stays open.
  ///
  /// - Parameters:
  ///   - descriptor: What to write to; 1 is the standard output.
  ///   - label: What errors call it.
  public init(_ descriptor: Int32 = 1, label: String = "-") {
    self.descriptor = descriptor
    self.label = label
  }

  /// Writes bytes.
  public func write(_ bytes: [UInt8]) throws {
    try SystemCalls.attempt(.write, path: label) { () throws(SystemCalls.Failure) in
      try SystemCalls.write(descriptor, bytes)
    }
  }

  /// A stream has no place for side files.
  public func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}
