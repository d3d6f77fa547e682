public import IACodec

/// How an archive is written.
public struct ArchiveOptions: Sendable {
  /// How much recovery data there is for a hundred bytes: 0, none, to 100.
  ///
  /// Generations of archives of version 1 have at most 30.
  public var recoveryPercent: Int
  /// How much text, in bytes of UTF-8, closes a block.
  ///
  /// Larger blocks take less room, smaller ones are faster to read one document from, and less is
  /// lost with one.
  public var blockTextBytes: Int
  /// How many documents close a block.
  public var blockDocuments: Int
  /// The level of zstd for the columns.
  public var level: Int
  /// Whether a new archive contains its specifications, a program in Python that reads it, and lists
  /// of names.
  public var includesDescription: Bool
  /// What the columns are compressed with, which is put into the archive.
  ///
  /// Worth it for small blocks.
  public var dictionary: CompressionDictionary?

  /// Makes options from the defaults.
  ///
  /// - Precondition: `recoveryPercent` is in 0…100, the others are positive.
  public init(
    recoveryPercent: Int = 10, blockTextBytes: Int = 112 << 10, blockDocuments: Int = 1024,
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
}

/// What opening an archive to write does with one that is there, or not there.
///
/// The four modes of the source systems' packages.
public enum ArchiveMode: Hashable, Sendable, CaseIterable {
  /// An archive is there and is appended to.
  case existing
  /// An archive that is there is appended to; else a new one is begun.
  case create
  /// Nothing is there, and a new archive is begun.
  case createNew
  /// What is there is forgotten, and a new archive is begun.
  case truncateExisting
}

/// What an archive says of a document without opening it.
public struct ArchiveEntry: Hashable, Sendable {
  /// Its place, from 0, in the order in which documents were added.
  public let ordinal: Int
  /// Its number, which stays when the archive is compacted or repaired; ids ascend.
  public let id: UInt64
  /// Its name, or no text; no two documents have the same name.
  public let name: String
}

/// What a write has come to.
public struct ArchiveSummary: Hashable, Sendable {
  /// The number of the generation that was written, or of the newest where nothing was.
  public let generation: Int
  /// How many documents the archive has.
  public let documentCount: Int
  /// How many of them are new.
  public let addedDocumentCount: Int
  /// How long the archive is, in bytes.
  public let byteCount: Int
  /// How much of that is recovery data, in this generation.
  public let recoveryByteCount: Int
}
