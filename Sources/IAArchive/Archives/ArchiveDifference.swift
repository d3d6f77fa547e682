/// The documents that differ between two archives, or between two generations of one archive.
///
/// Documents are identified by their names, and those without a name by their ids. The comparison
/// covers text, intensities, attributes, metadata and the hashes of attachments, but not the blocks
/// and codecs in which they are stored.
public struct ArchiveDifference: Sendable {
  /// The difference of a document.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Only the second archive contains the document.
    case added
    /// Only the first archive contains the document.
    case removed
    /// Both archives contain the document, with different content.
    case changed
  }

  /// A document that differs.
  public struct Change: Hashable, Sendable {
    /// The kind of the difference.
    public let kind: Kind
    /// The document's entry in the second archive; in the first one, if the document was removed.
    public let entry: ArchiveEntry
  }

  /// The differences: first the removed and changed documents in the order of the first archive,
  /// then the added ones in the order of the second.
  public private(set) var changes: [Change] = []
  /// The number of equal documents.
  public private(set) var equalCount = 0

  /// Whether both archives contain the same documents.
  public var isEqual: Bool { changes.isEmpty }

  /// Creates the difference by comparing all documents of two archives.
  ///
  /// - Parameters:
  ///   - first: The older archive.
  ///   - second: The newer archive. It must be another reader, even if both archives are generations of one file.
  ///   - progress: Is called for every 1,024th document of the first archive with its ordinal.
  /// - Throws: The errors of `ArchiveReader.document(at:)` and those of `progress`.
  /// - Complexity: O(*n*) if both archives have the documents in the same order; otherwise one
  ///   block is decoded for each document out of order. Memory is some hundred bytes for each
  ///   document of the second archive.
  public init(
    _ first: ArchiveReader, _ second: ArchiveReader,
    progress: (_ documentCount: Int) throws -> Void = { _ in }
  ) throws {
    var left: [Key: ArchiveEntry] = [:]
    try second.forEachCurrentEntry { left[Key($0)] = $0 }
    try first.forEachCurrentEntry { entry in
      guard let other = left.removeValue(forKey: Key(entry)) else {
        changes.append(Change(kind: .removed, entry: entry))
        return
      }
      let isEqual =
        try first.document(at: entry.ordinal, loadsAttachments: false)
        == second.document(at: other.ordinal, loadsAttachments: false)
      if isEqual { equalCount += 1 } else { changes.append(Change(kind: .changed, entry: other)) }
      if entry.ordinal % 1024 == 0 { try progress(entry.ordinal) }
    }
    changes += left.values.sorted { $0.ordinal < $1.ordinal }
      .map { Change(kind: .added, entry: $0) }
  }

  /// The property that identifies a document.
  private enum Key: Hashable {
    /// The bytes of the name: values of type `String` can be equal although their bytes differ.
    case name([UInt8])
    case id(UInt64)

    init(_ entry: ArchiveEntry) {
      self = entry.name.isEmpty ? .id(entry.id) : .name(Array(entry.name.utf8))
    }
  }
}

extension ArchiveReader {
  /// Opens the archive as it was after a generation was written.
  ///
  /// - Parameter number: The number of the generation, from 1.
  /// - Returns: A reader, or `nil` if the archive has no generation with this number.
  /// - Throws: The errors of `ArchiveReader.init`.
  public func opened(atGeneration number: Int) throws -> ArchiveReader? {
    guard let generation = directory.generations.first(where: { $0.number == number }) else {
      return nil
    }
    return try ArchiveReader(
      FrontSource(source: source, byteCount: generation.end), limits: limits)
  }
}

/// The beginning of an archive, up to the end of a generation.
private final class FrontSource: ArchiveSource {
  private let source: any ArchiveSource
  private let end: Int

  init(source: any ArchiveSource, byteCount: Int) {
    self.source = source
    end = byteCount
  }

  func byteCount() -> Int { end }

  func read(_ count: Int, at offset: Int) throws -> [UInt8] {
    try source.read(min(count, max(0, end - offset)), at: offset)
  }
}
