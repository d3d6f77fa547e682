public import IABytes
internal import IAFiles
internal import IAForeignArchives

/// The files of a command's inputs: the inputs themselves, and the files in folders, archives, bags
/// and nested archives up to the nesting limit of the budget.
///
/// From a bag, only the payload files are included, after all digests were verified.
public struct FileCollection: Sendable {
  /// The paths as given.
  public let inputs: [String]
  /// The largest size of a file and the largest number of files in a folder.
  public var limits = Limits.standard
  /// The folder whose files a document may refer to if the document itself is an input; `nil` for its own folder.
  public var root: String?
  /// The largest permitted ratio of an archive's unpacked size to its packed size.
  public var maximumRatio = ArchiveBudget.standard.ratio
  /// Whether the second of two files of an archive whose paths compare equal gets a number;
  /// otherwise it is omitted.
  public var numbersCollisions = false

  /// The state of `.iaa` archives that is read; `nil` for the newest.
  public var moment: ArchiveMoment?
  /// Whether the original files of documents of `.iaa` archives are read instead of the documents.
  public var readsOriginals = false
  /// The patterns for the paths of the files that are included; empty for all files.
  public var patterns: [PathPattern] = []

  /// A message about a file: it is omitted or renamed, its archive is damaged, or a remark.
  public struct Omission: Hashable, Sendable {
    /// The effect on the files.
    public enum Kind: Hashable, Sendable {
      /// The file is omitted.
      case omitted
      /// The file is included under another name.
      case renamed
      /// A remark: the file is included.
      case remark
      /// The archive is damaged; some of its files are missing or incomplete.
      case damage
    }

    /// The name of the file in messages.
    public let label: String
    /// The effect on the files.
    public let kind: Kind
    /// The new name of a file that was renamed; otherwise `nil`.
    public let renamed: String?
    /// The reason.
    public let failure: Failure

    init(label: String, renamed: String? = nil, _ reason: InputError) {
      self.label = label
      self.renamed = renamed
      kind = renamed == nil ? .omitted : .renamed
      failure = Failure(reason, path: label)
    }

    /// Creates the message about an output whose path differs from that of its document.
    init(_ renaming: OutputTree.Renaming) {
      label = renaming.path
      kind = .renamed
      renamed = renaming.other
      let code: InputError.Code = renaming.isTaken ? .unpackCollision : .unpackPath
      failure = Failure(
        .success, path: label, code: code.rawValue,
        renaming.isTaken
          ? "another output has this path, or one that differs only in case or normalisation"
          : "is not a path that every system has")
    }

    init(_ kind: Kind, _ failure: Failure) {
      label = failure.path ?? ""
      self.kind = kind
      renamed = nil
      self.failure = failure
    }
  }

  /// Creates a collection of the files of inputs without opening them.
  public init(_ inputs: [String]) { self.inputs = inputs }

  /// Calls a closure with each file: in the order of the inputs, then of the paths in a folder, or
  /// of the bytes in an archive.
  ///
  /// - Parameters:
  ///   - onOmission: Called with each omission and remark.
  ///   - body: Called with each file, which can be read until `body` returns.
  /// - Throws: `Failure`, and the errors of `body`; `archive.no-file` if a pattern matches no file, `usage.format` if
  ///   an earlier state is requested of an input that is not an `.iaa` archive.
  public func forEach(
    onOmission: (Omission) -> Void = { _ in }, _ body: (CollectedFile) throws -> Void
  ) throws {
    try requireStates()
    var selection = PathSelection(patterns)
    for input in inputs {
      do {
        try visit(input, onOmission, selecting: { selection.includes($0) }) { file in
          if selection.includes(file.selectionPath ?? file.path) { try body(file) }
        }
      } catch let damage as BagDamage {
        throw damage.summary
      } catch {
        throw Failure(error, path: input)
      }
    }
    try selection.requireMatches(in: inputs.first) { patternHint(for: $0) }
  }

  /// Fails with `usage.format` if an earlier state is requested of an input that is not an `.iaa` archive.
  func requireStates() throws(Failure) {
    guard moment != nil,
      let other = inputs.first(where: { !Container.isArchive($0) && OutputGuard.isTaken($0) })
    else { return }
    throw Failure(
      .usage, path: other, code: "usage.format",
      "--at reads generations, which only .iaa archives have")
  }

  private var budget: ArchiveBudget {
    var budget = ArchiveBudget.standard
    budget.ratio = maximumRatio
    return budget
  }

  private var collisions: ForeignArchiveReader.CollisionRule {
    numbersCollisions ? .suffix : .refuse
  }

  /// Calls a closure with each file of one input.
  ///
  /// - Throws: `BagDamage` for a bag that is not valid, and the errors of reading and of `body`.
  ///
  /// - Parameter selects: Returns whether a path is selected; original files that are missing are
  ///   reported only for selected documents.
  func visit(
    _ input: String, _ onOmission: (Omission) -> Void,
    selecting selects: (String) -> Bool = { _ in true }, _ body: (CollectedFile) throws -> Void
  ) throws {
    if OutputFolder.isFolder(input) {
      try visitFolder(input, onOmission, body)
    } else if Container.isArchive(input) {
      let versions = VersionSelection(patterns)
      if readsOriginals {
        try Container.visitOriginals(
          input, limits, at: moment, versions, selecting: selects, onOmission, body)
      } else {
        try Container.visit(input, limits, at: moment, versions, onOmission, body)
      }
    } else if input != "-", try Self.isArchive(input) {
      try visitArchive(RandomAccessFile(path: input), onOmission, body)
    } else {
      let place = Place(argument: input)
      let source = try place.source(root: root)
      try body(CollectedFile(path: source.name ?? "stdin", label: place.label, source: source))
    }
  }

  private func visitFolder(
    _ input: String, _ onOmission: (Omission) -> Void, _ body: (CollectedFile) throws -> Void
  ) throws {
    let tree = try FolderTree(path: input, limits: limits, leavesOutFolders: true)
    for (path, error) in tree.unread {
      var failure = Failure(error, path: input + "/" + path)
      failure.path = input + "/" + path
      onOmission(Omission(.omitted, failure))
    }
    for path in tree.skipped {
      let failure = Failure(
        .badInput, path: input + "/" + path, code: InputError.Code.unpackNotRegular.rawValue,
        "a link, a pipe, a socket or a device, which is left out")
      onOmission(Omission(.omitted, failure))
    }
    let isBag = tree.files.contains { $0.path == Bags.declaration }
    if isBag {
      var checker = BagChecker()
      for file in tree.files { checker.add(file.path, try tree.bytes(of: file, limits: limits)) }
      try Bags.require(checker.finish(), in: input)
    }
    for file in tree.files {
      guard let path = isBag ? Bags.payloadPath(of: file.path) : file.path else { continue }
      let label = input + "/" + file.path
      let source = TreeSource(tree: tree, file: file)
      Self.remark(path, label, onOmission)
      try body(
        CollectedFile(
          path: path, label: label, source: source, check: isBag ? .hash : .structure))
    }
  }

  /// Reports a name that is not UTF-8; its bytes are kept.
  private static func remark(
    _ path: String, _ label: String, _ onOmission: (Omission) -> Void
  ) {
    guard PathBytes.ifNotText(path) != nil else { return }
    onOmission(
      Omission(
        .remark,
        Failure(.success, path: label, code: "name.encoding", "not UTF-8; the bytes are kept")))
  }

  private func visitArchive(
    _ file: RandomAccessFile, _ onOmission: (Omission) -> Void,
    _ body: (CollectedFile) throws -> Void
  ) throws {
    let input = file.path
    let open = {
      try ForeignArchiveReader(file, limits: limits, budget: budget, collisions: collisions)
    }
    let folder = try Bags.folder(in: open)
    if let folder {
      var checker = BagChecker()
      var reader = try open()
      while let entry = try reader.next() {
        let bytes = try reader.contents()
        if let path = Bags.path(entry.path, in: folder) { checker.add(path, bytes) }
      }
      try Bags.require(checker.finish(), in: input)
    }
    var reader = try open()
    let check: ContentCheck =
      folder != nil ? .hash : reader.checksContents ? .checksum : .structure
    try visit(&reader, in: input, bag: folder, depth: 1, check, onOmission, body)
  }

  private func visit(
    _ reader: inout ForeignArchiveReader, in label: String, bag folder: [String]?, depth: Int,
    _ check: ContentCheck, _ onOmission: (Omission) -> Void, _ body: (CollectedFile) throws -> Void
  ) throws {
    do {
      try visitEntries(&reader, in: label, bag: folder, depth: depth, check, onOmission, body)
    } catch let error as ReadingError {
      // An inner archive that is damaged or exceeds a limit does not end the outer one.
      guard depth > 1 else { throw error.underlying }
      onOmission(Omission(label: label, error.underlying))
    }
    Self.report(reader.skipped, in: label, onOmission)
  }

  /// An error of reading an archive, in contrast to an error of the closure that receives its files.
  private struct ReadingError: Error {
    let underlying: InputError
  }

  private func visitEntries(
    _ reader: inout ForeignArchiveReader, in label: String, bag folder: [String]?, depth: Int,
    _ check: ContentCheck, _ onOmission: (Omission) -> Void, _ body: (CollectedFile) throws -> Void
  ) throws {
    while let entry = try Self.next(&reader) {
      var path: String? = entry.path.text
      if let folder { path = Bags.path(entry.path, in: folder).flatMap(Bags.payloadPath) }
      guard let path else { continue }
      let entryLabel = label + "/" + entry.path.text
      let bytes: [UInt8]
      do {
        bytes = try reader.contents()
      } catch {
        // A damaged file is omitted, and the others are read. If the total size exceeds its limit, the archive is not
        // read further.
        if error.limit?.name == "totalBytes" { throw ReadingError(underlying: error) }
        onOmission(Omission(label: entryLabel, error))
        continue
      }
      if depth < budget.nesting, var inner = openedArchive(entry.path.name, bytes) {
        try visit(&inner, in: entryLabel, bag: nil, depth: depth + 1, check, onOmission) { file in
          try body(
            CollectedFile(
              path: path + "/" + file.path, label: file.label, source: file.source,
              check: file.check))
        }
        continue
      }
      let source = BytesSource(bytes, name: entry.path.name)
      Self.remark(path, entryLabel, onOmission)
      try body(CollectedFile(path: path, label: entryLabel, source: source, check: check))
    }
  }

  private static func next(
    _ reader: inout ForeignArchiveReader
  ) throws -> ForeignArchiveReader.Entry? {
    do {
      return try reader.next()
    } catch let error as InputError {
      throw ReadingError(underlying: error)
    }
  }

  /// Returns the reader of an archive in an archive; `nil` for any other file.
  ///
  /// Both the suffix and the content must be those of an archive. A file with the suffix of a document format, such as
  /// `a.rtfd.zip`, or of another program, such as `a.docx`, is not opened as an archive.
  private func openedArchive(_ name: String, _ bytes: [UInt8]) -> ForeignArchiveReader? {
    guard ForeignArchiveFormat(fileName: name) != nil,
      FormatRegistry.standard.entry(fileName: name) == nil
    else { return nil }
    return try? ForeignArchiveReader(
      bytes, limits: limits, budget: budget, collisions: collisions)
  }

  /// Reports the skipped and renamed entries of an archive and its irregularities.
  private static func report(
    _ skipped: SkippedEntries, in label: String, _ onOmission: (Omission) -> Void
  ) {
    for remark in skipped.remarks { onOmission(Omission(.remark, Failure(remark, path: label))) }
    for item in skipped.items + skipped.renamed {
      onOmission(
        Omission(
          label: item.path.isEmpty ? label : label + "/" + item.path, renamed: item.renamed?.text,
          item.reason))
    }
    if let rest = skipped.rest { onOmission(Omission(label: label, rest)) }
    if let rest = skipped.renamedRest {
      onOmission(Omission(.remark, Failure(rest, path: label)))
    }
  }

  /// Calls a closure with each member of an archive in an open file, in the order of the bytes.
  ///
  /// - Throws: `Failure`, and the errors of `body`.
  func forEachMember(
    of file: RandomAccessFile, onOmission: (Omission) -> Void,
    _ body: (CollectedFile) throws -> Void
  ) throws {
    do {
      if Container.isNamed(file.path) {
        try Container.visit(OpenContainer(file, limits), VersionSelection([]), onOmission, body)
      } else {
        try visitArchive(file, onOmission, body)
      }
    } catch let damage as BagDamage {
      throw damage.summary
    } catch {
      throw Failure(error, path: file.path)
    }
  }

  /// Returns whether a path is that of a file with the name or the content of an archive.
  public static func isArchiveFile(_ path: String) -> Bool {
    Container.isArchive(path) || (try? isArchive(path)) == true
  }

  /// Returns whether a file begins with the signature of an archive.
  static func isArchive(_ path: String) throws -> Bool {
    try ForeignArchiveReader.isArchive(RandomAccessFile(path: path))
  }
}

/// A document in a folder; its side files are files of the same tree.
private struct TreeSource: DocumentSource {
  let tree: FolderTree
  let file: FolderTree.File

  var name: String? { file.parts.last }

  func bytes(limits: Limits) throws -> [UInt8] { try tree.bytes(of: file, limits: limits) }

  func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    try source.sideFile(named: name, limits: limits)
  }

  func canRead(sideFile name: String) -> Bool { source.canRead(sideFile: name) }

  private var source: FileSource {
    FileSource(path: tree.path + "/" + file.path, root: tree.path)
  }
}

extension FileCollection {
  /// Returns the end of a message about a document that is not in an archive, which states how to read its earlier
  /// versions; empty if there are none.
  func versionHint(for path: String) -> String {
    for input in inputs where moment == nil && Container.isArchive(input) {
      let hint = Container.versionHint(path, in: input, limits)
      if !hint.isEmpty { return hint }
    }
    return ""
  }

  /// Returns the end of a message about a pattern that matches no document of an archive, which states how to read the
  /// versions with this name; empty if there are none.
  func patternHint(for text: String) -> String {
    let hint = versionHint(for: text)
    if !hint.isEmpty { return hint }
    if ArchiveNames.format(text) != nil, OutputGuard.isTaken(text) {
      return "; it is a file, and the command reads one archive"
    }
    guard let name = Container.versionReference(text)?.name, !versionHint(for: name).isEmpty else {
      return ""
    }
    return "; iaconv archive versions lists the versions of \(name)"
  }

  /// Returns the failure for a path that no file of an archive has.
  public func missingFile(_ path: String, in archive: String) -> Failure {
    Failure(
      .noInput, path: archive, code: "archive.no-file",
      "no file \"\(path)\"" + patternHint(for: path))
  }

  /// Returns the file at a path with its bytes in memory, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - path: The path relative to the input.
  ///   - onOmission: Called with the remarks if the file is part of a damaged archive.
  /// - Throws: `Failure`.
  public func file(
    at path: String, onOmission: (Omission) -> Void = { _ in }
  ) throws -> CollectedFile? {
    try requireStates()
    for input in inputs where Container.isArchive(input) {
      do {
        let file = try Container.file(
          at: path, in: input, limits, moment: moment, original: readsOriginals, onOmission)
        if let file { return file }
      } catch {
        throw Failure(error, path: input)
      }
    }
    var found: CollectedFile?
    do {
      try withoutContainers.forEach { file in
        guard file.path.isExactly(path) else { return }
        let bytes = try file.source.bytes(limits: limits)
        found = CollectedFile(
          path: file.path, label: file.label, source: BytesSource(bytes, name: file.source.name))
        throw Found()
      }
    } catch {
      if found == nil { throw error }
    }
    return found
  }

  /// The error that ends the search when the file is found.
  private struct Found: Error {}
}

extension FileCollection {
  /// The same collection without the inputs that are `.iaa` archives, and without patterns.
  var withoutContainers: FileCollection {
    var others = FileCollection(inputs.filter { !Container.isArchive($0) })
    others.limits = limits
    others.maximumRatio = maximumRatio
    others.numbersCollisions = numbersCollisions
    return others
  }
}
