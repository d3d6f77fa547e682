internal import IAArchive
internal import IABytes
internal import IACodec
internal import IAFiles
internal import IAForeignArchives
internal import IAFormats
internal import IAText

/// `.iaa` archives as inputs of a collection: each document is a complete `.ia` file.
enum Container {
  /// A file as the source of an archive reader; the file stays open while this object exists.
  final class Source: ArchiveSource {
    private let file: RandomAccessFile

    /// Creates the source for a file and opens it.
    ///
    /// - Parameter locks: Whether to lock the file against other writers.
    init(_ path: String, locks: Bool = false) throws(FileError) {
      file = try RandomAccessFile(path: path)
      if locks { try file.lock() }
    }

    /// Creates the source for an open file.
    init(_ file: RandomAccessFile) { self.file = file }

    /// The path of the file.
    var path: String { file.path }

    /// Waits while another process changes the archive.
    func waitForChange(until end: ContinuousClock.Instant) -> RandomAccessFile.Change {
      file.waitForChange(until: end)
    }

    func byteCount() -> Int { file.byteCount }

    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
      let end = min(offset + count, file.byteCount)
      return offset < end ? try file.bytes(in: offset..<end) : []
    }
  }

  /// The maximum time to wait for the end of an addition to an archive that is read.
  static let longestWait = Duration.seconds(3)

  /// An archive that was opened, or the error of opening it.
  struct Opening {
    /// The file.
    let source: Source
    /// The reader.
    let reader: Result<ArchiveReader, any Error>
    /// Whether another program is adding documents.
    ///
    /// The reader then reads the state before the addition, and the bytes after this state are not damage.
    let isBeingChanged: Bool

    init(source: Source, reader: Result<ArchiveReader, any Error>, isBeingChanged: Bool) {
      (self.source, self.reader) = (source, reader)
      self.isBeingChanged = isBeingChanged
    }

    /// Creates the opening of a file that no other program changes.
    init(_ source: Source, _ limits: Limits = .standard) {
      self.init(
        source: source, reader: Result { try ArchiveReader(source, limits: limits) },
        isBeingChanged: false)
    }

    /// Returns the reader.
    ///
    /// - Throws: The error of opening the archive; damage as a `Failure` with its status.
    func intactReader() throws -> ArchiveReader {
      do { return try reader.get() } catch { throw Container.damage(error, opening: source) }
    }

    /// The number of bytes after the newest valid directory that are damage.
    var lostByteCount: Int {
      guard !isBeingChanged, case .success(let reader) = reader else { return 0 }
      return reader.lostByteCount
    }
  }

  /// Opens an archive; waits while another program is adding documents to it.
  ///
  /// - Throws: `FileError` if the file cannot be opened.
  static func open(_ path: String, _ limits: Limits) throws(FileError) -> Opening {
    let end = ContinuousClock.now + longestWait
    while true {
      let source = try Source(path)
      let reader = Result { try ArchiveReader(source, limits: limits) }
      let opening = Opening(source: source, reader: reader, isBeingChanged: false)
      if case .success(let found) = reader, found.lostByteCount == 0 { return opening }
      switch source.waitForChange(until: end) {
      case .none: return opening
      case .finished where ContinuousClock.now < end: continue
      case .finished, .unfinished:
        return Opening(source: source, reader: reader, isBeingChanged: true)
      }
    }
  }

  /// The newest complete state of an archive.
  struct CompleteState {
    let reader: ArchiveReader
    /// The message about an interrupted addition after it, with the status of damage; `nil` if the file ends
    /// with the state.
    let interruption: Failure?
  }

  /// Opens the newest state of an archive, which must be complete.
  ///
  /// An interrupted addition after this state is not read, but reported.
  ///
  /// - Parameter locks: Whether to lock the file against other writers.
  /// - Throws: `archive.no-directory` with the status of damage if other bytes follow the newest valid directory,
  ///   because they may belong to a later generation; the errors of opening the archive.
  static func completeState(
    _ path: String, limits: Limits = .standard, locks: Bool = false
  ) throws -> CompleteState {
    let source = try Source(path, locks: locks)
    let opening =
      locks ? Opening(source, limits) : try open(path, limits)
    let reader = try opening.intactReader()
    guard opening.lostByteCount > 0 else { return CompleteState(reader: reader, interruption: nil) }
    let isInterrupted = try ArchiveTail.isInterruptedAddition(after: reader)
    let words =
      isInterrupted
      ? "bytes of an interrupted addition follow the newest valid directory and are not read"
      : "bytes follow the newest valid directory"
    var failure = Failure(
      .damage, path: path, code: InputError.Code.archiveMissingDirectory.rawValue,
      "\(reader.lostByteCount) \(words); iaconv archive repair saves documents among them")
    failure.byteOffset = reader.byteCount
    guard isInterrupted else { throw failure }
    return CompleteState(reader: reader, interruption: failure)
  }

  /// The codes of errors that reading an archive with a valid directory throws if it is damaged.
  private static let damageCodes: Set<InputError.Code> = [
    .archiveAttachment, .archiveBlock, .archiveChecksum, .archiveHeader, .archiveIndex,
    .archiveLost, .archiveMissingMember, .archiveRecord, .archiveText,
  ]

  /// The advice at the end of messages about a damaged archive.
  static let repairHint = "iaconv archive repair writes the remaining documents to a new archive"

  /// The advice at the end of messages about an archive without any readable document.
  private static let restoreHint = "no document of it can be read, so restore another copy"

  /// Returns the failure for an error of reading an archive whose directory was valid.
  ///
  /// Damage gets the exit status of damage and a message that states how to save the other documents.
  /// Other errors are returned unchanged.
  static func damage(_ error: any Error, in path: String) -> any Error {
    guard let found = error as? InputError, damageCodes.contains(found.code) else { return error }
    return damageFailure(found, in: path)
  }

  /// Returns the failure for an error of opening an archive.
  ///
  /// A missing directory is damage if the file contains any part of an archive.
  static func damage(_ error: any Error, opening source: Source) -> any Error {
    guard let found = error as? InputError, found.code == .archiveMissingDirectory,
      hasTraces(source)
    else { return damage(error, in: source.path) }
    return damageFailure(found, in: source.path, advice: advice(on: source))
  }

  /// Returns the error for a file in which no document was found: damage if the file contains any part of an archive,
  /// otherwise the error unchanged.
  static func emptiness(_ error: InputError, of source: Source) -> any Error {
    guard hasTraces(source) else { return error }
    return damageFailure(error, in: source.path, advice: restoreHint)
  }

  private static func hasTraces(_ source: Source) -> Bool {
    (try? ArchiveScan(source, limits: .standard))?.hasTraces == true
  }

  /// Returns the advice for an archive without a directory, depending on whether a document of it can be read.
  private static func advice(on source: Source) -> String {
    let rescue = try? ArchiveRescue(source, limits: .standard)
    return rescue?.entries.isEmpty == false ? repairHint : restoreHint
  }

  /// Returns the failure for damage of an archive.
  ///
  /// - Parameters:
  ///   - remark: Text before the advice.
  ///   - advice: The advice on how to save the other documents, at the end of the message.
  static func damageFailure(
    _ error: InputError, in path: String, remark: String = "", advice: String = repairHint
  ) -> Failure {
    var failure = Failure(error, path: path)
    failure.status = .damage
    failure.detail = [failure.detail, remark, advice].filter { !$0.isEmpty }
      .joined(separator: "; ")
    return failure
  }

  /// The format of each document as a file.
  static let format = FormatID("ia")

  /// Returns whether a path has the suffix `.iaa`.
  static func isNamed(_ path: String) -> Bool { path.lowercased().hasSuffix(".iaa") }

  /// Returns whether an input is an `.iaa` archive.
  ///
  /// It is one if its name has the suffix `.iaa`, or if the file has the signature of an `.iaa` archive and its name
  /// does not have the suffix of another archive format.
  static func isArchive(_ input: String) -> Bool {
    if isNamed(input) { return true }
    guard input != "-", ForeignArchiveFormat(fileName: input) == nil,
      let file = try? RandomAccessFile(path: input),
      let start = try? file.bytes(in: 0..<min(ArchivePrefix.byteCount, file.byteCount))
    else { return false }
    return ArchivePrefix.isArchive(start)
  }

  /// Returns the path of a document: its name, or its identifier if it has no name.
  static func path(of entry: ArchiveEntry) -> String {
    entry.name.isEmpty ? "\(entry.id)" : entry.name
  }

  /// Calls a closure with each current document of an archive in order, then with the named versions.
  ///
  /// - Parameter onOmission: Called with remarks and with each loss of a damaged archive.
  static func visit(
    _ input: String, _ limits: Limits, at moment: ArchiveMoment?, _ versions: VersionSelection,
    _ onOmission: (FileCollection.Omission) -> Void, _ body: (CollectedFile) throws -> Void
  ) throws {
    try visit(OpenContainer(input, limits, at: moment), versions, onOmission, body)
  }

  /// Calls a closure with each current document of an open archive in order, then with the named versions.
  static func visit(
    _ opened: OpenContainer, _ versions: VersionSelection,
    _ onOmission: (FileCollection.Omission) -> Void, _ body: (CollectedFile) throws -> Void
  ) throws {
    for remark in opened.takeRemarks() { onOmission(remark) }
    func visit(_ index: Int, _ entry: ArchiveEntry, _ path: String) throws {
      try body(file(entry, at: index, of: opened, path))
      for remark in opened.takeRemarks() { onOmission(remark) }
    }
    try opened.forEachEntry { try visit($0, $1, path(of: $1)) }
    try versions.forEach(in: opened, visit)
    for remark in opened.finalRemarks() { onOmission(remark) }
  }

  /// Returns the document of a name or number, found by the index, or `nil` if there is none.
  ///
  /// If no document has the name, a name that ends with `@` and a number refers to a version, and any other name to the
  /// document that was read from a file of this name.
  static func file(
    at path: String, in input: String, _ limits: Limits, moment: ArchiveMoment? = nil,
    original: Bool = false, _ onOmission: (FileCollection.Omission) -> Void
  ) throws -> CollectedFile? {
    let opened = try OpenContainer(input, limits, at: moment)
    let plain = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
    let place = try place(of: path, plain, in: opened)
    let found = try place.map { index, entry in
      let path = Self.path(of: entry)
      guard original else { return file(entry, at: index, of: opened, path) }
      guard let file = try originalFile(entry, at: index, of: opened, path) else {
        throw missingOriginal(path, in: opened)
      }
      return file
    }
    // The document is read here, so that its errors are reported before the other remarks.
    let bytes: [UInt8]?
    do {
      bytes = try found?.source.bytes(limits: limits)
    } catch let error as InputError where error.code == .archiveLost {
      for remark in opened.takeRemarks() { onOmission(remark) }
      var failure = Failure(error, path: found?.label)
      (failure.status, failure.byteOffset) = (.damage, nil)
      throw failure
    }
    let final = opened.finalRemarks(ofWholeArchive: found == nil)
    for remark in opened.takeRemarks() + final { onOmission(remark) }
    guard let found, let bytes else { return nil }
    return CollectedFile(
      path: found.path, label: found.label, source: BytesSource(bytes, name: found.source.name),
      check: found.check)
  }

  /// Returns the position and the entry of the document that a path names, or `nil` if there is none.
  ///
  /// - Parameter plain: The path without the suffix `.ia`.
  private static func place(
    of path: String, _ plain: String, in opened: OpenContainer
  ) throws -> (Int, ArchiveEntry)? {
    for name in [path, plain] { if let found = try opened.entry(named: name) { return found } }
    if let id = UInt64(plain), let found = try opened.entry(id: id), found.1.name.isEmpty {
      return found
    }
    if let (name, number) = versionReference(plain),
      let found = try opened.version(number, named: name)
    {
      return found
    }
    // The names of original files are read only if no document has the name.
    guard !PathPattern(path).hasWildcards else { return nil }
    return try placeOfDocument(readFrom: path, in: opened)
  }

  /// Returns the position and the entry of the current document that was read from a file, or `nil` if
  /// there is none.
  ///
  /// - Parameter path: The name of the file in the folder of the document, or without a folder.
  /// - Throws: `Failure` with `archive.ambiguous` if several documents were read from files of this name.
  private static func placeOfDocument(
    readFrom path: String, in opened: OpenContainer
  ) throws -> (Int, ArchiveEntry)? {
    let fileName = FilePaths.name(of: path) ?? path
    var inFolder: [(Int, ArchiveEntry)] = []
    var elsewhere: [(Int, ArchiveEntry)] = []
    try opened.forEachEntry { index, entry in
      guard try opened.origin(of: entry, at: index)?.fileName == fileName else { return }
      if folder(of: entry) + fileName == path {
        inFolder.append((index, entry))
      } else if fileName == path {
        elsewhere.append((index, entry))
      }
    }
    let found = inFolder.isEmpty ? elsewhere : inFolder
    guard found.count > 1 else { return found.first }
    throw Failure(
      .noInput, path: opened.path, code: "archive.ambiguous",
      "\(found.count) documents were read from files with the name \"\(path)\"; name one of them: "
        + LossMessages.names(found.map { Self.path(of: $0.1) }))
  }

  /// Returns the folder in the path of a document, with its final slash; empty if there is none.
  private static func folder(of entry: ArchiveEntry) -> String {
    String(FilePaths.folderPrefix(of: path(of: entry)))
  }

  /// The suffix of each document as a file.
  static let suffix = ".ia"

  /// Returns a document as a file.
  ///
  /// - Parameter path: The path of the document: its own, or that of a version.
  private static func file(
    _ entry: ArchiveEntry, at index: Int, of opened: OpenContainer, _ path: String
  ) -> CollectedFile {
    CollectedFile(
      path: path + suffix, label: opened.path + "/" + path,
      source: ContainedDocument(archive: opened, index: index, entry: entry, path: path),
      check: .checksum, contained: ContainedRecord(opened, at: index, entry))
  }
}

// Original files.
extension Container {
  /// Calls a closure with the original file of each current document of an archive in order, then with those
  /// of the named versions.
  ///
  /// - Parameters:
  ///   - selects: Returns whether the path of a document is selected.
  ///   - onOmission: Called with remarks, with each loss of a damaged archive, and for each selected
  ///     document without an original file.
  static func visitOriginals(
    _ input: String, _ limits: Limits, at moment: ArchiveMoment?, _ versions: VersionSelection,
    selecting selects: (String) -> Bool, _ onOmission: (FileCollection.Omission) -> Void,
    _ body: (CollectedFile) throws -> Void
  ) throws {
    let opened = try OpenContainer(input, limits, at: moment)
    for remark in opened.takeRemarks() { onOmission(remark) }
    func visit(_ index: Int, _ entry: ArchiveEntry, _ path: String) throws {
      if let file = try originalFile(entry, at: index, of: opened, path) {
        try body(file)
      } else if selects(path + suffix) {
        onOmission(.init(.omitted, missingOriginal(path, in: opened)))
      }
      for remark in opened.takeRemarks() { onOmission(remark) }
    }
    try opened.forEachEntry { try visit($0, $1, path(of: $1)) }
    try versions.forEach(in: opened, visit)
    for remark in opened.finalRemarks() { onOmission(remark) }
  }

  /// Returns the original file of a document, or `nil` if the archive does not contain it.
  ///
  /// Its path consists of the folder in the document's name and the name of the file. The path of a
  /// version has the number before the suffix: `june@1.md`.
  ///
  /// - Parameter document: The path of the document: its own, or that of a version.
  private static func originalFile(
    _ entry: ArchiveEntry, at index: Int, of opened: OpenContainer, _ document: String
  ) throws -> CollectedFile? {
    guard let origin = try opened.exclusively({ try opened.origin(of: entry, at: index) }),
      origin.isKept
    else { return nil }
    // The stored name comes from the archive and may contain a path: only its last part is used.
    var name = FilePaths.name(of: origin.fileName) ?? path(of: entry)
    if document != path(of: entry), let (_, number) = versionReference(document) {
      name.insert(contentsOf: "@\(number)", at: FileNames.suffixStart(of: name))
    }
    return CollectedFile(
      path: folder(of: entry) + name, label: opened.path + "/" + document,
      source: ContainedOriginal(archive: opened, index: index, entry: entry, name: name),
      check: .hash, selectionPath: document + suffix,
      contained: ContainedRecord(opened, at: index, entry))
  }

  private static func missingOriginal(_ path: String, in opened: OpenContainer) -> Failure {
    Failure(
      .noInput, path: opened.path + "/" + path, code: "archive.no-original",
      "the archive does not contain the original file (--keep-original stores it)")
  }
}

/// The original file of a document of an archive.
// @unchecked: all uses of the archive hold its lock (`exclusively`).
private struct ContainedOriginal: DocumentSource, @unchecked Sendable {
  let archive: OpenContainer
  let index: Int
  let entry: ArchiveEntry
  let name: String?

  func bytes(limits: Limits) throws -> [UInt8] {
    try archive.exclusively { try archive.original(of: entry, at: index) }
  }

  func sideFile(named name: String, limits: Limits) -> [UInt8]? { nil }
}

/// A document of an archive as an `.ia` file.
// @unchecked: all uses of the archive hold its lock (`exclusively`).
private struct ContainedDocument: DocumentSource, @unchecked Sendable {
  let archive: OpenContainer
  let index: Int
  let entry: ArchiveEntry
  let path: String

  var name: String? { (FilePaths.name(of: path) ?? path) + ".ia" }

  func bytes(limits: Limits) throws -> [UInt8] {
    let document = try archive.exclusively { try archive.document(entry, at: index) }
    var encoder = DocumentEncoder(level: nil)
    return encoder.encode(document)
  }

  func sideFile(named name: String, limits: Limits) -> [UInt8]? { nil }
}
