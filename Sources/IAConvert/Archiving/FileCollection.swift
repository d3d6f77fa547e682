public import IABytes
internal import IAForeignArchives
internal import IAFormats

/// The files that inputs of a command represent: themselves, those in folders, those in archives
/// and bags, and those in archives in archives as deep as the budget allows.
///
/// A bag gives its payload, once every digest has been found right.
public struct FileCollection: Sendable {
  /// The paths, as they were given.
  public let inputs: [String]
  /// How much a single file may have, and how many there may be in a folder.
  public var limits = Limits.standard
  /// How many times its own size an archive may unfold to.
  public var maximumRatio = ArchiveBudget.standard.ratio
  /// Whether the second of two files of an archive whose paths count as equal gets a number; else it
  /// is left out.
  public var numbersCollisions = false

  /// Something that is to be told about the files: one that is left out, and why, or a remark.
  public struct Omission: Hashable, Sendable {
    /// What it means for the files.
    public enum Kind: Hashable, Sendable {
      /// The file is left out.
      case omitted
      /// The file is there under another name.
      case renamed
      /// All files are there.
      case remark
      /// The archive is damaged, and some of its files are missing or not whole.
      case damage
    }

    /// What it is called.
    public let label: String
    /// What it means.
    public let kind: Kind
    /// What it is called now, where it was only renamed.
    public let renamed: String?
    /// The reason.
    public let failure: Failure

    init(label: String, renamed: String? = nil, _ reason: InputError) {
      self.label = label
      self.renamed = renamed
      kind = renamed == nil ? .omitted : .renamed
      failure = Failure(reason, path: label)
    }

    init(_ kind: Kind, _ failure: Failure) {
      label = failure.path ?? ""
      self.kind = kind
      renamed = nil
      self.failure = failure
    }
  }

  /// Collects the files of inputs; nothing is opened yet.
  public init(_ inputs: [String]) { self.inputs = inputs }

  /// Goes over the files in order: of the inputs, of paths in folders, of bytes in archives.
  ///
  /// - Parameters:
  ///   - onOmission: Told of what is left out.
  ///   - body: Called with each file, which can be read until it returns.
  /// - Throws: `Failure`, and what `body` throws.
  public func forEach(
    onOmission: (Omission) -> Void = { _ in }, _ body: (CollectedFile) throws -> Void
  ) throws {
    for input in inputs {
      do {
        try visit(input, onOmission, body)
      } catch let damage as BagDamage {
        throw damage.summary
      } catch {
        throw Failure(error, path: input)
      }
    }
  }

  private var budget: ArchiveBudget {
    var budget = ArchiveBudget.standard
    budget.ratio = maximumRatio
    return budget
  }

  private var collisions: ForeignArchiveReader.CollisionRule {
    numbersCollisions ? .suffix : .refuse
  }

  /// Goes over the files of one input; throws `BagDamage` for a bag that is not valid.
  func visit(
    _ input: String, _ onOmission: (Omission) -> Void, _ body: (CollectedFile) throws -> Void
  ) throws {
    if OutputFolder.isFolder(input) {
      try visitFolder(input, onOmission, body)
    } else if Container.isNamed(input) {
      try Container.visit(input, limits, onOmission, body)
    } else if input != "-", try Self.isArchive(input) {
      try visitArchive(input, onOmission, body)
    } else {
      let place = Place(argument: input)
      let name = place.source.name ?? "stdin"
      try body(CollectedFile(path: name, label: place.label, source: place.source))
    }
  }

  private func visitFolder(
    _ input: String, _ onOmission: (Omission) -> Void, _ body: (CollectedFile) throws -> Void
  ) throws {
    let tree = try FolderTree(path: input, limits: limits)
    for path in tree.skipped {
      onOmission(Omission(label: input + "/" + path, InputError(.unpackNotRegular, at: 0)))
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

  /// Tells that a name is not UTF-8; its bytes are kept.
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
    _ input: String, _ onOmission: (Omission) -> Void, _ body: (CollectedFile) throws -> Void
  ) throws {
    let open = {
      try ForeignArchiveReader(
        path: input, limits: limits, budget: budget, collisions: collisions)
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
    while let entry = try reader.next() {
      var path: String? = entry.path.text
      if let folder { path = Bags.path(entry.path, in: folder).flatMap(Bags.payloadPath) }
      guard let path else { continue }
      let entryLabel = label + "/" + entry.path.text
      let bytes: [UInt8]
      do {
        bytes = try reader.contents()
      } catch {
        // One file that is damaged does not take the others along; a bomb does.
        if error.limit?.name == "totalBytes" { throw error }
        onOmission(Omission(label: entryLabel, error))
        continue
      }
      let isArchive = ForeignArchiveFormat.detected(inPrefix: Array(bytes.prefix(512))) != nil
      guard isArchive, depth < budget.nesting else {
        let source = BytesSource(bytes, name: entry.path.name)
        Self.remark(path, entryLabel, onOmission)
        try body(CollectedFile(path: path, label: entryLabel, source: source, check: check))
        continue
      }
      var inner = try ForeignArchiveReader(
        bytes, limits: limits, budget: budget, collisions: collisions)
      try visit(&inner, in: entryLabel, bag: nil, depth: depth + 1, check, onOmission) { file in
        try body(
          CollectedFile(
            path: path + "/" + file.path, label: file.label, source: file.source,
            check: file.check))
      }
    }
    for item in reader.skipped.items {
      onOmission(
        Omission(
          label: item.path.isEmpty ? label : label + "/" + item.path, renamed: item.renamed?.text,
          item.reason))
    }
  }

  /// Returns whether a file begins as an archive does.
  static func isArchive(_ path: String) throws -> Bool {
    try ForeignArchiveReader.isArchive(RandomAccessFile(path: path))
  }
}

/// A file of a folder as a document; the files beside it are those of the folder.
private struct TreeSource: DocumentSource {
  let tree: FolderTree
  let file: FolderTree.File

  var name: String? { file.parts.last }

  func bytes(limits: Limits) throws -> [UInt8] { try tree.bytes(of: file, limits: limits) }

  func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    try FileSource(path: tree.path + "/" + file.path).sideFile(named: name, limits: limits)
  }
}

extension FileCollection {
  /// Returns the file at a path, whose bytes are then in memory, or `nil` if there is none.
  ///
  /// - Parameter onOmission: Told if the file comes from a damaged archive.
  /// - Throws: `Failure`.
  public func file(
    at path: String, onOmission: (Omission) -> Void = { _ in }
  ) throws -> CollectedFile? {
    for input in inputs where Container.isNamed(input) {
      do {
        if let file = try Container.file(at: path, in: input, limits, onOmission) { return file }
      } catch {
        throw Failure(error, path: input)
      }
    }
    var found: CollectedFile?
    do {
      try withoutContainers.forEach { file in
        guard file.path == path else { return }
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

  /// Ends the search.
  private struct Found: Error {}
}

extension FileCollection {
  /// The same collection but for inputs that are archives of the suite.
  var withoutContainers: FileCollection {
    var others = FileCollection(inputs.filter { !Container.isNamed($0) })
    others.limits = limits
    others.maximumRatio = maximumRatio
    others.numbersCollisions = numbersCollisions
    return others
  }
}
