internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IASyntax

/// Writes the outputs of documents in groups.
///
/// `stage` writes the outputs of one document to files without their final names. `commit` synchronizes all staged
/// outputs with the disk and gives them their names.
final class OutputStage {
  /// A document whose outputs are staged.
  struct Document {
    /// The files that were written, for the journal.
    var outputs: [JournalEntry.Output] = []
    fileprivate var members: [FileGroup.Member] = []
    fileprivate var folders: [FolderSink] = []
    /// The paths of the side files that this document has staged, and of those that it shares with earlier documents of
    /// the group.
    fileprivate var ownSideFiles: [String] = []
    fileprivate var sharedSideFiles: [String] = []
    /// The size of the staged outputs in bytes.
    fileprivate var byteCount = 0
  }

  /// The way in which an output is written if a file with its name exists.
  private enum Action {
    case write(ExistingFile)
    /// The existing file is equal to the output and is used as the output.
    case adopt
  }

  private let target: String
  private let formats: [FormatDescriptor]
  private let existingOutput: BatchOptions.ExistingOutput
  private let check: OutputCheck
  private let group: FileGroup
  /// Whether to remove temporary files, because an earlier run may have left some.
  private let sweeps: Bool
  /// The folders that were checked to be below the target without links.
  private var checkedFolders: Set<ExactText> = []
  /// The hashes of the side files of the group, by path.
  private var sideFiles: [ExactText: SHA256Digest] = [:]
  /// The size of the staged outputs in bytes.
  private(set) var byteCount = 0

  /// Whether the group has the maximum number of open files.
  var isFull: Bool { group.members.count >= maximumCount }

  private let maximumCount = FileGroup.maximumCount

  /// The maximum number of checked folders that are remembered.
  private static let maxCheckedFolders = 1 << 12

  init(
    target: String, formats: [FormatDescriptor], options: BatchOptions, sweeps: Bool
  ) {
    self.target = target
    self.formats = formats
    self.sweeps = sweeps
    existingOutput = options.existingOutput
    check = OutputCheck(target: target, trustsTimes: options.trustsTimes)
    group = FileGroup(
      root: target,
      durability: FileGroup.Durability(rawValue: options.durability.rawValue) ?? .group)
  }

  /// Returns the path of an output relative to the target.
  static func path(of name: String, _ format: FormatDescriptor) -> String {
    name + "." + (format.suffixes.first ?? format.id.rawValue)
  }

  /// Returns the paths of the outputs of a document relative to the target, one for each format.
  func paths(of name: String) -> [String] { formats.map { Self.path(of: name, $0) } }

  /// Writes the outputs of a document to files without their final names.
  ///
  /// - Parameters:
  ///   - name: The name of the document in the target.
  ///   - results: The outputs, one for each format.
  ///   - previous: The newest entry of the document in the journal.
  /// - Throws: `Failure` with `output.changed` if a file with the name of an output must be kept, and errors of
  ///   writing. No output of the document is staged then.
  func stage(
    _ name: String, _ results: [TargetResult], previous: JournalEntry?
  ) throws -> Document {
    var document = Document()
    do {
      for (format, result) in zip(formats, results) {
        let path = Self.path(of: name, format)
        try checkFolder(FilePathParts.folder(of: path))
        if let inner = format.folderDocument {
          try stageFolder(path, inner, result, previous, &document)
          continue
        }
        for side in result.sideFiles {
          guard FilePaths.safeParts(of: side.path) != nil else {
            throw FileError(.create, .unsafeName, path: side.path)
          }
          let sidePath = FilePathParts.joined(FilePathParts.folder(of: path), side.path)
          try checkFolder(FilePathParts.folder(of: sidePath))
          try stageFile(sidePath, side.bytes, isSide: true, previous, &document)
        }
        try stageFile(path, result.bytes, isSide: false, previous, &document)
      }
    } catch {
      discard(document)
      throw error
    }
    return document
  }

  /// Removes the staged outputs of a document with its side files.
  ///
  /// - Precondition: No later document shares these side files.
  func discard(_ document: Document) {
    for member in document.members { group.discard(member) }
    for path in document.ownSideFiles { sideFiles[ExactText(path)] = nil }
    byteCount -= document.byteCount
  }

  /// Writes all staged outputs to the disk and gives them their names.
  ///
  /// - Parameter documents: The staged documents.
  /// - Returns: The failure of each document, or `nil` if all its outputs have their names.
  func commit(_ documents: [Document]) -> [Failure?] {
    defer {
      sideFiles.removeAll(keepingCapacity: true)
      byteCount = 0
    }
    do throws(FileError) {
      try group.sync()
    } catch {
      let failure = Failure(error, path: target)
      for member in group.members { group.discard(member) }
      return documents.map { _ in failure }
    }
    var missing: [ExactText: Failure] = [:]
    var failures: [Failure?] = documents.map { document in
      // A side file of an earlier document that could not be renamed is also missing in this document.
      if let path = document.sharedSideFiles.first(where: { missing[ExactText($0)] != nil }) {
        let failure = missing[ExactText(path)]
        for path in document.ownSideFiles { missing[ExactText(path)] = failure }
        return failure
      }
      do throws(FileError) {
        for member in document.members { try group.place(member) }
        for folder in document.folders { try folder.commit() }
        return nil
      } catch {
        let failure = Failure(error, path: target)
        for path in document.ownSideFiles { missing[ExactText(path)] = failure }
        return failure
      }
    }
    do throws(FileError) {
      try group.finish()
    } catch {
      let failure = Failure(error, path: target)
      failures = failures.map { $0 ?? failure }
    }
    return failures
  }

  private func stageFile(
    _ path: String, _ bytes: [UInt8], isSide: Bool, _ previous: JournalEntry?,
    _ document: inout Document
  ) throws {
    let digest = SHA256Digest(of: bytes)
    let full = target + "/" + path
    if isSide, let known = sideFiles[ExactText(path)] {
      guard known == digest else { throw Self.changed(full) }
      document.sharedSideFiles.append(path)
      document.outputs.append(
        .init(path: path, byteCount: bytes.count, nanoseconds: 0, digest: digest))
      return
    }
    var nanoseconds = 0
    switch try action(path, bytes.count, digest, previous) {
    case .adopt: nanoseconds = FileStamp(path: full)?.nanoseconds ?? 0
    case .write(let existing):
      let member = try group.stage(bytes, as: full, existing: existing)
      nanoseconds = member.stamp?.nanoseconds ?? 0
      document.members.append(member)
      document.byteCount += bytes.count
      byteCount += bytes.count
      if isSide {
        sideFiles[ExactText(path)] = digest
        document.ownSideFiles.append(path)
      }
    }
    document.outputs.append(
      .init(path: path, byteCount: bytes.count, nanoseconds: nanoseconds, digest: digest))
  }

  /// Decides whether to keep, replace or rename an existing file that has the name of an output.
  private func action(
    _ path: String, _ byteCount: Int, _ digest: SHA256Digest, _ previous: JournalEntry?
  ) throws(Failure) -> Action {
    let full = target + "/" + path
    guard FileStamp.isTaken(full) else { return .write(.keep) }
    if existingOutput == .replace { return .write(.replace) }
    guard let stamp = FileStamp(path: full), stamp.isRegular else { throw Self.changed(full) }
    if let output = previous?.outputs.first(where: { $0.path.isExactly(path) }),
      check.state(of: output) == .same
    {
      return .write(.replace)
    }
    if stamp.byteCount == byteCount, check.isEqual(full, digest) { return .adopt }
    guard existingOutput == .backUp else { throw Self.changed(full) }
    return .write(.backUp)
  }

  /// Writes a document that is a folder without its final name; it is synchronized with the disk separately from the
  /// group.
  private func stageFolder(
    _ path: String, _ inner: String, _ result: TargetResult, _ previous: JournalEntry?,
    _ document: inout Document
  ) throws {
    let full = target + "/" + path
    let files =
      [TargetResult.SideFile(path: inner, bytes: result.bytes)] + result.sideFiles
    let outputs = files.map { file in
      JournalEntry.Output(
        path: path + "/" + file.path, byteCount: file.bytes.count, nanoseconds: 0,
        digest: SHA256Digest(of: file.bytes))
    }
    document.outputs += outputs
    if FileStamp.isTaken(full) {
      if check.holds(outputs, in: path) { return }
      let isOwn = previous.map { entry in
        check.holds(
          entry.outputs.filter { FilePaths.rest(of: $0.path, after: path + "/") != nil }, in: path)
      }
      guard isOwn == true || existingOutput == .replace else { throw Self.changed(full) }
    } else if let folder = FilePathParts.folder(of: path) {
      try group.makeFolder(target + "/" + folder)
    }
    let sink = try FolderSink(path: full, document: inner, sweeps: false)
    for file in result.sideFiles { _ = try sink.writeSideFile(named: file.path, file.bytes) }
    try sink.write(result.bytes)
    document.folders.append(sink)
    document.byteCount += result.bytes.count
    byteCount += result.bytes.count
  }

  /// Fails if a folder is reached through a link.
  ///
  /// On the first use of a folder, the temporary files that killed runs left in it are removed.
  private func checkFolder(_ folder: String?) throws {
    guard let folder, !checkedFolders.contains(ExactText(folder)) else { return }
    if checkedFolders.count >= Self.maxCheckedFolders { checkedFolders.removeAll() }
    var part = target
    for name in FilePaths.parts(of: folder) {
      part += "/" + name
      guard FileStamp.isTaken(part) else { break }
      guard let stamp = FileStamp(path: part), !stamp.isRegular else {
        throw Failure(
          .cannotCreate, path: part, code: "output.changed",
          "is not a folder, or a link to one; remove it, or choose another target")
      }
    }
    if sweeps { OutputFolder.sweep(target + "/" + folder) }
    checkedFolders.insert(ExactText(folder))
  }

  static func changed(_ path: String) -> Failure {
    Failure(
      .loss, path: path, code: "output.changed",
      "was written or changed by another program and is kept; --overwrite replaces it")
  }
}

/// Functions on relative paths with slashes.
enum FilePathParts {
  /// Returns the folder of a relative path, or `nil` for a name without a folder.
  static func folder(of path: String) -> String? {
    path.utf8.lastIndex(of: 0x2F).map { String(path[..<$0]) }
  }

  /// Returns a path below a folder.
  static func joined(_ folder: String?, _ path: String) -> String {
    folder.map { $0 + "/" + path } ?? path
  }
}
