/// A damaged archive in which the generations of an earlier state replace its own generations, up to the first one that
/// was merged since then.
///
/// Recovery data in a separate file protect the whole archive in the state in which they were written. A
/// merge replaces the newest generations, so that the earlier ones are the same bytes in both states.
final class EarlierStateSource: ArchiveSource {
  private let earlier: any ArchiveSource
  private let archive: any ArchiveSource
  /// The number of bytes from the earlier state.
  private let sharedByteCount: Int
  /// Whether the end of a common generation proves that both are states of one archive.
  let isProven: Bool

  /// Creates the source; `nil` if the archive has all generations of the earlier state.
  ///
  /// - Parameters:
  ///   - archive: The damaged archive.
  ///   - earlier: The restored earlier state.
  /// - Throws: The sources' errors.
  init?(_ archive: any ArchiveSource, _ earlier: ArchiveReader) throws {
    let generations = earlier.directory.generations
    let place = try generations.lastIndex { generation in
      let range = generation.directoryOffset..<generation.end
      return try archive.read(range.count, at: range.lowerBound)
        == earlier.source.read(range.count, at: range.lowerBound)
    }
    guard generations.count > 1, place != generations.count - 1 else { return nil }
    isProven = place != nil
    // The first generation is never merged.
    sharedByteCount = generations[place ?? 0].end
    self.archive = archive
    self.earlier = earlier.source
  }

  func byteCount() throws -> Int { try max(sharedByteCount, archive.byteCount()) }

  func read(_ count: Int, at offset: Int) throws -> [UInt8] {
    let shared = max(0, min(count, sharedByteCount - offset))
    var bytes = shared > 0 ? try earlier.read(shared, at: offset) : []
    if shared < count { bytes += try archive.read(count - shared, at: offset + shared) }
    return bytes
  }
}
