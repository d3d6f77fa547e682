/// A document that becomes a file, whole or not at all.
///
/// Bytes go to a file without a name where the system has those, else to a temporary name beside the
/// target. `commit` brings them to the disk and puts them in place of the target in one step; a
/// sink that is dropped before leaves nothing, and on Linux neither does a process that is killed.
/// A target that is a device or a pipe is written to directly.
public final class FileSink: DocumentSink {
  private let path: String
  private let mediaFolder: String?
  private var file: StagedFile
  private var sideFiles: [StagedFile] = []
  private var sideNames: Set<String> = []
  private var pending: [UInt8] = []

  /// Opens a sink.
  ///
  /// - Parameters:
  ///   - path: The target. An existing file is replaced when the sink is committed.
  ///   - mediaFolder: The folder for side files, relative to the target's folder or absolute; nil
  ///     where the document must keep its attachments to itself.
  /// - Throws: `FileError` where the target is a folder or its folder cannot be written.
  public init(path: String, mediaFolder: String? = nil) throws(FileError) {
    self.path = path
    self.mediaFolder = mediaFolder
    file = try StagedFile(target: path)
  }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 18 { try flush() }
  }

  /// Puts a file into the media folder when the sink is committed.
  ///
  /// - Returns: The name by which the document can refer to it; nil without a media folder.
  /// - Throws: `FileError` for a name that would leave the folder.
  public func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    guard let mediaFolder else { return nil }
    guard let parts = FilePaths.safeParts(of: name), parts.count == 1 else {
      throw FileError(.create, .unsafeName, path: name)
    }
    let folder =
      mediaFolder.hasPrefix("/") ? mediaFolder : FilePaths.folder(of: path) + "/" + mediaFolder
    guard sideNames.insert(name).inserted else { return mediaFolder + "/" + name }
    do throws(SystemCalls.Failure) {
      try SystemCalls.makeFolder(folder)
    } catch {
      throw FileError(.create, .system(error.number), path: folder)
    }
    let side = try StagedFile(target: folder + "/" + name)
    try side.write(bytes)
    sideFiles.append(side)
    return mediaFolder + "/" + name
  }

  /// Brings all bytes to the disk and gives the files their names, side files first.
  public func commit() throws(FileError) {
    try flush()
    for side in sideFiles { try side.commit() }
    try file.commit()
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
    do throws(SystemCalls.Failure) {
      try SystemCalls.write(descriptor, bytes)
    } catch {
      throw FileError(.write, .system(error.number), path: label)
    }
  }

  /// A stream has no place for side files.
  public func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}
