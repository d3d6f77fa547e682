internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAText
internal import Synchronization

/// An open `.iaa` archive for reading, damaged or not.
///
/// If the newest directory is valid, it is used to read documents. Otherwise, or if a document cannot be read, the
/// remaining data are used: an older directory, blocks found by a scan, and recovery data. Each of these cases is
/// reported once.
///
/// Several threads can read the files of an archive. The files, `takeRemarks` and `finalRemarks` hold a lock while they
/// use the archive. While files exist, call the other functions only inside `exclusively`.
final class OpenContainer {
  private let lock = Mutex(())
  let path: String
  private let source: Container.Source
  private let limits: Limits
  private let reader: ArchiveReader?
  private var rescued: ArchiveRescue?
  private var remarks: [FileCollection.Omission] = []
  private var lost: [ArchiveEntry] = []
  private var partial: [ArchiveEntry] = []
  /// The result of `origins()`; `nil` until it is needed.
  private var knownOrigins: [Int: DocumentOrigin]?
  /// The result of `metadata()`; `nil` until it is needed.
  private var knownMetadata: ArchiveMetadata?

  /// Creates the reader of an archive and opens it.
  ///
  /// - Throws: The errors of opening the archive, if no document of it can be read.
  ///
  /// - Parameter moment: The generation or date whose state is read, or `nil` for the newest.
  convenience init(_ path: String, _ limits: Limits, at moment: ArchiveMoment? = nil) throws {
    try self.init(Container.open(path, limits), limits, at: moment)
  }

  /// Creates the reader of an archive in an open file.
  ///
  /// - Throws: The errors of reading the archive, if no document of it can be read.
  convenience init(
    _ file: RandomAccessFile, _ limits: Limits, at moment: ArchiveMoment? = nil
  ) throws {
    let source = Container.Source(file)
    let reader = Result { try ArchiveReader(source, limits: limits) }
    try self.init(
      Container.Opening(source: source, reader: reader, isBeingChanged: false), limits, at: moment)
  }

  private init(
    _ opening: Container.Opening, _ limits: Limits, at moment: ArchiveMoment?
  ) throws {
    path = opening.source.path
    self.limits = limits
    source = opening.source
    let problem: InputError
    do {
      let found = try opening.reader.get()
      if let moment {
        // An earlier state does not depend on the bytes after its generation.
        reader = try moment.opened(found, path)
        return
      }
      guard opening.lostByteCount > 0 else {
        reader = found
        if opening.isBeingChanged { remarks.append(.init(.remark, Self.addition(to: path))) }
        return
      }
      problem = InputError(
        .archiveMissingDirectory, at: found.byteCount,
        detail: "\(found.lostByteCount) bytes follow the newest valid directory")
    } catch let error as InputError {
      problem = error
    }
    reader = nil
    let rescue = try ArchiveRescue(source, limits: limits)
    guard !rescue.entries.isEmpty else { throw Container.emptiness(problem, of: source) }
    rescued = rescue
    remark(problem)
  }

  /// Returns the remark about an addition that is not finished.
  static func addition(to path: String) -> Failure {
    Failure(
      .success, path: path, code: "file.locked",
      "another program is adding documents, which are not read yet")
  }

  private func remark(_ error: InputError) {
    var failure = Failure(error, path: path)
    failure.status = .damage
    failure.detail +=
      "; reading the remaining documents (iaconv archive repair writes them to a new archive)"
    remarks.append(.init(.remark, failure))
  }

  /// Calls a function while it holds the lock of the archive.
  ///
  /// The function must not call `exclusively`, `takeRemarks` or `finalRemarks`, which acquire the same lock.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock { _ in try body() }
  }

  /// Returns the remarks since the last call.
  func takeRemarks() -> [FileCollection.Omission] {
    exclusively {
      defer { remarks = [] }
      return remarks
    }
  }

  /// Returns the losses of the documents that were read, or of the whole archive.
  func finalRemarks(ofWholeArchive: Bool = true) -> [FileCollection.Omission] {
    exclusively { losses(ofWholeArchive) }
  }

  private func losses(_ ofWholeArchive: Bool) -> [FileCollection.Omission] {
    var found: [FileCollection.Omission] = []
    func add(_ words: String) {
      found.append(.init(.damage, Failure(.damage, path: path, code: "archive.lost", words)))
    }
    if let rescued, reader == nil, ofWholeArchive {
      if !rescued.lost.isEmpty { add(LossMessages.missing(rescued.lost)) }
      if let offset = rescued.foreignBlockOffset {
        add(LossMessages.foreign(offset))
      } else if rescued.expectedDocumentCount == nil {
        add("the original number of documents is unknown")
      }
    }
    if !lost.isEmpty {
      add(
        LossMessages.missing(lost.count, lost.map { Container.reference(to: $0, in: reader) }))
    }
    if !partial.isEmpty {
      add(
        "incomplete: " + LossMessages.names(partial.map { Container.reference(to: $0, in: reader) })
      )
    }
    return found
  }

  private func rescue() throws -> ArchiveRescue {
    if let rescued { return rescued }
    let rescue = try ArchiveRescue(source, limits: limits)
    rescued = rescue
    return rescue
  }

  /// Returns the files from which documents were read, by ordinal; empty if they are not known.
  func origins() throws -> [Int: DocumentOrigin] {
    do { return try reader?.origins() ?? [:] } catch let error as InputError {
      remark(error)
      return [:]
    }
  }

  /// Returns the metadata of the archive and its documents, as far as they can be read.
  func metadata() -> ArchiveMetadata {
    do { return try reader?.metadata() ?? ArchiveMetadata() } catch let error as InputError {
      remark(error)
    } catch {}
    return ArchiveMetadata()
  }

  /// Returns the metadata of a document, as far as they can be read.
  func statements(about entry: ArchiveEntry) -> [MetadataStatement] {
    let known = knownMetadata ?? metadata()
    knownMetadata = known
    return known.documents[entry.ordinal] ?? []
  }

  /// Returns the file from which a document was read, or `nil` if it is not known.
  ///
  /// - Parameter index: The position of the document.
  func origin(of entry: ArchiveEntry, at index: Int) throws -> DocumentOrigin? {
    guard reader != nil else { return rescued?.origin(at: index) }
    let known = try knownOrigins ?? origins()
    knownOrigins = known
    return known[entry.ordinal]
  }

  /// Reads the original file of a document.
  ///
  /// - Throws: `archive.lost` if neither its member nor recovery data are complete.
  func original(of entry: ArchiveEntry, at index: Int) throws -> [UInt8] {
    var place: Int? = index
    if let reader, let origin = try origin(of: entry, at: index) {
      do {
        if let bytes = try reader.original(origin) { return bytes }
      } catch let error as InputError {
        guard error.code != .archiveLimit else { throw error }
        if rescued == nil { remark(error) }
      }
      place = try rescue().index(of: entry)
    }
    guard let place, let bytes = try rescue().original(at: place) else {
      lost.append(entry)
      throw InputError(
        .archiveLost, at: 0,
        detail: "its original file is damaged, and recovery data cannot restore it")
    }
    return bytes
  }

  /// Returns the number of the generation that added a document, or `nil` if the archive is damaged.
  func generation(of ordinal: Int) -> Int? { reader?.generation(of: ordinal) }

  /// Calls a closure with the position and the entry of every current document.
  func forEachEntry(_ body: (Int, ArchiveEntry) throws -> Void) throws {
    guard let reader else {
      guard let rescued else { return }
      for (index, entry) in rescued.entries.enumerated() where rescued.isCurrent(entry) {
        try body(index, entry)
      }
      return
    }
    try reader.forEachCurrentEntry { try body($0.ordinal, $0) }
  }

  /// Returns the position and the entry of the document with a name.
  func entry(named name: String) throws -> (Int, ArchiveEntry)? {
    guard let reader else {
      guard !name.isEmpty, let rescued else { return nil }
      return rescued.entries.enumerated().last {
        $0.element.name.isExactly(name) && rescued.isCurrent($0.element)
      }.map { ($0.offset, $0.element) }
    }
    return try reader.entry(named: name).map { ($0.ordinal, $0) }
  }

  /// Returns the position and the entry of a version of the document with a name.
  ///
  /// - Parameter number: The number of the version, from 1.
  func version(_ number: Int, named name: String) throws -> (Int, ArchiveEntry)? {
    guard let reader else {
      let all = (rescued?.entries ?? []).enumerated().filter { $0.element.name.isExactly(name) }
      guard !name.isEmpty, all.indices.contains(number - 1) else { return nil }
      return (all[number - 1].offset, all[number - 1].element)
    }
    let all = try reader.entries(named: name)
    guard all.indices.contains(number - 1) else { return nil }
    return (all[number - 1].ordinal, all[number - 1])
  }

  /// Returns the position and the entry of the document with an identifier.
  func entry(id: UInt64) throws -> (Int, ArchiveEntry)? {
    guard let reader else {
      guard let rescued else { return nil }
      return rescued.entries.enumerated().first {
        $0.element.id == id && rescued.isCurrent($0.element)
      }.map { ($0.offset, $0.element) }
    }
    return try reader.entry(id: id).flatMap {
      reader.isCurrent($0.ordinal) ? ($0.ordinal, $0) : nil
    }
  }

  /// Reads a document.
  ///
  /// - Throws: `archive.lost` if neither its block nor recovery data are complete.
  func document(_ entry: ArchiveEntry, at index: Int) throws -> IADocument {
    var place: Int? = index
    if let reader {
      do {
        return try reader.document(at: index)
      } catch let error as InputError {
        guard error.code != .archiveLimit else { throw error }
        if rescued == nil { remark(error) }
        place = try rescue().index(of: entry)
      }
    }
    guard let place, let found = try rescue().document(at: place) else {
      lost.append(entry)
      throw InputError(
        .archiveLost, at: 0, detail: "its block is damaged, and recovery data cannot restore it")
    }
    if found.missing != nil { partial.append(entry) }
    return found.document
  }
}

/// The texts of messages about missing documents.
enum LossMessages {
  /// The largest number of names in a message.
  static let maximumNames = 16

  /// Returns a list of names that ends with the number of omitted names.
  static func names(_ all: some Collection<String>) -> String {
    let more = all.count - maximumNames
    return all.prefix(maximumNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// Returns the name of a lost document, with the number of its version if it is known.
  ///
  /// A document without a name is identified by its identifier, or else by its number in the archive, from 1.
  static func name(_ document: LostDocument) -> String {
    if !document.name.isEmpty {
      return document.version.map { "\(document.name)@\($0)" } ?? document.name
    }
    return document.id.map { "\($0)" } ?? "document \(document.ordinal + 1)"
  }

  /// Returns the number of lost documents with their names.
  static func missing(_ lost: [LostDocument]) -> String {
    missing(lost.count, lost.lazy.map(name))
  }

  /// Returns the number of lost documents with their names.
  static func missing(_ count: Int, _ all: some Collection<String>) -> String {
    "\(count) \(count == 1 ? "document is" : "documents are") lost: " + names(all)
  }

  /// Returns the message about blocks in the file that belong to another archive.
  static func foreign(_ offset: Int) -> String {
    "the original number of documents is unknown: the block at offset \(offset) is of another archive, "
      + "whose documents are not read; if two files were joined, separate them"
  }

  /// Returns a line for each kind of loss.
  static func lines(_ lost: [LostDocument]) -> [String] {
    LostDocument.Kind.allCases.compactMap { kind in
      let all = lost.filter { $0.kind == kind }
      guard !all.isEmpty else { return nil }
      let names = names(all.map(name))
      let count = all.count
      return switch kind {
      case .document: missing(all)
      case .allButText: "of \(count) only the text was saved: \(names)"
      case .check: "of \(count) the text was saved but no check proves it: \(names)"
      case .attachments: "of \(count) attachments are lost: \(names)"
      case .original: "of \(count) the original files are lost: \(names)"
      }
    }
  }
}
