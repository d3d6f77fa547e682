/// The counts and sizes of an archive, which are known from its directory and indexes.
public struct ArchiveOverview: Hashable, Sendable {
  /// A generation of an archive.
  public struct Generation: Hashable, Sendable {
    /// The number of the generation, from 1.
    public let number: Int
    /// The number of documents that it added.
    public let documentCount: Int
    /// Its size in bytes, with its recovery data and its directory.
    public let byteCount: Int
    /// The size of its recovery data in bytes.
    public let recoveryByteCount: Int
    /// The number of documents that it replaced or removed.
    public let supersededCount: Int
    /// Its date in the form `2026-11-23T12:00:00Z`, or `nil` if it has none.
    public let date: String?
  }

  /// The sizes of the parts of an archive in bytes, as stored.
  public struct Sizes: Hashable, Sendable {
    /// The texts of the documents.
    public internal(set) var texts = 0
    /// The texts of the documents, decompressed: UTF-8 with escapes.
    public internal(set) var decompressedTexts = 0
    /// Intensities, attributes, ids and names.
    public internal(set) var data = 0
    /// The attachments.
    public internal(set) var attachments = 0
    /// The original files.
    public internal(set) var originals = 0
    /// The recovery data.
    public internal(set) var recovery = 0
    /// The specifications, the reader and the README.
    public internal(set) var description = 0
    /// Indexes, indexes of words, hashes, dictionaries, lists of names and directories.
    public internal(set) var other = 0
  }

  /// The version of the archive's format, which a reader must know.
  public let formatVersion: Int
  /// The generations, the oldest first.
  public let generations: [Generation]
  /// The number of blocks.
  public let blockCount: Int
  /// The number of stored attachments.
  public let attachmentCount: Int
  /// The number of stored original files.
  public let originalCount: Int
  /// The number of current documents.
  public let documentCount: Int
  /// The number of earlier versions and removed documents.
  public let supersededCount: Int
  /// The size of the archive in bytes.
  public let byteCount: Int
  /// The sizes of its parts.
  public let sizes: Sizes

  /// The numbers of the generations without recovery data in an archive of which others have them; empty if all
  /// generations have them, or if no generation has them.
  public var unprotectedGenerations: [Int] {
    let unprotected = generations.filter { $0.recoveryByteCount == 0 }.map(\.number)
    return unprotected.count == generations.count ? [] : unprotected
  }

  /// The size of the recovery data, relative to all other bytes; 0 if there are no recovery data.
  public var recoveryShare: Double {
    Double(sizes.recovery) / Double(max(1, byteCount - sizes.recovery))
  }
}

extension ArchiveReader {
  /// The counts and sizes of the archive.
  ///
  /// - Complexity: O(*m*) in the number of members.
  public var overview: ArchiveOverview {
    var sizes = ArchiveOverview.Sizes()
    var generations: [ArchiveOverview.Generation] = []
    for (place, generation) in directory.generations.enumerated() {
      var recovery = 0
      for member in directory.members[generation.members] {
        let byteCount = member.end - member.offset
        switch member.name {
        case .text:
          sizes.texts += byteCount
          sizes.decompressedTexts += member.contentByteCount
        case .data: sizes.data += byteCount
        case .attachment(_, WordIndex.suffix): sizes.other += byteCount
        case .attachment: sizes.attachments += byteCount
        case .original: sizes.originals += byteCount
        case .recovery: recovery += byteCount
        case .description, .readMe: sizes.description += byteCount
        default: sizes.other += byteCount
        }
      }
      sizes.recovery += recovery
      sizes.other += generation.end - generation.directoryOffset
      generations.append(
        .init(
          number: generation.number, documentCount: indexes[place].documentCount,
          byteCount: generation.end - generation.offset, recoveryByteCount: recovery,
          supersededCount: indexes[place].changes.superseded.count,
          date: date(ofGeneration: generation.number)))
    }
    return ArchiveOverview(
      formatVersion: formatVersion, generations: generations, blockCount: blockCount,
      attachmentCount: attachmentCount, originalCount: originalCount,
      documentCount: currentDocumentCount,
      supersededCount: superseded.count, byteCount: byteCount, sizes: sizes)
  }

  /// Returns the number of the generation that added a document, from 1.
  ///
  /// - Precondition: `ordinal` is in `0..<documentCount`.
  /// - Complexity: O(log *b*) in the number of blocks.
  public func generation(of ordinal: Int) -> Int {
    directory.generations[block(of: ordinal).generation].number
  }
}
