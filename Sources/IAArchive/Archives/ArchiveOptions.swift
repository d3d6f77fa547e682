public import IACodec

/// Options for writing an archive.
public struct ArchiveOptions: Sendable {
  /// The size of the recovery data in percent of the protected bytes, from 0 (no recovery data) to
  /// 100.
  ///
  /// Generations of archives of version 1 have at most 30.
  public var recoveryPercent: Int
  /// The size of the text in bytes of UTF-8 at which a block is completed.
  ///
  /// Larger blocks take less space. With smaller blocks, a single document is read faster, and fewer documents are lost
  /// if a block is damaged.
  public var blockTextBytes: Int
  /// The number of documents at which a block is completed.
  public var blockDocuments: Int
  /// The zstd level for the columns.
  public var level: Int
  /// Whether a new archive contains the specifications, a Python program that reads it, and lists
  /// of names.
  public var includesDescription: Bool
  /// The dictionary with which columns are compressed, or `nil`.
  ///
  /// The archive contains the dictionary.
  ///
  /// With a dictionary, small blocks take less space.
  public var dictionary: CompressionDictionary?
  /// The date of the generation in the form `2026-11-23T12:00:00Z`, or `nil` for none.
  ///
  /// A generation of an archive of version 1 has none.
  public var date: String?
  /// Whether to remove bytes after an existing archive that are not those of an interrupted addition,
  /// such as a generation with a damaged directory.
  public var discardsTail = false
  /// Whether the generation gets an index of words, with which a search skips blocks.
  ///
  /// With `nil`, it gets one if the existing archive has one and the texts have 64 KiB or more.
  public var indexesWords: Bool?
  /// Whether to compress texts and original files several times as fast, for an archive that is larger by about a
  /// tenth.
  public var isFast = false

  /// The program to record as the writer of the generation, or `nil` for none.
  ///
  /// It is recorded in archives with a description, unless the same program is already recorded.
  public var program: String?

  /// Creates options; parameters that are not given have their default values.
  ///
  /// - Precondition: `recoveryPercent` is in 0…100, `blockTextBytes` and `blockDocuments` are
  ///   positive.
  public init(
    recoveryPercent: Int = 10, blockTextBytes: Int = ArchiveOptions.standardBlockTextBytes,
    blockDocuments: Int = ArchiveOptions.standardBlockDocuments,
    level: Int = CompressionLevel.standard, includesDescription: Bool = true,
    dictionary: CompressionDictionary? = nil
  ) {
    precondition(0...100 ~= recoveryPercent, "\(recoveryPercent) % of recovery data")
    precondition(blockTextBytes > 0 && blockDocuments > 0, "empty blocks")
    self.recoveryPercent = recoveryPercent
    self.blockTextBytes = blockTextBytes
    self.blockDocuments = blockDocuments
    self.level = level
    self.includesDescription = includesDescription
    self.dictionary = dictionary
  }

  /// The size of the text at which a block is complete by default, in bytes.
  public static let standardBlockTextBytes = 64 << 10
  /// The number of documents at which a block is complete by default.
  public static let standardBlockDocuments = 1024

  /// Whether the sizes of blocks are the default ones.
  var hasStandardBlocks: Bool {
    blockTextBytes == Self.standardBlockTextBytes && blockDocuments == Self.standardBlockDocuments
  }

  /// Sets large blocks, of 1 MiB of text or 16,384 documents: the archive is smaller by up to 5 %, and reading a single
  /// document takes about twelve times as long (decision 0201).
  public mutating func useLargeBlocks() {
    blockTextBytes = 1 << 20
    blockDocuments = 1 << 14
  }
}

/// The treatment of existing content of the storage by a writer.
public enum ArchiveMode: Hashable, Sendable, CaseIterable {
  /// Append to the existing archive; fail if there is none.
  case existing
  /// Append to the existing archive; create one if there is none.
  case create
  /// Create an archive; fail if the storage is not empty.
  case createNew
  /// Remove the content of the storage, and create an archive.
  case truncateExisting
}

/// The treatment of a name that another document of the archive already has.
public enum ExistingDocument: Hashable, Sendable, CaseIterable {
  /// Fail.
  case refuse
  /// The appended document is a new version of the document with the name.
  case replace
  /// The appended document is an earlier version, or was removed.
  ///
  /// It differs from later documents with the same name only by its position in the order of documents.
  case archived
}

/// The position, id and name of a document, which are known without decoding it.
public struct ArchiveEntry: Hashable, Sendable {
  /// The position of the document in the order in which documents were added, from 0.
  public let ordinal: Int
  /// The id of the document.
  ///
  /// Ids ascend, and compaction and repair keep them.
  public let id: UInt64
  /// The name of the document; empty if it has none.
  ///
  /// Documents with the same name are versions of one document.
  public let name: String
}

/// The result of writing a generation.
public struct ArchiveSummary: Hashable, Sendable {
  /// The number of the written generation; that of the newest one if nothing was written.
  public let generation: Int
  /// The number of documents of the archive, with earlier versions and removed documents.
  public let documentCount: Int
  /// The number of documents that this generation added.
  public let addedDocumentCount: Int
  /// The size of the archive in bytes.
  public let byteCount: Int
  /// The size of this generation's recovery data in bytes.
  public let recoveryByteCount: Int
}
