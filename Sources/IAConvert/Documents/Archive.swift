internal import IAArchive
public import IABytes
internal import IAFormats
public import IAText

/// The documents of an `.iaa` archive, opened for reading.
///
/// The index is read when the archive is opened; each document is read from the file on request. Only one thread may
/// use an archive at a time.
///
///     for entry in try Archive(path: "letters.iaa") {
///       print(entry.name, try entry.document().string.text)
///     }
public struct Archive: RandomAccessCollection {
  /// A document of an archive that is not read yet.
  public struct Entry {
    /// The identifier that the archive gave the document; identifiers ascend.
    public let id: UInt64
    /// The name of the document, or its identifier in decimal digits if it has no name.
    public let name: String
    fileprivate let ordinal: Int
    fileprivate let reader: ArchiveReader

    /// Reads the document with its attachments.
    ///
    /// - Throws: `InputError` with one of the `archive.…` or `ia.…` codes for damage; `FileError` if
    ///   the file cannot be read.
    public func document() throws -> IADocument { try reader.document(at: ordinal) }
  }

  private let reader: ArchiveReader
  private let entries: [ArchiveEntry]

  /// Creates an archive and reads its index.
  ///
  /// - Parameters:
  ///   - path: The path of the `.iaa` file.
  ///   - limits: The maximum sizes and counts that are accepted from the archive.
  /// - Throws: `FileError` if the file cannot be opened, `InputError` if it is not an archive or its
  ///   index is damaged.
  /// - Complexity: O(documents).
  public init(path: String, limits: Limits = .standard) throws {
    reader = try ArchiveReader(Container.Source(path), limits: limits)
    var entries: [ArchiveEntry] = []
    entries.reserveCapacity(reader.currentDocumentCount)
    try reader.forEachCurrentEntry { entries.append($0) }
    self.entries = entries
  }

  /// The position of the first document, 0.
  public var startIndex: Int { 0 }

  /// The number of documents.
  public var endIndex: Int { entries.count }

  /// Returns the document at a position.
  ///
  /// - Precondition: The position is in `startIndex..<endIndex`.
  public subscript(position: Int) -> Entry {
    let entry = entries[position]
    return Entry(
      id: entry.id, name: Container.path(of: entry), ordinal: entry.ordinal, reader: reader)
  }

  /// Returns the document with a name, or `nil` if there is none.
  ///
  /// - Complexity: O(documents).
  public func entry(named name: String) -> Entry? {
    firstIndex { $0.name == name }.map { self[$0] }
  }
}
