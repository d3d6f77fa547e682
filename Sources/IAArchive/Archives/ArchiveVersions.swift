internal import IABytes

/// A version of a document of an archive.
public struct ArchiveVersion: Hashable, Sendable {
  /// The state of a version in the newest generation.
  public enum State: Hashable, Sendable {
    /// It is the newest version.
    case current
    /// A later version replaced it in a generation.
    case replaced(generation: Int)
    /// It was removed in a generation.
    case removed(generation: Int)
  }

  /// The entry of the version.
  public let entry: ArchiveEntry
  /// The number of the version, from 1.
  public let number: Int
  /// The generation that added the version.
  public let generation: Int
  /// The date of that generation, or `nil` if it has none.
  public let date: String?
  /// The state of the version.
  public let state: State
}

extension ArchiveReader {
  /// The number of documents without earlier versions and removed documents.
  public var currentDocumentCount: Int { documentCount - superseded.count }

  /// Whether the archive contains earlier versions or removed documents.
  public var hasSuperseded: Bool { !superseded.isEmpty }

  /// Returns whether a document is neither an earlier version nor removed.
  public func isCurrent(_ ordinal: Int) -> Bool { superseded[ordinal] == nil }

  /// Calls a function with each entry of a current document, in order.
  ///
  /// - Throws: `archive.index` if an index is damaged; the errors of `body`.
  /// - Complexity: O(*n*).
  public func forEachCurrentEntry(_ body: (ArchiveEntry) throws -> Void) throws {
    try forEachEntry { if isCurrent($0.ordinal) { try body($0) } }
  }

  /// Returns the entries of all documents with a name, in order; empty for an empty name.
  ///
  /// - Throws: `archive.index` if an index is damaged.
  public func entries(named name: String) throws -> [ArchiveEntry] {
    guard !name.isEmpty else { return [] }
    let bytes = Array(name.utf8)
    var entries: [ArchiveEntry] = []
    for (place, index) in indexes.enumerated() {
      let found: [(ordinal: Int, id: UInt64)]
      do {
        found = try index.findAll(bytes, limits: limits) { try stored($0, ofIndex: place) }
      } catch let error as InputError {
        throw moved(error, in: place)
      }
      entries += found.map { ArchiveEntry(ordinal: $0.ordinal, id: $0.id, name: name) }
    }
    return entries
  }

  /// Returns the versions of the document with a name, the oldest first; empty if there is none.
  ///
  /// - Throws: `archive.index` if an index is damaged.
  public func versions(named name: String) throws -> [ArchiveVersion] {
    let entries = try entries(named: name)
    return entries.enumerated().map { place, entry in
      let generation = generation(of: entry.ordinal)
      let state: ArchiveVersion.State
      if let end = superseded[entry.ordinal] {
        let next = entries.indices.contains(place + 1) ? entries[place + 1] : nil
        let isReplaced = next.map { self.generation(of: $0.ordinal) == end } ?? false
        state = isReplaced ? .replaced(generation: end) : .removed(generation: end)
      } else {
        state = .current
      }
      return ArchiveVersion(
        entry: entry, number: place + 1, generation: generation,
        date: date(ofGeneration: generation),
        state: state)
    }
  }

  /// Returns the date of a generation in the form `2026-11-23T12:00:00Z`, or `nil` if it has none.
  ///
  /// - Precondition: `number` is in `1...generation`.
  public func date(ofGeneration number: Int) -> String? {
    indexes[number - 1].changes.properties[GenerationChanges.dateKey]
  }

  /// Returns the generation that superseded each document, by the document's ordinal.
  static func superseded(
    _ indexes: [GenerationIndex], _ directory: ArchiveDirectory
  ) -> [Int: Int] {
    var superseded: [Int: Int] = [:]
    for (index, generation) in zip(indexes, directory.generations) {
      for ordinal in index.changes.superseded where superseded[ordinal] == nil {
        superseded[ordinal] = generation.number
      }
    }
    return superseded
  }
}
