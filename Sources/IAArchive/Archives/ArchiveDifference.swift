/// Which documents two archives, or two generations of one, do not have alike.
///
/// Documents are the same by their names; those without one by their ids. What is compared is what
/// they are: text, intensities, attributes, metadata and the hashes of attachments, whatever blocks
/// and codecs they are stored in.
public struct ArchiveDifference: Sendable {
  /// What became of a document.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Only the second archive has it.
    case added
    /// Only the first archive has it.
    case removed
    /// Both have it, with another content.
    case changed
  }

  /// A document that is not alike.
  public struct Change: Hashable, Sendable {
    /// What became of it.
    public let kind: Kind
    /// Its entry in the second archive; of a removed one, in the first.
    public let entry: ArchiveEntry
  }

  /// The changes: those of the first archive's documents in its order, then what was added.
  public private(set) var changes: [Change] = []
  /// How many documents are alike.
  public private(set) var equalCount = 0

  /// Whether both have the same documents.
  public var isEqual: Bool { changes.isEmpty }

  /// Compares all documents of two archives.
  ///
  /// - Parameters:
  ///   - first: The older archive.
  ///   - second: The newer one; another reader, even where it is of the same file.
  ///   - progress: Is called now and then with the number of documents that were compared.
  /// - Throws: What reading the archives throws.
  /// - Complexity: O(*n*) where both have their documents in the same order, else a block for each
  ///   that is not; memory is some hundred bytes a document of the second.
  public init(
    _ first: ArchiveReader, _ second: ArchiveReader,
    progress: (_ documentCount: Int) throws -> Void = { _ in }
  ) throws {
    var left: [Key: ArchiveEntry] = [:]
    try second.forEachEntry { left[Key($0)] = $0 }
    try first.forEachEntry { entry in
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

  /// What a document is known by.
  private enum Key: Hashable {
    case name(String)
    case id(UInt64)

    init(_ entry: ArchiveEntry) {
      self = entry.name.isEmpty ? .id(entry.id) : .name(entry.name)
    }
  }
}

extension ArchiveReader {
  /// The archive as it was when a generation had been written; nil where it has none of that number.
  ///
  /// - Throws: What opening it throws.
  public func opened(atGeneration number: Int) throws -> ArchiveReader? {
    guard let generation = directory.generations.first(where: { $0.number == number }) else {
      return nil
    }
    return try ArchiveReader(
      FrontSource(source: source, byteCount: generation.end), limits: limits)
  }
}

/// The front of an archive.
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
