internal import IAArchive
internal import IABytes
public import IAFiles

/// A file of a folder, an archive or a bag, or a file that is itself an input.
public struct CollectedFile: Sendable {
  /// The path relative to the folder or archive, with slashes between its parts.
  public let path: String
  /// The name in messages: the archive or folder, and the path in it.
  public let label: String
  /// The source of the bytes.
  public internal(set) var source: any DocumentSource
  /// The check that reading the file performs.
  public let check: ContentCheck

  /// The path by which patterns select the file, if it is not `path`.
  let selectionPath: String?
  /// The records of the `.iaa` archive about the document; `nil` for files that are not in an `.iaa` archive.
  let contained: ContainedRecord?

  /// Whether the file is a document of an `.iaa` archive, or the original file of one.
  var isContained: Bool { contained != nil }

  init(
    path: String, label: String, source: any DocumentSource, check: ContentCheck = .structure,
    selectionPath: String? = nil, contained: ContainedRecord? = nil
  ) {
    self.path = path
    self.label = label
    self.source = source
    self.check = check
    self.selectionPath = selectionPath
    self.contained = contained
  }
}

/// A document of an `.iaa` archive, with the parts of the archive that describe it.
// @unchecked: all uses of the archive hold its lock (`exclusively`).
struct ContainedRecord: @unchecked Sendable {
  private let archive: OpenContainer
  private let index: Int
  private let entry: ArchiveEntry

  init(_ archive: OpenContainer, at index: Int, _ entry: ArchiveEntry) {
    self.archive = archive
    self.index = index
    self.entry = entry
  }

  /// Returns the records of the archive about the document: the file from which it was read, the bytes of this file if
  /// the archive contains them, and its metadata.
  ///
  /// An original file that cannot be read is omitted and reported.
  func packedFile() throws -> PackedFile {
    try archive.exclusively {
      var packed = PackedFile(origin: try archive.origin(of: entry, at: index))
      packed.statements = archive.statements(about: entry)
      guard packed.origin?.isKept == true else { return packed }
      do { packed.keptBytes = try archive.original(of: entry, at: index) } catch is InputError {}
      return packed
    }
  }
}
